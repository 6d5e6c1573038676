import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Lengths, Prices } from '#server/money/offers/prices.ts'

export interface Tier extends Prices {
  id: string
  performerId: string
  name: string
  description: string
  benefits: string[]
  freeMessages: boolean
  retiredAt: Date | null
}

const columns = sql`
  id, performer_id as "performerId", name, description, benefits, free_messages as "freeMessages", currency, monthly_price as "monthlyPrice",
  three_month_price as "threeMonthPrice", six_month_price as "sixMonthPrice", yearly_price as "yearlyPrice", retired_at as "retiredAt"`

export function byId(db: Db, id: string): Promise<Tier | undefined> {
  return db.maybe<Tier>(sql`select ${columns} from offers.tiers where id = ${id}`)
}

/** Whoever edits or retires it takes turns. */
export function lock(tx: Tx, id: string): Promise<Tier | undefined> {
  return tx.maybe<Tier>(sql`select ${columns} from offers.tiers where id = ${id} for update`)
}

export function byIds(db: Db, ids: readonly string[]): Promise<Tier[]> {
  return db.many<Tier>(sql`select ${columns} from offers.tiers where id = any(${ids}::uuid[])`)
}

/** Those that are sold, the cheapest first; then the retired ones. */
export function ofPerformer(db: Db, performerId: string): Promise<Tier[]> {
  return db.many<Tier>(sql`
    select ${columns} from offers.tiers where performer_id = ${performerId}
    order by retired_at desc nulls first, monthly_price, id`)
}

export type Words = Pick<Tier, 'name' | 'description' | 'benefits' | 'freeMessages'> & Lengths

/** Undefined when all places are taken, or the name. Two requests at once may want one place: the index decides. */
export function insert(tx: Tx, performerId: string, of: Words & Prices): Promise<Tier | undefined> {
  return tx.maybe<Tier>(sql`
    insert into offers.tiers (performer_id, slot, name, description, benefits, free_messages, currency, monthly_price,
      three_month_price, six_month_price, yearly_price, created_at)
    select ${performerId}, free.slot, ${of.name}, ${of.description}, ${of.benefits}, ${of.freeMessages}, ${of.currency}, ${of.monthlyPrice},
      ${of.threeMonthPrice}, ${of.sixMonthPrice}, ${of.yearlyPrice}, ${tx.now}
    from generate_series(1, 5) as free (slot)
    where not exists (
      select 1 from offers.tiers where performer_id = ${performerId} and retired_at is null and tiers.slot = free.slot)
    order by free.slot limit 1
    on conflict do nothing
    returning ${columns}`)
}

export async function isNamed(db: Db, performerId: string, name: string, exceptId: string | null): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from offers.tiers
    where performer_id = ${performerId} and retired_at is null and lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid`)
  return found !== undefined
}

export function update(tx: Tx, id: string, to: Words & Prices): Promise<Tier> {
  return tx.one<Tier>(sql`
    update offers.tiers set name = ${to.name}, description = ${to.description}, benefits = ${to.benefits},
      free_messages = ${to.freeMessages}, currency = ${to.currency}, monthly_price = ${to.monthlyPrice}, three_month_price = ${to.threeMonthPrice},
      six_month_price = ${to.sixMonthPrice}, yearly_price = ${to.yearlyPrice}
    where id = ${id} returning ${columns}`)
}

/** Of those that are sold. */
export async function countIn(db: Db, currency: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from offers.tiers where currency = ${currency} and retired_at is null`)
  return count
}

export function retire(tx: Tx, id: string): Promise<Tier> {
  return tx.one<Tier>(sql`
    update offers.tiers set retired_at = coalesce(retired_at, ${tx.now}) where id = ${id} returning ${columns}`)
}

/** Whoever sold them is gone: what they were called and offered is said by nobody. Their prices stay with what was paid. */
export async function blank(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`update offers.tiers set name = '-', description = '', benefits = '{}' where performer_id = ${performerId}`)
}
