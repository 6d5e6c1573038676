// What is due, and what is to be told before it happens. It only reads: what becomes of a subscription is written by its own slice.
import { sql, type Db } from '#server/platform/db/db.ts'
import type { Subscription } from '#server/money/subscriptions/subscriptions.ts'

export async function due(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions where renews_at <= ${before} order by renews_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Cancelled ones whose time is over. */
export async function ranOut(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions where status = 'cancelled' and expires_at <= ${db.now} order by expires_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Those of a fan that wait for tokens. */
export async function waitingForTokens(db: Db, fanId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions where fan_id = ${fanId} and status = 'past_due' and gateway = 'wallet' order by expires_at, id`)
  return rows.map(({ id }) => id)
}

/** Performers to whom somebody's running subscription renews by this card. */
export async function renewingBy(db: Db, cardId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select s.performer_id as id from subscriptions.subscriptions s
    join payments.transactions t on t.id = s.rebills_transaction_id
    where t.card_id = ${cardId} and s.status in ('active', 'past_due') and s.card_id is null
    union
    select performer_id from subscriptions.subscriptions where card_id = ${cardId} and status in ('active', 'past_due')`)
  return rows.map(({ id }) => id)
}

/** Trials that turn into a paid one before then and began early enough to be reminded of it. */
export async function trialsToTell(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions
    where type = 'free' and status = 'active' and renews_at <= ${before} and expires_at > ${db.now} and reminded_at is null
      and expires_at > started_at + interval '25 hours'
    order by renews_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

export type Renewing = Pick<Subscription, 'id' | 'performerId' | 'renewsAs' | 'tierId' | 'price' | 'currency'> & {
  toldPrice: number | null
}

/** Paid ones that renew before then. */
export function renewingBefore(db: Db, before: Date, limit: number): Promise<Renewing[]> {
  return db.many<Renewing>(sql`
    select id, performer_id as "performerId", renews_as as "renewsAs", tier_id as "tierId", price, currency, told_price as "toldPrice"
    from subscriptions.subscriptions
    where renews_at > ${db.now} and renews_at <= ${before} and status = 'active' and type <> 'free' order by renews_at limit ${limit}`)
}
