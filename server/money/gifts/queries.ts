import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { PaidType } from '#server/money/offers/offers.ts'

export interface Gift {
  id: string
  giverId: string
  recipientId: string
  performerId: string
  type: PaidType
  tierId: string | null
  message: string
  givenAt: Date
  startsAt: Date
  endsAt: Date
}

export interface New extends Pick<Gift, 'giverId' | 'recipientId' | 'performerId' | 'type' | 'message'> {
  subscriptionId: string
  number: number
}

const given = sql`
  select g.id, g.giver_id as "giverId", g.recipient_id as "recipientId", g.performer_id as "performerId", g.type, p.tier_id as "tierId",
    g.message, g.created_at as "givenAt", p.starts_at as "startsAt", p.ends_at as "endsAt"
  from gifts.gifts g join subscriptions.periods p on p.subscription_id = g.subscription_id and p.number = g.number`

export async function insert(tx: Tx, of: New): Promise<Gift> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into gifts.gifts (giver_id, recipient_id, performer_id, type, message, subscription_id, number, created_at)
    values (${of.giverId}, ${of.recipientId}, ${of.performerId}, ${of.type}, ${of.message}, ${of.subscriptionId}, ${of.number}, ${tx.now})
    returning id`)
  return tx.one<Gift>(sql`${given} where g.id = ${id}`)
}

/** What somebody gave, was given, or both; newest first. */
export async function of(
  db: Db,
  accountId: string,
  { side, limit, offset }: { side?: 'given' | 'received' | undefined; limit: number; offset: number },
): Promise<{ rows: Gift[]; total: number }> {
  const wanted = side ?? null
  const found = sql`
    (g.giver_id = ${accountId} and ${wanted}::text is distinct from 'received') or (g.recipient_id = ${accountId} and ${wanted}::text is distinct from 'given')`
  const rows = await db.many<Gift>(sql`${given} where ${found} order by g.created_at desc, g.id desc limit ${limit} offset ${offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from gifts.gifts g where ${found}`)
  return { rows, total }
}

/** What was written with them. */
export async function blank(tx: Tx, giverId: string): Promise<void> {
  await tx.run(sql`update gifts.gifts set message = '' where giver_id = ${giverId} and message <> ''`)
}
