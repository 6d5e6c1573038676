// A creator's account at PayPal or another way. It is kept, held after a change and doubted after a payout came back exactly as bank details
// are.
import type { PayoutAccountType, PayoutMethod } from '#contract/money/payout-names.ts'
import { holdMs } from '#server/money/destinations/bank-details.ts'
import { writeAccountChanged } from '#server/money/destinations/letters.ts'
import * as queries from '#server/money/destinations/queries.ts'
import { lastFour, seal, unseal } from '#server/money/destinations/sealing.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'

export interface PayoutAccount extends queries.Standing {
  type: PayoutAccountType
  /** Undefined where it was sealed with a key that the site no longer has: it has to be given again. */
  account: string | undefined
}

/** The same again changes nothing, but that it says yes to what came into doubt. @throws invalid for what is blank, or no address for PayPal */
export async function save(tx: Tx, accountId: string, type: PayoutAccountType, given: string): Promise<void> {
  const account = clean(type, given)
  await queries.takeTurns(tx, accountId)
  const before = await find(tx, accountId, type)
  const onRecord = (what: 'changed' | 'confirmed') =>
    record(tx, { actorId: accountId, action: `payouts.account_${what}`, subject: { kind: 'account', id: accountId }, detail: { type } })
  if (before?.account === account) {
    if (!before.doubtedAt) return
    await queries.doubtAccount(tx, accountId, type, null)
    return onRecord('confirmed')
  }
  const holdUntil = new Date(tx.now.getTime() + holdMs)
  await queries.saveAccount(tx, accountId, { type, sealed: seal(about(accountId, type), account), holdUntil })
  await onRecord('changed')
  await writeAccountChanged(tx, accountId, { type, account: mask(account), holdUntil })
}

function clean(type: PayoutAccountType, given: string): string {
  const told = requireText('payoutAccount', cleanText(given).replaceAll(/\s+/g, ' '))
  if (type === 'paypal' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(told))
    throw new Refusal('invalid', {}, [{ field: 'payoutAccount', code: 'not_an_email' }])
  return told
}

/** PayPal first. */
export async function all(db: Db, accountId: string): Promise<PayoutAccount[]> {
  const found = await queries.accountsOf(db, accountId)
  return found.map(({ sealed, ...row }) => ({ ...row, account: unseal(about(accountId, row.type), sealed) }))
}

/** Undefined also of a bank and a provider. */
async function find(db: Db, accountId: string, method: PayoutMethod): Promise<PayoutAccount | undefined> {
  return (await all(db, accountId)).find(({ type }) => type === method)
}

/**
 * What a payout may go to now. Undefined for what goes to a bank or by a provider.
 * @throws payout_account_missing, bank_unreadable, bank_on_hold {until}, bank_unconfirmed
 */
export async function ready(db: Db, accountId: string, method: PayoutMethod): Promise<string | undefined> {
  if (method === 'banking' || method === 'stripe') return undefined
  const { account, holdUntil, doubtedAt } = (await find(db, accountId, method)) ?? refuse('payout_account_missing')
  if (holdUntil > db.now) refuse('bank_on_hold', { until: holdUntil.toISOString() })
  if (doubtedAt) refuse('bank_unconfirmed')
  return account ?? refuse('bank_unreadable')
}

/**
 * A payout came back from there: nothing more goes there before its owner has looked. What was changed since is another account.
 * @param isSame whether this is where it went
 */
export async function doubt(tx: Tx, accountId: string, method: PayoutMethod, isSame: (account: string | undefined) => boolean) {
  const now = await find(tx, accountId, method)
  if (now && isSame(now.account)) await queries.doubtAccount(tx, accountId, now.type, tx.now)
}

export async function isDoubted(db: Db, accountId: string, method: PayoutMethod): Promise<boolean> {
  return Boolean((await find(db, accountId, method))?.doubtedAt)
}

/** For a change of the site's key. */
export const sealed: SealedColumn = {
  what: 'an account for payouts',
  purpose: 'payouts',
  table: 'destinations.accounts',
  column: 'sealed',
  about: "'payout-account-of:' || account_id || ':' || account_type",
}

/** Of an address the first letter and where it is, of anything else the last four. */
export function mask(account: string): string {
  const [, first, host] = /^(.).*(@[^@]+)$/u.exec(account) ?? []
  return first ? `${first}•••${host}` : `•••• ${account.length > 8 ? lastFour(account) : ''}`.trim()
}

const about = (accountId: string, type: PayoutAccountType) => `payout-account-of:${accountId}:${type}`
