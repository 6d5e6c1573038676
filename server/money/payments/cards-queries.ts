import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { CardFacts, KeptCard } from '#server/money/payments/gateways/gateway.ts'

/** A card as its owner sees it. */
export interface Card extends KeptCard {
  holderName: string
  isDefault: boolean
  createdAt: Date
}

const card = sql`
  id, account_id as "accountId", gateway, ref, brand, last4, exp_month as "expMonth", exp_year as "expYear", holder_name as "holderName",
  is_default as "isDefault", created_at as "createdAt"`

export type NewCard = CardFacts & Pick<Card, 'accountId' | 'gateway' | 'holderName'>

/** The first one of somebody becomes their default. Undefined when this one is kept by somebody already. */
export function insert(tx: Tx, of: NewCard): Promise<Card | undefined> {
  return tx.maybe<Card>(sql`
    insert into payments.cards (account_id, gateway, ref, brand, last4, exp_month, exp_year, holder_name, is_default, created_at)
    values (${of.accountId}, ${of.gateway}, ${of.ref}, ${of.brand}, ${of.last4}, ${of.expMonth}, ${of.expYear}, ${of.holderName},
      not exists (select from payments.cards where account_id = ${of.accountId} and is_default), ${tx.now})
    on conflict (gateway, ref) where removed_at is null do nothing
    returning ${card}`)
}

export function byRef(db: Db, gateway: string, ref: string): Promise<Card | undefined> {
  return db.maybe<Card>(sql`select ${card} from payments.cards where gateway = ${gateway} and ref = ${ref} and removed_at is null`)
}

/** The default first, then the newest. */
export function ofAccount(db: Db, accountId: string): Promise<Card[]> {
  return db.many<Card>(sql`
    select ${card} from payments.cards where account_id = ${accountId} and removed_at is null order by is_default desc, created_at desc, id desc`)
}

/** Whose cards change, one change after another: exactly one is the default. Taken before any of them is locked. */
export async function lockAll(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`cards ${accountId}`}, 0))`)
}

/** Locked: removing it and asking it take turns. */
export function lock(tx: Tx, id: string): Promise<Card | undefined> {
  return tx.maybe<Card>(sql`select ${card} from payments.cards where id = ${id} and removed_at is null for update`)
}

export async function setDefault(tx: Tx, { id, accountId }: Card): Promise<void> {
  await tx.run(sql`update payments.cards set is_default = false where account_id = ${accountId} and is_default and id <> ${id}`)
  await tx.run(sql`update payments.cards set is_default = true where id = ${id}`)
}

/** Another one becomes the default in its place: the newest that is left. */
export async function remove(tx: Tx, { id, accountId, isDefault }: Card): Promise<void> {
  await tx.run(sql`update payments.cards set removed_at = ${tx.now}, is_default = false where id = ${id}`)
  if (isDefault)
    await tx.run(sql`
      update payments.cards set is_default = true where id = (
        select id from payments.cards where account_id = ${accountId} and removed_at is null order by created_at desc, id desc limit 1)`)
}

export async function customerOf(db: Db, accountId: string, gateway: string): Promise<string | undefined> {
  const found = await db.maybe<{ ref: string }>(
    sql`select ref from payments.customers where account_id = ${accountId} and gateway = ${gateway}`,
  )
  return found?.ref
}

/** Whoever comes first is kept. */
export async function keepCustomer(tx: Tx, accountId: string, gateway: string, ref: string): Promise<string> {
  await tx.run(
    sql`insert into payments.customers (account_id, gateway, ref) values (${accountId}, ${gateway}, ${ref}) on conflict do nothing`,
  )
  return (await customerOf(tx, accountId, gateway)) ?? ref
}

/** What is left of removed cards says nothing of whose they were; what the gateway calls their owner goes. */
export async function forgetOwner(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`update payments.cards set holder_name = '' where account_id = ${accountId} and holder_name <> ''`)
  await tx.run(sql`delete from payments.customers where account_id = ${accountId}`)
}
