// Where the renewal of one subscription stands: what it renews as and by what, when it is looked at next, and what its fan was told of it.
import { sql, type Tx } from '#server/platform/db/db.ts'
import { columns, type Subscription } from '#server/money/subscriptions/queries.ts'

/** By what its next period is paid. One whose time is over, and so waits for its payment, is asked for it at once. */
export function setPaying(tx: Tx, id: string, to: Pick<Subscription, 'gateway' | 'cardId'>): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set gateway = ${to.gateway}, card_id = ${to.cardId}, rebills_transaction_id = null,
      renews_at = case when status = 'past_due' or (renews_at is not null and expires_at <= ${tx.now}) then ${tx.now}::timestamptz else renews_at end
    where id = ${id} returning ${columns}`)
}

/** What it renews as, from its next period on. */
export function setRenewal(tx: Tx, id: string, to: Pick<Subscription, 'renewsAs' | 'tierId' | 'price'>): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set renews_as = ${to.renewsAs}, tier_id = ${to.tierId}, price = ${to.price}, told_price = null
    where id = ${id} returning ${columns}`)
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

/** False when it was told already. */
export async function setReminded(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update subscriptions.subscriptions set reminded_at = ${tx.now} where id = ${id} and reminded_at is null`)) > 0
}

/** False when it was told already. */
export async function setToldPrice(tx: Tx, id: string, price: number): Promise<boolean> {
  return (
    (await tx.run(sql`
      update subscriptions.subscriptions set told_price = ${price} where id = ${id} and told_price is distinct from ${price}`)) > 0
  )
}
