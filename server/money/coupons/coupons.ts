/**
 * Coupons that make a top-up cheaper (calls.md section 10): the tokens stay, the payment is lowered.
 * Promises: a coupon is used once by a member and as often as it says, however many payments are under way at once; a payment never
 * becomes smaller than gateways take; a quote reserves nothing; an amount is never taken for one of another currency.
 * Leaves to others: what is bought and what it costs (payments), which reserves, redeems and gives back.
 * Money is in minor units, tokens in hundredths.
 */
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuseFarBeginning, refuseFarEnd } from '#server/platform/refusals/ahead.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, stepOf } from '#server/platform/units/units.ts'
import * as queries from '#server/money/coupons/queries.ts'
import type { Coupon } from '#server/money/coupons/queries.ts'
import { current, refuseFractions, smallestPayment } from '#server/site/settings/settings.ts'

export { all, countUsable, ofPayment, type Coupon } from '#server/money/coupons/queries.ts'

/** A payment that was begun and left: its coupon is free again. */
const staleMs = 24 * 3_600_000

/** Money is in the site's currency. */
export type NewCoupon = Omit<queries.NewCoupon, 'currency'>

export interface Quote {
  coupon: Coupon
  /** What is to be paid. */
  discounted: number
}

interface Asking {
  code: string
  accountId: string
  amount: number
  /** Of the amount. */
  currency: string
}

/**
 * What a payment of this amount becomes for this member. Nothing is reserved.
 * @throws coupon_unknown, coupon_expired, coupon_used_up, coupon_minimum {minimum}, coupon_used
 */
export async function quote(db: Db, { code, accountId, amount, currency }: Asking): Promise<Quote> {
  const coupon = (await queries.byCode(db, code.trim().toUpperCase())) ?? refuse('coupon_unknown')
  const stale = await queries.stale(db, coupon.id, new Date(db.now.getTime() - staleMs))
  const use = await queries.unreleasedUse(db, coupon.id, accountId)
  const isTheirs = use !== undefined && !stale.some(({ paymentId }) => paymentId === use.paymentId)
  refuseUnfit(coupon, db.now, { amount, currency, taken: coupon.taken - stale.length, isTheirs })
  return { coupon, discounted: lowered(coupon, amount, currency) }
}

/** Says amounts in another currency than this one: then nobody can say what they are here. Percents alone are the same everywhere. */
export function rests({ type, minimumAmount, currency }: Coupon, of: string): boolean {
  return currency !== of && (type === 'fixed' || minimumAmount !== null)
}

function refuseUnfit(
  coupon: Coupon,
  now: Date,
  { amount, currency, taken, isTheirs }: { amount: number; currency: string; taken: number; isTheirs: boolean },
): void {
  const { startsAt, expiresAt, isActive, maxUses, minimumAmount } = coupon
  // One that has not begun is nobody's to know of.
  if (startsAt && startsAt > now) refuse('coupon_unknown')
  if (!isActive || (expiresAt && expiresAt <= now) || rests(coupon, currency)) refuse('coupon_expired')
  if (isTheirs) refuse('coupon_used')
  if (maxUses !== null && taken >= maxUses) refuse('coupon_used_up')
  if (minimumAmount !== null && amount < minimumAmount) refuse('coupon_minimum', { minimum: fromHundredths(minimumAmount) })
}

/** Rounded in the payer's favour, to what the currency has. */
function lowered({ type, value }: Coupon, amount: number, currency: string): number {
  const [left, step] = [type === 'percent' ? Math.floor((amount * (100 - value)) / 100) : amount - value, stepOf(currency)]
  return Math.min(amount, Math.max(smallestPayment(currency), left - (left % step)))
}

export interface Reserving {
  couponId: string
  accountId: string
  paymentId: string
  /** Before the coupon. */
  amount: number
  currency: string
  /** What it buys. */
  tokens: number
}

/** Reserves one use for a payment, in the transaction that writes it down. @throws what `quote` does: the last use may just have gone */
export async function reserve(tx: Tx, { couponId, accountId, paymentId, amount, currency, tokens }: Reserving): Promise<void> {
  const coupon = await freshly(tx, couponId)
  const isTheirs = (await queries.unreleasedUse(tx, couponId, accountId)) !== undefined
  refuseUnfit(coupon, tx.now, { amount, currency, taken: coupon.taken, isTheirs })
  const discounted = lowered(coupon, amount, currency)
  const plainTokens = Math.max(1, Math.floor((tokens * discounted) / amount))
  await queries.reserve(tx, { paymentId, couponId, accountId, saved: amount - discounted, plainTokens })
}

/** Locked, and without the uses of payments that came to nothing. */
async function freshly(tx: Tx, couponId: string): Promise<Coupon> {
  const coupon = (await queries.lock(tx, couponId)) ?? refuse('coupon_unknown')
  const stale = await queries.stale(tx, couponId, new Date(tx.now.getTime() - staleMs))
  if (stale.length === 0) return coupon
  await queries.setState(
    tx,
    stale.map(({ paymentId }) => paymentId),
    'released',
  )
  return { ...coupon, taken: coupon.taken - stale.length }
}

/**
 * The payment succeeded. One that had failed before and succeeds after all takes its coupon again if there still is one for it.
 * @returns how many tokens the lowered payment buys where there is none; undefined when it buys what was promised
 */
export async function redeem(tx: Tx, paymentId: string): Promise<number | undefined> {
  const found = await queries.ofPayment(tx, paymentId)
  if (!found) return undefined
  const coupon = (await queries.lock(tx, found.couponId)) ?? refuse('coupon_unknown')
  const { state, plainTokens, accountId } = (await queries.ofPayment(tx, paymentId)) ?? found
  if (state === 'redeemed') return undefined
  if (state === 'released') {
    const isGone = coupon.maxUses !== null && coupon.taken >= coupon.maxUses
    if (isGone || (await queries.unreleasedUse(tx, coupon.id, accountId))) return plainTokens
  }
  await queries.setState(tx, [paymentId], 'redeemed')
  return undefined
}

/** The payment failed: somebody else may have it. */
export async function release(tx: Tx, paymentId: string): Promise<void> {
  const found = await queries.ofPayment(tx, paymentId)
  if (!found) return
  await queries.lock(tx, found.couponId)
  if ((await queries.ofPayment(tx, paymentId))?.state === 'reserved') await queries.setState(tx, [paymentId], 'released')
}

/** @throws coupon_code_taken, invalid */
export async function create(tx: Tx, given: NewCoupon, { by, ip }: { by: string; ip: string }): Promise<Coupon> {
  const { type, value, startsAt, expiresAt, minimumAmount } = given
  const { currency } = await current(tx)
  refuseFractions(currency, { ...(type === 'fixed' && { value }), minAmount: minimumAmount })
  if (type === 'percent' && value > 99) throw new Refusal('invalid', {}, [{ field: 'value', code: 'too_large', limit: 99 }])
  if (expiresAt && expiresAt <= (startsAt && startsAt > tx.now ? startsAt : tx.now))
    throw new Refusal('invalid', {}, [{ field: 'expiresAt', code: 'too_small', limit: (startsAt ?? tx.now).toISOString() }])
  refuseFarBeginning(tx.now, 'startsAt', startsAt)
  refuseFarEnd(tx.now, 'expiresAt', expiresAt)
  const written = (await queries.insert(tx, { ...given, currency, code: given.code.toUpperCase() }, by)) ?? refuse('coupon_code_taken')
  await record(tx, {
    actorId: by,
    ip,
    action: 'coupons.created',
    subject: { kind: 'coupon', id: written.id },
    detail: { code: written.code },
  })
  return written
}

/** @throws not_found */
export async function end(tx: Tx, id: string, { by, ip }: { by: string; ip: string }): Promise<void> {
  const { code } = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (await queries.end(tx, id))
    await record(tx, { actorId: by, ip, action: 'coupons.ended', subject: { kind: 'coupon', id }, detail: { code } })
}

/** Newest first. @throws not_found */
export async function usesOf(db: Db, couponId: string, paging: { limit: number; offset: number }) {
  if (!(await queries.byId(db, couponId))) refuse('not_found')
  return queries.usesOf(db, couponId, paging)
}
