/**
 * Promotions: less for a first period, for a while, for so many. It renews at the full price.
 * Promises: never more uses than offered, however many ask at once; one use for a fan; a place that is reserved while a card is asked is
 * free again when the card pays nothing.
 */
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuseFarBeginning } from '#server/platform/refusals/ahead.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { hasPaid } from '#server/money/offers/bought.ts'
import type { PaidType } from '#server/money/offers/prices.ts'
import * as queries from '#server/money/offers/promotion-queries.ts'
import type { New, Promotion, State } from '#server/money/offers/promotion-queries.ts'
import * as tiers from '#server/money/offers/tier-queries.ts'
import { current } from '#server/site/settings/settings.ts'
import { stepOf } from '#server/platform/units/units.ts'

export type { Promotion, State } from '#server/money/offers/promotion-queries.ts'
export { list } from '#server/money/offers/promotion-queries.ts'

const longestMs = 90 * 86_400_000

export type Asked = Omit<New, 'performerId' | 'startsAt'> & { startsAt: Date | undefined }

/** @throws promotion_dates, not_found for a tier that is not sold or not theirs */
export async function create(tx: Tx, performerId: string, asked: Asked): Promise<Promotion> {
  const startsAt = asked.startsAt ?? tx.now
  const [starts, ends] = [startsAt.getTime(), asked.endsAt.getTime()]
  if (ends <= starts || ends <= tx.now.getTime() || ends - starts > longestMs) refuseField('endsAt', 'promotion_dates')
  refuseFarBeginning(tx.now, 'startsAt', startsAt)
  if (asked.tierId !== null) {
    const tier = await tiers.byId(tx, asked.tierId)
    if (tier?.performerId !== performerId || tier.retiredAt) refuse('not_found')
  }
  return queries.insert(tx, { ...asked, performerId, startsAt })
}

/** Twice is once. @throws not_found */
export async function end(tx: Tx, performerId: string, id: string): Promise<Promotion> {
  const promotion = await queries.lock(tx, id)
  if (promotion?.performerId !== performerId) refuse('not_found')
  return queries.end(tx, id)
}

export function stateOf({ endedAt, startsAt, endsAt, maxUses, used }: Promotion, now: Date): State {
  if (endedAt || endsAt <= now) return 'over'
  if (maxUses !== null && used >= maxUses) return 'used_up'
  return startsAt > now ? 'planned' : 'running'
}

/** Those that this person may use now, the most generous first; a visitor is shown what a newcomer gets. */
export async function openTo(db: Db, performerId: string, fanId: string | undefined): Promise<Promotion[]> {
  const running = await queries.running(db, performerId)
  if (running.length === 0) return []
  const has = fanId !== undefined && (await hasPaid(db, fanId, performerId))
  const used = fanId
    ? await queries.usedBy(
        db,
        fanId,
        running.map(({ id }) => id),
      )
    : new Set<string>()
  return running.filter((each) => isFor(each, has) && !used.has(each.id))
}

function isFor({ appliesTo }: Pick<Promotion, 'appliesTo'>, has: boolean): boolean {
  return appliesTo === 'all' || (appliesTo === 'returning') === has
}

export interface Purchase {
  fanId: string
  performerId: string
  type: PaidType
  tierId: string | null
  /** In full, minor units. */
  price: number
}

/**
 * Takes a place and answers the price of the first period. Whoever has one already keeps it.
 * @throws promotion_over, promotion_used_up, promotion_not_for_you
 */
export async function take(tx: Tx, id: string, purchase: Purchase): Promise<number> {
  const promotion = (await queries.lock(tx, id)) ?? refuse('promotion_over')
  const { fanId, performerId, type, tierId, price } = purchase
  if (promotion.performerId !== performerId) refuse('promotion_over')
  const use = await queries.useOf(tx, id, fanId)
  const isReserved = use !== undefined && !use.releasedAt
  // A place that was paid for is used, whatever came of what it paid.
  if (isReserved && use.transactionId === null) refuse('promotion_not_for_you')
  const state = stateOf(promotion, tx.now)
  if (state === 'over' || state === 'planned') refuse('promotion_over')
  if (state === 'used_up' && !isReserved) refuse('promotion_used_up')
  const isTheirs = isFor(promotion, await hasPaid(tx, fanId, performerId))
  if (!isTheirs || !promotion.types.includes(type) || (promotion.tierId !== null && promotion.tierId !== tierId))
    refuse('promotion_not_for_you')
  if (!isReserved) await queries.count(tx, id, 1)
  await queries.use(tx, id, fanId)
  return lowered(price, promotion, stepOf((await current(tx)).currency))
}

/** Rounded up to what the currency has (a cent, a yen), so that it is never 0. */
export function lowered(price: number, { percentOff }: Pick<Promotion, 'percentOff'>, step = 1): number {
  return Math.ceil((price * (100 - percentOff)) / 100 / step) * step
}

/** The place is reserved for this payment, and no longer for an earlier one. */
export function reserveFor(tx: Tx, id: string, fanId: string, transactionId: string): Promise<void> {
  return queries.setPayment(tx, id, fanId, transactionId)
}

/**
 * A card has paid the lowered price: its place is used. One that was released meanwhile is taken again if there still is one.
 * @returns false when there is none any more
 */
export async function confirm(tx: Tx, id: string, fanId: string): Promise<boolean> {
  const promotion = await queries.lock(tx, id)
  const use = await queries.useOf(tx, id, fanId)
  if (!promotion || !use) return false
  if (!use.releasedAt && use.transactionId === null) return false
  if (use.releasedAt) {
    if (stateOf(promotion, tx.now) !== 'running') return false
    await queries.count(tx, id, 1)
  }
  await queries.use(tx, id, fanId)
  return true
}

/** This payment came to nothing. */
export async function release(tx: Tx, id: string, fanId: string, transactionId: string): Promise<void> {
  await queries.lock(tx, id)
  const use = await queries.useOf(tx, id, fanId)
  if (!use || use.releasedAt || use.transactionId !== transactionId) return
  await queries.release(tx, id, fanId)
  await queries.count(tx, id, -1)
}
