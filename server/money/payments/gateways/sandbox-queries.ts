// The sandbox's own books (payments.sandbox_checkouts). Nothing but the sandbox reads them.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export type CheckoutStatus = 'open' | 'challenge' | 'paid' | 'declined' | 'abandoned'
export type Card = 'success' | 'decline' | 'three_d_secure' | 'declines_later'
export type Dispute = 'open' | 'won' | 'lost'

export interface Checkout {
  id: string
  reference: string
  title: string
  amount: number
  currency: string
  returnUrl: string
  status: CheckoutStatus
  card: Card | null
  /** What went back until now, minor units. */
  refunded: number
  dispute: Dispute | null
}

const checkout = sql`id, reference, title, amount, currency, return_url as "returnUrl", status, card, refunded, dispute`

type New = Omit<Checkout, 'status' | 'card' | 'refunded' | 'dispute'> & { status?: CheckoutStatus; card?: Card; rebills?: string }

export async function insert(tx: Tx, { status = 'open', ...of }: New): Promise<void> {
  await tx.run(sql`
    insert into payments.sandbox_checkouts (id, reference, title, amount, currency, return_url, status, card, rebills, created_at, decided_at)
    values (${of.id}, ${of.reference}, ${of.title}, ${of.amount}, ${of.currency}, ${of.returnUrl}, ${status}, ${of.card ?? null},
      ${of.rebills ?? null}, ${tx.now}, ${status === 'open' ? null : tx.now})`)
}

export function byId(db: Db, id: string): Promise<Checkout | undefined> {
  return db.maybe<Checkout>(sql`select ${checkout} from payments.sandbox_checkouts where id = ${id}`)
}

/** Locked: two clicks on one page take turns. */
export function lock(tx: Tx, id: string): Promise<Checkout | undefined> {
  return tx.maybe<Checkout>(sql`select ${checkout} from payments.sandbox_checkouts where id = ${id} for update`)
}

export function byReference(db: Db, reference: string): Promise<Checkout | undefined> {
  return db.maybe<Checkout>(sql`select ${checkout} from payments.sandbox_checkouts where reference = ${reference}`)
}

export async function decide(tx: Tx, id: string, status: CheckoutStatus, card: Card | null, reason: string | null): Promise<void> {
  await tx.run(sql`
    update payments.sandbox_checkouts
    set status = ${status}, card = coalesce(${card}, card), failure_reason = ${reason}, decided_at = ${status === 'challenge' ? null : tx.now}
    where id = ${id}`)
}

/** Pages that nobody finished since then. */
export async function unfinishedBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from payments.sandbox_checkouts where status in ('open', 'challenge') and created_at < ${before} order by created_at limit 500`)
  return rows.map(({ id }) => id)
}

export interface Sum {
  ref: string
  amount: number
}

export async function giveBack(tx: Tx, id: string, { ref, amount }: Sum): Promise<void> {
  await tx.run(
    sql`insert into payments.sandbox_refunds (ref, checkout_id, amount, created_at) values (${ref}, ${id}, ${amount}, ${tx.now})`,
  )
  await tx.run(sql`update payments.sandbox_checkouts set refunded = refunded + ${amount} where id = ${id}`)
}

/** The newest one that stands has failed. Undefined when none does. */
export async function failRefund(tx: Tx, id: string): Promise<Sum | undefined> {
  const failed = await tx.maybe<Sum>(sql`
    update payments.sandbox_refunds set failed_at = ${tx.now} where ref = (
      select ref from payments.sandbox_refunds where checkout_id = ${id} and failed_at is null order by created_at desc, ref limit 1)
    returning ref, amount`)
  if (failed) await tx.run(sql`update payments.sandbox_checkouts set refunded = refunded - ${failed.amount} where id = ${id}`)
  return failed
}

export async function openDispute(tx: Tx, id: string, { ref, amount }: Sum): Promise<void> {
  await tx.run(sql`
    insert into payments.sandbox_disputes (ref, checkout_id, amount, state, created_at) values (${ref}, ${id}, ${amount}, 'open', ${tx.now})`)
  await tx.run(sql`update payments.sandbox_checkouts set dispute = 'open' where id = ${id}`)
}

/** Undefined for one that was opened before disputes had names. */
export async function decideDispute(tx: Tx, id: string, state: Exclude<Dispute, 'open'>): Promise<Sum | undefined> {
  await tx.run(sql`update payments.sandbox_checkouts set dispute = ${state} where id = ${id}`)
  return tx.maybe<Sum>(sql`
    update payments.sandbox_disputes set state = ${state} where checkout_id = ${id} and state = 'open' returning ref, amount`)
}

export async function keepCard(tx: Tx, ref: string, card: Card): Promise<void> {
  await tx.run(sql`insert into payments.sandbox_cards (ref, card) values (${ref}, ${card})`)
}

/** Undefined when it was never kept, or was detached. */
export async function keptCard(db: Db, ref: string): Promise<Card | undefined> {
  return (await db.maybe<{ card: Card }>(sql`select card from payments.sandbox_cards where ref = ${ref} and detached_at is null`))?.card
}

export async function detachCard(tx: Tx, ref: string): Promise<void> {
  await tx.run(sql`update payments.sandbox_cards set detached_at = ${tx.now} where ref = ${ref} and detached_at is null`)
}

/** What moved in that time: what was paid, given back, and disputed, as it is now. */
export interface Movement {
  ref: string
  kind: 'paid' | 'refund' | 'dispute'
  state: 'stands' | 'failed' | Dispute
  reference: string
  amount: number
  currency: string
  at: Date
}

const ofDispute = sql`
  select d.ref, 'dispute' as kind, d.state, c.reference, d.amount, c.currency, d.created_at as at
  from payments.sandbox_disputes d join payments.sandbox_checkouts c on c.id = d.checkout_id`

export function disputeNamed(db: Db, ref: string): Promise<Movement | undefined> {
  return db.maybe<Movement>(sql`${ofDispute} where d.ref = ${ref}`)
}

export function movements(db: Db, from: Date, until: Date): Promise<Movement[]> {
  return db.many<Movement>(sql`
    select * from (
      select c.reference as ref, 'paid' as kind, 'stands' as state, c.reference, c.amount, c.currency, c.decided_at as at
      from payments.sandbox_checkouts c where c.status = 'paid'
      union all
      select r.ref, 'refund', case when r.failed_at is null then 'stands' else 'failed' end, c.reference, r.amount, c.currency, r.created_at
      from payments.sandbox_refunds r join payments.sandbox_checkouts c on c.id = r.checkout_id
      union all
      ${ofDispute}) moved
    where at >= ${from} and at < ${until} order by at, ref`)
}
