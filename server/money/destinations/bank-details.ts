// Where creators' money goes: sealed with a key that is not in the database, masked for every reader but who pays it. A request keeps a
// sealed copy of its own, so that a later change does not lead its money elsewhere.
import type { BankDetails, MaskedBank } from '#contract/money/payout-accounts.ts'
import * as bankQueries from '#server/money/payouts/bank-queries.ts'
import * as queries from '#server/money/payouts/queries.ts'
import { writeBankChanged } from '#server/money/payouts/letters.ts'
import { isSameName } from '#server/money/payouts/names.ts'
import * as identity from '#server/people/identity/identity.ts'
import { record } from '#server/platform/audit/audit.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'
import { isCountry } from '#server/site/reference/reference.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'

export interface Bank {
  /** Undefined where they were sealed with a key that the site no longer has: they have to be given again. */
  details: BankDetails | undefined
  holdUntil: Date
  changedAt: Date
  /** A payout came back from there, and its owner has not saved it again since. */
  doubtedAt: Date | null
  /** The holder says the same name as the approved identity document. */
  matchesName: boolean
}

/** How long a change stops payouts (calls.md section 11). */
export const holdMs = 72 * 3_600_000

/** All of it anew. The same again changes nothing, but that it says yes to what came into doubt. @throws unknown_country; invalid for what is blank */
export async function save(tx: Tx, accountId: string, given: BankDetails): Promise<void> {
  const details = clean(given)
  await queries.takeTurns(tx, accountId)
  const before = await bankQueries.bankOf(tx, accountId)
  if (before && isSame(unseal(aboutAccount(accountId), before.sealed), details)) {
    if (before.doubtedAt) await confirm(tx, accountId)
    return
  }
  const holdUntil = new Date(tx.now.getTime() + holdMs)
  await bankQueries.saveBank(tx, { accountId, sealed: seal(aboutAccount(accountId), details), holdUntil })
  await record(tx, { actorId: accountId, action: 'payouts.bank_changed', subject: { kind: 'account', id: accountId } })
  await writeBankChanged(tx, accountId, holdUntil, lastFour(details.bankAccount))
}

async function confirm(tx: Tx, accountId: string): Promise<void> {
  await bankQueries.setDoubt(tx, accountId, null)
  await record(tx, { actorId: accountId, action: 'payouts.bank_confirmed', subject: { kind: 'account', id: accountId } })
}

const isSame = (one: BankDetails | undefined, other: BankDetails | undefined) =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** A payout came back from where these lead: nothing more goes there before its owner has looked. What was changed since is another account. */
export async function doubt(tx: Tx, request: Pick<queries.Request, 'id' | 'performerId' | 'accountType' | 'sealedBank'>): Promise<void> {
  if (request.accountType !== 'banking') return
  const now = await bankQueries.bankOf(tx, request.performerId)
  if (!now) return
  const sent = unsealOf(request)
  // What cannot be read may be the same.
  if (!sent || isSame(unseal(aboutAccount(request.performerId), now.sealed), sent))
    await bankQueries.setDoubt(tx, request.performerId, tx.now)
}

type Sent = Pick<queries.Request, 'id' | 'performerId' | 'accountType' | 'sealedBank' | 'createdAt'>

/**
 * Without those that would go where a payout came back from: while its owner has not looked, and, of what was asked for before it came
 * back, also after they put it right. Such a request still says the old account, so it is rejected and asked for anew. Nor those that cannot
 * be read any more.
 */
export async function withoutDoubted<Each extends Sent>(db: Db, requests: readonly Each[]): Promise<Each[]> {
  const performerIds = [...new Set(requests.map(({ performerId }) => performerId))]
  const banks = new Map((await bankQueries.banksOf(db, performerIds)).map((row) => [row.accountId, row]))
  const back = Map.groupBy(await bankQueries.returnedToBank(db, performerIds), ({ performerId }) => performerId)
  return requests.filter((request) => {
    const { performerId, accountType, createdAt } = request
    const now = banks.get(performerId)
    if (accountType !== 'banking' || !now) return true
    const details = unsealOf(request)
    if (!details) return false
    if (isSame(unseal(aboutAccount(performerId), now.sealed), details)) return now.doubtedAt === null
    return !back.get(performerId)?.some((each) => each.endedAt > createdAt && isSame(unsealOf(each), details))
  })
}

/** @throws bank_unreadable, bank_unconfirmed */
export async function refuseDoubted(db: Db, request: Sent): Promise<void> {
  if (request.accountType === 'banking') readable(request)
  if ((await withoutDoubted(db, [request])).length === 0) refuse('bank_unconfirmed')
}

export async function find(db: Db, accountId: string): Promise<Bank | undefined> {
  const found = await bankQueries.bankOf(db, accountId)
  if (!found) return undefined
  const details = unseal(aboutAccount(accountId), found.sealed)
  const papers = await identity.find(db, accountId)
  const matchesName = papers !== undefined && details !== undefined && isSameName(details, papers.legalName)
  return { details, holdUntil: found.holdUntil, changedAt: found.changedAt, doubtedAt: found.doubtedAt, matchesName }
}

/** Asked again before staff agree: papers may have been decided anew since. @throws not_verified, bank_unreadable, payee_name_differs */
export async function refuseOthersAccount(db: Db, request: Pick<queries.Request, 'id' | 'performerId' | 'sealedBank'>): Promise<void> {
  const papers = await identity.find(db, request.performerId)
  if (papers?.state !== 'approved') return refuse('not_verified')
  if (!isSameName(readable(request), papers.legalName)) refuse('payee_name_differs')
}

/** A sealed copy for a request; it opens for the same only. */
export function sealFor(requestId: string, details: BankDetails): Buffer {
  return seal(aboutRequest(requestId), details)
}

/** Undefined where they cannot be read any more: such a request is rejected, and asked for anew. */
export function unsealOf({ id, sealedBank }: Pick<queries.Request, 'id' | 'sealedBank'>): BankDetails | undefined {
  return unseal(aboutRequest(id), sealedBank)
}

/** For whoever pays. @throws bank_unreadable */
export function readable(request: Pick<queries.Request, 'id' | 'sealedBank'>): BankDetails {
  return unsealOf(request) ?? refuse('bank_unreadable')
}

/** For a change of the site's key. */
export const sealed: SealedColumn[] = [
  { what: 'bank details', purpose: 'payouts', table: 'payouts.bank_details', column: 'sealed', about: "'bank:' || account_id" },
  { what: 'the bank of a payout', purpose: 'payouts', table: 'payouts.requests', column: 'sealed_bank', about: "'payout:' || id" },
]

export const lastFour = (account: string) => account.replaceAll(/[^A-Za-z0-9]/g, '').slice(-4)

const aboutAccount = (id: string) => `bank:${id}`
const aboutRequest = (id: string) => `payout:${id}`

function seal(about: string, details: BankDetails): Buffer {
  return sealText(secretFor('payouts'), about, JSON.stringify(details))
}

function unseal(about: string, sealed: Buffer): BankDetails | undefined {
  const text = unsealText(secretFor('payouts'), about, sealed)
  return text === undefined ? undefined : (JSON.parse(text) as BankDetails)
}

/** In this order always, so that two of them can be compared; what is blank is left out. */
function clean(given: BankDetails): BankDetails {
  if (!isCountry(given.country)) refuseField('country', 'unknown_country')
  const needed = (field: keyof BankDetails) => requireText(field, oneLine(given[field] ?? ''))
  const optional = (field: keyof BankDetails) => {
    const text = oneLine(given[field] ?? '')
    return text === '' ? {} : { [field]: text }
  }
  return {
    firstName: needed('firstName'),
    lastName: needed('lastName'),
    bankName: needed('bankName'),
    bankAccount: needed('bankAccount'),
    ...optional('bankRouting'),
    ...optional('bankSwiftCode'),
    address: needed('address'),
    city: needed('city'),
    ...optional('state'),
    country: given.country,
    ...optional('taxId'),
  }
}

const oneLine = (text: string) => cleanText(text).replaceAll(/\s+/g, ' ').trim()

/** As their owner reads them back, masked; nothing before the first time. */
export async function maskedOf(db: Db, accountId: string): Promise<{ details?: MaskedBank; needsAgain?: true }> {
  const found = await find(db, accountId)
  if (!found) return {}
  return found.details ? { details: masked(found.details, found, db.now) } : { needsAgain: true }
}

const dots = (last: string) => `•••• ${last}`

export function masked(
  details: BankDetails,
  { holdUntil, changedAt, doubtedAt, matchesName }: Omit<Bank, 'details'>,
  now: Date,
): MaskedBank {
  const { bankAccount, taxId, ...plain } = details
  return {
    ...plain,
    bankAccount: dots(lastFour(bankAccount)),
    ...(taxId !== undefined && { taxId: dots(lastFour(taxId)) }),
    changedAt: changedAt.toISOString(),
    ...(holdUntil > now && { holdUntil: holdUntil.toISOString() }),
    ...(doubtedAt && { returnedAt: doubtedAt.toISOString() }),
    matchesName,
  }
}
