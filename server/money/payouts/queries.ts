import type { PayoutMethod, PayoutStatus } from '#contract/money/payout-names.ts'
import { listed, sql, withinDays, type Days, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Request {
  id: string
  number: number
  performerId: string
  status: PayoutStatus
  /** Hundredths. */
  tokens: number
  /** Minor units, at the rate of the instant it was asked for. */
  amount: number
  fee: number
  currency: string
  /** Currency per token, in ten-thousandths. */
  rate: number
  accountType: PayoutMethod
  note: string
  sealedBank: Buffer
  /** By PayPal or another way: the account there. Null for what was asked for before it had a place of its own. */
  sealedAccount: Buffer | null
  reason: string | null
  transferId: string
  /** What paid it out. */
  paidId: string | null
  /** The creator's account at the provider that carries it. */
  providerRef: string | null
  attempt: number
  transferRef: string | null
  /** Why the provider would not, or that the money came back. For staff. */
  failure: string | null
  batchId: string | null
  batchNumber: number | null
  createdAt: Date
  updatedAt: Date
  endedAt: Date | null
}

const columns = sql`
  r.id, r.number, r.performer_id as "performerId", r.status, r.tokens, r.amount, r.fee, r.currency, r.rate, r.account_type as "accountType", r.note,
  r.sealed_bank as "sealedBank", r.sealed_account as "sealedAccount", r.reason, r.transfer_id as "transferId", r.paid_id as "paidId", r.provider_ref as "providerRef", r.attempt,
  r.transfer_ref as "transferRef", r.failure, r.batch_id as "batchId",
  (select b.number from payouts.batches b where b.id = r.batch_id) as "batchNumber",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.ended_at as "endedAt"`

/** Known before the row is written: its bank details are sealed together with it, and its transfer names it. */
export async function newRequest(tx: Tx): Promise<{ id: string; number: number }> {
  return tx.one(sql`select uuidv7() as id, nextval(pg_get_serial_sequence('payouts.requests', 'number')) as number`)
}

type Edited = Pick<Request, 'tokens' | 'amount' | 'fee' | 'rate' | 'currency' | 'note' | 'transferId'>
type New = Edited & Pick<Request, 'id' | 'number' | 'performerId' | 'accountType' | 'sealedBank' | 'sealedAccount' | 'providerRef'>

export async function insert(tx: Tx, row: New): Promise<void> {
  await tx.run(sql`
    insert into payouts.requests (id, number, performer_id, status, tokens, amount, fee, currency, rate, account_type, note, sealed_bank,
      sealed_account, provider_ref, transfer_id, created_at, updated_at)
    overriding system value
    values (${row.id}, ${row.number}, ${row.performerId}, 'pending', ${row.tokens}, ${row.amount}, ${row.fee}, ${row.currency}, ${row.rate},
      ${row.accountType}, ${row.note}, ${row.sealedBank},
      ${row.sealedAccount}, ${row.providerRef}, ${row.transferId}, ${tx.now}, ${tx.now})`)
}

export async function edit(tx: Tx, id: string, to: Edited): Promise<void> {
  await tx.run(sql`
    update payouts.requests set tokens = ${to.tokens}, amount = ${to.amount}, fee = ${to.fee}, rate = ${to.rate}, currency = ${to.currency},
      note = ${to.note}, transfer_id = ${to.transferId}, updated_at = ${tx.now}
    where id = ${id}`)
}

/** What still waits for somebody, in the order in which it goes on. */
const openStatuses = ['pending', 'approved', 'processing'] as const satisfies readonly PayoutStatus[]
const isOpen = (status: PayoutStatus) => openStatuses.some((open) => open === status)

export interface Step {
  status: PayoutStatus
  reason?: string
  paidId?: string
  batchId?: string
}

export async function setStatus(tx: Tx, id: string, { status, reason, paidId, batchId }: Step): Promise<void> {
  await tx.run(sql`
    update payouts.requests set status = ${status}, reason = ${reason ?? null}, paid_id = coalesce(${paidId ?? null}, paid_id), batch_id = coalesce(${batchId ?? null}, batch_id),
      ended_at = ${isOpen(status) ? null : tx.now}, updated_at = ${tx.now}
    where id = ${id}`)
}

export async function addStep(tx: Tx, requestId: string, step: PayoutStatus | 'edited', by: string): Promise<void> {
  await tx.run(sql`insert into payouts.steps (request_id, step, by_id, created_at) values (${requestId}, ${step}, ${by}, ${tx.now})`)
}

export function stepsOf(db: Db, requestId: string): Promise<{ step: PayoutStatus | 'edited'; byId: string; at: Date }[]> {
  return db.many(
    sql`select step, by_id as "byId", created_at as at from payouts.steps where request_id = ${requestId} order by created_at, id`,
  )
}

export function byId(db: Db, id: string): Promise<Request | undefined> {
  return db.maybe(sql`select ${columns} from payouts.requests r where r.id = ${id}`)
}

/** The same, and nobody else changes it meanwhile: a bank file takes rows of many creators. */
export function lock(tx: Tx, id: string): Promise<Request> {
  return tx.one(sql`select ${columns} from payouts.requests r where r.id = ${id} for update of r`)
}

export function openOf(db: Db, performerId: string): Promise<Request | undefined> {
  return db.maybe(sql`
    select ${columns} from payouts.requests r where r.performer_id = ${performerId} and r.status = any(${openStatuses})`)
}

export interface Filter extends Days {
  sortBy?: 'createdAt' | 'requestTokens' | undefined
  sort?: 'asc' | 'desc' | undefined
  performerId?: string | undefined
  status?: PayoutStatus | undefined
  /** Only of these creators (a query of their ids), or with this number. */
  among?: { performers?: Sql; number: number | null } | undefined
  limit: number
  offset: number
}

/** A creator's own newest first; for staff what waits for them first, the longest waiting before the others. */
export async function search(
  db: Db,
  { performerId, status, among, limit, offset, sortBy, sort, ...days }: Filter,
): Promise<{ rows: Request[]; total: number }> {
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const column = sortBy === 'requestTokens' ? sql`r.tokens` : sql`r.created_at`
  const isSorted = performerId !== undefined || sortBy !== undefined || sort !== undefined
  const order = isSorted
    ? sql`${column} ${direction}, r.id ${direction}`
    : sql`array_position(${openStatuses}::text[], r.status), case when r.ended_at is null then r.created_at end, r.ended_at desc, r.id`
  return await listed<Request>(
    db,
    { limit, offset },
    (total, window) => sql`
    select ${columns}, ${total} from payouts.requests r
    where (${performerId ?? null}::uuid is null or r.performer_id = ${performerId ?? null})
      and (${status ?? null}::text is null or r.status = ${status ?? null})
      and ${among ? sql`(${among.performers ? sql`r.performer_id in (${among.performers})` : sql`false`} or r.number = ${among.number})` : sql`true`}
      ${withinDays(sql`r.created_at`, days)}
    order by ${order} ${window}`,
  )
}

/** What banks returned to these creators. */
export function returnedToBank(db: Db, performerIds: readonly string[]): Promise<(Request & { endedAt: Date })[]> {
  return db.many(sql`
    select ${columns} from payouts.requests r
    where performer_id = any(${performerIds}::uuid[]) and status = 'returned' and account_type = 'banking' and ended_at is not null`)
}

export async function countPending(db: Db): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from payouts.requests where status = 'pending'`)).n
}

/** Since when the first of them has waited. */
export async function oldestPending(db: Db): Promise<Date | null> {
  return (await db.one<{ at: Date | null }>(sql`select min(created_at) as at from payouts.requests where status = 'pending'`)).at
}

/** Those that are neither done nor given back. */
export async function countOpen(db: Db): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from payouts.requests where status = any(${openStatuses})`)).n
}

/** Approved ones for the bank, locked: all of them, or those of the named that are. */
export function lockApproved(tx: Tx, ids: readonly string[] | undefined): Promise<Request[]> {
  return tx.many(sql`
    select ${columns} from payouts.requests r
    where r.status = 'approved' and r.account_type = 'banking'
      and (${ids ?? null}::uuid[] is null or r.id = any(${ids ?? null}::uuid[]))
    order by r.id limit 500 for update of r`)
}

export interface Batch {
  id: string
  number: number
  madeAt: Date
}

export function insertBatch(tx: Tx, by: string): Promise<Batch> {
  return tx.one(sql`
    insert into payouts.batches (made_by, made_at) values (${by}, ${tx.now}) returning id, number, made_at as "madeAt"`)
}

export function batchById(db: Db, id: string): Promise<Batch | undefined> {
  return db.maybe(sql`select id, number, made_at as "madeAt" from payouts.batches where id = ${id}`)
}

export function ofBatch(db: Db, batchId: string): Promise<Request[]> {
  return db.many(sql`select ${columns} from payouts.requests r where r.batch_id = ${batchId} order by r.id`)
}

/**
 * Empty when requests and the ledger agree: an open one has put aside what it says, a done one was paid and names its sales, the others have
 * it back, what came back after it was paid included; nothing is paid out that nobody asked for, and nothing is worth more than its tokens.
 */
export function disagreements(db: Db): Promise<{ what: string; id: string }[]> {
  return db.many(sql`
    select 'a request of ' || r.tokens || ' that is ' || r.status || ' and the ledger' as what, r.id::text as id
    from payouts.requests r where not payouts.agrees(r.id)
    union all
    select 'a payout of ' || t.amount || ' that nobody asked for', t.id::text from wallet.transfers t
    left join payouts.requests r on 'payout:' || r.id = t.reference where t.payee = 5 and t.sign = 1 and r.id is null
    union all
    select 'a request of ' || r.tokens || ' tokens and ' || r.amount || ' money', r.id::text from payouts.requests r
    where r.tokens::numeric * r.rate - r.amount::numeric * 10000 not between 0 and greatest(r.rate, 10000)
    union all
    select 'open requests come to ' || coalesce(o.tokens, 0) || ', the account has ' || b.balance, b.id::text
    from wallet.balances b
    cross join lateral (select sum(tokens)::bigint as tokens from payouts.requests where status = any(${openStatuses})) o
    where b.kind = 'payouts' and b.balance <> coalesce(o.tokens, 0)
    union all
    select 'sales of a payout that is not there', c.payout_id::text from earnings.covers c
    left join payouts.requests r on r.id = c.payout_id where r.id is null`)
}

export async function lastStepBy(db: Db, requestId: string, step: PayoutStatus): Promise<string | undefined> {
  const last = await db.maybe<{ byId: string }>(sql`
    select by_id as "byId" from payouts.steps where request_id = ${requestId} and step = ${step} order by created_at desc, id desc limit 1`)
  return last?.byId
}
