// A payment begins: it is written down and handed to a gateway, by its payer, by a kept card, or again as an earlier one was made.
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { usableCard } from '#server/money/payments/cards.ts'
import type { Card } from '#server/money/payments/cards-queries.ts'
import type { Asked } from '#server/money/payments/gateways/gateway.ts'
import { gatewayFor, gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { withTransaction } from '#server/money/payments/gateways/way-back.ts'
import * as queries from '#server/money/payments/queries.ts'
import type { Transaction } from '#server/money/payments/queries.ts'
import { refuseFractions } from '#server/site/settings/settings.ts'

/** How long a page that was opened may be paid: what it says was so when it was opened, rate and price and all, and holds until then. */
export const pageMs = 3_600_000

/** How a payment goes on: the payer goes to the gateway's page (or, with a kept card, to where they wait), or answers a question in the client. */
export type Outcome =
  | { status: 'redirect'; transactionId: string; paymentUrl: string }
  | { status: 'requires_action'; transactionId: string; clientSecret: string }

export interface Order extends Omit<queries.NewTransaction, 'gateway' | 'key'> {
  /** Undefined: the site's own. */
  gateway: string | undefined
  returnPath: string
  /** It will be asked for again, every so many days. */
  everyDays?: number | undefined
}

/**
 * Writes a payment down and hands it to its gateway.
 * @throws gateway_unavailable, also for a currency that it does not sell; invalid for an amount that the currency does not have; with a kept
 * card also not_found, card_unusable
 */
export async function start(tx: Tx, { gateway: asked, returnPath, everyDays, ...order }: Order): Promise<Outcome> {
  const gateway = await gatewayFor(tx, asked)
  if (!gateway.sells(order.currency)) refuse('gateway_unavailable')
  refuseFractions(order.currency, { amount: order.amount })
  const card = order.cardId === undefined ? undefined : await usableCard(tx, order.accountId, order.cardId)
  const detail = { ...order.detail, returnPath, ...(everyDays && { everyDays }) }
  const written = await queries.insert(tx, { ...order, detail, gateway: gateway.name, key: null })
  if (!written) throw new Error('a payment without a key cannot have been made before')
  if (card) return { status: 'redirect', transactionId: written.id, paymentUrl: await charge(tx, written, card, returnPath) }
  const started = await gateway.start(tx, askedOf(written, returnPath))
  await queries.handOver(tx, written.id, started.reference, started.status === 'redirect' ? 'pending' : 'requires_action')
  if (started.status === 'requires_action')
    return { status: 'requires_action', transactionId: written.id, clientSecret: started.clientSecret }
  if (started.soldBy) await queries.offeredBy(tx, written.id, started.soldBy)
  return { status: 'redirect', transactionId: written.id, paymentUrl: started.paymentUrl }
}

/** Asks a kept card while its owner is there. Answers where they wait for its word. */
async function charge(tx: Tx, payment: Transaction, card: Card, returnPath: string): Promise<string> {
  const asked = await gatewayNamed(card.gateway).chargeCard?.(tx, askedOf(payment, returnPath), card, true)
  if (!asked) return refuse('card_unusable')
  await queries.handOver(tx, payment.id, asked.reference, 'pending')
  return withTransaction(returnPath, payment.id)
}

export function askedOf({ id, purpose, accountId, amount, currency, title, detail }: Transaction, returnPath: string): Asked {
  const { performerId, everyDays } = detail
  return {
    keepsCard: purpose === 'subscription',
    transactionId: id,
    accountId,
    amount,
    currency,
    title,
    returnPath,
    performerId: typeof performerId === 'string' ? performerId : undefined,
    everyDays: typeof everyDays === 'number' ? everyDays : undefined,
  }
}

type Later = Omit<queries.NewTransaction, 'gateway' | 'key' | 'cardId'> & { key: string }

/**
 * Collects with a kept card while its owner is away (a renewal, a wallet that tops itself up); its end is received like any other, and
 * where their bank wants to ask them they get a letter. The same key asks once.
 * @returns false when that card cannot be asked: it was removed, is over, is somebody else's, its gateway is not in use, or the price is none
 * of its currency (from before that was changed)
 */
export async function chargeSaved(tx: Tx, cardId: string, order: Later): Promise<boolean> {
  let card: Card
  try {
    card = await usableCard(tx, order.accountId, cardId)
    refuseFractions(order.currency, { amount: order.amount })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  const detail = { ...order.detail, isAway: true }
  const written = await queries.insert(tx, { ...order, detail, gateway: card.gateway, cardId })
  if (!written) return true
  const asked = await gatewayNamed(card.gateway).chargeCard?.(tx, askedOf(written, '/wallet'), card, false)
  if (!asked) throw new Error('a usable card can be charged')
  await queries.handOver(tx, written.id, asked.reference, 'pending')
  return true
}

/**
 * Collects again as an earlier payment was made: with the card that it kept, or by what its gateway knows of it. The same key asks once.
 * @returns false when that cannot be asked
 */
export async function rebill(tx: Tx, earlierId: string, order: Later): Promise<boolean> {
  const earlier = await queries.byId(tx, earlierId)
  if (!earlier?.gatewayRef) return false
  // A card that its owner removed is not asked by another way.
  if (earlier.cardId) return chargeSaved(tx, earlier.cardId, order)
  const gateway = gatewayNamed(earlier.gateway)
  const written = await queries.insert(tx, { ...order, gateway: gateway.name })
  if (!written) return true
  const asked = await gateway.rebill?.(tx, askedOf(written, '/subscriptions'), earlier.gatewayRef)
  if (asked) await queries.handOver(tx, written.id, asked.reference, 'pending')
  else await queries.setStatus(tx, written.id, 'fail', 'card_unavailable')
  return asked !== undefined
}
