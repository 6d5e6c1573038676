import { subscriptions } from '#contract/money/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { offerHandlers } from '#server/money/subscriptions/offer-routes.ts'
import { fansOf, performersOf, shown, shownGifts, shownOne } from '#server/money/subscriptions/shown.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'

export const handlers: Handlers<typeof subscriptions> = {
  ...offerHandlers,

  async subscribe(call, { performerId, type, tierId, promotionId, ...payment }) {
    const wanted = { performerId, type, tierId, promotionId, ...payingBy(payment) }
    return outcomeOf(call.tx, await door.subscribe(call.tx, call.viewer, call.country(), wanted))
  },

  async change({ tx, viewer }, { id, type, tierId, ...payment }) {
    return outcomeOf(tx, await door.change(tx, viewer.accountId, id, { type, tierId, ...payingBy(payment) }))
  },

  async agreeToPrice({ db, viewer }, { id, price }) {
    return shownOne(db, await db.transaction((tx) => door.agreeToPrice(tx, viewer.accountId, id, toHundredths(price))))
  },

  async payWith({ tx, viewer }, { id, cardId }) {
    return shownOne(tx, await door.payWith(tx, viewer.accountId, id, cardId))
  },

  async give(call, { performerId, type, tierId, giftTo, message, ...payment }) {
    const giving = { performerId, type, tierId, giftTo, message, ...payingBy(payment) }
    const outcome = await door.give(call.tx, call.viewer, call.country(), giving)
    if (outcome.status !== 'succeeded') return outcome
    const [gift] = await shownGifts(call.tx, [outcome.gift])
    return { status: outcome.status, ...(gift && { gift }) }
  },

  async gifts({ db, viewer }, { side, limit, offset }) {
    const { rows, total } = await door.giftsOf(db, viewer.accountId, { side, limit, offset })
    return { data: await shownGifts(db, rows), total }
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
    const listed = await door.listedPrices(db, rows)
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

interface Payment {
  useWallet?: boolean
  paymentGateway?: string
  cardId?: string
  expectedPrice?: number
  returnPath?: string
}

function payingBy({ useWallet, paymentGateway, cardId, expectedPrice, returnPath }: Payment) {
  return {
    gateway: useWallet ? 'wallet' : paymentGateway,
    cardId,
    expectedPrice: expectedPrice === undefined ? undefined : toHundredths(expectedPrice),
    returnPath,
  }
}

async function outcomeOf(db: Db, outcome: door.Subscribed) {
  return outcome.status === 'succeeded' ? { status: outcome.status, subscription: await shownOne(db, outcome.subscription) } : outcome
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
