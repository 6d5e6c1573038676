import type { PerformerCard } from '#contract/people/person.ts'
import { subscriptions, type Subscription as Wire } from '#contract/money/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'

export const handlers: Handlers<typeof subscriptions> = {
  async subscribe(call, { performerId, type, useWallet, paymentGateway, cardId, expectedPrice, returnPath }) {
    const outcome = await door.subscribe(call.tx, call.viewer, call.country(), {
      performerId,
      type,
      gateway: useWallet ? 'wallet' : paymentGateway,
      cardId,
      expectedPrice: expectedPrice === undefined ? undefined : toHundredths(expectedPrice),
      returnPath,
    })
    return outcome.status === 'succeeded' ? { status: outcome.status, subscription: shown(outcome.subscription) } : outcome
  },

  cancel: async ({ db, viewer }, { id }) => shown(await db.transaction((tx) => door.cancel(tx, viewer, id))),

  reactivate: async ({ db, viewer }, { id }) => shown(await db.transaction((tx) => door.reactivate(tx, viewer, id))),

  async subscribers({ db, viewer }, filter) {
    const { rows, total } = await found(db, 'performer', viewer.accountId, filter)
    const users = await profiles.userCards(
      db,
      rows.map(({ fanId }) => fanId),
    )
    return { data: rows.map((row) => ({ ...shown(row), user: users.get(row.fanId) ?? nobody(row.fanId) })), total }
  },

  async mine({ db, viewer }, filter) {
    const { rows, total } = await found(db, 'fan', viewer.accountId, filter)
    const ids = rows.map(({ performerId }) => performerId)
    const performers = await profiles.cards(db, ids)
    // Someone who left is no card to show elsewhere, but their name stays in one's own history.
    const people = await profiles.userCards(db, ids)
    const performerOf = (id: string): PerformerCard =>
      performers.get(id) ?? { ...(people.get(id) ?? nobody(id)), isOnline: false, isVerified: false }
    return { data: rows.map((row) => ({ ...shown(row), performer: performerOf(row.performerId) })), total }
  },
}

const nobody = (id: string) => ({ _id: id, name: '', username: '' })

interface Query {
  status?: door.Status
  q?: string
  limit: number
  offset: number
}

async function found(db: Db, side: 'fan' | 'performer', accountId: string, { status, q, limit, offset }: Query) {
  const others = q?.trim() ? await named(db, await door.othersOf(db, side, accountId), q.trim().toLowerCase()) : undefined
  return door.list(db, side, accountId, { status, others, limit, offset })
}

async function named(db: Db, ids: readonly string[], text: string): Promise<string[]> {
  const people = [...(await accounts.people(db, ids)).values()]
  return people.filter(({ name, username }) => `${name}\n${username}`.toLowerCase().includes(text)).map(({ id }) => id)
}

function shown(subscription: door.Subscription): Wire {
  const { id, type, status, startedAt, expiresAt, renewsAt, price, gateway, spent } = subscription
  return {
    _id: id,
    type,
    status,
    startedAt: startedAt.toISOString(),
    expiredAt: expiresAt.toISOString(),
    ...(status === 'active' && renewsAt && { nextRecurringDate: renewsAt.toISOString() }),
    price: fromHundredths(price),
    gateway,
    isFreeTrial: type === 'free',
    totalSpent: fromHundredths(spent),
  }
}
