import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { PaidType } from '#server/money/offers/prices.ts'

export interface Promotion {
  id: string
  performerId: string
  percentOff: number
  appliesTo: 'new' | 'returning' | 'all'
  types: PaidType[]
  tierId: string | null
  maxUses: number | null
  used: number
  startsAt: Date
  endsAt: Date
  endedAt: Date | null
}

export type State = 'planned' | 'running' | 'used_up' | 'over'

const columns = sql`
  id, performer_id as "performerId", percent_off as "percentOff", applies_to as "appliesTo", types, tier_id as "tierId",
  max_uses as "maxUses", used, starts_at as "startsAt", ends_at as "endsAt", ended_at as "endedAt"`

const stateAt = (db: Db) => sql`
  case when ended_at is not null or ends_at <= ${db.now} then 'over' when used >= max_uses then 'used_up'
    when starts_at > ${db.now} then 'planned' else 'running' end`

export type New = Omit<Promotion, 'id' | 'used' | 'endedAt'>

export function insert(tx: Tx, of: New): Promise<Promotion> {
  return tx.one<Promotion>(sql`
    insert into offers.promotions (performer_id, percent_off, applies_to, types, tier_id, max_uses, starts_at, ends_at, created_at)
    values (${of.performerId}, ${of.percentOff}, ${of.appliesTo}, ${of.types}, ${of.tierId}, ${of.maxUses}, ${of.startsAt}, ${of.endsAt},
      ${tx.now})
    returning ${columns}`)
}

/** Whoever uses, releases or ends it locks it: that is how its limit is kept. */
export function lock(tx: Tx, id: string): Promise<Promotion | undefined> {
  return tx.maybe<Promotion>(sql`select ${columns} from offers.promotions where id = ${id} for update`)
}

export function end(tx: Tx, id: string): Promise<Promotion> {
  return tx.one<Promotion>(sql`
    update offers.promotions set ended_at = coalesce(ended_at, ${tx.now}) where id = ${id} returning ${columns}`)
}

export async function list(
  db: Db,
  performerId: string,
  { state, limit, offset }: { state?: State | undefined; limit: number; offset: number },
): Promise<{ rows: (Promotion & { state: State })[]; total: number }> {
  const wanted = state ?? null
  const found = sql`performer_id = ${performerId} and (${wanted}::text is null or ${stateAt(db)} = ${wanted})`
  const rows = await db.many<Promotion & { state: State }>(sql`
    select ${columns}, ${stateAt(db)} as state from offers.promotions where ${found}
    order by starts_at desc, id desc limit ${limit} offset ${offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from offers.promotions where ${found}`)
  return { rows, total }
}

/** Those that run now and have a place left, the most generous first. */
export function running(db: Db, performerId: string): Promise<Promotion[]> {
  return db.many<Promotion>(sql`
    select ${columns} from offers.promotions where performer_id = ${performerId} and ${stateAt(db)} = 'running'
    order by percent_off desc, ends_at, id`)
}

// Uses

export interface Use {
  transactionId: string | null
  releasedAt: Date | null
}

export function useOf(db: Db, promotionId: string, fanId: string): Promise<Use | undefined> {
  return db.maybe<Use>(sql`
    select transaction_id as "transactionId", released_at as "releasedAt" from offers.promotion_uses
    where promotion_id = ${promotionId} and fan_id = ${fanId}`)
}

/** Those of these promotions that this fan has used; a place that is only reserved for a card is not one. */
export async function usedBy(db: Db, fanId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select promotion_id as id from offers.promotion_uses
    where fan_id = ${fanId} and promotion_id = any(${ids}::uuid[]) and released_at is null and transaction_id is null`)
  return new Set(rows.map(({ id }) => id))
}

/** The caller has the promotion's lock. */
export async function use(tx: Tx, promotionId: string, fanId: string): Promise<void> {
  await tx.run(sql`
    insert into offers.promotion_uses (promotion_id, fan_id, used_at) values (${promotionId}, ${fanId}, ${tx.now})
    on conflict (promotion_id, fan_id) do update set transaction_id = null, released_at = null, used_at = excluded.used_at`)
}

/** The payment that the place waits for; null: it is paid. */
export async function setPayment(tx: Tx, promotionId: string, fanId: string, transactionId: string | null): Promise<void> {
  await tx.run(sql`
    update offers.promotion_uses set transaction_id = ${transactionId} where promotion_id = ${promotionId} and fan_id = ${fanId}`)
}

export async function release(tx: Tx, promotionId: string, fanId: string): Promise<void> {
  await tx.run(sql`
    update offers.promotion_uses set released_at = ${tx.now} where promotion_id = ${promotionId} and fan_id = ${fanId}`)
}

export async function count(tx: Tx, id: string, by: 1 | -1): Promise<void> {
  await tx.run(sql`update offers.promotions set used = used + ${by} where id = ${id}`)
}
