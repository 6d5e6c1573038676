// Renewals. Each subscription is renewed in a transaction of its own, under its lock, by whichever worker comes first; the
// period's number is the key of its payment, so that no worker, retry or replay can charge it twice.
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as payments from '#server/money/payments/payments.ts'
import { priceIn, pricesOf } from '#server/money/offers/offers.ts'
import * as queries from '#server/money/renewals/queries.ts'
import {
  addPeriod,
  factOf,
  isThere,
  lock,
  pairOf,
  renewal,
  runOut,
  titleOf,
  tokensFor,
  write,
  type Order,
  type Subscription,
  type Terms,
} from '#server/money/subscriptions/subscriptions.ts'
import { current } from '#server/site/settings/settings.ts'

const hourMs = 3_600_000
/** Renewed a little ahead, so that nobody loses access while the job comes round; the next period begins where this one ends. */
const aheadMs = 15 * 60_000
/** A renewal that could not be paid may still be for so long; the wallet is asked again meanwhile, also as soon as it is topped up. */
const graceMs = 3 * 24 * hourMs
const nextTryMs = 6 * hourMs
/** When a card that was declined is asked again, after the day on which it was due. Declined once more, it is over. */
const askAgainMs = [24 * hourMs, graceMs]
/** More than are ever due at once here; what is left over comes five minutes later. */
const batch = 5000

/** Renews what is due and ends what has run out, each by itself. Answers how many were looked at. @throws what went wrong, at the end */
export async function renewDue(db: Database): Promise<number> {
  const ids = await queries.due(db, new Date(db.now.getTime() + aheadMs), batch)
  const notRenewed = await runIsolated(ids, (id) => renewOne(db, id))
  const over = await queries.ranOut(db, batch)
  throwAll([...notRenewed, ...(await runIsolated(over, (id) => db.transaction((tx) => endRunOut(tx, id))))])
  return ids.length + over.length
}

/** Tries one renewal. What refuses it (too few tokens, a frozen wallet) makes it fall due. */
export async function renewOne(db: Database, id: string): Promise<void> {
  try {
    await db.transaction((tx) => renewIfDue(tx, id))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await db.transaction((tx) => fallDue(tx, id))
  }
}

/** The same for what waits for tokens and just may have got them. */
export async function tryAgain(db: Database, fanId: string): Promise<void> {
  const wrong = await runIsolated(await queries.waitingForTokens(db, fanId), (id) => db.transaction((tx) => renewWaiting(tx, id)))
  throwAll(wrong.filter((error) => !(error instanceof Refusal)))
}

/** What its next period costs: what the fan agreed to, or less where the creator sells it for less now. */
export async function renewalOf(db: Db, running: Subscription): Promise<Terms> {
  const { fanId, performerId, renewsAs: type, tierId, currency } = running
  const prices = await pricesOf(db, running)
  const price = Math.min(running.price, (prices && priceIn(prices, type)) ?? running.price)
  return { fanId, performerId, type, tierId, price, fullPrice: price, promotionId: null, currency }
}

async function renewIfDue(tx: Tx, id: string): Promise<void> {
  const running = await lock(tx, id)
  if (!running?.renewsAt || running.renewsAt.getTime() > tx.now.getTime() + aheadMs) return
  // A webhook that never came leaves one waiting; it ends as one that was not paid.
  if (tx.now.getTime() > running.expiresAt.getTime() + graceMs + nextTryMs && running.gateway !== 'wallet')
    return void (await runOut(tx, running, 'unpaid'))
  // Nobody is charged who is not there: closing an account cancels what runs, and what began in that very moment ends here.
  if (!(await isThere(tx, running.fanId))) return void (await runOut(tx, running, 'cancelled'))
  if (await hasNothingToRenew(tx, running)) return void (await runOut(tx, running, 'performer_left'))
  await charge(tx, running)
}

async function renewWaiting(tx: Tx, id: string): Promise<void> {
  const running = await lock(tx, id)
  if (running?.status !== 'past_due' || running.gateway !== 'wallet' || !(await isThere(tx, running.fanId))) return
  if (!(await hasNothingToRenew(tx, running))) await charge(tx, running)
}

/** The performer is gone, or the price is in a currency that the site no longer counts in, which nobody agreed to convert. */
async function hasNothingToRenew(db: Db, { performerId, currency }: Subscription): Promise<boolean> {
  const performer = (await accounts.people(db, [performerId])).get(performerId)
  return performer?.role !== 'performer' || performer.state !== 'active' || currency !== (await current(db)).currency
}

/**
 * By what the fan chose. A trial for which nothing was chosen (`free`) turns into a paid one by their default card, else from the wallet
 * (calls.md section 0). A card is asked by its gateway, which reports by webhook.
 */
async function charge(tx: Tx, running: Subscription): Promise<void> {
  if (running.gateway === 'free' && (await askCard(tx, running)))
    return renewal.lookAgain(tx, running.id, new Date(tx.now.getTime() + nextTryMs))
  if (running.gateway === 'wallet' || running.gateway === 'free')
    return void (await addPeriod(tx, running, await renewalOf(tx, running), { by: 'wallet' }))
  // It collects by itself and tells; what it does not tell within the days of grace was not paid.
  if (payments.renewsItself(running.gateway)) return renewal.lookAgain(tx, running.id, new Date(tx.now.getTime() + nextTryMs))
  if (!(await askCard(tx, running))) refuse('gateway_unavailable')
  await renewal.lookAgain(tx, running.id, new Date(tx.now.getTime() + nextTryMs))
}

async function askCard(tx: Tx, running: Subscription): Promise<boolean> {
  const { id, fanId: accountId, cycles, rebillsTransactionId } = running
  const cardId = running.cardId ?? (running.gateway === 'free' ? await defaultCard(tx, accountId) : undefined)
  if (!cardId && !rebillsTransactionId) return false
  const { performerId, type, tierId, price, currency } = await renewalOf(tx, running)
  const number = cycles + 1
  const order = {
    accountId,
    purpose: 'subscription' as const,
    amount: price,
    currency,
    tokens: await tokensFor(tx, { price, currency }),
    title: titleOf(await pairOf(tx, running), type),
    detail: { performerId, type, ...(tierId && { tierId }), subscriptionId: id, number } satisfies Order,
    key: keyOf(running, number),
  }
  if (cardId) return payments.chargeSaved(tx, cardId, order)
  return rebillsTransactionId !== null && payments.rebill(tx, rebillsTransactionId, order)
}

/** Once for each number, try and chosen card: a bank that wants to ask about one card does not stop another one from being asked. */
function keyOf({ id, tries, cardId }: Subscription, number: number): string {
  return ['renewal', id, number, ...(tries > 0 ? [tries] : []), ...(cardId ? [cardId] : [])].join(':')
}

async function defaultCard(db: Db, accountId: string): Promise<string | undefined> {
  const card = (await payments.cardsOf(db, accountId)).find(({ isDefault }) => isDefault)
  return card && (await payments.isUsable(db, card)) ? card.id : undefined
}

/** The renewal was refused. Before the time is over nothing happens yet; a trial has no grace. */
async function fallDue(tx: Tx, id: string): Promise<void> {
  const running = await lock(tx, id)
  const isDue = running?.renewsAt && running.renewsAt <= tx.now && running.expiresAt <= tx.now
  if (!running || !isDue) return
  if (running.type === 'free') return void (await runOut(tx, running, 'trial_over'))
  // A card that could not even be asked has not said no: it keeps its askings, the last one too.
  const last = endOfGrace(running).getTime() + (running.gateway === 'wallet' ? 0 : nextTryMs)
  if (last <= tx.now.getTime()) return void (await runOut(tx, running, 'unpaid'))
  await wait(tx, running, { nextTry: Math.min(tx.now.getTime() + nextTryMs, last), declined: running.tries })
}

const endOfGrace = ({ expiresAt }: Subscription) => new Date(expiresAt.getTime() + graceMs)

/** Told once, when it falls due. What could not be asked is asked again every few hours; a card that was declined, on its days. */
async function wait(tx: Tx, running: Subscription, { nextTry, declined }: { nextTry: number; declined: number }): Promise<void> {
  const { price, currency } = running
  const waiting = await renewal.fallDue(tx, running.id, new Date(nextTry), declined)
  if (running.status === 'past_due') return
  await announce(tx, 'subscription.fell_due', factOf(waiting))
  await write(tx, await pairOf(tx, running), 'unpaid', { price, currency, until: endOfGrace(running) })
}

/** The gateway reported that a renewal by card failed. */
export async function cardFailed(tx: Tx, running: Subscription): Promise<void> {
  if (running.type === 'free') return void (await runOut(tx, running, 'trial_over'))
  const declined = running.tries + 1
  if (declined > askAgainMs.length) return void (await runOut(tx, running, 'unpaid'))
  await wait(tx, running, { nextTry: running.expiresAt.getTime() + (askAgainMs[declined - 1] ?? graceMs), declined })
}

async function endRunOut(tx: Tx, id: string): Promise<void> {
  const running = await lock(tx, id)
  if (running?.status === 'cancelled' && running.expiresAt <= tx.now) await runOut(tx, running, 'cancelled')
}
