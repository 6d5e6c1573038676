// Where a creator's money goes by PayPal or another way. It is kept, held after a change and doubted after a payout came back exactly as
// bank details are: sealed, masked for every reader but who pays it, and copied into each request.
import type { ElsewhereType, PayoutAccountType } from '#contract/money/payouts.ts'
import { holdMs, lastFour } from '#server/money/payouts/banking.ts'
import * as rows from '#server/money/payouts/elsewhere-queries.ts'
import { writeAccountChanged } from '#server/money/payouts/letters.ts'
import * as queries from '#server/money/payouts/queries.ts'
import { record } from '#server/platform/audit/audit.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'

export interface Elsewhere {
  type: ElsewhereType
  /** Undefined where it was sealed with a key that the site no longer has: it has to be given again. */
  account: string | undefined
  holdUntil: Date
  changedAt: Date
  doubtedAt: Date | null
}

/** The same again changes nothing, but that it says yes to what came into doubt. @throws invalid for what is blank, or no address for PayPal */
export async function save(tx: Tx, accountId: string, type: ElsewhereType, given: string): Promise<void> {
  const account = clean(type, given)
  await queries.takeTurns(tx, accountId)
  const before = await find(tx, accountId, type)
  const onRecord = (what: 'changed' | 'confirmed') =>
    record(tx, { actorId: accountId, action: `payouts.account_${what}`, subject: { kind: 'account', id: accountId }, detail: { type } })
  if (before?.account === account) {
    if (!before.doubtedAt) return
    await rows.setDoubt(tx, accountId, type, null)
    return onRecord('confirmed')
  }
  const holdUntil = new Date(tx.now.getTime() + holdMs)
  await rows.save(tx, { accountId, type, sealed: sealText(secretFor('payouts'), aboutAccount(accountId, type), account), holdUntil })
  await onRecord('changed')
  await writeAccountChanged(tx, accountId, { type, account: mask(account), holdUntil })
}

function clean(type: ElsewhereType, given: string): string {
  const told = requireText('payoutAccount', cleanText(given).replaceAll(/\s+/g, ' '))
  if (type === 'paypal' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(told))
    throw new Refusal('invalid', {}, [{ field: 'payoutAccount', code: 'not_an_email' }])
  return told
}

/** PayPal first. */
export async function all(db: Db, accountId: string): Promise<Elsewhere[]> {
  const found = await rows.all(db, accountId)
  return found.map(({ sealed, ...row }) => ({
    ...row,
    account: unsealText(secretFor('payouts'), aboutAccount(accountId, row.type), sealed),
  }))
}

async function find(db: Db, accountId: string, type: ElsewhereType): Promise<Elsewhere | undefined> {
  return (await all(db, accountId)).find((each) => each.type === type)
}

/**
 * What a request may go to now. Undefined for what goes to a bank or by a provider.
 * @throws payout_account_missing, bank_unreadable, bank_on_hold {until}, bank_unconfirmed
 */
export async function ready(db: Db, accountId: string, type: PayoutAccountType): Promise<string | undefined> {
  if (!isElsewhere(type)) return undefined
  const { account, holdUntil, doubtedAt } = (await find(db, accountId, type)) ?? refuse('payout_account_missing')
  if (holdUntil > db.now) refuse('bank_on_hold', { until: holdUntil.toISOString() })
  if (doubtedAt) refuse('bank_unconfirmed')
  return account ?? refuse('bank_unreadable')
}

const isElsewhere = (type: PayoutAccountType): type is ElsewhereType => type === 'paypal' || type === 'other'

type Of = Pick<queries.Request, 'id' | 'performerId' | 'accountType' | 'sealedAccount'>

/** A payout came back from there: nothing more goes there before its owner has looked. What was changed since is another account. */
export async function doubt(tx: Tx, request: Of): Promise<void> {
  const { performerId, accountType: type } = request
  if (!isElsewhere(type)) return
  const sent = elsewhereOf(request)
  if (sent === 'unreadable' || (await find(tx, performerId, type))?.account === sent.account)
    await rows.setDoubt(tx, performerId, type, tx.now)
}

/** @throws bank_unreadable, bank_unconfirmed */
export async function refuseDoubted(db: Db, request: Of): Promise<void> {
  const { performerId, accountType: type } = request
  if (elsewhereOf(request) === 'unreadable') refuse('bank_unreadable')
  if (isElsewhere(type) && (await find(db, performerId, type))?.doubtedAt) refuse('bank_unconfirmed')
}

/** A sealed copy for a request; it opens for the same only. */
export function sealElsewhere(requestId: string, account: string): Buffer {
  return sealText(secretFor('payouts'), aboutRequest(requestId), account)
}

/** No account for what goes to a bank or by a provider. */
export function elsewhereOf({ id, sealedAccount }: Pick<queries.Request, 'id' | 'sealedAccount'>): { account?: string } | 'unreadable' {
  if (sealedAccount === null) return {}
  const account = unsealText(secretFor('payouts'), aboutRequest(id), sealedAccount)
  return account === undefined ? 'unreadable' : { account }
}

/** For a change of the site's key. */
export const sealed: SealedColumn[] = [
  {
    what: 'an account for payouts',
    purpose: 'payouts',
    table: 'payouts.accounts_elsewhere',
    column: 'sealed',
    about: "'payout-account-of:' || account_id || ':' || account_type",
  },
  {
    what: 'the account of a payout',
    purpose: 'payouts',
    table: 'payouts.requests',
    column: 'sealed_account',
    about: "'payout-account:' || id",
  },
]

/** Of an address the first letter and where it is, of anything else the last four. */
export function mask(account: string): string {
  const [, first, host] = /^(.).*(@[^@]+)$/u.exec(account) ?? []
  return first ? `${first}•••${host}` : `•••• ${account.length > 8 ? lastFour(account) : ''}`.trim()
}

const aboutAccount = (id: string, type: ElsewhereType) => `payout-account-of:${id}:${type}`
const aboutRequest = (id: string) => `payout-account:${id}`
