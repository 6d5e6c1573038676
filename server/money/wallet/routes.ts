import { wallet } from '#contract/money/wallet.ts'
import { instantsOf } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { paidFor } from '#server/money/wallet/paid-for.ts'
import * as door from '#server/money/wallet/wallet.ts'

export const handlers: Handlers<typeof wallet> = {
  async state({ db, viewer }) {
    const { balance, debt, freeze } = await door.stateOf(db, viewer.accountId)
    return {
      balance: fromHundredths(balance),
      debt: fromHundredths(debt),
      isFrozen: freeze !== undefined,
      ...(freeze && { because: freeze.because }),
      ...(freeze?.byStaff && { since: freeze.byStaff.at.toISOString(), reason: freeze.byStaff.reason }),
    }
  },

  async lines(call, { type, status, q, fromDate, toDate, timeZone, sort, limit, offset }) {
    const { lines, total } = await door.statement(call.db, call.viewer.accountId, {
      kind: type,
      isReversed: status === undefined ? undefined : status === 'refunded',
      text: q,
      ...instantsOf({ fromDate, toDate, timeZone }),
      oldestFirst: sort === 'asc',
      limit,
      offset,
    })
    const payees = [...new Set(lines.flatMap(({ payeeId }) => payeeId ?? []))]
    const [people, works] = await Promise.all([
      profiles.userCards(call.db, payees),
      paidFor(call, [...new Set(lines.flatMap(({ workId }) => workId ?? []))]),
    ])
    return { data: lines.map((line) => lineOf(line, { people, works })), total }
  },
}

interface Around {
  people: Awaited<ReturnType<typeof profiles.userCards>>
  works: Awaited<ReturnType<typeof paidFor>>
}

function lineOf(line: door.Line, { people, works }: Around) {
  const performer = line.payeeId === null ? undefined : people.get(line.payeeId)
  const work = line.workId === null ? undefined : works.get(line.workId)
  return {
    _id: line.transferId,
    type: line.kind,
    targetTitle: line.title,
    ...(performer && { performer }),
    ...(line.feedId !== null && { feedId: line.feedId }),
    ...(line.streamId !== null && line.minute !== null && { minute: { streamId: line.streamId, number: line.minute } }),
    ...(line.workId !== null && work && { work: { _id: line.workId, ...work } }),
    amount: fromHundredths(line.change),
    balanceAfter: fromHundredths(line.balanceAfter),
    status: line.isReversed ? ('refunded' as const) : ('success' as const),
    isRefund: line.isReversal,
    createdAt: line.at.toISOString(),
    ...stepsOf(line),
  }
}

/** Of what was held first: each movement of it, in its order. */
function stepsOf({ heldId, releasedId, transferId, change, at, soldAt }: door.Line) {
  if (heldId === null || releasedId === null || soldAt === null) return {}
  const amount = fromHundredths(change)
  return {
    steps: [
      { _id: heldId, what: 'held' as const, amount, createdAt: at.toISOString() },
      { _id: releasedId, what: 'released' as const, amount: -amount, createdAt: soldAt.toISOString() },
      { _id: transferId, what: 'paid' as const, amount, createdAt: soldAt.toISOString() },
    ],
  }
}
