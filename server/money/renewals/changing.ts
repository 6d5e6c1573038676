// Another tier or length for a paid subscription that renews; and a price that its creator has raised.
import type { Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as payments from '#server/money/payments/payments.ts'
import { priceIn, priceOf, pricesOf, tiers, type PaidType } from '#server/money/offers/offers.ts'
import {
  addPeriod,
  factOf,
  giveBackUnused,
  lock,
  monthsIn,
  monthsOf,
  pairOf,
  payByCard,
  renewal,
  runningPeriods,
  unused,
  type Means,
  type Paying,
  type Subscription,
  type Terms,
} from '#server/money/subscriptions/subscriptions.ts'
import { current } from '#server/site/settings/settings.ts'

export interface Change extends Paying {
  type?: PaidType | undefined
  /** Undefined: the plain subscription. */
  tierId?: string | null | undefined
}

export type Changed = { status: 'succeeded'; subscription: Subscription } | payments.Outcome

/**
 * A dearer tier for at least as long begins at once, and unused time comes back in tokens first, so that they help to pay for it. Everything
 * else begins with the next renewal: so does a dearer tier for a shorter length, because a year's price was for a year, and while time that
 * somebody gave is left, because that is not the fan's to give back.
 * @throws not_found, change_not_possible, not_for_sale, price_changed {price}, not_enough_tokens, wallet_frozen, gateway_unavailable
 */
export async function change(tx: Tx, fanId: string, id: string, { type: asked, tierId = null, ...paying }: Change): Promise<Changed> {
  const running = await ofFan(tx, fanId, id)
  const type = asked ?? running.renewsAs
  if (type === running.renewsAs && tierId === running.tierId) return { status: 'succeeded', subscription: running }
  const { performerId, currency } = running
  const price = await priceOf(tx, type, { performerId, tierId, currency })
  if (paying.expectedPrice !== undefined && paying.expectedPrice !== price) refuse('price_changed', { price: fromHundredths(price) })
  if (!(await isDearer(tx, running, tierId)) || !(await mayBeginAnew(tx, running, type))) {
    // A gateway that renews by itself goes on as it was told.
    if (payments.renewsItself(running.gateway)) refuse('change_not_possible')
    return { status: 'succeeded', subscription: await told(tx, await renewal.setRenewal(tx, id, { renewsAs: type, tierId, price })) }
  }
  const terms = { fanId, performerId, type, tierId, price, fullPrice: price, promotionId: null, currency }
  if (paying.gateway === 'wallet') return { status: 'succeeded', subscription: await beginAnew(tx, running, terms, { by: 'wallet' }) }
  return payByCard(tx, terms, { payerId: fanId, pair: await pairOf(tx, terms), paying, more: { changes: id } })
}

async function ofFan(tx: Tx, fanId: string, id: string): Promise<Subscription> {
  const running = await lock(tx, id)
  if (running?.fanId !== fanId) return refuse('not_found')
  if (running.status !== 'active' || running.type === 'free') refuse('change_not_possible')
  await refuseOtherCurrency(tx, running)
  return running
}

/** What was agreed in another currency than the site's ends with its time; nobody agreed to convert it. */
async function refuseOtherCurrency(tx: Tx, { currency }: Subscription): Promise<void> {
  if (currency !== (await current(tx)).currency) refuse('change_not_possible')
}

/** By the month, against the tier of the time that runs. What that costs in another currency cannot be held against this one. */
async function isDearer(tx: Tx, { id, performerId, currency }: Subscription, tierId: string | null): Promise<boolean> {
  const runningTier = (await runningPeriods(tx, [id])).get(id)?.tierId ?? null
  if (runningTier === tierId) return false
  const now = runningTier ? await tiers.byId(tx, runningTier) : await pricesOf(tx, { performerId, tierId: null, currency })
  const then = await pricesOf(tx, { performerId, tierId, currency })
  return now?.currency === currency && (then?.monthlyPrice ?? 0) > now.monthlyPrice
}

/** Only the fan's own time can be given back for a new beginning, and only for one that lasts as long as any of it was sold for. */
export async function mayBeginAnew(tx: Tx, running: Subscription, type: PaidType): Promise<boolean> {
  if (running.status !== 'active') return false
  const left = await unused(tx, running.id)
  return left.every((period) => period.giverId === null && monthsOf(period) <= monthsIn[type])
}

/** Gives unused time back and begins a period now. The caller holds the row's lock. @throws those of wallet.charge */
export async function beginAnew(tx: Tx, running: Subscription, terms: Terms, means: Means): Promise<Subscription> {
  if (running.rebillsTransactionId) await payments.stopRenewing(tx, running.rebillsTransactionId)
  const { unspent } = await giveBackUnused(tx, running, { reason: 'upgraded', by: running.fanId })
  return addPeriod(tx, { ...running, spent: running.spent - unspent }, terms, means, tx.now)
}

/**
 * The next period is paid out of the wallet or by this kept card; one that waits for its payment is asked at once.
 * @throws not_found, change_not_possible, card_unusable
 */
export async function payWith(tx: Tx, fanId: string, id: string, cardId: string | undefined): Promise<Subscription> {
  const running = await lock(tx, id)
  if (running?.fanId !== fanId) return refuse('not_found')
  if (running.status !== 'active' && running.status !== 'past_due') refuse('change_not_possible')
  const card = cardId === undefined ? undefined : (await payments.cardsOf(tx, fanId)).find((each) => each.id === cardId)
  if (cardId !== undefined && !card) refuse('not_found')
  if (card && !(await payments.isUsable(tx, card))) refuse('card_unusable')
  if (running.rebillsTransactionId) await payments.stopRenewing(tx, running.rebillsTransactionId)
  // Also a trial leaves its default card by this: what was chosen is asked, and nothing else.
  const changed = await renewal.setPaying(tx, id, { gateway: card?.gateway ?? 'wallet', cardId: card?.id ?? null })
  if (changed.renewsAt && changed.renewsAt <= tx.now) await addJob(tx, askAgainJob, { id })
  return told(tx, changed)
}

/** The job that asks for a renewal at once (jobs.ts). */
export const askAgainJob = 'subscriptions.ask_again'

/**
 * The fan agrees to what the creator asks now; it counts from the next period. Twice is once.
 * @throws not_found, change_not_possible, not_for_sale for a tier that was retired, price_changed {price}
 */
export async function agreeToPrice(tx: Tx, fanId: string, id: string, price: number): Promise<Subscription> {
  const running = await ofFan(tx, fanId, id)
  const { renewsAs, tierId } = running
  const prices = await pricesOf(tx, running)
  const listed = (prices && priceIn(prices, renewsAs)) ?? refuse('not_for_sale')
  if (listed !== price) refuse('price_changed', { price: fromHundredths(listed) })
  if (listed === running.price) return running
  if (payments.renewsItself(running.gateway)) refuse('change_not_possible')
  return told(tx, await renewal.setRenewal(tx, id, { renewsAs, tierId, price }))
}

async function told(tx: Tx, subscription: Subscription): Promise<Subscription> {
  await announce(tx, 'subscription.changed', factOf(subscription))
  return subscription
}
