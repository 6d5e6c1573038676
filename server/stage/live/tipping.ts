// What is given during a stream: judged before it is paid, noted once it is, shown in the room, and counted towards what its creator hopes to reach.
import type { MenuItem, ShowSummary } from '#contract/stage/tipping.ts'
import * as access from '#server/catalogue/access/access.ts'
import type { TippedStream } from '#server/money/earnings/earnings.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as settings from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import { carriedNow } from '#server/stage/live/providers.ts'
import { chargedIn } from '#server/stage/live/metering-queries.ts'
import { lockCreator, streams } from '#server/stage/live/queries.ts'
import { present, refuseUnseen } from '#server/stage/live/showing.ts'
import * as queries from '#server/stage/live/tip-queries.ts'
import { goalForm } from '#server/stage/live/goal-form.ts'
import { memberOf } from '#server/stage/live/viewers.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

/**
 * Whether it can be given there, and for what on the performer's menu.
 * @throws at streamId: not_found for none, another performer's or one that the tipper may not know of; stream_ended, stream_not_begun,
 * birth_date_required, stream_locked; at menuItemId not_found, price_changed {price}; for words those of a line in the room
 */
export const judgeTip: TippedStream = async (db, { streamId, performerId, tipper, country, amount, message, menuItemId }) => {
  const viewer = memberOf(await accounts.find(db, tipper.accountId), db.now)
  const [stream] = viewer ? await present(db, { viewer, country }, [streamId]) : []
  if (!viewer || stream?.performerId !== performerId) return refuseField('streamId', 'not_found')
  refuseUnseen(stream)
  if (message !== '') await rooms.refuseSilent(db, { viewer, country }, streamId)
  if (menuItemId === undefined) return undefined
  const item = (await menuOf(db, performerId)).find(({ id }) => id === menuItemId) ?? refuseField('menuItemId', 'not_found')
  if (item.price !== amount) refuse('price_changed', { price: fromHundredths(item.price) })
  return item.title
}

export interface Given {
  transferId: string
  tipperId: string
  streamId: string
  menuItemId: string | null
  menuItem: string | null
  amount: number
  message: string
  isAnonymous: boolean
}

/** A tip that was paid: kept beside its stream, shown in its room, and counted. */
export async function note(tx: Tx, tip: Given): Promise<void> {
  const { transferId, tipperId, streamId, menuItemId, menuItem, amount, message, isAnonymous } = tip
  await queries.lockGoal(tx, streamId)
  const goal = (await queries.goals(tx, [streamId])).get(streamId)
  await queries.noteTip(tx, { transferId, streamId, goalId: goal?.id ?? null, menuItemId, fanId: tipperId, isAnonymous, amount })
  await rooms.showTip(tx, streamId, { tipperId, transferId, amount, text: message, isAnonymous, menuItem })
  if (goal) await tellGoal(tx, streamId)
}

/** One that went back counts no more. What was reached stays reached. */
export async function noteReturn(tx: Tx, transferId: string): Promise<void> {
  const tip = await queries.returnTip(tx, transferId)
  if (tip?.goalId) await tellGoal(tx, tip.streamId)
}

async function tellGoal(tx: Tx, streamId: string): Promise<void> {
  const goal = (await queries.goals(tx, [streamId])).get(streamId)
  if (!goal) return rooms.showGoal(tx, streamId, null)
  const isReached = goal.reachedAt === null && goal.raised >= goal.amount
  if (isReached) await queries.reachGoal(tx, goal.id)
  await rooms.showGoal(tx, streamId, goalForm(isReached ? { ...goal, reachedAt: tx.now } : goal))
}

export interface GoalDraft {
  /** In tokens; null takes it back. */
  tipGoal?: number | null | undefined
  tipGoalTitle?: string | undefined
}

/**
 * What a stream hopes to reach. One that was not reached is changed in place and keeps what was given for it; after one that was, another begins at
 * nothing. The same once more is no other. @throws prohibited_term, required at tipGoal for a title alone
 */
export async function setGoal(tx: Tx, streamId: string, { tipGoal, tipGoalTitle }: GoalDraft): Promise<void> {
  if (tipGoal === undefined && tipGoalTitle === undefined) return
  await queries.lockGoal(tx, streamId)
  const before = (await queries.goals(tx, [streamId])).get(streamId)
  if (tipGoal === null) {
    if (before) await queries.endGoal(tx, before.id)
    return tellGoal(tx, streamId)
  }
  const amount = tipGoal === undefined ? before?.amount : toHundredths(tipGoal)
  const title = tipGoalTitle === undefined ? (before?.title ?? '') : cleanText(tipGoalTitle).replaceAll(/\s+/g, ' ')
  if (amount === undefined) {
    // An empty title of no goal says nothing.
    if (title === '') return
    throw new Refusal('invalid', {}, [{ field: 'tipGoal', code: 'required' }])
  }
  await refuseProhibited(tx, { tipGoalTitle: title })
  if (before?.amount === amount && before.title === title) return
  if (before && before.reachedAt === null) await queries.changeGoal(tx, before.id, { amount, title })
  else {
    if (before) await queries.endGoal(tx, before.id)
    await queries.setGoal(tx, streamId, { amount, title })
  }
  await tellGoal(tx, streamId)
}

const menuOf = async (db: Db, performerId: string) => (await queries.menus(db, [performerId])).get(performerId) ?? []

const itemForm = ({ id, title, price }: queries.MenuItem): MenuItem => ({ _id: id, title, price: fromHundredths(price) })

/** What a creator does for tips, in their order. */
export async function menu(db: Db, performerId: string): Promise<MenuItem[]> {
  return (await menuOf(db, performerId)).map(itemForm)
}

/** @throws not_found for an item that is none of theirs, text_required, amount_out_of_bounds {minimum, maximum}, prohibited_term; each at its field */
export async function setMenu(
  tx: Tx,
  performerId: string,
  items: readonly { _id?: string; title: string; price: number }[],
): Promise<void> {
  await lockCreator(tx, performerId)
  const own = new Set((await menuOf(tx, performerId)).map(({ id }) => id))
  const { minimumTipPrice: minimum, maximumTipPrice: maximum } = await settings.current(tx)
  const seen = new Set<string>()
  const written = items.map(({ _id, title: sent, price }, place) => {
    if (_id !== undefined && (!own.has(_id) || seen.has(_id))) refuseField(`items/${place}/_id`, 'not_found')
    if (_id !== undefined) seen.add(_id)
    const title = cleanText(sent).replaceAll(/\s+/g, ' ')
    if (title === '') refuseField(`items/${place}/title`, 'text_required')
    if (price < minimum || price > maximum) refuseField(`items/${place}/price`, 'amount_out_of_bounds', { minimum, maximum })
    return { id: _id ?? null, title, price: toHundredths(price) }
  })
  await refuseProhibited(tx, Object.fromEntries(written.map(({ title }, place) => [`items/${place}/title`, title])))
  await queries.putMenu(tx, performerId, written)
}

/** How a show goes, to whose it is. @throws not_found for another's */
export async function summary(db: Db, performerId: string, id: string): Promise<ShowSummary> {
  const [stream] = await streams(db, [id])
  if (stream?.performerId !== performerId) return refuse('not_found')
  const [tips, top, tickets, minutes, carried] = await Promise.all([
    queries.given(db, id),
    queries.topTippers(db, id, 5),
    access.paidFor(db, [id]),
    chargedIn(db, id),
    carriedNow(),
  ])
  const cards = await profiles.userCards(
    db,
    top.flatMap(({ fanId }) => fanId ?? []),
  )
  return {
    tips: { count: tips.count, tokens: fromHundredths(tips.amount) },
    tickets: { count: tickets.get(id)?.people ?? 0, tokens: fromHundredths(tickets.get(id)?.amount ?? 0) },
    minutes: { count: minutes.count, tokens: fromHundredths(minutes.amount) },
    viewerCount: carried.get(id)?.viewers.length ?? 0,
    mostViewers: stream.mostViewers,
    topTippers: top.map(({ fanId, amount }) => {
      const user = fanId === null ? undefined : cards.get(fanId)
      return { ...(user && { user }), tokens: fromHundredths(amount) }
    }),
  }
}
