// Paid periods: when, for how much, by whom, of which tier, and what of them came back.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Period {
  subscriptionId: string
  number: number
  transferId: string
  price: number
  /** Of the price: that of its subscription may be another one by now. */
  currency: string
  /** What a single month was listed at when it was bought. */
  monthPrice: number
  tokens: number
  byCard: boolean
  tierId: string | null
  promotionId: string | null
  /** Who paid, where it was a gift. */
  giverId: string | null
  transactionId: string | null
  startsAt: Date
  endsAt: Date
  /** What of its tokens came back: its unused part, or all of it. */
  back: number
  /** When that was: its time ended then. */
  endedAt: Date | null
}

/** Of `subscriptions.periods p`. */
const periodColumns = sql`
  p.subscription_id as "subscriptionId", p.number, p.transfer_id as "transferId", p.price, p.currency, p.month_price as "monthPrice", p.tokens, p.by_card as "byCard", p.tier_id as "tierId",
  p.promotion_id as "promotionId", p.giver_id as "giverId", p.transaction_id as "transactionId", p.starts_at as "startsAt", p.ends_at as "endsAt",
  p.refunded_tokens as back, p.refunded_at as "endedAt"`

export async function insertPeriod(tx: Tx, of: Omit<Period, 'back' | 'endedAt'>): Promise<void> {
  await tx.run(sql`
    insert into subscriptions.periods (subscription_id, number, transfer_id, price, currency, month_price, tokens, by_card, tier_id, promotion_id, giver_id,
      transaction_id, starts_at, ends_at)
    values (${of.subscriptionId}, ${of.number}, ${of.transferId}, ${of.price}, ${of.currency}, ${of.monthPrice}, ${of.tokens}, ${of.byCard}, ${of.tierId}, ${of.promotionId},
      ${of.giverId}, ${of.transactionId}, ${of.startsAt}, ${of.endsAt})`)
}

/** Paid periods that still run or have not begun. */
export function unused(tx: Tx, subscriptionId: string): Promise<Period[]> {
  return tx.many<Period>(sql`
    select ${periodColumns} from subscriptions.periods p
    where p.subscription_id = ${subscriptionId} and p.ends_at > ${tx.now} and p.refunded_at is null order by p.number`)
}

/** Those before this one, the latest first. */
export function before(tx: Tx, { subscriptionId, number }: Period): Promise<Period[]> {
  return tx.many<Period>(sql`
    select ${periodColumns} from subscriptions.periods p
    where p.subscription_id = ${subscriptionId} and p.number < ${number} order by p.number desc`)
}

/** The period that this payment by card paid for. */
export function periodPaidBy(tx: Tx, transactionId: string): Promise<Period | undefined> {
  return tx.maybe<Period>(sql`select ${periodColumns} from subscriptions.periods p where p.transaction_id = ${transactionId}`)
}

/** The period that this transfer paid for, as long as not all of it came back. */
export function unrefundedPeriod(tx: Tx, transferId: string): Promise<Period | undefined> {
  return tx.maybe<Period>(sql`
    select ${periodColumns} from subscriptions.periods p where p.transfer_id = ${transferId} and p.refunded_tokens < p.tokens`)
}

export async function setRefunded(tx: Tx, { subscriptionId, number }: Period, tokens: number): Promise<void> {
  await tx.run(sql`
    update subscriptions.periods set refunded_tokens = ${tokens}, refunded_at = coalesce(refunded_at, ${tx.now})
    where subscription_id = ${subscriptionId} and number = ${number}`)
}

/** The period that runs now, of each of these that has one: its tier, and whether somebody gave it. */
export async function runningPeriods(db: Db, ids: readonly string[]): Promise<Map<string, Pick<Period, 'tierId' | 'giverId'>>> {
  const rows = await db.many<Pick<Period, 'subscriptionId' | 'tierId' | 'giverId'>>(sql`
    select distinct on (subscription_id) subscription_id as "subscriptionId", tier_id as "tierId", giver_id as "giverId"
    from subscriptions.periods
    where subscription_id = any(${ids}::uuid[]) and starts_at <= ${db.now} and ends_at > ${db.now} and refunded_at is null
    order by subscription_id, number desc`)
  return new Map(rows.map((row) => [row.subscriptionId, row]))
}
