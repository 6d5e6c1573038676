import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'

export type TransactionPurpose = 'wallet_top_up' | 'subscription'
export type TransactionStatus = 'created' | 'pending' | 'requires_action' | 'success' | 'fail' | 'refunded' | 'chargeback'

/** `amount` is minor units of `currency`, `tokens` hundredths. */
export interface Transaction {
  id: string
  accountId: string
  purpose: TransactionPurpose
  status: TransactionStatus
  amount: number
  currency: string
  tokens: number
  gateway: string
  gatewayRef: string | null
  title: string
  detail: Readonly<Record<string, unknown>>
  failureReason: string | null
  createdAt: Date
  completedAt: Date | null
}

const transaction = sql`
  id, account_id as "accountId", purpose, status, amount, currency, tokens, gateway, gateway_ref as "gatewayRef", title, detail,
  failure_reason as "failureReason", created_at as "createdAt", completed_at as "completedAt"`

export type NewTransaction = Pick<
  Transaction,
  'accountId' | 'purpose' | 'amount' | 'currency' | 'tokens' | 'gateway' | 'title' | 'detail'
> & {
  key: string | null
}

/** Undefined when the key was used before. */
export function insert(tx: Tx, of: NewTransaction): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`
    insert into payments.transactions (account_id, purpose, amount, currency, tokens, gateway, key, title, detail, created_at)
    values (${of.accountId}, ${of.purpose}, ${of.amount}, ${of.currency}, ${of.tokens}, ${of.gateway}, ${of.key}, ${of.title},
      ${JSON.stringify(of.detail)}, ${tx.now})
    on conflict on constraint payment_key_once do nothing
    returning ${transaction}`)
}

export async function handOver(tx: Tx, id: string, gatewayRef: string, status: 'pending' | 'requires_action'): Promise<void> {
  await tx.run(sql`update payments.transactions set status = ${status}, gateway_ref = ${gatewayRef} where id = ${id}`)
}

/** Locked: events of one payment are heard one after the other. */
export function lockByReference(tx: Tx, gateway: string, reference: string): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`
    select ${transaction} from payments.transactions where gateway = ${gateway} and gateway_ref = ${reference} for update`)
}

export async function setStatus(tx: Tx, id: string, status: TransactionStatus, failureReason: string | null = null): Promise<void> {
  const isOpen = status === 'requires_action'
  await tx.run(sql`
    update payments.transactions set status = ${status}, failure_reason = ${failureReason}, completed_at = ${isOpen ? null : tx.now}
    where id = ${id}`)
}

export function byId(db: Db, id: string): Promise<Transaction | undefined> {
  return db.maybe<Transaction>(sql`select ${transaction} from payments.transactions where id = ${id}`)
}

export interface TransactionFilter {
  status?: TransactionStatus | undefined
  limit: number
  offset: number
}

export async function ofAccount(db: Db, accountId: string, filter: TransactionFilter): Promise<{ rows: Transaction[]; total: number }> {
  const mine = sql`account_id = ${accountId} and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})`
  const rows = await db.many<Transaction>(sql`
    select ${transaction} from payments.transactions where ${mine} order by created_at desc, id desc limit ${filter.limit} offset ${filter.offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from payments.transactions where ${mine}`)
  return { rows, total }
}

export interface Heard {
  gateway: string
  eventId: string
  transactionId: string
  kind: string
  isMismatch: boolean
}

/** False when this event was heard before. A twin that arrives meanwhile waits here for the first to commit. */
export async function hearOnce(tx: Tx, { gateway, eventId, transactionId, kind, isMismatch }: Heard): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into payments.gateway_events (gateway, event_id, transaction_id, kind, is_mismatch, heard_at)
    values (${gateway}, ${eventId}, ${transactionId}, ${kind}, ${isMismatch}, ${tx.now})
    on conflict on constraint heard_once do nothing`)
  return inserted === 1
}

export interface Package {
  id: string
  key: string
  names: Record<Language, string>
  price: number
  tokens: number
  bonusTokens: number
  position: number
  isActive: boolean
}

/** Those on sale, in their order. */
export function packages(db: Db): Promise<Package[]> {
  return db.many<Package>(sql`
    select id, key, names, price, tokens, bonus_tokens as "bonusTokens", position, is_active as "isActive"
    from payments.packages where is_active order by position, id`)
}
