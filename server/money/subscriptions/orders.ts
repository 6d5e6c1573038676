// A payment by card on its way: what it is for travels with it, and comes back when its gateway has confirmed it (fulfilling.ts).
import type { Tx } from '#server/platform/db/db.ts'
import * as payments from '#server/money/payments/payments.ts'
import type { PaidType } from '#server/money/offers/offers.ts'
import type { Pair } from '#server/money/subscriptions/letters.ts'
import { titleOf, tokensFor, type Terms } from '#server/money/subscriptions/paying.ts'

/** What a payment for a subscription carries. `subscriptionId` and `number` name the period that a renewal pays. */
export interface Order {
  performerId: string
  type: PaidType
  tierId?: string
  /** What it renews at; without it, what was paid. */
  fullPrice?: number
  promotionId?: string
  subscriptionId?: string
  number?: number
  /** Its gateway had renewed it before it was cancelled, and told so afterwards. */
  isLast?: boolean
  /** A dearer tier for this subscription, whose unused time is given back. */
  changes?: string
  gift?: { recipientId: string; message: string }
}

export const orderOf = ({ detail }: payments.Transaction): Order => detail as unknown as Order

export function termsOf(payment: payments.Transaction): Terms {
  const { performerId, type, tierId = null, fullPrice = payment.amount, promotionId = null } = orderOf(payment)
  const { accountId: fanId, amount: price, currency } = payment
  return { fanId, performerId, type, tierId, price, fullPrice, promotionId, currency }
}

const daysIn: Readonly<Record<PaidType, number>> = { monthly: 30, three_months: 91, six_months: 182, yearly: 365 }

/** How somebody wants to pay. */
export interface Paying {
  /** wallet or a payment gateway; undefined: the site's own gateway. */
  gateway?: string | undefined
  /** A kept card instead of the gateway's page. */
  cardId?: string | undefined
  /** Minor units, as they were shown it. */
  expectedPrice?: number | undefined
  returnPath?: string | undefined
}

/**
 * Hands a payment to its gateway.
 * @param payerId the fan, or who gives
 * @param more what it is beside a first or further period
 */
export async function payByCard(
  tx: Tx,
  { performerId, type, tierId, price, fullPrice, promotionId, currency }: Terms,
  { payerId, pair, paying, more = {} }: { payerId: string; pair: Pair; paying: Paying; more?: Partial<Order> },
): Promise<payments.Outcome> {
  const detail = {
    performerId,
    type,
    ...(tierId && { tierId }),
    ...(fullPrice !== price && { fullPrice }),
    ...(promotionId && { promotionId }),
    ...more,
  } satisfies Order
  return payments.start(tx, {
    accountId: payerId,
    purpose: 'subscription',
    amount: price,
    currency,
    tokens: await tokensFor(tx, { price, currency }),
    title: titleOf(pair, more.gift ? 'gift' : type),
    detail,
    gateway: paying.gateway,
    cardId: paying.cardId,
    // Gateways that renew by themselves count in days, and would go on at this price: a lowered one ends with them.
    everyDays: more.gift || price !== fullPrice ? undefined : daysIn[type],
    returnPath: paying.returnPath ?? `/${pair.performer.username}`,
  })
}
