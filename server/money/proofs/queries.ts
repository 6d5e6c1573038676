// The chain's SQL, and what it reads of the ledger.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Written } from '#server/money/proofs/link.ts'
import type { Link, Root } from '#server/money/proofs/books.ts'

/** A transfer in the texts that its hash is made of. */
const written = sql`
  t.id::text as id, t.sign::text as sign, t.payer::text as payer, t.payee::text as payee, t.amount::text as amount,
  t.commission::text as commission, t.kind::text as kind, t.reference::text as reference, t.key::text as key, t.title::text as title,
  t.detail::text as detail, t.paid_by::text as "paidBy", t.balance_after::text as "balanceAfter", t.reverses::text as reverses,
  (extract(epoch from t.created_at) * 1000000)::bigint::text as at,
  payer.kind::text as "payerKind", payer.owner_id::text as "payerOwner", payee.kind::text as "payeeKind", payee.owner_id::text as "payeeOwner"`
const withAccounts = sql`
  left join wallet.accounts payer on payer.id = t.payer
  left join wallet.accounts payee on payee.id = t.payee`

/** One at a time adds to the chain, whichever process it is. */
export async function takeTurns(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('proofs.links'))`)
}

const link = sql`position, transfer::text as transfer, day::text as day, salt, leaf, hash`

export function lastLink(db: Db): Promise<Link | undefined> {
  return db.maybe<Link>(sql`select ${link} from proofs.links order by position desc limit 1`)
}

export interface Progress {
  /** Everything up to this number is linked, or will never be. */
  through: number
  /** What `through` may become after everything up to here was linked once more. */
  settled: number
}

/** How far the chain has come. What was being written when `newest` was looked at is over once none of those transactions writes. */
export function progress(db: Db): Promise<Progress> {
  return db.one(sql`
    select through, case when writing && array(${writing}) then through else newest end as settled from proofs.progress`)
}

/** After everything up to `settled` was linked. Whoever begins to write later draws a higher number than the newest of now. */
export async function advance(tx: Tx, { settled }: Progress): Promise<void> {
  await tx.run(sql`
    update proofs.progress set through = greatest(through, ${settled}), writing = array(${writing}),
      newest = greatest(newest, (select number from wallet.transfers order by number desc limit 1))`)
}

/** The transactions that may have drawn a number and not told yet: whoever inserts holds this lock from before until the commit. */
const writing = sql`
  select virtualtransaction from pg_locks
  where locktype = 'relation' and relation = 'wallet.transfers'::regclass
    and database = (select oid from pg_database where datname = current_database())
    and mode not in ('AccessShareLock', 'RowShareLock')`

/** Up to which number everything stands in a closed day. */
export async function setClosed(tx: Tx): Promise<void> {
  await tx.run(sql`
    update proofs.progress set closed = greatest(closed, least(through, (
      select min(open.number) - 1 from proofs.links l
      cross join lateral (select t.number from wallet.transfers t where t.id = l.transfer limit 1) open
      where l.position > (select max(last) from proofs.roots))))`)
}

/** The number that so many transfers lead to from this one; null when there is none after it. */
export async function numberAfter(db: Db, after: number, many: number): Promise<number | null> {
  const { number } = await db.one<{ number: number | null }>(sql`
    select max(number) as number from (select number from wallet.transfers where number > ${after} order by number limit ${many}) next`)
  return number
}

/** Those of these numbers that are not linked yet, in the order of time: around midnight numbers are not quite. */
export function unlinked(db: Db, { after, through }: { after: number; through: number }): Promise<Written[]> {
  return db.many(sql`
    select ${written}
    from wallet.transfers t ${withAccounts}
    -- Looked up one by one: a plan that reads all links reads years.
    left join lateral (select true as is_there from proofs.links l where l.transfer = t.id limit 1) link on true
    where t.number > ${after} and t.number <= ${through} and link.is_there is null
    order by t.created_at, t.id`)
}

export async function insertLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  await tx.run(sql`
    insert into proofs.links (position, transfer, day, salt, leaf, hash)
    select * from unnest(${links.map(({ position }) => position)}::bigint[], ${links.map(({ transfer }) => transfer)}::uuid[],
      ${links.map(({ day }) => day)}::date[], ${links.map(({ salt }) => salt)}::bytea[], ${links.map(({ leaf }) => leaf)}::bytea[],
      ${links.map(({ hash }) => hash)}::bytea[])`)
}

const root = sql`day::text as day, first::text as first, last::text as last, root, head, digest`

export function lastRoot(db: Db): Promise<Root | undefined> {
  return db.maybe<Root>(sql`select ${root} from proofs.roots order by day desc limit 1`)
}

/** Days that have links and no root, up to `until`, excluded. */
export async function openDays(db: Db, until: string): Promise<string[]> {
  const rows = await db.many<{ day: string }>(sql`
    select distinct l.day::text as day from proofs.links l
    where l.day > coalesce((select max(day) from proofs.roots), '-infinity') and l.day < ${until}
    order by 1`)
  return rows.map(({ day }) => day)
}

export function linksOf(db: Db, day: string): Promise<Pick<Link, 'position' | 'leaf' | 'hash'>[]> {
  return db.many(sql`select position, leaf, hash from proofs.links where day = ${day} order by position`)
}

export async function insertRoot(tx: Tx, of: Root): Promise<void> {
  await tx.run(sql`
    insert into proofs.roots (day, first, last, root, head, digest, closed_at)
    values (${of.day}, ${of.first}, ${of.last}, ${of.root}, ${of.head}, ${of.digest}, ${tx.now})`)
}

export async function roots(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<{ rows: Root[]; total: number }> {
  const rows = await db.many<Root>(sql`select ${root} from proofs.roots order by day desc limit ${limit} offset ${offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from proofs.roots`)
  return { rows, total }
}

/** From the first of these days to the newest, in order, with the one before the first. */
export function rootsSince(db: Db, day: string): Promise<Root[]> {
  return db.many<Root>(sql`
    select ${root} from proofs.roots where day >= coalesce((select max(day) from proofs.roots where day < ${day}), '-infinity') order by day`)
}

export interface Linked extends Written {
  position: number
  day: string
  salt: Buffer
  leaf: Buffer
  isClosed: boolean
}

/** Those of these transfers that are linked. */
export function linked(db: Db, transferIds: readonly string[]): Promise<Linked[]> {
  return db.many<Linked>(sql`
    select ${written}, l.position, l.day::text as day, l.salt, l.leaf, exists (select from proofs.roots r where r.day = l.day) as "isClosed"
    from proofs.links l join wallet.transfers t on t.id = l.transfer ${withAccounts}
    where l.transfer = any(${transferIds})
    order by l.position`)
}

/** What all accounts of a kind have together, and what was taken back of what came out of them. In hundredths. */
export function sums(db: Db): Promise<{ kind: string; balance: number; takenBack: number }[]> {
  return db.many(sql`
    with waiting as (select account, sum(amount::bigint) as amount from wallet.pending_credits group by account)
    select a.kind::text as kind, (sum(a.balance) + coalesce(sum(w.amount), 0))::bigint as balance,
      coalesce(sum((select sum(t.amount) from wallet.transfers t where t.payer = a.id and t.sign = -1))
        filter (where a.kind in ('gateway', 'granted')), 0)::bigint as "takenBack"
    from wallet.accounts a left join waiting w on w.account = a.id
    group by a.kind`)
}
