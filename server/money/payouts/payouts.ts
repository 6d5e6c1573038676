/**
 * Paying creators out (calls.md section 10): what they can have, asking for it, and the way of a request until the money has arrived.
 * Promises: what is asked for leaves the earnings in the same instant, so nothing is asked for twice; one request is open at a time,
 * whatever two tabs do; a no gives everything back; money goes to the destination of the moment of asking, a sealed copy of it.
 * Leaves to others: where money may go (destinations), what is earned and which sales a payout paid (earnings), moving tokens (wallet), who somebody is (identity).
 */
import type { PayoutMethod, PayoutStatus } from '#contract/money/payout-names.ts'
import type { Days, Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import { refuseDoubted, refuseOthersAccount, sealFor } from '#server/money/payouts/destination.ts'
import * as queries from '#server/money/payouts/queries.ts'
import type { Request } from '#server/money/payouts/queries.ts'
import { calculate, sumOf, type Asked, type Blocker, type Calculation, type Sum } from '#server/money/payouts/reckoning.ts'
import { comeBack, finish, onRecord, stepped, titleOf } from '#server/money/payouts/transitions.ts'
import * as transfers from '#server/money/payouts/transfers.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'

export { sealed } from '#server/money/payouts/destination.ts'
export { exportAgain, exportApproved, openBank, type BatchFile } from '#server/money/payouts/exporting.ts'
export { countOpen, countPending, disagreements, oldestPending, openOf, stepsOf, type Request } from '#server/money/payouts/queries.ts'
export { calculate } from '#server/money/payouts/reckoning.ts'

export type Actor = Pick<Member, 'accountId' | 'role' | 'actorId'>

export interface Ask extends Asked {
  accountType: PayoutMethod
  note?: string | undefined
}

/**
 * @throws gateway_unavailable, not_verified, bank_details_missing, bank_on_hold {until}, bank_unconfirmed, payee_name_differs, payout_open,
 * payout_account_missing, bank_unreadable, payout_below_minimum {minimum}, payout_above_available {available}, invalid; not_allowed for staff who act as
 * somebody
 */
export async function request(tx: Tx, { accountId: performerId, actorId }: Actor, { accountType, note, ...asked }: Ask): Promise<Request> {
  if (actorId) refuse('not_allowed')
  await destinations.takeTurns(tx, performerId)
  const found = await calculate(tx, performerId)
  refuseBlocked(found)
  const providerRef = accountType === 'stripe' ? await readyAccount(tx, performerId) : null
  const account = await destinations.readyAccount(tx, performerId, accountType)
  const bank = (await destinations.bankOf(tx, performerId)) ?? refuse('bank_details_missing')
  const sum = sumOf(asked, found, accountType)
  const { id, number } = await queries.newRequest(tx)
  await queries.insert(tx, {
    id,
    number,
    performerId,
    ...sum,
    ...termsOf(found),
    accountType,
    note: cleanText(note ?? ''),
    ...sealFor(id, bank.details ?? refuse('bank_unreadable'), account),
    providerRef,
    transferId: await putAside(tx, { id, number, performerId }, sum),
  })
  return stepped(tx, id, 'pending', performerId, 'requested')
}

/** The minimum is left to sumOf, which knows what is asked for. */
function refuseBlocked({ blockers }: Calculation, except?: Blocker['code']): void {
  for (const { code, until } of blockers)
    if (code !== 'payout_below_minimum' && code !== except) refuse(code, until && { until: until.toISOString() })
}

async function readyAccount(tx: Tx, performerId: string): Promise<string> {
  const account = await destinations.providerAccountOf(tx, performerId)
  return destinations.isProviderOffered() && account?.payoutsEnabled ? account.ref : refuse('gateway_unavailable')
}

const termsOf = ({ fee, currency, rate }: Calculation) => ({ fee, currency, rate: Math.round(rate * 10_000) })

async function putAside(
  tx: Tx,
  { id, number, performerId }: Pick<Request, 'id' | 'number' | 'performerId'>,
  { tokens }: Sum,
): Promise<string> {
  return (await wallet.lockEarnings(tx, { from: performerId, amount: tokens, requestId: id, title: titleOf(number) })).transferId
}

export interface Change extends Asked {
  note?: string | undefined
  status?: Exclude<PayoutStatus, 'pending'> | undefined
  reason?: string | undefined
}

/** Whose request it is edits or cancels it, staff decide; for anybody else it is not there. @throws those of `edit`, `cancel` and `decide` */
export async function change(tx: Tx, actor: Actor, id: string, asked: Change): Promise<Request> {
  const seen = await find(tx, actor, id)
  await destinations.takeTurns(tx, seen.performerId)
  const found = await queries.lock(tx, id)
  if (actor.role === 'staff') return decide(tx, actor.accountId, found, asked)
  if (actor.actorId) refuse('not_allowed')
  if (asked.reason !== undefined) refuseUnread('reason')
  return asked.status === undefined ? edit(tx, found, asked) : cancel(tx, found, asked.status)
}

const refuseUnread = (field: string): never => {
  throw new Refusal('invalid', {}, [{ field, code: 'unknown' }])
}

/** @throws payout_cannot_follow once somebody agreed to it; of a sum what `request` is refused with */
async function edit(tx: Tx, found: Request, { note, ...asked }: Change): Promise<Request> {
  if (found.status !== 'pending') refuse('payout_cannot_follow', { from: found.status, to: 'pending' })
  const isSum = asked.requestTokens !== undefined || asked.amount !== undefined
  if (!isSum && (note === undefined || cleanText(note) === found.note)) return found
  const kept = { ...found, note: note === undefined ? found.note : cleanText(note) }
  if (!isSum) await queries.edit(tx, found.id, kept)
  else {
    await giveBack(tx, found, { reason: 'edited', by: found.performerId })
    const now = await calculate(tx, found.performerId)
    refuseBlocked(now, 'payout_open')
    await destinations.readyAccount(tx, found.performerId, found.accountType)
    const sum = sumOf(asked, now, found.accountType)
    await queries.edit(tx, found.id, { ...kept, ...sum, ...termsOf(now), transferId: await putAside(tx, found, sum) })
  }
  return stepped(tx, found.id, 'edited', found.performerId)
}

/** @throws payout_cannot_follow once somebody agreed to it */
async function cancel(tx: Tx, found: Request, status: PayoutStatus): Promise<Request> {
  const by = found.performerId
  if (found.status === status && status === 'cancelled') return found
  if (status !== 'cancelled' || found.status !== 'pending') refuse('payout_cannot_follow', { from: found.status, to: status })
  await giveBack(tx, found, { reason: 'cancelled', by })
  await queries.setStatus(tx, found.id, { status })
  return stepped(tx, found.id, status, by)
}

const next: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['processing', 'rejected'],
  processing: ['done', 'rejected'],
  done: ['returned'],
  rejected: [],
  cancelled: [],
  returned: [],
}

/** Where this reader may take it now. */
export function nextFor({ role }: Pick<Actor, 'role'>, found: Request): readonly PayoutStatus[] {
  const { status, accountType } = found
  // What a provider carries is done when it says so, and has come back when it says so; what it refused is sent once more, or given back.
  if (role === 'staff' && accountType === 'stripe' && status === 'processing')
    return transfers.isUnderWay(found) ? [] : ['processing', 'rejected']
  if (accountType === 'stripe' && status === 'done') return []
  if (role === 'staff') return next[status]
  return status === 'pending' ? ['cancelled'] : []
}

/**
 * On record with who did it. @throws payout_cannot_follow {from, to}; not_verified, payee_name_differs, bank_unreadable,
 * bank_unconfirmed, gateway_unavailable; invalid for a
 * rejection, or what came back, without a reason
 */
async function decide(tx: Tx, by: string, found: Request, { status, reason, ...more }: Change): Promise<Request> {
  for (const [field, value] of Object.entries(more)) if (value !== undefined) refuseUnread(field === 'note' ? 'requestNote' : field)
  const possible = nextFor({ role: 'staff' }, found)
  const isAgain = status === found.status && possible.includes(status)
  if (status === undefined || (status === found.status && !isAgain)) return found
  if (!possible.includes(status)) refuse('payout_cannot_follow', { from: found.status, to: status })
  if (status === 'rejected') {
    const why = requireText('reason', reason ?? '')
    await giveBack(tx, found, { reason: why, by })
    await queries.setStatus(tx, found.id, { status, reason: why })
    await onRecord(tx, found, status, by, { reason: why })
    return stepped(tx, found.id, status, by, 'rejected')
  }
  if (status === 'returned') return comeBack(tx, found, by, requireText('reason', reason ?? ''))
  if (status === 'approved') await refuseOthersAccount(tx, found)
  if (status === 'approved' || status === 'processing') await refuseDoubted(tx, found)
  if (status === 'done') return finish(tx, found, by)
  const isCarried = status === 'processing' && found.accountType === 'stripe'
  // Nobody could take it back before it is sent.
  if (isCarried && !destinations.isProviderOffered()) refuse('gateway_unavailable')
  if (!isAgain) await queries.setStatus(tx, found.id, { status })
  await onRecord(tx, found, status, by)
  if (isCarried) return transfers.begin(tx, found, by)
  return stepped(tx, found.id, status, by, status === 'approved' ? status : undefined)
}

async function giveBack(tx: Tx, { transferId }: Request, why: { reason: string; by: string }): Promise<void> {
  await wallet.reverse(tx, transferId, why)
}

/** One's own, or any for staff. @throws not_found */
export async function find(db: Db, { accountId, role }: Actor, id: string): Promise<Request> {
  const found = await queries.byId(db, id)
  if (!found || (role !== 'staff' && found.performerId !== accountId)) return refuse('not_found')
  return found
}

export interface Search extends Days {
  sortBy?: 'createdAt' | 'requestTokens' | undefined
  sort?: 'asc' | 'desc' | undefined
  status?: PayoutStatus | undefined
  q?: string | undefined
  limit: number
  offset: number
}

/** One's own; staff's search goes over everybody's, by name or number. */
export async function search(db: Db, { accountId, role }: Actor, { q, ...filter }: Search): Promise<{ rows: Request[]; total: number }> {
  const isStaff = role === 'staff'
  const text = q?.trim()
  const among = text
    ? {
        ...(isStaff && { performers: accounts.matching(text, 'performer') }),
        number: /^#?\d{1,9}$/.test(text) ? Number(text.replace('#', '')) : null,
      }
    : undefined
  return queries.search(db, { ...filter, among, performerId: isStaff ? undefined : accountId })
}
