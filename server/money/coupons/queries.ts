import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

type CouponType = 'percent' | 'fixed'

/** `value`: whole percents, or money in minor units of `currency`, as `minimumAmount` is. */
export interface Coupon {
  id: string
  code: string
  type: CouponType
  value: number
  minimumAmount: number | null
  currency: string
  maxUses: number | null
  taken: number
  startsAt: Date | null
  expiresAt: Date | null
  isActive: boolean
  createdAt: Date
}

const coupon = sql`
  id, code, type, value, minimum_amount as "minimumAmount", currency, max_uses as "maxUses", taken, starts_at as "startsAt", expires_at as "expiresAt",
  is_active as "isActive", created_at as "createdAt"`

export function byCode(db: Db, code: string): Promise<Coupon | undefined> {
  return db.maybe<Coupon>(sql`select ${coupon} from coupons.coupons where code = ${code}`)
}

export function byId(db: Db, id: string): Promise<Coupon | undefined> {
  return db.maybe<Coupon>(sql`select ${coupon} from coupons.coupons where id = ${id}`)
}

/** Locked: whoever wants the last use waits here. */
export function lock(tx: Tx, id: string): Promise<Coupon | undefined> {
  return tx.maybe<Coupon>(sql`select ${coupon} from coupons.coupons where id = ${id} for update`)
}

export async function all(db: Db, { q, limit, offset }: { q: string; limit: number; offset: number }) {
  return await listed<Coupon>(
    db,
    { limit, offset },
    (total, window) => sql`
    select ${coupon}, ${total} from coupons.coupons where starts_with(code, ${q})
    order by created_at desc, id desc ${window}`,
  )
}

export type NewCoupon = Pick<Coupon, 'code' | 'type' | 'value' | 'minimumAmount' | 'currency' | 'maxUses' | 'startsAt' | 'expiresAt'>

/** Undefined when the code is taken. */
export function insert(tx: Tx, of: NewCoupon, by: string): Promise<Coupon | undefined> {
  return tx.maybe<Coupon>(sql`
    insert into coupons.coupons (code, type, value, minimum_amount, currency, max_uses, starts_at, expires_at, created_by, created_at)
    values (${of.code}, ${of.type}, ${of.value}, ${of.minimumAmount}, ${of.currency}, ${of.maxUses}, ${of.startsAt}, ${of.expiresAt}, ${by}, ${tx.now})
    on conflict on constraint coupon_code_once do nothing
    returning ${coupon}`)
}

/** Those of an amount in this currency that can be used, or will be. */
export async function countUsable(db: Db, currency: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from coupons.coupons
    where currency = ${currency} and (type = 'fixed' or minimum_amount is not null) and is_active
      and (expires_at is null or expires_at > ${db.now}) and (max_uses is null or taken < max_uses)`)
  return count
}

/** False when it had been ended before. */
export async function end(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update coupons.coupons set is_active = false where id = ${id} and is_active`)) === 1
}

export type UseState = 'reserved' | 'redeemed' | 'released'
export interface Use {
  paymentId: string
  couponId: string
  accountId: string
  state: UseState
  saved: number
  plainTokens: number
  reservedAt: Date
}

const use = sql`
  payment_id as "paymentId", coupon_id as "couponId", account_id as "accountId", state, saved, plain_tokens as "plainTokens",
  reserved_at as "reservedAt"`

/** Reserved before then and never ended: their payments came to nothing. */
export function stale(db: Db, couponId: string, before: Date): Promise<Use[]> {
  return db.many<Use>(sql`select ${use} from coupons.uses where coupon_id = ${couponId} and state = 'reserved' and reserved_at < ${before}`)
}

export function unreleasedUse(db: Db, couponId: string, accountId: string): Promise<Use | undefined> {
  return db.maybe<Use>(sql`
    select ${use} from coupons.uses where coupon_id = ${couponId} and account_id = ${accountId} and state <> 'released'`)
}

export function ofPayment(db: Db, paymentId: string): Promise<Use | undefined> {
  return db.maybe<Use>(sql`select ${use} from coupons.uses where payment_id = ${paymentId}`)
}

export async function reserve(tx: Tx, of: Pick<Use, 'paymentId' | 'couponId' | 'accountId' | 'saved' | 'plainTokens'>): Promise<void> {
  await tx.run(sql`
    insert into coupons.uses (payment_id, coupon_id, account_id, saved, plain_tokens, reserved_at)
    values (${of.paymentId}, ${of.couponId}, ${of.accountId}, ${of.saved}, ${of.plainTokens}, ${tx.now})`)
}

export async function setState(tx: Tx, paymentIds: readonly string[], state: Exclude<UseState, 'reserved'>): Promise<void> {
  await tx.run(sql`update coupons.uses set state = ${state}, ended_at = ${tx.now} where payment_id = any(${paymentIds}::uuid[])`)
}

export async function usesOf(db: Db, couponId: string, { limit, offset }: { limit: number; offset: number }) {
  return await listed<Use>(
    db,
    { limit, offset },
    (total, window) => sql`
    select ${use}, ${total} from coupons.uses where coupon_id = ${couponId}
    order by reserved_at desc, payment_id desc ${window}`,
  )
}
