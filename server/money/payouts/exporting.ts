// Handing payouts to the bank: a file of transfers, which are processing from the moment it is made. Bank details are opened here only,
// and each time it is on record.
import type { DeedName } from '#contract/words/keys.ts'
import type { BankDetails } from '#contract/money/destinations.ts'
import { record } from '#server/platform/audit/audit.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { inDecimals } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'
import { accountOf, bankOf, readableBank, withoutDoubted } from '#server/money/payouts/destination.ts'
import { csv } from '#server/platform/csv/csv.ts'
import * as queries from '#server/money/payouts/queries.ts'
import type {} from '#server/money/payouts/events.ts'

export interface BatchFile extends queries.Batch {
  count: number
  /** Minor units. */
  total: number
  currency: string
  /** Handed over with it once, and rejected since: not in it any more. */
  leftOut: number
  csv: string
}

/**
 * Approved requests by bank, all or those of the named that are, without those that would go where a payout came back from; of one
 * currency, the others stay for the next file.
 * @throws nothing_to_export
 */
export async function exportApproved(tx: Tx, by: string, ids?: readonly string[]): Promise<BatchFile> {
  const approved = await withoutDoubted(tx, await queries.lockApproved(tx, ids))
  const currency = approved[0]?.currency ?? refuse('nothing_to_export')
  const taken = approved.filter((request) => request.currency === currency)
  const batch = await queries.insertBatch(tx, by)
  for (const { id, performerId } of taken) {
    await queries.setStatus(tx, id, { status: 'processing', batchId: batch.id })
    await queries.addStep(tx, id, 'processing', by)
    await announce(tx, 'payout.changed', { requestId: id, performerId, status: 'processing' })
  }
  return fileOf(tx, batch, taken, by, 'payouts.batch_made')
}

/** The same file again, without what was rejected since (whoever has it given back must not be paid by it) or cannot be read any more. @throws not_found, nothing_to_export */
export async function exportAgain(tx: Tx, by: string, batchId: string): Promise<BatchFile> {
  const batch = (await queries.batchById(tx, batchId)) ?? refuse('not_found')
  const made = await queries.ofBatch(tx, batchId)
  const standing = made.filter((request) => request.status !== 'rejected' && bankOf(request) !== undefined)
  if (standing.length === 0) refuse('nothing_to_export')
  return { ...(await fileOf(tx, batch, standing, by, 'payouts.batch_read')), leftOut: made.length - standing.length }
}

async function fileOf(
  tx: Tx,
  batch: queries.Batch,
  requests: readonly queries.Request[],
  by: string,
  action: DeedName,
): Promise<BatchFile> {
  const { siteName } = await current(tx)
  const numbers = requests.map(({ number }) => number)
  await record(tx, {
    actorId: by,
    action,
    subject: { kind: 'payout_batch', id: batch.id },
    detail: { number: batch.number, payouts: numbers },
  })
  const total = requests.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
  const currency = requests[0]?.currency ?? ''
  const rows = requests.map((request) => rowOf(request, siteName))
  return { ...batch, count: requests.length, total, currency, leftOut: 0, csv: csv([heads, ...rows]) }
}

const heads = [
  'payout',
  'payee',
  'bank',
  'account',
  'routing',
  'swift',
  'address',
  'city',
  'state',
  'country',
  'amount',
  'currency',
  'reference',
]

function rowOf(request: queries.Request, siteName: string): string[] {
  const bank = readableBank(request)
  return [
    String(request.number),
    payeeOf(bank),
    bank.bankName,
    bank.bankAccount,
    bank.bankRouting ?? '',
    bank.bankSwiftCode ?? '',
    bank.address,
    bank.city,
    bank.state ?? '',
    bank.country,
    inDecimals(request.amount - request.fee, request.currency),
    request.currency,
    `${siteName} ${request.number}`,
  ]
}

/** As a bank writes it: 王小明, but Mei Lin. */
export function payeeOf({ firstName, lastName }: Pick<BankDetails, 'firstName' | 'lastName'>): string {
  return /^\p{Script=Han}+$/u.test(firstName + lastName) ? lastName + firstName : `${firstName} ${lastName}`
}

/** The whole details of a request that somebody pays by hand. The view is on record before they are opened. @throws not_found, payout_not_approved, bank_unreadable */
export async function openBank(db: Database, by: string, id: string): Promise<BankDetails & { payoutAccount?: string }> {
  const found = await db.transaction(async (tx) => {
    const request = (await queries.byId(tx, id)) ?? refuse('not_found')
    if (request.status !== 'approved' && request.status !== 'processing') refuse('payout_not_approved')
    await record(tx, { actorId: by, action: 'payouts.bank_viewed', subject: { kind: 'payout', id }, detail: { number: request.number } })
    return request
  })
  const sent = accountOf(found)
  if (sent === 'unreadable') return refuse('bank_unreadable')
  return { ...readableBank(found), ...(sent.account !== undefined && { payoutAccount: sent.account }) }
}
