// Asking a performer for a private show, and what becomes of it (calls.md section 13; specification.md section 3, privateRequests).
// Asking costs and holds nothing. Accepted, the show begins at once, for the two alone, and its guest pays by the minute (metering.ts).
import type { PrivateRequest } from '#contract/stage/metering.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Count, Database, Db, Tx } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import '#server/stage/live/events.ts'
import { end } from '#server/stage/live/ending.ts'
import { open, refusePoor, refuseUnable } from '#server/stage/live/metering.ts'
import * as queries from '#server/stage/live/metering-queries.ts'
import type { Request } from '#server/stage/live/metering-queries.ts'
import { areFresh, refuseOldPapers } from '#server/stage/live/papers.ts'
import { providerInUse, refuseMinutes, takesMinutes } from '#server/stage/live/providers.ts'
import * as streams from '#server/stage/live/queries.ts'
import { isShutOut } from '#server/stage/live/standings.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

/** So long a request waits for an answer. */
const waitMs = 10 * 60_000

const isOver = ({ state, askedAt }: Request, now: Date) => state !== 'asked' || askedAt.getTime() + waitMs <= now.getTime()

/**
 * Asks; answers the request's id, and that of the one that waits where they asked before.
 * @throws not_found, takes_no_private_shows, minutes_not_shown, live_unavailable, prohibited_term; and those of refuseUnable
 */
export async function ask(
  tx: Tx,
  actor: messaging.Actor,
  { performerId, note = '', expectedPrice }: { performerId: string; note?: string; expectedPrice?: number },
): Promise<string> {
  const { viewer } = actor
  if (performerId === viewer.accountId) refuse('cannot_pay_yourself')
  if (viewer.role !== 'user') refuse('performers_cannot_buy')
  const conversationId = await messaging.begin(tx, actor, { source: 'performer', sourceId: performerId })
  if ((await isShutOut(tx, [{ viewerId: viewer.accountId, creatorId: performerId }]))[0]) refuse('not_found')
  // Two windows of one fan ask one after the other.
  await streams.lockCreator(tx, performerId)
  const before = await queries.waiting(tx, performerId, viewer.accountId)
  if (before && !isOver(before, tx.now)) return before.id
  if (before) await settle(tx, before, 'expired')
  const { privatePrice, minMinutes, spyPrice } = await streams.profile(tx, performerId)
  if (privatePrice === null || !(await areFresh(tx, performerId))) return refuse('takes_no_private_shows')
  await refuseMinutes(tx)
  await refuseUnable(tx, viewer, { performerId, price: privatePrice, minMinutes, expectedPrice })
  const said = cleanText(note)
  await refuseProhibited(tx, { note: said })
  const id = await queries.ask(tx, {
    performerId,
    fanId: viewer.accountId,
    conversationId,
    note: said,
    minutePrice: privatePrice,
    minMinutes,
    spyPrice,
  })
  await tellOf(tx, id)
  return id
}

async function settle(tx: Tx, request: Request, state: Exclude<Request['state'], 'asked'>, streamId: string | null = null): Promise<void> {
  await queries.settle(tx, request.id, { state, streamId })
  await tellOf(tx, request.id)
}

/** What a performer takes by the minute, to whoever may know of them. @throws not_found */
export async function prices(
  db: Db,
  reader: access.Reader,
  performerId: string,
): Promise<{ privatePrice?: number; spyPrice?: number; minMinutes: number }> {
  const asked = { id: performerId, creatorId: performerId }
  const [people, facts, profile] = await Promise.all([
    accounts.people(db, [performerId]),
    access.factsOf(db, reader, [asked]),
    streams.profile(db, performerId),
  ])
  const performer = people.get(performerId)
  const isOwn = idOf(reader.viewer) === performerId
  if (performer?.state !== 'active' || performer.role !== 'performer' || (facts.get(performerId)?.isHidden && !isOwn))
    return refuse('not_found')
  const { privatePrice, spyPrice, minMinutes } = profile
  if (privatePrice === null || !(await areFresh(db, performerId)) || !(await takesMinutes(db))) return { minMinutes }
  return { privatePrice: fromHundredths(privatePrice), ...(spyPrice !== null && { spyPrice: fromHundredths(spyPrice) }), minMinutes }
}

/** Screens at once; and where somebody waits for it, a notice. */
async function tellOf(tx: Tx, id: string): Promise<void> {
  const [request] = await queries.requestsByIds(tx, [id])
  if (!request) return
  const { performerId, fanId, conversationId, state, streamId, minutePrice } = request
  await announce(tx, 'private_request.moved', { requestId: id, conversationId, performerId, fanId, price: minutePrice, state, streamId })
  const news = { topic: `private ${performerId} ${fanId}`, source: `private ${id} ${state}`, at: tx.now, replaces: true }
  if (state === 'asked')
    await notifications.tell(tx, {
      ...news,
      to: [performerId],
      event: 'private_asked',
      by: fanId,
      until: new Date(tx.now.getTime() + waitMs),
    })
  if (state === 'accepted')
    await notifications.tell(tx, {
      ...news,
      to: [fanId],
      event: 'private_accepted',
      by: performerId,
      about: { kind: 'work', id: streamId! },
    })
  if (state === 'declined' || state === 'expired')
    await notifications.tell(tx, { ...news, to: [fanId], event: 'private_declined', by: performerId })
}

/**
 * The show begins; answers its id, and again the same one.
 * @param endsRunning what they show to others ends for it
 * @throws not_found for another's, private_request_over, already_live, documents_outdated, fan_cannot_pay, minutes_not_shown, live_unavailable
 */
export async function accept(tx: Tx, performerId: string, id: string, endsRunning: boolean): Promise<string> {
  await streams.lockCreator(tx, performerId)
  const request = await lockOwn(tx, id, { performerId })
  if (request.streamId !== null) return request.streamId
  if (isOver(request, tx.now)) refuse('private_request_over')
  await refuseOldPapers(tx, performerId)
  await refuseMinutes(tx)
  const running = await streams.currentOf(tx, performerId)
  if (running !== undefined && !endsRunning) refuse('already_live')
  const { fanId, minutePrice, minMinutes, spyPrice } = request
  await refuseGone(tx, fanId, minutePrice * minMinutes)
  if (running !== undefined) await end(tx, running, { why: 'performer', by: performerId })
  const workId = await works.create(tx, {
    ...works.undescribed,
    kind: 'stream',
    medium: 'stream',
    creatorId: performerId,
    words: '',
    pinned: false,
    media: [],
    isDraft: false,
    audience: 'metered',
  })
  const show = { workId, performerId, type: 'private', description: '', scheduledAt: null, minutePrice, minMinutes, spyPrice } as const
  await streams.insert(tx, show)
  await streams.begin(tx, workId, (await providerInUse(tx)).name)
  await messaging.rooms.openFor(tx, performerId, workId)
  await open(tx, show, { payerId: fanId, role: 'guest', minutePrice })
  await settle(tx, request, 'accepted', workId)
  return workId
}

/** @throws private_request_over for an account that is closed, fan_cannot_pay */
async function refuseGone(tx: Tx, fanId: string, required: number): Promise<void> {
  if ((await accounts.people(tx, [fanId])).get(fanId)?.state !== 'active') refuse('private_request_over')
  try {
    await refusePoor(tx, fanId, required)
  } catch (error) {
    if (error instanceof Refusal) refuse('fan_cannot_pay')
    throw error
  }
}

/** Declined twice is declined once. @throws not_found for another's, private_request_over */
export async function decline(tx: Tx, performerId: string, id: string): Promise<void> {
  const request = await lockOwn(tx, id, { performerId })
  if (request.state === 'declined') return
  if (isOver(request, tx.now)) refuse('private_request_over')
  await settle(tx, request, 'declined')
}

/** Withdrawn twice is withdrawn once. @throws not_found for another's, private_request_over */
export async function withdraw(tx: Tx, fanId: string, id: string): Promise<void> {
  const request = await lockOwn(tx, id, { fanId })
  if (request.state === 'withdrawn') return
  if (isOver(request, tx.now)) refuse('private_request_over')
  await settle(tx, request, 'withdrawn')
}

async function lockOwn(tx: Tx, id: string, side: { performerId: string } | { fanId: string }): Promise<Request> {
  const request = (await queries.lockRequest(tx, id)) ?? refuse('not_found')
  const isOwn = 'fanId' in side ? request.fanId === side.fanId : request.performerId === side.performerId
  return isOwn ? request : refuse('not_found')
}

/** What waits between two people who parted waits no more. */
export async function withdrawBetween(tx: Tx, one: string, other: string): Promise<void> {
  for (const id of await queries.waitingBetween(tx, one, other)) {
    const request = await queries.lockRequest(tx, id)
    if (request?.state === 'asked') await settle(tx, request, 'withdrawn')
  }
}

export async function expireOld(db: Database): Promise<void> {
  const old = await queries.tooOld(db, new Date(db.now.getTime() - waitMs))
  throwAll(
    await runIsolated(old, (id) =>
      db.transaction(async (tx) => {
        const request = await queries.lockRequest(tx, id)
        if (request?.state === 'asked') await settle(tx, request, 'expired')
      }),
    ),
  )
}

export async function list(
  db: Db,
  accountId: string,
  { limit, offset, ...asked }: { state?: Request['state'] | undefined; conversationId?: string | undefined; limit: number; offset: number },
): Promise<{ data: PrivateRequest[] } & Count> {
  const since = new Date(db.now.getTime() - waitMs)
  const { rows, ...counted } = await queries.requestsOf(db, accountId, { ...asked, since }, { limit, offset })
  return { data: await forms(db, accountId, rows), ...counted }
}

/** @throws not_found */
export async function showOne(db: Db, accountId: string, id: string): Promise<PrivateRequest> {
  const rows = (await queries.requestsByIds(db, [id])).filter(({ performerId, fanId }) => [performerId, fanId].includes(accountId))
  return (await forms(db, accountId, rows))[0] ?? refuse('not_found')
}

async function forms(db: Db, accountId: string, rows: readonly Request[]): Promise<PrivateRequest[]> {
  const otherOf = ({ performerId, fanId }: Request) => (performerId === accountId ? fanId : performerId)
  const cards = await profiles.userCards(db, [...new Set(rows.map(otherOf))])
  return rows.flatMap((request) => {
    const other = cards.get(otherOf(request))
    if (!other) return []
    const { id, conversationId, performerId, note, minutePrice, minMinutes, spyPrice, state, askedAt, streamId } = request
    return [
      {
        _id: id,
        conversationId,
        performerId,
        other,
        note,
        price: fromHundredths(minutePrice),
        minMinutes,
        allowSpy: spyPrice !== null,
        ...(spyPrice !== null && { spyPrice: fromHundredths(spyPrice) }),
        state: state === 'asked' && isOver(request, db.now) ? ('expired' as const) : state,
        askedAt: askedAt.toISOString(),
        expiresAt: new Date(askedAt.getTime() + waitMs).toISOString(),
        ...(streamId && { streamId }),
      },
    ]
  })
}
