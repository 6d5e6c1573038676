/**
 * Money from outside: a payment is written down, handed to a gateway, and ended by that gateway's verified event.
 * Promises: a wallet is credited by such an event only, once, and only when its amount and currency are those of the transaction;
 * what a payment was for happens in the transaction that marks it paid, or the money is not marked paid at all.
 * What is taken back afterwards is taken back once, whatever order gateways report it in (settling.ts).
 * Leaves to others: what a subscription is (subscriptions, wired by `fulfil`), the ledger (wallet), coupons.
 * Money is in hundredths of its currency, tokens in hundredths.
 */
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { priceInTokens, toHundredths } from '#server/platform/units/units.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import * as coupons from '#server/money/coupons/coupons.ts'
import { credit } from '#server/money/payments/crediting.ts'
import type { GatewayEvent, Opened, Post } from '#server/money/payments/gateways/gateway.ts'
import type { PayoutProvider } from '#server/money/payments/gateways/payout-provider.ts'
import { stripeConnect } from '#server/money/payments/gateways/stripe-connect.ts'
import { endDisputes } from '#server/money/payments/facts-queries.ts'
import { gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { withTransaction } from '#server/money/payments/gateways/way-back.ts'
import { fulfil } from '#server/money/payments/purposes.ts'
import { onSale } from '#server/money/packages/packages.ts'
import * as queries from '#server/money/payments/queries.ts'
import { inquireOwn } from '#server/money/payments/inquiring.ts'
import type { Transaction } from '#server/money/payments/queries.ts'
import { askedOf, pageMs, start, type Outcome } from '#server/money/payments/starting.ts'
import { current, refuseFractions } from '#server/site/settings/settings.ts'
import type {} from '#server/money/payments/events.ts'

export { ofAccount as cardsOf, type Card } from '#server/money/payments/cards-queries.ts'
export { countUnderWay, disputing } from '#server/money/payments/queries.ts'
export { addCard, cardForm, forgetCards, isUsable, makeDefault, removeCard, usableCard } from '#server/money/payments/cards.ts'
export { accountIn as ccbillAccountIn, useCcbill } from '#server/money/payments/gateways/ccbill-account.ts'
export type { Entry, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
export type { PayoutProvider, Sent } from '#server/money/payments/gateways/payout-provider.ts'
export { useStripe } from '#server/money/payments/gateways/stripe-client.ts'
export { gatewayNamed, isReadyToSell, sellsThere } from '#server/money/payments/gateways/installed.ts'
export { useReach } from '#server/money/payments/gateways/sandbox.ts'
export { alsoUsesCards, fulfil, type Fulfilment, type Undone, type Why } from '#server/money/payments/purposes.ts'
export { onSaleNow as packages } from '#server/money/packages/packages.ts'
export {
  byId,
  countOpen,
  goneBack,
  ofAccount as transactionsOf,
  search,
  sums,
  type Step,
  type Transaction,
} from '#server/money/payments/queries.ts'
export { inquireOwn } from '#server/money/payments/inquiring.ts'
export { credit } from '#server/money/payments/crediting.ts'
export { receive, settleAtOnce } from '#server/money/payments/settling.ts'
export { chargeSaved, rebill, start, type Outcome } from '#server/money/payments/starting.ts'

fulfil('wallet_top_up', {
  async paid(tx, payment) {
    const plain = await coupons.redeem(tx, payment.id)
    if (plain !== undefined) await queries.setTokens(tx, payment.id, plain)
    await credit(tx, { ...payment, tokens: plain ?? payment.tokens })
  },
  failed: (tx, { id }) => coupons.release(tx, id),
})

export interface TopUp {
  accountId: string
  /** Money, minor units: this or a package. */
  amount?: number | undefined
  packageId?: string | undefined
  gateway?: string | undefined
  /** A kept card instead of the gateway's page. */
  cardId?: string | undefined
  couponCode?: string | undefined
  returnPath?: string | undefined
}

/**
 * Starts a purchase of tokens: an amount within the settings' bounds, or a package (calls.md section 10). A frozen wallet may be
 * topped up, which shrinks its debt.
 * @throws invalid unless it is one of the two, amount_out_of_bounds {minimum, maximum}, unknown_package, gateway_unavailable, and those of
 * a kept card: not_found, card_unusable, and of a coupon (coupons.quote)
 */
export async function topUp(
  tx: Tx,
  { accountId, gateway, cardId, couponCode, returnPath = '/wallet', ...wanted }: TopUp,
  language: Language,
): Promise<Outcome> {
  const bought = await boughtBy(tx, wanted)
  const quote = couponCode === undefined ? undefined : await coupons.quote(tx, { code: couponCode, accountId, ...bought })
  const { currency } = bought
  const title = say(language, 'payments.title.top_up', { tokens: bought.tokens / 100 })
  const amount = quote?.discounted ?? bought.amount
  const coupon = quote && { id: quote.coupon.id, code: quote.coupon.code, saved: bought.amount - amount }
  const detail = { ...(wanted.packageId && { packageId: wanted.packageId }), ...(coupon && { coupon }) }
  const order = { accountId, purpose: 'wallet_top_up', tokens: bought.tokens, amount, currency, title, detail } as const
  const outcome = await start(tx, { ...order, gateway, cardId, returnPath })
  if (coupon) await coupons.reserve(tx, { couponId: coupon.id, accountId, paymentId: outcome.transactionId, ...bought })
  return outcome
}

/** What this coupon makes of such a top-up for this member (calls.md section 10). @throws as topUp, and what coupons.quote refuses */
export async function couponQuote(db: Db, accountId: string, code: string, wanted: Pick<TopUp, 'amount' | 'packageId'>) {
  return coupons.quote(db, { code, accountId, ...(await boughtBy(db, wanted)) })
}

/** What an amount within the bounds, or a package, costs and brings now. @throws invalid, amount_out_of_bounds, unknown_package */
export async function boughtBy(db: Db, { amount, packageId }: Pick<TopUp, 'amount' | 'packageId'>): Promise<Bought> {
  if ((amount === undefined) === (packageId === undefined))
    throw new Refusal('invalid', {}, [{ field: 'amount', code: amount === undefined ? 'required' : 'unknown' }])
  return packageId === undefined ? freely(db, amount ?? 0) : packed(db, packageId)
}

export interface Bought {
  amount: number
  tokens: number
  /** The site's, as it was when this was asked. */
  currency: string
}

/** Rounded down to 0.01 token: a price in tokens is rounded up, and nobody gains by going back and forth. */
async function freely(db: Db, amount: number): Promise<Bought> {
  const { minimumWalletPrice: minimum, maximumWalletPrice: maximum, tokenConversionRate, currency } = await current(db)
  refuseFractions(currency, { amount })
  const tokens = Math.floor((amount * 10_000) / Math.round(tokenConversionRate * 10_000))
  if (amount < toHundredths(minimum) || amount > toHundredths(maximum) || tokens < 1)
    refuseField('amount', 'amount_out_of_bounds', { minimum, maximum })
  return { amount, tokens, currency }
}

async function packed(db: Db, packageId: string): Promise<Bought> {
  const { currency } = await current(db)
  const found = (await onSale(db, currency)).find(({ id }) => id === packageId) ?? refuseField('packageId', 'unknown_package')
  return { amount: found.price, tokens: found.tokens + found.bonusTokens, currency }
}

/** True when this gateway asks for the next period by itself, and the site is only told. */
export function renewsItself(gateway: string): boolean {
  return gateway !== 'wallet' && gateway !== 'free' && gatewayNamed(gateway).renews === 'gateway'
}

/** The gateway's own name for what this payment began or goes on with: which of several agreements it belongs to. */
export async function agreementOf(db: Db, transactionId: string): Promise<string | undefined> {
  return (await queries.byId(db, transactionId))?.agreement ?? undefined
}

/**
 * Tells a gateway that renews by itself to stop doing so for what this payment began. Nothing for others, and for what was
 * sold once or is over there.
 */
export async function stopRenewing(tx: Tx, transactionId: string): Promise<void> {
  const payment = await queries.byId(tx, transactionId)
  if (!payment?.agreement || payment.detail['everyDays'] === undefined || payment.detail['isOver'] === true) return
  const { soldBy } = payment.detail
  await queries.rememberEnd(tx, payment, 'stoppedAtMs', tx.now.getTime())
  await gatewayNamed(payment.gateway).cancelRenewal?.(tx, payment.agreement, typeof soldBy === 'string' ? soldBy : undefined)
}

const mostTries = 5

/**
 * Tries a payment again that failed, for the same amount; goes on with one whose payer was to answer their bank, and with another try that is
 * still open. It is paid once: when one of its tries was, nobody asks for it again.
 * @throws not_found, cannot_retry when it or another try is on its way or ended well, too_many_retries {maximum}, gateway_unavailable
 */
export async function retry(tx: Tx, accountId: string, id: string, cardId?: string): Promise<Outcome> {
  const earlier = await queries.lockById(tx, id)
  if (earlier?.accountId !== accountId) return refuse('not_found')
  const { purpose, amount, currency, tokens, title, detail, status } = earlier
  const returnPath = typeof detail['returnPath'] === 'string' ? detail['returnPath'] : '/wallet'
  if (status === 'requires_action' && earlier.gatewayRef)
    return { status: 'redirect', transactionId: id, paymentUrl: withTransaction('/payment/return', id) }
  if (status !== 'fail') refuse('cannot_retry')
  const first = earlier.retries ?? earlier.id
  if (first !== earlier.id) await queries.lockById(tx, first)
  if ((await queries.triesOf(tx, first)) >= mostTries) refuse('too_many_retries', { maximum: mostTries })
  if (!(await isWorthTheSame(tx, earlier))) refuse('cannot_retry')
  const { open, isPaid } = await queries.triedAs(tx, first)
  if (isPaid) refuse('cannot_retry')
  if (open) return { status: 'redirect', transactionId: open, paymentUrl: withTransaction('/payment/return', open) }
  const { isAway: _, offeredBy: __, soldBy: ___, ...carried } = detail
  const order = { accountId, purpose, amount, currency, tokens, title, detail: carried, retries: first }
  const outcome = await start(tx, { ...order, gateway: undefined, cardId, returnPath })
  const { id: couponId, saved = 0 } = couponIn(earlier) ?? {}
  const paymentId = outcome.transactionId
  // It costs what it cost, so it needs its coupon again.
  if (couponId) await coupons.reserve(tx, { couponId, accountId, paymentId, amount: amount + saved, tokens, currency })
  return outcome
}

/** Whether its money buys by today's rate and currency what it was to buy: what was shown holds for its page, and not for ever. */
async function isWorthTheSame(tx: Tx, payment: Transaction): Promise<boolean> {
  const { purpose, amount, currency, tokens, detail } = payment
  const { currency: ofSite, tokenConversionRate } = await current(tx)
  if (currency !== ofSite) return false
  if (purpose !== 'wallet_top_up') return tokens === priceInTokens(amount, tokenConversionRate)
  const { packageId } = detail
  const full = amount + (couponIn(payment)?.saved ?? 0)
  try {
    const bought = await boughtBy(tx, typeof packageId === 'string' ? { packageId } : { amount: full })
    return bought.amount === full && bought.tokens === tokens
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** What a coupon lowered a payment by. */
export function couponIn({ detail }: Pick<Transaction, 'detail'>): { id: string; code: string; saved: number } | undefined {
  return detail['coupon'] as { id: string; code: string; saved: number } | undefined
}

/**
 * How a payment that is open goes on, for its payer who is there: the gateway's page, or what the client needs to ask the bank.
 * It may reach the network. @throws not_found, checkout_over, gateway_unavailable
 */
export async function goOn(db: Database, accountId: string, id: string, keepsCard = false): Promise<Opened> {
  // What was paid in another tab, and nobody told of, is not asked for a second time.
  await inquireOwn(db, accountId, id)
  const payment = await transactionOf(db, accountId, id)
  if (!payment.gatewayRef || !['created', 'pending', 'requires_action'].includes(payment.status)) return refuse('checkout_over')
  if (!payment.detail['isAway'] && db.now.getTime() - payment.createdAt.getTime() > pageMs) return refuse('checkout_over')
  // A kept card is being asked: a page beside that would collect a second time.
  if (payment.cardId && payment.status !== 'requires_action') return refuse('checkout_over')
  const { returnPath } = payment.detail
  const gateway = gatewayNamed(payment.gateway)
  if (!gateway.open) return refuse('checkout_over')
  const asked = askedOf(payment, typeof returnPath === 'string' ? returnPath : '/wallet')
  const opened = await gateway.open(db, keepsCard ? { ...asked, keepsCard } : asked, payment.gatewayRef)
  if (opened.status === 'requires_action') return opened
  const { soldBy, ...next } = opened
  // The performer may have another account by now; a page at the old one can still be paid.
  if (soldBy) await db.transaction((tx) => queries.offeredBy(tx, id, soldBy))
  return next
}

/** Reads a webhook. @throws gateway_unavailable, signature_invalid, signature_expired, event_unknown */
export function verify(name: string, post: Post, now: Date): GatewayEvent | undefined {
  const gateway = gatewayNamed(name)
  return gateway.isReady() ? gateway.verify(post, now) : refuse('gateway_unavailable')
}

/** Reads a webhook that is not about a payment, and tells those above which thing of a creator's changed. @throws those of verify */
export async function receiveNotice(db: Database, name: string, post: Post): Promise<void> {
  const said = gatewayNamed(name).notice?.(post, db.now)
  if (!said) return
  const { kind, ref } = said
  await db.transaction((tx) => announce(tx, `provider.${kind}_changed`, { provider: name, ref }))
}

/** Who carries money to creators, whether or not they are ready. */
export function payoutProvider(): PayoutProvider {
  return stripeConnect
}

/**
 * Staff let somebody's wallet pay again: they have looked into its disputes, so none is open any more. Not every gateway tells how one
 * ended, and one that stayed open would keep the wallet frozen the next time.
 */
export async function closeDisputes(tx: Tx, accountId: string): Promise<void> {
  await endDisputes(tx, accountId)
  await queries.forgetFreezing(tx, accountId)
}

/** One of somebody's own payments. @throws not_found for anyone else's */
export async function transactionOf(db: Db, accountId: string, id: string): Promise<Transaction> {
  const found = await queries.byId(db, id)
  return found?.accountId === accountId ? found : refuse('not_found')
}

/** Which of these `retry` would not refuse. */
export async function retriable(db: Db, payments: readonly Transaction[]): Promise<Set<string>> {
  const those = payments.filter(({ status }) => status === 'fail' || status === 'requires_action').map(({ id }) => id)
  return new Set(those.length === 0 ? [] : await queries.retriableAmong(db, those, mostTries))
}

/** Every status that these payments had, oldest first. */
export function stepsOf(db: Db, ids: readonly string[]): Promise<Map<string, queries.Step[]>> {
  return ids.length === 0 ? Promise.resolve(new Map()) : queries.stepsOf(db, ids)
}
