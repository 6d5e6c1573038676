import { subscriptions } from '#contract/money/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { listedPrices } from '#server/money/offers/offers.ts'
import { fansOf, performersOf } from '#server/money/subscriptions/people.ts'
import { outcomeOf, payingBy, shown, shownOne } from '#server/money/subscriptions/shown.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'

export const handlers: Handlers<typeof subscriptions> = {
  async subscribe(call, { performerId, type, tierId, promotionId, ...payment }) {
    const wanted = { performerId, type, tierId, promotionId, ...payingBy(payment) }
    return outcomeOf(call.tx, await door.subscribe(call.tx, call.viewer, call.country(), wanted))
  },

  cancel: async ({ tx, viewer }, { id }) => shownOne(tx, await door.cancel(tx, viewer, id)),

  reactivate: async ({ db, viewer }, { id }) => shownOne(db, await db.transaction((tx) => door.reactivate(tx, viewer, id))),

  async subscribers({ db, viewer }, filter) {
    const { rows, total } = await found(db, 'performer', viewer.accountId, filter)
    const users = await fansOf(
      db,
      rows.map(({ fanId }) => fanId),
    )
    const subscriptionsShown = await shown(db, rows)
    return { data: rows.map(({ fanId }, index) => ({ ...subscriptionsShown[index]!, user: users(fanId) })), total }
  },

  async mine({ db, viewer }, filter) {
    const { rows, total } = await found(db, 'fan', viewer.accountId, filter)
    const performers = await performersOf(
      db,
      rows.map(({ performerId }) => performerId),
    )
    const subscriptionsShown = await shown(db, rows)
    const listed = await listedPrices(db, rows)
    return {
      data: rows.map(({ performerId, price }, index) => {
        const now = listed[index] ?? null
        return {
          ...subscriptionsShown[index]!,
          performer: performers(performerId),
          ...(now !== null && now > price && { listedPrice: fromHundredths(now) }),
        }
      }),
      total,
    }
  },
}

interface Query {
  status?: door.Status
  tierId?: string
  type?: door.Subscription['type']
  q?: string
  limit: number
  offset: number
}

async function found(db: Db, side: 'fan' | 'performer', accountId: string, { q, ...filter }: Query) {
  const others = q?.trim() ? await named(db, await door.othersOf(db, side, accountId), q.trim().toLowerCase()) : undefined
  return door.list(db, side, accountId, { ...filter, others })
}

async function named(db: Db, ids: readonly string[], text: string): Promise<string[]> {
  const people = [...(await accounts.people(db, ids)).values()]
  return people.filter(({ name, username }) => `${name}\n${username}`.toLowerCase().includes(text)).map(({ id }) => id)
}
