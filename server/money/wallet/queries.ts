// The ledger's SQL. What it must never break is written in database/*-money.sql and holds without this file.
import { listed, empty, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { announced, announcing, type Events } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/money/wallet/events.ts'

export interface PostOutcome {
  outcome: 'posted' | 'already' | 'price_changed' | 'frozen' | 'short'
  transfer: string | null
  /** The balance of the wallet in it, if there is one. */
  balance: number | null
  commission: number | null
}

interface Posting {
  payer: string | null
  payerKind: 'wallet' | 'earnings' | 'gateway' | 'granted' | 'escrow' | 'payouts'
  payee: string | null
  payeeKind: 'wallet' | 'earnings' | 'escrow' | 'payouts' | 'paid_out'
  paidBy: string
  amount: number
  commissionBasisPoints: number
  expected?: number
  kind: string
  reference?: string
  key?: string
  title: string
  detail?: Readonly<Record<string, unknown>>
}

/** What a posting makes true. Its transfer and the balance that it leaves are added where they are known. */
type Fact = {
  [Name in 'wallet.charged' | 'wallet.credited']: { name: Name; payload: Omit<Events[Name], 'transferId' | 'balance'> }
}['wallet.charged' | 'wallet.credited']

/** Posts, and announces the fact if money moved now. */
export function post(
  tx: Tx,
  { payer, payerKind, payee, payeeKind, paidBy, amount, commissionBasisPoints, expected, ...of }: Posting,
  fact?: Fact,
): Promise<PostOutcome> {
  const told =
    fact &&
    announcing(sql`
      select ${fact.name}::text, ${JSON.stringify(fact.payload)}::jsonb || jsonb_build_object('transferId', transfer, 'balance', balance),
        ${tx.now}::timestamptz
      from posted where outcome = 'posted'`)
  if (told) tx.afterCommit(announced)
  return tx.one(sql`
    with posted as materialized (
      select outcome, transfer, balance, commission from wallet.post(${payer}, ${payerKind}, ${payee}, ${payeeKind}, ${paidBy}, ${amount},
        ${commissionBasisPoints}, ${expected ?? null}, ${of.kind}, ${of.reference ?? null}, ${of.key ?? null}, ${of.title},
        ${JSON.stringify(of.detail ?? {})}, ${tx.now})
    )${told ? sql`, told as (${told})` : empty}
    select outcome, transfer, balance, commission from posted`)
}

export type Reversal =
  | { outcome: 'unknown'; transfer: null; balance: null; amount: null }
  | { outcome: 'reversed' | 'already' | 'short'; transfer: string; balance: number | null; amount: number }

export function reverse(
  tx: Tx,
  transferId: string,
  { reason, by, part }: { reason: string; by: string | null; part: number | undefined },
): Promise<Reversal> {
  return tx.one(sql`
    select outcome, transfer, balance, amount
    from wallet.reverse(${transferId}, ${part ?? null}, ${JSON.stringify({ reason, by })}, ${tx.now})`)
}

/** Between whom a transfer is, and how much of it has not been taken back. */
export function unreversedOf(db: Db, transferId: string) {
  return db.one<{ payerId: string | null; payeeId: string | null; kind: string; reference: string | null; left: number }>(sql`
    select payer.owner_id as "payerId", payee.owner_id as "payeeId", t.kind, t.reference, (t.amount - coalesce(back.amount, 0))::bigint as left
    from wallet.transfers t
    left join lateral (select b.* from wallet.taken_back_of(t.id) b where t.reversed_by is not null) back on true
    join wallet.accounts payer on payer.id = t.payer
    join wallet.accounts payee on payee.id = t.payee
    where t.id = ${transferId}`)
}

export interface Held {
  id: string
  amount: number
  kind: string
  reference: string
  title: string
  detail: Record<string, unknown>
  paidBy: string
  isReversed: boolean
}

/** The hold that this transfer is or hands on, locked; undefined for one that has nothing to do with escrow. */
export function held(tx: Tx, transferId: string): Promise<Held | undefined> {
  return tx.maybe(sql`
    select h.id, h.amount, h.kind::text as kind, h.reference, h.title, h.detail, h.paid_by as "paidBy", h.reversed_by is not null as "isReversed"
    from wallet.transfers h
    where h.payee = ${escrow} and h.sign = 1 and h.reference is not null and h.paid_by is not null and h.id = (
      select case when t.payer = ${escrow} then substring(t.key from '^release:(.{36})$')::uuid else t.id end
      from wallet.transfers t where t.id = ${transferId})
    for update`)
}

const escrow = sql`(select id from wallet.accounts where owner_id is null and kind = 'escrow')`

export async function unreversedUnder(db: Db, key: string): Promise<string | undefined> {
  return (await db.maybe<{ id: string }>(sql`select id from wallet.transfers where key = ${key} and reversed_by is null`))?.id
}

export async function balanceOfSite(db: Db, kind: 'escrow'): Promise<number> {
  return (await db.one<{ balance: number }>(sql`select balance from wallet.balances where owner_id is null and kind = ${kind}`)).balance
}

export async function balances(db: Db, ownerIds: readonly string[], kind: 'wallet' | 'earnings'): Promise<Map<string, number>> {
  const rows = await db.many<{ ownerId: string; balance: number }>(sql`
    select owner_id as "ownerId", balance from wallet.balances where owner_id = any(${ownerIds}) and kind = ${kind}`)
  return new Map(rows.map(({ ownerId, balance }) => [ownerId, balance]))
}

export interface Receipt {
  transferId: string
  reference: string
  amount: number
  at: Date
}

export async function receipts(db: Db, payerId: string, references: readonly string[]): Promise<Map<string, Receipt>> {
  if (references.length === 0) return new Map()
  const rows = await db.many<Receipt>(sql`
    select t.id as "transferId", t.reference, t.amount, t.created_at as at
    from wallet.transfers t
    where t.payer = (select id from wallet.accounts where owner_id = ${payerId} and kind = 'wallet')
      and t.reference = any(${references}) and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null`)
  return new Map(rows.map((receipt) => [receipt.reference, receipt]))
}

/** The condition that somebody has a receipt that was not reversed, for queries that have both. */
export const hasReceipt = (payer: Sql, reference: Sql): Sql => sql`
  coalesce((
    select true from wallet.transfers t
    where t.payer = (select id from wallet.accounts where owner_id = ${payer} and kind = 'wallet')
      and t.reference = ${reference} and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null limit 1), false)`

/** Who has a work: the payer of a receipt that was not reversed. */
export interface ReceiptHolder {
  transferId: string
  payerId: string
  amount: number
  title: string
}

export function receiptsOf(db: Db, reference: string, limit: number): Promise<ReceiptHolder[]> {
  return db.many(sql`
    select t.id as "transferId", payer.owner_id as "payerId", t.amount, t.title
    from wallet.transfers t join wallet.accounts payer on payer.id = t.payer
    where t.reference = ${reference} and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null and payer.owner_id is not null
    order by t.payer limit ${limit}`)
}

/** What stands of what people paid: how many they are, and how much in all, in hundredths. */
export interface Standing {
  people: number
  amount: number
}

/** Of each of these works how many hold it, as `receiptsOf` knows them, and what they paid. */
export async function standing(db: Db, references: readonly string[]): Promise<Map<string, Standing>> {
  const rows = await db.many<Standing & { reference: string }>(sql`
    select t.reference, count(*) as people, sum(t.amount)::bigint as amount
    from wallet.transfers t join wallet.accounts payer on payer.id = t.payer
    where t.reference = any(${references}) and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null and payer.owner_id is not null
    group by t.reference`)
  return new Map(rows.map(({ reference, ...of }) => [reference, of]))
}

export async function sold(db: Db, references: readonly string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map()
  const rows = await db.many<{ reference: string; times: number }>(sql`
    select reference, count(*) as times from wallet.transfers
    where reference = any(${references}) and reference like 'work:%' and sign = 1 and reversed_by is null
    group by reference`)
  return new Map(rows.map(({ reference, times }) => [reference, times]))
}

export interface LineFilter {
  kind?: string | undefined
  /** Nothing of it is left, or something is. */
  isReversed?: boolean | undefined
  /** Finds titles that contain it. */
  text?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  oldestFirst?: boolean
  limit: number
  offset: number
}

export interface Line {
  transferId: string
  kind: string
  title: string
  /** The seller, or null for a top-up. */
  payeeId: string | null
  /** Of a tip: the post that it was given for. */
  feedId: string | null
  /** Of a minute of a show: the show, and which minute. */
  streamId: string | null
  minute: number | null
  /** The work that it paid for, or gave back. */
  workId: string | null
  /** Below zero when it left the wallet. */
  change: number
  balanceAfter: number
  /** This line gives an earlier one back. */
  isReversal: boolean
  /** This line was given back later. */
  isReversed: boolean
  at: Date
  /** Of what was held first and has become a sale: the three transfers that are one line. It stands where it was held, under the name of the sale. */
  heldId: string | null
  releasedId: string | null
  soldAt: Date | null
}

/** Of `wallet.transfers` under this name: nothing of it is left. */
const isReversedIn = (t: Sql): Sql => sql`
  ${t}.sign = 1 and ${t}.reversed_by is not null and (select b.amount >= ${t}.amount from wallet.taken_back_of(${t}.id) b)`

/** Of `wallet.transfers t`. */
export const isReversed = isReversedIn(sql`t`)

/**
 * What was held for a request and paid for what was delivered: the hold went back whole, and in the same transaction, for as much, the sale was made. The
 * two make no difference to the balance, so the hold's line alone says all of it.
 */
const deliveredTo = (own: Sql): Sql => sql`
  select h.id as held, r.id as released, s.id as sold
  from wallet.transfers r
  join wallet.transfers h on h.id = r.reverses and h.sign = 1 and h.amount = r.amount
  join wallet.transfers s on s.payer = r.payer and s.created_at = r.created_at and s.sign = 1 and s.kind = 'message' and s.amount = r.amount
    and 'request:' || (s.detail ->> 'requestId') = r.reference
  where r.payer = (select id from ${own}) and r.sign = -1 and r.kind = 'request'`

export async function statement(db: Db, ownerId: string, filter: LineFilter): Promise<{ lines: Line[]; total: number }> {
  // What is given back of a delivered request is the request's, too.
  const kind = sql`case when t.kind = 'message' and coalesce(o.detail, t.detail) ? 'requestId' then 'request' else t.kind end`
  const isMinute = sql`starts_with(coalesce(o.reference, t.reference)::text, 'meter:')`
  const isTakenBack = sql`case when s.id is null then ${isReversed} else ${isReversedIn(sql`s`)} end`
  const { rows, total: all } = await listed<Line>(
    db,
    filter,
    (total, window) => sql`
    with own as (select id from wallet.accounts where owner_id = ${ownerId} and kind = 'wallet'),
    delivered as materialized (${deliveredTo(sql`own`)})
    select coalesce(s.id, t.id) as "transferId", ${kind} as kind, t.title, coalesce(seller.owner_id, (coalesce(o.detail, t.detail) ->> 'sellerId')::uuid) as "payeeId",
      case when t.kind = 'tip' then coalesce(o.detail, t.detail) ->> 'feedId' end as "feedId",
      case when ${isMinute} then coalesce(o.detail, t.detail) ->> 'workId' end as "streamId",
      case when ${isMinute} then (coalesce(o.detail, t.detail) ->> 'minute')::integer end as minute,
      substring(coalesce(s.reference, o.reference, t.reference)::text from '^work:(.{36})$') as "workId",
      t.sign * case when t.payer = own.id then -t.amount else t.amount - t.commission end as change,
      t.balance_after as "balanceAfter", t.sign = -1 as "isReversal", ${isTakenBack} as "isReversed",
      t.created_at as at, d.held as "heldId", d.released as "releasedId", s.created_at as "soldAt", ${total}
    from own
    join wallet.transfers t on t.payer = own.id or t.payee = own.id
    left join wallet.accounts seller on seller.id = t.payee and seller.kind = 'earnings'
    left join wallet.transfers o on t.sign = -1 and o.id = (select up.sale from wallet.taken_up_to(t.id) up)
    left join delivered d on d.held = t.id
    left join wallet.transfers s on s.id = d.sold
    where t.balance_after is not null and t.id not in (select released from delivered union all select sold from delivered)
      and (${filter.kind ?? null}::text is null or ${kind} = ${filter.kind ?? null})
      and (${filter.isReversed ?? null}::boolean is null or coalesce(${isTakenBack}, false) = ${filter.isReversed ?? null})
      and (${filter.text ?? null}::text is null or position(lower(${filter.text ?? null}) in lower(t.title)) > 0)
      and (${filter.from ?? null}::timestamptz is null or t.created_at >= ${filter.from ?? null})
      and (${filter.until ?? null}::timestamptz is null or t.created_at < ${filter.until ?? null})
    order by ${filter.oldestFirst ? sql`t.created_at, t.id` : sql`t.created_at desc, t.id desc`}
    ${window}`,
  )
  return { lines: rows, total: all }
}

/** Makes the account when it is not there yet: somebody may be frozen before their first token. True when it was otherwise until now. */
export async function setFrozen(tx: Tx, ownerId: string, frozen: boolean): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into wallet.accounts as a (owner_id, kind, floor, frozen) values (${ownerId}, 'wallet', 0, ${frozen})
    on conflict on constraint one_account_of_a_kind do update set frozen = excluded.frozen
      where a.frozen <> excluded.frozen and (excluded.frozen or (a.floor = 0 and not a.held))`)
  return changed > 0
}

/** Frozen by staff. False when it was already. */
export async function freezeByStaff(tx: Tx, ownerId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into wallet.accounts as a (owner_id, kind, floor, frozen, held) values (${ownerId}, 'wallet', 0, true, true)
    on conflict on constraint one_account_of_a_kind do update set frozen = true, held = true where not a.held`)
  return changed > 0
}

/** Whoever froze it. False when it could pay. A debt keeps it frozen (debt_freezes). */
export async function liftFreeze(tx: Tx, ownerId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update wallet.accounts set frozen = false, held = false where owner_id = ${ownerId} and kind = 'wallet' and frozen`)
  return changed > 0
}

/** Its row, locked; undefined for those who never had a token. */
export function lockWallet(tx: Tx, ownerId: string): Promise<{ balance: number; floor: number } | undefined> {
  return tx.maybe(
    sql`select balance, floor from wallet.accounts where owner_id = ${ownerId} and kind = 'wallet' and floor is not null for no key update`,
  )
}

/** A debt freezes. */
export async function setFloor(tx: Tx, ownerId: string, floor: number): Promise<void> {
  await tx.run(sql`
    update wallet.accounts set floor = ${floor}, frozen = frozen or ${floor < 0} where owner_id = ${ownerId} and kind = 'wallet'`)
}

/** What of these is left, the newest first. */
export function unreversedAmong(db: Db, keys: readonly string[]): Promise<{ id: string; left: number }[]> {
  return db.many<{ id: string; left: number }>(sql`
    select id, "left" from (
      select t.id, (t.amount - coalesce(back.amount, 0))::bigint as left, t.created_at
      from wallet.transfers t
      left join lateral (select b.* from wallet.taken_back_of(t.id) b where t.reversed_by is not null) back on true
      where t.key = any(${keys}::text[])) found
    where "left" > 0 order by created_at desc, id desc`)
}

export interface Purchase {
  transferId: string
  /** What its reversal gives back to the wallet. */
  amount: number
  /** Null: it is nobody’s sale, or not yet: held, and not handed on. */
  sellerId: string | null
  title: string
}

/** What this wallet paid and was not given back, at most so much each, newest first. */
export function purchases(db: Db, ownerId: string, { atMost, limit }: { atMost: number; limit: number }): Promise<Purchase[]> {
  return db.many(sql`
    select t.id as "transferId", t.amount, t.title, case
      when seller.id is not null then seller.owner_id
      when exists (select from wallet.transfers r where r.key = 'release:' || t.id and r.reversed_by is null) then (t.detail ->> 'sellerId')::uuid
    end as "sellerId"
    from wallet.transfers t
    left join wallet.accounts seller on seller.id = t.payee and seller.kind = 'earnings'
    where t.payer = (select id from wallet.accounts where owner_id = ${ownerId} and kind = 'wallet') and t.sign = 1 and t.reversed_by is null
      and t.amount <= ${atMost}
    order by t.created_at desc, t.id desc limit ${limit}`)
}

/** Null: no rate of their own. */
export async function commission(db: Db, ownerId: string): Promise<number | null> {
  const account = await db.maybe<{ rate: number | null }>(sql`
    select commission_basis_points as rate from wallet.accounts where owner_id = ${ownerId} and kind = 'earnings'`)
  return account?.rate ?? null
}

export async function setCommission(tx: Tx, ownerId: string, basisPoints: number | null): Promise<void> {
  await tx.run(sql`
    insert into wallet.accounts (owner_id, kind, commission_basis_points) values (${ownerId}, 'earnings', ${basisPoints})
    on conflict on constraint one_account_of_a_kind do update set commission_basis_points = excluded.commission_basis_points`)
}

/** Folds waiting amounts into their accounts; tells how many there were, at most `limit`. */
export async function fold(tx: Tx, limit: number): Promise<number> {
  return (await tx.one<{ folded: number }>(sql`select wallet.fold(${limit}) as folded`)).folded
}

/** How many works somebody holds a receipt for. */
export async function countReceipts(db: Db, payerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from wallet.transfers t
    where t.payer = (select id from wallet.accounts where owner_id = ${payerId} and kind = 'wallet') and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null`)
  return count
}
