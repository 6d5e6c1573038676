// The SQL of what was paid out and for which sales. A sale counts with its net less the net of what was given back of it.
import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { earningsOf, ofTheSale, saleColumns, type Sale } from '#server/money/earnings/queries.ts'
import { stillToCome } from '#server/money/earnings/still-to-come.ts'

/** The last sale that is paid, and what is over for the one after it. */
export interface Reach {
  throughId: string | null
  rest: number
}

export interface Cover extends Reach {
  payoutId: string
  doneAt: Date
}

const netSales = (creatorId: string) => sql`
  select t.id, t.created_at, t.amount - t.commission - coalesce(r.amount - r.commission, 0) as net
  from wallet.transfers t left join lateral (select b.* from wallet.taken_back_of(t.id) b where t.reversed_by is not null) r on true
  where t.payee = ${earningsOf(creatorId)} and t.sign = 1`

/** Of the last clearing days, and what is still to come. */
export async function onHold(db: Db, creatorId: string, clearedUntil: Date): Promise<{ net: number; oldest: Date | null }> {
  return db.one(sql`
    select coalesce(sum(s.net), 0)::bigint as net, min(s.created_at) filter (where s.net > 0 and s.created_at > ${clearedUntil}) as oldest
    from (
      ${netSales(creatorId)} and t.created_at > ${clearedUntil}
      union all
      ${netSales(creatorId)} and t.created_at <= ${clearedUntil} and t.reference in (${stillToCome(db, creatorId)})
    ) s`)
}

export async function reversed(db: Db, creatorId: string): Promise<number> {
  const { net } = await db.one<{ net: number }>(sql`
    select coalesce(sum(amount - commission), 0)::bigint as net from wallet.transfers where payee = ${earningsOf(creatorId)} and sign = -1`)
  return net
}

export async function paidOut(db: Db, creatorId: string): Promise<number> {
  return (
    await db.one<{ sum: number }>(sql`select coalesce(sum(amount), 0)::bigint as sum from earnings.covers where creator_id = ${creatorId}`)
  ).sum
}

/** Paid in part: what the last payout was over for the first sale after it, or for the next one to come. */
export function partly(db: Db, creatorId: string): Promise<{ rest: number; at: Date | null; kind: string | null } | undefined> {
  return db.maybe(sql`
    select c.rest, next.created_at as at, next.kind from (
      select rest, through_at, through_id from earnings.covers where creator_id = ${creatorId} order by done_at desc, payout_id desc limit 1) c
    left join lateral (
      select t.created_at, t.kind::text as kind from wallet.transfers t left join lateral (select b.* from wallet.taken_back_of(t.id) b where t.reversed_by is not null) r on true
      where t.payee = ${earningsOf(creatorId)} and t.sign = 1 and t.amount > coalesce(r.amount, 0)
        and (c.through_id is null or (t.created_at, t.id) > (c.through_at, c.through_id))
      order by t.created_at, t.id limit 1) next on true
    where c.rest > 0`)
}

/** How far so much reaches over the sales that were not given back, oldest first; never less far than the last payout did. */
export function reachOf(db: Db, creatorId: string, total: number): Promise<Reach> {
  return db.one(sql`
    with counted as (
      select s.id, s.created_at, sum(s.net) over (order by s.created_at, s.id) as sum from (${netSales(creatorId)}) s where s.net > 0
    ), reached as (
      select id, created_at from counted where sum <= ${total}
      union all
      select through_id, through_at from earnings.covers where creator_id = ${creatorId} and through_id is not null
      order by created_at desc, id desc limit 1
    )
    select (select id from reached) as "throughId",
      greatest(0, ${total} - coalesce((
        select max(c.sum) from counted c where (c.created_at, c.id) <= (select created_at, id from reached)), 0))::bigint as rest`)
}

export async function insert(tx: Tx, cover: Reach & { payoutId: string; creatorId: string; amount: number }): Promise<void> {
  const { payoutId, creatorId, amount, throughId, rest } = cover
  await tx.run(sql`
    insert into earnings.covers (payout_id, creator_id, amount, through_at, through_id, rest, done_at)
    select ${payoutId}, ${creatorId}, ${amount}, t.created_at, t.id, ${rest}, ${tx.now}
    from (select ${throughId}::uuid as id) given left join wallet.transfers t on t.id = given.id`)
}

const columns = sql`payout_id as "payoutId", through_id as "throughId", rest, done_at as "doneAt"`

export function find(db: Db, payoutId: string): Promise<Cover | undefined> {
  return db.maybe(sql`select ${columns} from earnings.covers where payout_id = ${payoutId}`)
}

export function latest(db: Db, creatorId: string): Promise<Cover | undefined> {
  return db.maybe(sql`select ${columns} from earnings.covers where creator_id = ${creatorId} order by done_at desc, payout_id desc limit 1`)
}

export function before(db: Db, creatorId: string, { doneAt, payoutId }: Cover): Promise<Cover | undefined> {
  return db.maybe(sql`
    select ${columns} from earnings.covers where creator_id = ${creatorId} and (done_at, payout_id) < (${doneAt}, ${payoutId})
    order by done_at desc, payout_id desc limit 1`)
}

/** Sales after one and through another that stood at that instant. Places are compared where they stand: JavaScript's instants are coarser. */
export async function salesBetween(
  db: Db,
  creatorId: string,
  { after, through, at, limit }: { after: Reach | undefined; through: Reach; at: Date; limit: number },
): Promise<{ sales: Sale[]; total: number }> {
  if (!through.throughId) return { sales: [], total: 0 }
  const placeOf = (id: string | null) => sql`(select created_at, id from wallet.transfers where id = ${id})`
  const { rows, total: all } = await listed<Sale>(
    db,
    { limit, offset: 0 },
    (total, window) => sql`
    select ${saleColumns(creatorId)}, ${total}
    from wallet.transfers t
    ${ofTheSale}
    left join lateral (select b.* from wallet.taken_back_of(t.id) b where t.reversed_by is not null) r on true
    where t.payee = ${earningsOf(creatorId)} and t.sign = 1 and (t.amount > coalesce(r.amount, 0) or r.created_at > ${at})
      and (t.created_at, t.id) <= ${placeOf(through.throughId)}
      and (${after?.throughId ?? null}::uuid is null or (t.created_at, t.id) > ${placeOf(after?.throughId ?? null)})
    order by t.created_at, t.id
    ${window}`,
  )
  return { sales: rows, total: all }
}

/** Answers the payouts after it, oldest first. */
export async function remove(tx: Tx, creatorId: string, payoutId: string): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    with gone as (delete from earnings.covers where payout_id = ${payoutId} and creator_id = ${creatorId} returning done_at, payout_id)
    select c.payout_id as id from earnings.covers c, gone
    where c.creator_id = ${creatorId} and (c.done_at, c.payout_id) > (gone.done_at, gone.payout_id)
    order by c.done_at, c.payout_id`)
  return rows.map(({ id }) => id)
}

/** How far a payout reaches, as reachOf would have said when it was done: over the sales that stood then, after the payouts before it. */
export function reachThen(tx: Tx, creatorId: string, payoutId: string): Promise<Reach> {
  return tx.one(sql`
    with this as (select done_at, payout_id from earnings.covers where payout_id = ${payoutId}),
    paid as (
      select sum(c.amount) as total from earnings.covers c, this
      where c.creator_id = ${creatorId} and (c.done_at, c.payout_id) <= (this.done_at, this.payout_id)
    ),
    stood as (
      select t.id, t.created_at, t.amount - t.commission - coalesce(r.amount - r.commission, 0) as net
      from this join wallet.transfers t on t.payee = ${earningsOf(creatorId)} and t.sign = 1 and t.created_at <= this.done_at
      left join lateral (select b.* from wallet.taken_back_of(t.id, this.done_at) b where t.reversed_by is not null) r on true
    ),
    counted as (select id, created_at, sum(net) over (order by created_at, id) as sum from stood where net > 0),
    reached as (
      select id, created_at from counted, paid where counted.sum <= paid.total
      union all
      select c.through_id, c.through_at from earnings.covers c, this
      where c.creator_id = ${creatorId} and c.through_id is not null and (c.done_at, c.payout_id) < (this.done_at, this.payout_id)
      order by created_at desc, id desc limit 1
    )
    select (select id from reached) as "throughId",
      greatest(0, (select total from paid) - coalesce((
        select max(c.sum) from counted c where (c.created_at, c.id) <= (select created_at, id from reached)), 0))::bigint as rest`)
}

export async function setReach(tx: Tx, payoutId: string, { throughId, rest }: Reach): Promise<void> {
  await tx.run(sql`
    update earnings.covers set rest = ${rest}, through_id = ${throughId},
      through_at = (select created_at from wallet.transfers where id = ${throughId})
    where payout_id = ${payoutId}`)
}
