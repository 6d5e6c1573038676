// A creator's bank account: sealed, masked for its owner, held after a change and doubted after a payout came back from it.
import type { BankDetails, MaskedBank } from '#contract/money/destinations.ts'
import { writeBankChanged } from '#server/money/destinations/letters.ts'
import { isSameName } from '#server/money/destinations/names.ts'
import * as queries from '#server/money/destinations/queries.ts'
import { lastFour, seal, unseal } from '#server/money/destinations/sealing.ts'
import * as identity from '#server/people/identity/identity.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { isCountry } from '#server/site/reference/reference.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'

interface Kept extends queries.Standing {
  /** Undefined where they were sealed with a key that the site no longer has: they have to be given again. */
  details: BankDetails | undefined
}

export interface Bank extends Kept {
  /** The holder says the same name as the approved identity document. */
  matchesName: boolean
}

/** How long a change stops payouts (calls.md section 11). */
export const holdMs = 72 * 3_600_000

/** All of it anew. The same again changes nothing, but that it says yes to what came into doubt. @throws unknown_country; invalid for what is blank */
export async function save(tx: Tx, accountId: string, given: BankDetails): Promise<void> {
  const details = clean(given)
  await queries.takeTurns(tx, accountId)
  const before = await keptBy(tx, accountId)
  const onRecord = (what: 'changed' | 'confirmed') =>
    record(tx, { actorId: accountId, action: `payouts.bank_${what}`, subject: { kind: 'account', id: accountId } })
  if (isSameBank(before?.details, details)) {
    if (!before?.doubtedAt) return
    await queries.doubtBank(tx, accountId, null)
    return onRecord('confirmed')
  }
  const holdUntil = new Date(tx.now.getTime() + holdMs)
  await queries.saveBank(tx, { accountId, sealed: seal(about(accountId), JSON.stringify(details)), holdUntil })
  await onRecord('changed')
  await writeBankChanged(tx, accountId, holdUntil, lastFour(details.bankAccount))
}

export const isSameBank = (one: BankDetails | undefined, other: BankDetails | undefined) =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/**
 * A payout came back from where these lead: nothing more goes there before its owner has looked. What was changed since is another account.
 * @param sent undefined where they cannot be read any more: then they may be the same
 */
export async function doubt(tx: Tx, accountId: string, sent: BankDetails | undefined): Promise<void> {
  const now = await keptBy(tx, accountId)
  if (now && (!sent || isSameBank(now.details, sent))) await queries.doubtBank(tx, accountId, tx.now)
}

export async function allOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Kept>> {
  const rows = await queries.banksOf(db, accountIds)
  return new Map(rows.map(({ accountId, sealed, ...row }) => [accountId, { ...row, details: read(unseal(about(accountId), sealed)) }]))
}

const keptBy = async (db: Db, accountId: string) => (await allOf(db, [accountId])).get(accountId)

export const read = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as BankDetails))

export async function find(db: Db, accountId: string): Promise<Bank | undefined> {
  const found = await keptBy(db, accountId)
  if (!found) return undefined
  const papers = await identity.find(db, accountId)
  return { ...found, matchesName: papers !== undefined && found.details !== undefined && isSameName(found.details, papers.legalName) }
}

/** For a change of the site's key. */
export const sealed: SealedColumn = {
  what: 'bank details',
  purpose: 'payouts',
  table: 'destinations.bank_details',
  column: 'sealed',
  about: "'bank:' || account_id",
}

const about = (accountId: string) => `bank:${accountId}`

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

function masked(details: BankDetails, bank: Bank, now: Date): MaskedBank {
  const { bankAccount, taxId, ...plain } = details
  return {
    ...plain,
    bankAccount: dots(lastFour(bankAccount)),
    ...(taxId !== undefined && { taxId: dots(lastFour(taxId)) }),
    ...standing(bank, now),
    matchesName: bank.matchesName,
  }
}

/** As its owner reads it. */
export function standing({ holdUntil, changedAt, doubtedAt }: queries.Standing, now: Date) {
  return {
    changedAt: changedAt.toISOString(),
    ...(holdUntil > now && { holdUntil: holdUntil.toISOString() }),
    ...(doubtedAt && { returnedAt: doubtedAt.toISOString() }),
  }
}
