import type { reports as table } from '#contract/office/reports.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import { pathOf } from '#server/office/reports/links.ts'
import * as reports from '#server/office/reports/reports.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'

export const handlers: Handlers<typeof table> = {
  async send(call, draft) {
    const from = { ...readerOf(call), language: call.language, ip: call.ip }
    const { number, dueAt, token } = await call.db.transaction((tx) => reports.receive(tx, from, draft))
    return { caseNumber: number, dueAt: dueAt.toISOString(), ...(token && { follow: pathOf(token) }) }
  },
  mine: ({ db, viewer }, window) => reports.mine(db, viewer.accountId, window),
  one: (call, { id }) => reports.showOwn(call.db, { ...readerOf(call), viewer: call.viewer }, id),
  follow: ({ db }, { token }) => reports.follow(db, token),
  cases: ({ db, viewer }, asked) => reports.cases(db, viewer, asked),
  case: ({ db, viewer }, { id }) => reports.show(db, viewer, id),
  async lines({ db, viewer, ip }, { id }) {
    return { data: await db.transaction((tx) => reports.lines(tx, id, { by: viewer, ip })) }
  },
  async assign({ db, viewer }, { id, isMine }) {
    await db.transaction((tx) => reports.assign(tx, id, { isMine, by: viewer }))
    return { _id: id, isMine }
  },
  async decide({ tx, viewer, ip }, { id, what, reason }) {
    const refund = await reports.decide(tx, id, { what, reason, by: viewer, ip })
    return { _id: id, state: 'closed', ...reports.refundForm(refund) }
  },
}
