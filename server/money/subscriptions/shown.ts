// Subscriptions as they travel: amounts in money, tiers by name.
import type { Subscription as Wire } from '#contract/money/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { tiers as sold } from '#server/money/offers/offers.ts'
import type { Outcome } from '#server/money/payments/payments.ts'
import type { Paying } from '#server/money/subscriptions/orders.ts'
import { runningPeriods } from '#server/money/subscriptions/period-queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'

export async function shown(db: Db, rows: readonly Subscription[]): Promise<Wire[]> {
  const running = await runningPeriods(
    db,
    rows.map(({ id }) => id),
  )
  const tiers = await sold.named(
    db,
    rows.flatMap(({ id, tierId }) => [tierId, running.get(id)?.tierId ?? null]),
  )
  const tierOf = (id: string | null | undefined) => {
    const tier = id ? tiers.get(id) : undefined
    return tier && { tier: { _id: tier.id, name: tier.name } }
  }
  return rows.map((row) => {
    const { id, type, renewsAs, status, startedAt, expiresAt, renewsAt, price, currency, gateway, spent, tierId } = row
    const now = running.get(id)
    const isOther =
      type !== 'free' && status === 'active' && now !== undefined && (now.tierId !== tierId || (type !== renewsAs && !now.giverId))
    return {
      _id: id,
      type,
      status,
      startedAt: startedAt.toISOString(),
      expiredAt: expiresAt.toISOString(),
      ...(status === 'active' && renewsAt && { nextRecurringDate: renewsAt.toISOString() }),
      price: fromHundredths(price),
      currency,
      gateway,
      isFreeTrial: type === 'free' && !now,
      isGift: now?.giverId !== null && now !== undefined,
      ...tierOf(now ? now.tierId : tierId),
      ...(isOther && { next: { type: renewsAs, ...tierOf(tierId) } }),
      totalSpent: fromHundredths(spent),
    }
  })
}

export async function shownOne(db: Db, subscription: Subscription): Promise<Wire> {
  const [one] = await shown(db, [subscription])
  if (!one) throw new Error('one row is shown as one')
  return one
}

interface Payment {
  useWallet?: boolean
  paymentGateway?: string
  cardId?: string
  expectedPrice?: number
  returnPath?: string
}

/** How somebody wants to pay, as they send it. */
export function payingBy({ useWallet, paymentGateway, cardId, expectedPrice, returnPath }: Payment): Paying {
  return {
    gateway: useWallet ? 'wallet' : paymentGateway,
    cardId,
    expectedPrice: expectedPrice === undefined ? undefined : toHundredths(expectedPrice),
    returnPath,
  }
}

/** A subscription that is paid, or where its payment goes on. */
export async function outcomeOf(db: Db, outcome: { status: 'succeeded'; subscription: Subscription } | Outcome) {
  return outcome.status === 'succeeded' ? { status: outcome.status, subscription: await shownOne(db, outcome.subscription) } : outcome
}
