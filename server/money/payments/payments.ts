/**
 * Money from outside: a payment is written down, handed to a gateway, and ended by that gateway's verified event.
 * Promises: a wallet is credited by such an event only, once, and only when its amount and currency are those of the transaction;
 * what a payment was for happens in the transaction that marks it paid, or the money is not marked paid at all.
 * Leaves to others: what a subscription is (subscriptions, which tells by `fulfil`), the ledger (wallet), cards and coupons.
 * Money is in minor units of its currency, tokens in hundredths.
 */
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Asked, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { gatewayFor, gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { payUnasked, sandbox } from '#server/money/payments/gateways/sandbox.ts'
import * as queries from '#server/money/payments/queries.ts'
import type { Transaction, TransactionPurpose } from '#server/money/payments/queries.ts'
import { current } from '#server/site/settings/settings.ts'
import type {} from '#server/money/payments/events.ts'

export { useReach, type Reach } from '#server/money/payments/gateways/sandbox.ts'
export { packages, type Package, type Transaction, type TransactionFilter } from '#server/money/payments/queries.ts'

/** What a higher slice does when a payment that it started ends. Both run in the transaction that ends it. */
export interface Fulfilment {
  paid(tx: Tx, payment: Transaction): Promise<void>
  failed(tx: Tx, payment: Transaction): Promise<void>
}

const fulfilments = new Map<TransactionPurpose, Fulfilment>([
  ['wallet_top_up', { paid: async (tx, payment) => void (await credit(tx, payment)), failed: async () => {} }],
])

/** Told once, when the slice is loaded: nobody can start a payment of a purpose whose slice is not there. */
export function fulfil(purpose: TransactionPurpose, fulfilment: Fulfilment): void {
  fulfilments.set(purpose, fulfilment)
}

/** Puts what was paid into the payer's wallet, once. Also for what can no longer be had: money that came in is never lost. */
export function credit(tx: Tx, { id, accountId, tokens, title }: Transaction): Promise<wallet.Posted> {
  return wallet.deposit(tx, { to: accountId, amount: tokens, kind: 'top_up', key: `payment:${id}`, title })
}

export interface TopUp {
  accountId: string
  /** Money, minor units: this or a package. */
  amount?: number | undefined
  packageId?: string | undefined
  gateway?: string | undefined
  returnPath?: string | undefined
}

/** How a payment goes on: the payer goes to the gateway's page, or answers a question in the client. */
export type Outcome =
  | { status: 'redirect'; transactionId: string; paymentUrl: string }
  | { status: 'requires_action'; transactionId: string; clientSecret: string }

/**
 * Starts a purchase of tokens: an amount within the settings' bounds, or a package (calls.md section 10). A frozen wallet may be
 * topped up, which shrinks its debt.
 * @throws invalid unless it is one of the two, amount_out_of_bounds {minimum, maximum}, unknown_package, gateway_unavailable
 */
export async function topUp(
  tx: Tx,
  { accountId, amount, packageId, gateway, returnPath = '/wallet' }: TopUp,
  language: Language,
): Promise<Outcome> {
  if ((amount === undefined) === (packageId === undefined))
    throw new Refusal('invalid', {}, [{ field: 'amount', code: amount === undefined ? 'required' : 'unknown' }])
  const bought = packageId === undefined ? await freely(tx, amount ?? 0) : await packed(tx, packageId)
  const { currency } = await current(tx)
  const title = say(language, 'payments.title.top_up', { tokens: bought.tokens / 100 })
  const detail = { ...(packageId && { packageId }) }
  return start(tx, { accountId, purpose: 'wallet_top_up', ...bought, currency, title, detail, gateway, returnPath })
}

interface Bought {
  amount: number
  tokens: number
}

/** Rounded down to 0.01 token: a price in tokens is rounded up, and nobody gains by going back and forth. */
async function freely(db: Db, amount: number): Promise<Bought> {
  const { minimumWalletPrice: minimum, maximumWalletPrice: maximum, tokenConversionRate } = await current(db)
  const tokens = Math.floor((amount * 10_000) / Math.round(tokenConversionRate * 10_000))
  if (amount < toHundredths(minimum) || amount > toHundredths(maximum) || tokens < 1)
    refuseField('amount', 'amount_out_of_bounds', { minimum, maximum })
  return { amount, tokens }
}

async function packed(db: Db, packageId: string): Promise<Bought> {
  const found = (await queries.packages(db)).find(({ id }) => id === packageId) ?? refuseField('packageId', 'unknown_package')
  return { amount: found.price, tokens: found.tokens + found.bonusTokens }
}

export interface Order extends Omit<queries.NewTransaction, 'gateway' | 'key'> {
  /** Undefined: the site's own. */
  gateway: string | undefined
  returnPath: string
}

/**
 * Writes a payment down and hands it to its gateway.
 * @throws gateway_unavailable
 */
export async function start(tx: Tx, { gateway: asked, returnPath, ...order }: Order): Promise<Outcome> {
  const gateway = await gatewayFor(tx, asked)
  const written = await queries.insert(tx, { ...order, gateway: gateway.name, key: null })
  if (!written) throw new Error('a payment without a key cannot have been made before')
  const { reference, ...next } = await gateway.start(tx, askedOf(written, returnPath))
  await queries.handOver(tx, written.id, reference, next.status === 'redirect' ? 'pending' : 'requires_action')
  return { ...next, transactionId: written.id }
}

function askedOf({ id, amount, currency, title }: Transaction, returnPath: string): Asked {
  return { transactionId: id, amount, currency, title, returnPath }
}

/**
 * Collects again with the card of an earlier payment; its end is heard like any other. The same key asks once.
 * @returns false when that card cannot be asked
 */
export async function rebill(
  tx: Tx,
  earlierId: string,
  order: Omit<queries.NewTransaction, 'gateway' | 'key'> & { key: string },
): Promise<boolean> {
  const earlier = await queries.byId(tx, earlierId)
  if (!earlier?.gatewayRef) return false
  const gateway: Gateway = gatewayNamed(earlier.gateway)
  const written = await queries.insert(tx, { ...order, gateway: gateway.name })
  if (!written) return true
  const asked = await gateway.rebill?.(tx, askedOf(written, '/subscriptions'), earlier.gatewayRef)
  if (asked) await queries.handOver(tx, written.id, asked.reference, 'pending')
  else await queries.setStatus(tx, written.id, 'fail', 'card_unavailable')
  return asked !== undefined
}

/** Reads a webhook. @throws gateway_unavailable, signature_invalid, signature_expired, event_unknown */
export function verify(name: string, header: (name: string) => string | undefined, body: Buffer, now: Date): GatewayEvent {
  return gatewayNamed(name).verify(header, body, now)
}

/**
 * Hears a verified event, once. Success wins over failure whatever order they arrive in, because a payer may try a second card
 * after the first was declined: money that a gateway took is always credited. What was paid does not fail afterwards; refunds
 * and chargebacks are events of their own.
 * @returns mismatch when amount or currency are not those of the transaction: nothing moves, the audit log has it, and the caller
 * refuses after the commit
 * @throws event_unknown when no payment has this reference
 */
export async function hear(tx: Tx, gateway: string, event: GatewayEvent): Promise<'heard' | 'mismatch'> {
  const payment = (await queries.lockByReference(tx, gateway, event.reference)) ?? refuse('event_unknown')
  const isMismatch = event.kind === 'succeeded' && (event.amount !== payment.amount || event.currency !== payment.currency)
  const isNew = await queries.hearOnce(tx, { gateway, eventId: event.id, transactionId: payment.id, kind: event.kind, isMismatch })
  if (isMismatch && isNew) await recordMismatch(tx, payment, event)
  if (isNew && !isMismatch) await follow(tx, payment, event)
  return isMismatch ? 'mismatch' : 'heard'
}

async function recordMismatch(tx: Tx, { id, amount, currency }: Transaction, event: GatewayEvent): Promise<void> {
  const reported = event.kind === 'succeeded' ? { amount: event.amount, currency: event.currency } : {}
  await record(tx, {
    action: 'payments.event_mismatch',
    subject: { kind: 'transaction', id },
    detail: { eventId: event.id, expected: { amount, currency }, reported },
  })
}

const unfinished: readonly string[] = ['created', 'pending', 'requires_action']

async function follow(tx: Tx, payment: Transaction, event: GatewayEvent): Promise<void> {
  const { id: transactionId, accountId, purpose, amount, currency, tokens, status } = payment
  const facts = { transactionId, accountId, purpose, amount, currency, tokens }
  const fulfilment = fulfilments.get(purpose)
  if (!fulfilment) throw new Error(`nobody fulfils payments for a ${purpose}`)
  if (event.kind === 'succeeded' && (unfinished.includes(status) || status === 'fail')) {
    await queries.setStatus(tx, transactionId, 'success')
    await announce(tx, 'payment.succeeded', facts)
    await fulfilment.paid(tx, payment)
  } else if (event.kind === 'failed' && unfinished.includes(status)) {
    await queries.setStatus(tx, transactionId, 'fail', event.reason)
    await announce(tx, 'payment.failed', { ...facts, reason: event.reason })
    await fulfilment.failed(tx, payment)
  } else if (event.kind === 'action_required' && unfinished.includes(status)) {
    await queries.setStatus(tx, transactionId, 'requires_action')
    await announce(tx, 'payment.action_required', facts)
  }
}

/** One of somebody's own payments. @throws not_found for anyone else's */
export async function transactionOf(db: Db, accountId: string, id: string): Promise<Transaction> {
  const found = await queries.byId(db, id)
  return found?.accountId === accountId ? found : refuse('not_found')
}

/** Somebody's payments, newest first. */
export function transactionsOf(
  db: Db,
  accountId: string,
  filter: queries.TransactionFilter,
): Promise<{ rows: Transaction[]; total: number }> {
  return queries.ofAccount(db, accountId, filter)
}

/**
 * Ends a payment as its gateway would, in this very transaction and without HTTP: for a history that is told and not lived
 * (the demo town), and never for anything that a caller asks.
 */
export async function settleAtOnce(tx: Tx, transactionId: string): Promise<void> {
  const { gateway, gatewayRef, amount, currency } = (await queries.byId(tx, transactionId)) ?? refuse('payment_not_found')
  if (!gatewayRef) throw new Error('a payment that no gateway knows cannot end')
  await gatewayNamed(gateway).settle?.(tx, gatewayRef)
  if (gateway === sandbox.name) await payUnasked(tx, gatewayRef)
  await hear(tx, gateway, { id: `told_${transactionId}`, reference: gatewayRef, kind: 'succeeded', amount, currency })
}
