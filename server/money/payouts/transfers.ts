// A payout that a provider carries: the job that asks for its transfer, and what becomes of it. What a webhook says is a hint; what the
// provider answers when it is asked is what counts, so that order and repetition do not matter.
import type { DeedName } from '#contract/words/keys.ts'
import { comeBack, finish, stepped, tell } from '#server/money/payouts/transitions.ts'
import * as queries from '#server/money/payouts/queries.ts'
import type { Request } from '#server/money/payouts/queries.ts'
import * as transferQueries from '#server/money/payouts/transfer-queries.ts'
import { takeTurns } from '#server/money/destinations/destinations.ts'
import { payoutProvider, type Sent } from '#server/money/payments/payments.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { inDecimals } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'

export const sendJob = 'payouts.send'
export interface Send {
  requestId: string
}

/** Begins, or begins anew after a refusal: a job does the rest. */
export async function begin(tx: Tx, { id: requestId, attempt }: Request, by: string): Promise<Request> {
  await transferQueries.setAttempt(tx, requestId, attempt + 1)
  await addJob(tx, sendJob, { requestId } satisfies Send, { key: `payout:${requestId}` })
  return stepped(tx, requestId, 'processing', by)
}

/** True while money may be on its way: then nobody gives it back, and nobody sends it again. */
export const isUnderWay = ({ accountType, status, failure }: Request) =>
  accountType === 'stripe' && status === 'processing' && failure === null

/** Asks the provider for the transfer of a payout. Asked again it is the same transfer. */
export async function send(db: Database, { requestId }: Send): Promise<void> {
  const found = await queries.byId(db, requestId)
  if (!found?.providerRef || !isUnderWay(found)) return
  const { number, attempt, amount, fee, currency, providerRef: account } = found
  const title = `${(await current(db)).siteName} #${number}`
  const answer = await payoutProvider().send({ requestId, attempt, account, amount: amount - fee, currency, title })
  await db.transaction(async (tx) => {
    if (!('refused' in answer)) return settle(tx, answer)
    const now = await queries.lock(tx, requestId)
    if (isUnderWay(now) && now.attempt === attempt) await fail(tx, now, answer.refused)
  })
}

export const followJob = 'payouts.follow_transfer'

/** A webhook spoke of this transfer. */
export async function follow(db: Database, ref: string): Promise<void> {
  const sent = await payoutProvider().transfer(ref)
  if (sent) await db.transaction((tx) => settle(tx, sent))
}

async function settle(tx: Tx, sent: Sent): Promise<void> {
  const known = await queries.byId(tx, sent.requestId)
  if (!known) return
  await takeTurns(tx, known.performerId)
  const found = await queries.lock(tx, sent.requestId)
  if (!isOf(found, sent)) return onRecord(tx, found, 'payouts.transfer_mismatch', { transferRef: sent.ref })
  // What was known of it before counts, too: an answer may have been overtaken by a later word.
  const { reversed, isNews, isOurs } = await transferQueries.noteTransfer(tx, found.id, sent)
  if (!isOurs) return onRecord(tx, found, 'payouts.transfer_mismatch', { transferRef: sent.ref })
  const isBack = reversed >= sent.amount
  const by = (await queries.lastStepBy(tx, found.id, 'processing')) ?? found.performerId
  if (found.status === 'processing' && found.transferRef === null) {
    // That an earlier attempt came back is no news of this one.
    if (isBack) return isNews ? fail(tx, found, `${sent.ref}: reversed`) : undefined
    const done = await finish(tx, found, by, sent.ref)
    return reversed > 0 ? fail(tx, done, told(sent, reversed)) : undefined
  }
  if (found.status !== 'done' || found.transferRef !== sent.ref || !isNews || reversed === 0) return
  // A part that came back is for staff to see to; the whole is the creator's again.
  await fail(tx, found, told(sent, reversed))
  if (isBack) await comeBack(tx, found, by)
}

const told = ({ ref, currency }: Sent, reversed: number) => `${ref}: ${inDecimals(reversed, currency)} ${currency} reversed`

function isOf({ providerRef, amount, fee, currency }: Request, sent: Sent): boolean {
  return sent.account === providerRef && sent.amount === amount - fee && sent.currency === currency
}

async function fail(tx: Tx, found: Request, failure: string): Promise<void> {
  await transferQueries.setTransfer(tx, found.id, { transferRef: found.transferRef, failure })
  await onRecord(tx, found, 'payouts.transfer_failed', { failure })
  await tell(tx, found)
}

async function onRecord(tx: Tx, { id, number }: Request, action: DeedName, detail: object): Promise<void> {
  await record(tx, { action, subject: { kind: 'payout', id }, detail: { number, ...detail } })
}

const hourMs = 3_600_000

/** What is under way for an hour, whose job gave up: asked again, which is harmless. */
export async function pursue(db: Database): Promise<void> {
  const ids = await transferQueries.underWaySince(db, new Date(db.now.getTime() - hourMs))
  await db.transaction(async (tx) => {
    for (const requestId of ids) await addJob(tx, sendJob, { requestId } satisfies Send, { key: `payout:${requestId}` })
  })
}
