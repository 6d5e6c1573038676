// What is due, and what is to be told before it happens.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { columns, type Subscription } from '#server/money/subscriptions/queries.ts'

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

/** @param tries how often its card was declined */
export function fallDue(tx: Tx, id: string, nextTry: Date, tries: number): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set status = 'past_due', renews_at = ${nextTry}, tries = ${tries} where id = ${id} returning ${columns}`)
}

/** Its renewal is under way: nothing is to be done before then. */
export async function lookAgain(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(sql`update subscriptions.subscriptions set renews_at = ${at} where id = ${id}`)
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

/** False when it was told already. */
export async function setReminded(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update subscriptions.subscriptions set reminded_at = ${tx.now} where id = ${id} and reminded_at is null`)) > 0
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

/** False when it was told already. */
export async function setToldPrice(tx: Tx, id: string, price: number): Promise<boolean> {
  return (
    (await tx.run(sql`
      update subscriptions.subscriptions set told_price = ${price} where id = ${id} and told_price is distinct from ${price}`)) > 0
  )
}
