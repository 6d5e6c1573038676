import type { closing as rows } from '#contract/office/closing.ts'
import * as closing from '#server/office/closing/closing.ts'
import { endSession, sessionBefore, switchCookies } from '#server/people/accounts/accounts.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'

export const handlers: Handlers<typeof rows> = {
  preview: ({ db, viewer }) => closing.preview(db, viewer),
  async close(call, { expectedBalance, expectedEarnings, ...wish }) {
    const { db, viewer, ip, language } = call
    const expected = { expectedBalance: toHundredths(expectedBalance), expectedEarnings: toHundredths(expectedEarnings) }
    const until = await closing.close(db, viewer, { ...wish, ...expected }, { ip, language })
    // A browser that came from one's other account keeps that one's session beside: whoever closes leaves both there.
    const before = await sessionBefore(call)
    if (before) await db.transaction((tx) => endSession(tx, before.accountId, before.sessionId))
    switchCookies(call, undefined, undefined)
    return { until: until.toISOString() }
  },
  async takeBack({ db, ip, language }, { token }) {
    await db.transaction((tx) => closing.takeBack(tx, token, ip))
    return { message: say(language, 'accounts.said.taken_back') }
  },
  async hold({ db, viewer, ip }, { id, reason }) {
    await db.transaction((tx) => closing.hold(tx, id, { by: viewer, reason, ip }))
    return { _id: id, isHeld: true }
  },
  async letGo({ db, viewer, ip }, { id, reason }) {
    await db.transaction((tx) => closing.letGo(tx, id, { by: viewer, reason, ip }))
    return { _id: id, isHeld: false }
  },
}
