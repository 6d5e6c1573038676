/**
 * What creators earn: each sale at the rate of its instant (calls.md section 10, money rule), tips, and the figures of both.
 * Promises: gross, commission and net of a sale are fixed when it is made; what is taken back appears as a row below zero of its own.
 * Which sales a payout paid is written down here, too.
 * Leaves to others: moving the tokens (wallet), what a work costs and opens (catalogue), paying out (payouts).
 */
import { batcher } from '#server/platform/batch/batch.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { dayIn } from '#contract/zoned-time.ts'
import { instantsOf, type Database, type Days, type Db, type Tx } from '#server/platform/db/db.ts'
import { orFirstAnswer, type Attempt } from '#server/platform/http/idempotency.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import type {} from '#server/money/earnings/events.ts'
import { admit } from '#server/money/earnings/admission.ts'
import { judgeConversation } from '#server/money/earnings/tipped-conversations.ts'
import { titleOfTipped } from '#server/money/earnings/tipped-posts.ts'
import { judgeStream } from '#server/money/earnings/tipped-streams.ts'
import * as covers from '#server/money/earnings/cover-queries.ts'
import * as queries from '#server/money/earnings/queries.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

export { balanceOf, cover, coveredBy, uncover, type Balance } from '#server/money/earnings/covering.ts'
export { useStillToCome, type StillToCome } from '#server/money/earnings/still-to-come.ts'
export { useTippedConversations, type TippedConversation } from '#server/money/earnings/tipped-conversations.ts'
export { useTippedPosts, type TippedPost } from '#server/money/earnings/tipped-posts.ts'
export { useTippedStreams, type TippedStream } from '#server/money/earnings/tipped-streams.ts'
export { agreeRate, rateOf } from '#server/money/earnings/rates.ts'
export { linesOf } from '#server/money/earnings/lines.ts'
export { countChargedBack, hasSpent, spenderIds, spenders, spentByDay } from '#server/money/earnings/queries.ts'
export type { Sale } from '#server/money/earnings/queries.ts'

export interface Sold extends wallet.Purpose {
  buyer: string
  creator: string
  amount: number
  /** The price that the buyer saw. */
  expected?: number
}

/**
 * Sells out of the buyer's wallet: the creator gets the amount less the site's commission, or less their own agreed rate.
 * It comes last before the commit. Refusals are those of wallet.charge.
 */
export async function sell(tx: Tx, { buyer: from, creator: to, ...sale }: Sold): Promise<wallet.Posted> {
  return wallet.charge(tx, { from, to, commissionBasisPoints: await siteRate(tx), ...sale })
}

/** The same for what is sold by receipt as the whole of a transaction: in one batch with everybody who buys some in the same moment. */
export function sellingBatched(goods: wallet.Goods) {
  const charge = wallet.batchedCharge(goods)
  type Sale = Omit<Sold, 'key' | 'expected'> & Pick<wallet.LoneCharge, 'also' | 'seen'>
  return async (db: Database, { buyer: from, creator: to, ...sale }: Sale, attempt: Attempt | undefined): Promise<wallet.Settled> =>
    charge(db, { from, to, commissionBasisPoints: await siteRate(db), ...sale }, attempt)
}

/** Books a sale that a gateway was paid for, in tokens at the rate of its instant. The same key books once. */
export async function sellByCard(tx: Tx, { buyer: by, creator: to, ...sale }: Omit<Sold, 'expected'> & { key: string }) {
  return wallet.chargeCard(tx, { by, to, commissionBasisPoints: await siteRate(tx), ...sale })
}

/** What waited in escrow becomes the creator's, less the commission of this instant. @throws not_found when it was given back */
export async function earnHeld(tx: Tx, { heldId, creator }: { heldId: string; creator: string }) {
  return wallet.release(tx, { heldId, to: creator, commissionBasisPoints: await siteRate(tx) })
}

async function siteRate(db: Db): Promise<number> {
  return Math.round((await current(db)).commission * 100)
}

export interface Tip {
  performerId: string
  amount: number
  message?: string | undefined
  isAnonymous?: boolean | undefined
  /** A post of the performer's that the tipper may know of. */
  feedId?: string | undefined
  /** The conversation of the two, where it stands as a line then. */
  conversationId?: string | undefined
  /** A show of the performer's that the tipper may watch: it stands in its room then. */
  streamId?: string | undefined
  /** Something on the performer's menu, which costs exactly this; only during a show. */
  menuItemId?: string | undefined
}

export type Tipper = Pick<Member, 'accountId' | 'role'>

/**
 * Tips an active performer whom the tipper may see (calls.md section 10), in one batch with everybody who tips in the same moment.
 * @param country where the tipper calls from, for the performer's own country list
 * @param attempt the caller's key: the same one again gets the first answer
 * @throws amount_out_of_bounds {minimum, maximum} in tokens, performers_cannot_buy, not_found (of the performer, or at feedId),
 * prohibited_term; at conversationId those of judgeTip (messaging), at streamId those of judgeTip (stage/live); and those of wallet.chargeBatched
 */
export async function tipBatched(
  db: Database,
  tipper: Tipper,
  country: string | undefined,
  given: Tip,
  attempt?: Attempt,
): Promise<wallet.Settled> {
  return orFirstAnswer(db, attempt, async () => {
    const ended = await inBatches(db, {
      tipperId: tipper.accountId,
      async give() {
        const { sale, fact } = await prepared(db, tipper, country, given)
        return wallet.chargeBatched(db, { ...sale, also: { name: 'tip.given', payload: fact } }, attempt)
      },
    })
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  })
}

interface Ready {
  tipperId: string
  give: () => Promise<wallet.Settled>
}

// Those who tip in the same moment go the whole way together: admission's batches would be small ones by themselves, because its
// queries are over sooner than a commit, and a query costs much the same however many it asks for. One fan's tips follow one another,
// so that nobody else waits for all of them.
const inBatches = batcher((_db: Database, tips: Ready[]) => Promise.allSettled(tips.map(({ give }) => give())), {
  maxSize: 256,
  concurrency: 2,
  serializedBy: ({ tipperId }) => tipperId,
})

/** The same inside a transaction of the caller's, as the last thing before its commit (a stream's menu, the demo town's history). */
export async function tip(tx: Tx, tipper: Tipper, country: string | undefined, given: Tip): Promise<wallet.Posted & { title: string }> {
  const { sale, fact } = await prepared(tx, tipper, country, given)
  const posted = await wallet.charge(tx, sale)
  await announce(tx, 'tip.given', { transferId: posted.transferId, ...fact })
  return { ...posted, title: sale.title }
}

async function prepared(db: Db, tipper: Tipper, country: string | undefined, given: Tip) {
  const { performerId, amount, isAnonymous = false, feedId, conversationId, streamId, menuItemId } = given
  if (tipper.accountId === performerId) refuse('cannot_pay_yourself')
  if (tipper.role === 'performer') refuse('performers_cannot_buy')
  const { minimumTipPrice: minimum, maximumTipPrice: maximum } = await current(db)
  if (amount < toHundredths(minimum) || amount > toHundredths(maximum)) refuseField('amount', 'amount_out_of_bounds', { minimum, maximum })
  const performer = (await admit(db, { viewerId: tipper.accountId, country, performerId })) ?? refuse('not_found')
  const post = feedId === undefined ? '' : await titleOfTipped(db, { feedId, performerId, tipper, country })
  const message = cleanText(given.message ?? '')
  await refuseProhibited(db, { message })
  if (conversationId !== undefined)
    await judgeConversation(db, { conversationId, performerId, tipper, country, amount, message, isAnonymous })
  if (menuItemId !== undefined && streamId === undefined) throw new Refusal('invalid', {}, [{ field: 'streamId', code: 'required' }])
  const menuItem =
    streamId === undefined ? undefined : await judgeStream(db, { streamId, performerId, tipper, country, amount, message, menuItemId })
  return {
    sale: {
      from: tipper.accountId,
      to: performerId,
      amount,
      commissionBasisPoints: await siteRate(db),
      kind: 'tip',
      title: post || menuItem || performer.name,
      detail: { message, isAnonymous, feedId, ...(streamId !== undefined && { streamId }) },
    },
    fact: {
      tipperId: tipper.accountId,
      performerId,
      amount,
      message,
      isAnonymous,
      feedId: feedId ?? null,
      feedTitle: post || null,
      ...(conversationId !== undefined && { conversationId }),
      ...(streamId !== undefined && { streamId, menuItemId: menuItemId ?? null, menuItem: menuItem ?? null }),
    },
  }
}

/** What somebody spent on this creator, but for what came back and for tips without a name. */
export const spentOn = (db: Db, creatorId: string, fanId: string): Promise<queries.Spent> => queries.spent(db, creatorId, fanId)

/** The same of each of these, in hundredths; who spent nothing is not among them. */
export async function totalsSpentOn(db: Db, creatorId: string, fanIds: readonly string[]): Promise<Map<string, number>> {
  if (fanIds.length === 0) return new Map()
  return new Map((await queries.spentAmong(db, creatorId, fanIds)).map(({ id, amount }) => [id, amount]))
}

/** A span of whole days, both included, where `timeZone` is. */
export interface Span {
  from: string
  to: string
  timeZone: string
}

const dayMs = 86_400_000
const longestDays = 400
/** Nothing was earned before; it also keeps the arithmetic of days away from years that JavaScript writes differently. */
const firstDay = '1970-02-01'

/** The span that was asked for, else the last 30 days. Refuses one that ends before it starts or is longer than 400 days. */
export function spanOf(now: Date, { fromDate, toDate, timeZone = 'UTC' }: Days): Span {
  for (const [field, day] of Object.entries({ fromDate, toDate }))
    if (day !== undefined && day < firstDay) throw new Refusal('invalid', {}, [{ field, code: 'too_small', limit: firstDay }])
  const today = dayIn(now.getTime(), timeZone)
  const to = toDate ?? (fromDate !== undefined && fromDate > today ? fromDate : today)
  const from = fromDate ?? dayOf(Date.parse(to) - 29 * dayMs)
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) throw new Refusal('invalid', {}, [{ field: 'toDate', code: 'too_small', limit: from }])
  if (days > longestDays)
    throw new Refusal('invalid', {}, [{ field: 'fromDate', code: 'too_small', limit: dayOf(Date.parse(to) - (longestDays - 1) * dayMs) }])
  return { from, to, timeZone }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Every day of it, in order. */
export function daysOf({ from, to }: Pick<Span, 'from' | 'to'>): string[] {
  return Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_day, place) => dayOf(Date.parse(from) + place * dayMs))
}

export interface Stats {
  gross: number
  commission: number
  net: number
  /** What the earnings account has now, whatever the span. */
  balance: number
  /** Earned in the span within the last clearing days, or for a show that is not over: not payable yet. */
  pending: number
  /** Earned in the span and not paid out yet. */
  unpaid: number
  netByKind: Map<string, number>
  /** Every day of the span, in order. */
  days: queries.Day[]
}

/** From when until when (exclusive) it is. */
export function spanning({ from, to, timeZone }: Span): { from: Date; until: Date; timeZone: string } {
  const { from: first = new Date(from), until = new Date(to) } = instantsOf({ fromDate: from, toDate: to, timeZone })
  return { from: first, until, timeZone }
}

/** The figures of a span, of one kind of sale or of all. */
export async function stats(db: Db, creatorId: string, span: Span, kind?: string): Promise<Stats> {
  const { clearingDays } = await current(db)
  const clearedUntil = new Date(db.now.getTime() - clearingDays * dayMs)
  const found = await queries.byDayAndKind(db, creatorId, {
    ...spanning(span),
    kind,
    clearedUntil,
  })
  const days = new Map<string, queries.Day>(daysOf(span).map((day) => [day, { day, gross: 0, commission: 0, net: 0 }]))
  const total = { gross: 0, commission: 0, net: 0, pending: 0, unpaid: 0 }
  const netByKind = new Map<string, number>()
  for (const { day, kind: of, gross, commission, pending, unpaid } of found) {
    const net = gross - commission
    netByKind.set(of, (netByKind.get(of) ?? 0) + net)
    total.pending += pending
    total.unpaid += unpaid
    for (const sum of [total, days.get(day)]) {
      if (!sum) continue
      sum.gross += gross
      sum.commission += commission
      sum.net += net
    }
  }
  const partly = await covers.partly(db, creatorId)
  const partlyDay = dayIn((partly?.at ?? db.now).getTime(), span.timeZone)
  const isAsked = partlyDay >= span.from && partlyDay <= span.to && (kind === undefined || kind === partly?.kind)
  if (partly && isAsked) total.unpaid -= partly.rest
  return { ...total, balance: await wallet.earningsOf(db, creatorId), netByKind, days: [...days.values()] }
}

/** Sales and what was taken back, one by one. */
export function sales(db: Db, creatorId: string, filter: queries.SaleFilter): Promise<{ sales: queries.Sale[]; total: number }> {
  return queries.sales(db, creatorId, filter)
}
