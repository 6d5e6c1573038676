// Custom requests: a fan asks a performer for something made for them, the performer quotes, the fan accepts (docs/adr/0016).
// Promises: what was accepted is held whole until it has arrived, is the performer's only then, and comes back however else it ends; each step is taken
// once, by whoever may, and stands in the conversation of the two.
// Leaves to others: the conversation and what is sent in it (messaging), the money (wallet), what a bought message is (access), telling (notifications).
import { mostOpenRequests, mostRequestsADay, mostRequestNoteLetters, type RequestList } from '#contract/talk/request-names.ts'
import type { CustomRequest } from '#contract/talk/requests.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type { Actor } from '#server/talk/messaging/messaging.ts'
import { end } from '#server/talk/requests/ending.ts'
import { moved, own, underLock } from '#server/talk/requests/moving.ts'
import * as queries from '#server/talk/requests/queries.ts'
import { cardOf } from '#server/talk/requests/shown.ts'
import { actsOf, dueFrom, isOpen, stateAt } from '#server/talk/requests/states.ts'

export { heldFor, refundDelivered } from '#server/talk/requests/ending.ts'
export { blankNotes, openOf, type Request, toDoOf } from '#server/talk/requests/queries.ts'
export { deliveries } from '#server/talk/requests/delivering.ts'

/**
 * A fan asks, in their conversation with the performer, begun where there is none.
 * @throws not_found, performers_cannot_buy, requests_closed, requests_open {limit}, requests_a_day {limit}, request_below_minimum {minimum}, price_out_of_bounds, text_required,
 * prohibited_term, and those of writing
 */
export async function ask(
  tx: Tx,
  actor: Actor,
  { performerId, text: sent, budget }: { performerId: string; text: string; budget?: number | undefined },
): Promise<string> {
  const { viewer } = actor
  if (viewer.role === 'performer') refuse('performers_cannot_buy')
  const text = cleanText(sent)
  if (text === '') refuseField('text', 'text_required')
  await refuseProhibited(tx, { text })
  const conversation = await messaging.lock(tx, await messaging.begin(tx, actor, { source: 'performer', sourceId: performerId }))
  await messaging.refuseUnwritten(tx, actor, conversation)
  const profile = await profiles.find(tx, performerId)
  if (!profile?.takesRequests) return refuse('requests_closed')
  const wanted = budget === undefined ? null : toHundredths(budget)
  if (wanted !== null) await refuseBelow(tx, 'budget', wanted, profile)
  // Under the lock: two at once count each other.
  if ((await queries.openBetween(tx, performerId, viewer.accountId)) >= mostOpenRequests)
    refuse('requests_open', { limit: mostOpenRequests })
  const since = new Date(tx.now.getTime() - 86_400_000)
  if ((await queries.askedSince(tx, performerId, viewer.accountId, since)) >= mostRequestsADay)
    refuse('requests_a_day', { limit: mostRequestsADay })
  const messageId = await messaging.writeRequest(tx, conversation, text)
  const id = await queries.insert(tx, { conversationId: conversation.id, messageId, performerId, fanId: viewer.accountId, budget: wanted })
  await moved(tx, { id, conversationId: conversation.id, performerId, fanId: viewer.accountId }, 'asked', viewer.accountId)
  return id
}

/**
 * The performer says what it costs and how long it takes, and may say so anew until it was accepted.
 * @throws not_found, request_over {state}, request_below_minimum {minimum}, price_out_of_bounds {minimum, maximum}, messages_blocked, prohibited_term
 */
export async function quote(
  tx: Tx,
  actor: Actor,
  id: string,
  { price: tokens, days, note: sent = '' }: { price: number; days: number; note?: string | undefined },
): Promise<void> {
  const { conversation, request } = await underLock(tx, actor.viewer.accountId, id)
  refuseUnless('quote', tx, actor, request)
  await messaging.refuseApart(tx, actor, conversation)
  const note = await noteOf(tx, sent)
  const price = toHundredths(tokens)
  await refuseBelow(tx, 'price', price, await profiles.find(tx, request.performerId))
  await queries.quote(tx, id, { price, days, note })
  await messaging.touchRequest(tx, conversation, request.messageId)
  await moved(tx, request, 'quoted', actor.viewer.accountId)
}

/**
 * The fan accepts what they saw: it is held from now on.
 * @throws not_found, request_over {state}, price_changed {price}, performers_cannot_buy, birth_date_required, messages_blocked, and those of wallet.hold
 */
export async function accept(tx: Tx, actor: Actor, id: string, { expectedPrice }: { expectedPrice: number }): Promise<void> {
  const { viewer } = actor
  const { conversation, request } = await underLock(tx, viewer.accountId, id)
  if (viewer.accountId === request.performerId) refuse('performers_cannot_buy')
  refuseUnless('accept', tx, actor, request)
  await messaging.refuseApart(tx, actor, conversation)
  const { price, days, performerId } = request
  if (price === null || days === null) throw new Error('what was quoted has a price')
  if (toHundredths(expectedPrice) !== price) refuse('price_changed', { price: fromHundredths(price) })
  const performer = (await accounts.people(tx, [performerId])).get(performerId)
  await messaging.touchRequest(tx, conversation, request.messageId)
  await moved(tx, request, 'accepted', viewer.accountId)
  const { transferId } = await wallet.hold(tx, {
    from: viewer.accountId,
    seller: performerId,
    amount: price,
    kind: 'request',
    reference: `request:${id}`,
    title: performer?.name ?? '',
    detail: { requestId: id, conversationId: conversation.id },
  })
  await queries.accept(tx, id, { dueAt: dueFrom(tx.now, days), transferId })
}

/** By the performer, before it was accepted or after. @throws not_found, request_over {state}, request_delivering, prohibited_term */
export async function decline(tx: Tx, actor: Actor, id: string, { note: sent }: { note?: string | undefined }): Promise<void> {
  const { conversation, request } = await underLock(tx, actor.viewer.accountId, id)
  if (actor.viewer.accountId === request.performerId && request.state === 'accepted' && request.deliveryId !== null)
    refuse('request_delivering')
  refuseUnless('decline', tx, actor, request)
  const note = sent === undefined ? undefined : await noteOf(tx, sent)
  await end(tx, conversation, request, { state: 'declined', by: actor.viewer.accountId, note })
}

/** By the fan, before they accepted. @throws not_found, request_over {state} */
export async function withdraw(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { conversation, request } = await underLock(tx, actor.viewer.accountId, id)
  refuseUnless('withdraw', tx, actor, request)
  await end(tx, conversation, request, { state: 'withdrawn', by: actor.viewer.accountId })
}

/** @throws not_found for the other side's step, request_over {state} for one that does not follow any more */
function refuseUnless(act: 'quote' | 'accept' | 'decline' | 'withdraw', db: Db, { viewer }: Actor, request: queries.Request): void {
  const side = viewer.accountId === request.performerId ? 'performer' : 'fan'
  if ((act === 'quote' || act === 'decline') !== (side === 'performer')) refuse('not_found')
  if (!actsOf(side, request, db.now).includes(act)) refuse('request_over', { state: stateAt(request, db.now) })
}

async function refuseBelow(db: Db, field: 'price' | 'budget', amount: number, profile: profiles.Profile | undefined): Promise<void> {
  const minimum = profile?.requestMinimum ?? 0
  if (amount < minimum) refuseField(field, 'request_below_minimum', { minimum: fromHundredths(minimum) })
  await works.refusePriceOutOfBounds(db, field, amount)
}

async function noteOf(db: Db, sent: string): Promise<string> {
  const note = cleanText(sent)
  if (Array.from(note).length > mostRequestNoteLetters)
    throw new Refusal('invalid', {}, [{ field: 'note', code: 'too_long', limit: mostRequestNoteLetters }])
  await refuseProhibited(db, { note })
  return note
}

/** One's own, on the side on which one stands. */
export async function list(
  db: Db,
  { viewer }: Actor,
  asked: { status: RequestList | undefined; limit: number; offset: number },
): Promise<{ data: CustomRequest[]; total: number }> {
  if (viewer.role === 'staff') return { data: [], total: 0 }
  const { rows, total } = await queries.list(db, viewer.role === 'performer' ? 'performer' : 'fan', viewer.accountId, asked)
  return { data: await formsOf(db, viewer.accountId, rows), total }
}

/** As it stands between its two people, for whoever judges it. */
export function asAgreed(db: Db, id: string): Promise<queries.Request | undefined> {
  return queries.find(db, id)
}

/** The one that was asked for by this line. */
export async function ofLine(db: Db, messageId: string): Promise<queries.Request | undefined> {
  return (await queries.ofMessages(db, [messageId]))[0]
}

/** The one that this reader has a part in, which was delivered and not given back. @throws not_found, request_not_delivered {state}, request_over {state} */
export async function delivered(db: Db, { viewer }: Actor, id: string): Promise<queries.Request> {
  const request = await own(db, viewer.accountId, id)
  const state = stateAt(request, db.now)
  if (isOpen(state)) refuse('request_not_delivered', { state })
  return state === 'delivered' ? request : refuse('request_over', { state })
}

/** @throws not_found for anybody else's */
export async function showOne(db: Db, { viewer }: Actor, id: string): Promise<CustomRequest> {
  const request = await own(db, viewer.accountId, id)
  const [form] = await formsOf(db, viewer.accountId, [{ ...request, text: await queries.textOf(db, request.messageId) }])
  return form ?? refuse('not_found')
}

async function formsOf(db: Db, readerId: string, rows: readonly (queries.Request & { text: string })[]): Promise<CustomRequest[]> {
  const otherOf = ({ performerId, fanId }: queries.Request) => (performerId === readerId ? fanId : performerId)
  const cards = await profiles.userCards(db, [...new Set(rows.map(otherOf))])
  return rows.flatMap((row) => {
    const other = cards.get(otherOf(row))
    return other
      ? [{ ...cardOf(row, readerId, row.text, db.now), conversationId: row.conversationId, messageId: row.messageId, other }]
      : []
  })
}
