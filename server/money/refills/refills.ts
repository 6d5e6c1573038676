/**
 * Wallets that top themselves up from a kept card when they run low.
 * Promises: at most one payment is under way, and none is asked for beyond the month's limit; a card that is declined is asked once. What is
 * saved is held to the rules of the day whenever it runs: where it would be refused by now it stops, and its owner has a letter, once. So it
 * does where the site counts in another currency by now, at once.
 * Leaves to others: asking the card and crediting the wallet (payments), telling of a bank that wants to ask (payments).
 */
import type { Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as letters from '#server/money/refills/letters.ts'
import * as queries from '#server/money/refills/queries.ts'
import type { Refill, StopReason } from '#server/money/refills/queries.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

export { isWanted, onIn, type Refill } from '#server/money/refills/queries.ts'

/** What this card is used for here, as its owner reads it. */
export async function usesOf(db: Db, cardId: string): Promise<string[]> {
  if (!(await queries.usesCard(db, cardId))) return []
  return [say((await current(db)).defaultLocale, 'refills.use')]
}

export const runJob = 'refills.run'

export interface Wanted {
  below?: number | undefined
  amount?: number | undefined
  packageId?: string | undefined
  cardId?: string | undefined
  monthlyLimit?: number | undefined
}

/**
 * One top-up must bring the wallet over its threshold, or the month's limit would be spent within minutes.
 * @throws invalid for what is missing, amount_out_of_bounds, unknown_package, not_found, card_unusable, limit_below_amount {amount},
 * refill_too_small {tokens}
 */
export async function switchOn(tx: Tx, accountId: string, { below, amount, packageId, cardId, monthlyLimit }: Wanted): Promise<void> {
  for (const [field, value] of Object.entries({ below, cardId, monthlyLimit }))
    if (value === undefined) throw new Refusal('invalid', {}, [{ field, code: 'required' }])
  const bought = await payments.boughtBy(tx, { amount, packageId })
  await payments.usableCard(tx, accountId, cardId!)
  const wrong = wrongWith(bought, { below: below!, monthlyLimit: monthlyLimit! })
  if (wrong === 'over_limit') refuse('limit_below_amount', { amount: fromHundredths(bought.amount) })
  if (wrong === 'too_small') refuse('refill_too_small', { tokens: fromHundredths(bought.tokens) })
  const given = {
    accountId,
    below: below!,
    amount: amount ?? null,
    packageId: packageId ?? null,
    cardId: cardId!,
    monthlyLimit: monthlyLimit!,
    currency: bought.currency,
  }
  await queries.switchOn(tx, given)
  if (await queries.isWanted(tx, accountId, await wallet.balanceOf(tx, accountId))) await addJob(tx, runJob, { accountId })
}

/** Packs and rates change after it is saved, so this is asked then and at every run. */
function wrongWith(bought: { amount: number; tokens: number }, { below, monthlyLimit }: Pick<Refill, 'below' | 'monthlyLimit'>) {
  if (monthlyLimit < bought.amount) return 'over_limit'
  return bought.tokens < below ? 'too_small' : undefined
}

/** Stops it. What is under way is not stopped by this. */
export function switchOff(tx: Tx, accountId: string): Promise<void> {
  return queries.switchOff(tx, accountId)
}

/** How it is set, and what it came to this month. */
export async function mine(db: Db, accountId: string): Promise<{ refill: Refill | undefined; spent: number }> {
  const refill = await queries.find(db, accountId)
  const { spent } = await queries.spentSince(db, accountId, monthOf(db.now), refill?.currency ?? '')
  return { refill, spent }
}

/** The first instant of the month, UTC. */
const monthOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))

/** Tops up if that is still wanted. Asked twice at once, the second waits and finds the first under way. */
export async function run(tx: Tx, accountId: string): Promise<void> {
  const refill = await queries.lock(tx, accountId)
  if (!refill?.isOn) return
  if (refill.currency !== (await current(tx)).currency) return stop(tx, refill, 'other_currency')
  if ((await wallet.balanceOf(tx, accountId)) >= refill.below) return
  const { spent, isUnderWay } = await queries.spentSince(tx, accountId, monthOf(tx.now), refill.currency)
  if (isUnderWay) return
  const bought = await stillFor(tx, refill)
  if (!bought) return stop(tx, refill, 'package_gone')
  if (bought.currency !== refill.currency) return stop(tx, refill, 'other_currency')
  const wrong = wrongWith(bought, refill)
  if (wrong) return stop(tx, refill, wrong)
  if (spent + bought.amount > refill.monthlyLimit) return tellLimit(tx, refill)
  const runId = await queries.begin(tx, accountId, bought)
  const isAsked = await payments.chargeSaved(tx, refill.cardId, {
    accountId,
    purpose: 'wallet_top_up',
    ...bought,
    title: await titleFor(tx, accountId, bought.tokens),
    detail: { refillRun: runId, ...(refill.packageId && { packageId: refill.packageId }) },
    key: `refill:${runId}`,
  })
  if (isAsked) return
  await queries.endRun(tx, runId, 'failed')
  await stop(tx, refill, 'card_unavailable')
}

/** Undefined when the pack is off sale, or the amount is out of the bounds by now. */
async function stillFor(tx: Tx, { amount, packageId }: Refill): Promise<payments.Bought | undefined> {
  try {
    return await payments.boughtBy(tx, packageId === null ? { amount: amount ?? 0 } : { packageId })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function titleFor(tx: Tx, accountId: string, tokens: number): Promise<string> {
  const { defaultLocale } = await current(tx)
  const account = (await accounts.findAll(tx, [accountId])).get(accountId)
  return say(account ? accounts.languageFor(account, defaultLocale) : defaultLocale, 'payments.title.top_up', { tokens: tokens / 100 })
}

async function tellLimit(tx: Tx, refill: Refill): Promise<void> {
  const month = tx.now.toISOString().slice(0, 7)
  if (refill.limitTold === month) return
  await queries.tellLimit(tx, refill.accountId, month)
  await letters.write(tx, refill, 'limit')
}

async function stop(tx: Tx, refill: Refill, reason: StopReason): Promise<void> {
  await queries.stop(tx, refill.accountId, reason)
  await letters.write(tx, refill, reason)
}

/** A payment of ours ended. */
export async function ended(tx: Tx, accountId: string, transactionId: string, state: 'paid' | 'failed'): Promise<void> {
  const runId = (await payments.transactionOf(tx, accountId, transactionId)).detail['refillRun']
  if (typeof runId !== 'string') return
  const refill = await queries.lock(tx, accountId)
  if (!refill || !(await queries.endRun(tx, runId, state))) return
  if (state === 'failed' && refill.isOn) await stop(tx, refill, 'declined')
  // It may have been spent faster than it came.
  if (state === 'paid' && refill.isOn) await addJob(tx, runJob, { accountId })
}

/** A wallet that is nobody's tops itself up no more. */
export const forgetOf = (tx: Tx, accountId: string): Promise<void> => queries.forget(tx, accountId)
