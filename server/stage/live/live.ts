/**
 * Live streams: going live, watching, ending (calls.md section 13).
 * Promises: a stream is a work, so its right, receipt, report and takedown are those of works; nobody is on two stages; nobody goes live whose papers
 * nobody looked at lately; who loses the right loses the picture within seconds; tickets come back where a show did not take place.
 * Leaves to others: who may see what (access), the money (wallet), the room (talk/messaging), carrying picture and sound (engine.ts).
 */
import { randomBytes } from 'node:crypto'
import type { BegunType, MediaGrant, MediaRole, Stream, StreamProfile } from '#contract/stage/live.ts'
import { mostDescription, mostTitle } from '#contract/stage/limits.ts'
import type { JoinedStream } from '#contract/stage/live.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { followedIds } from '#server/people/follows/follows.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Count, Database, Db, Tx } from '#server/platform/db/db.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { refuseFarBeginning } from '#server/platform/refusals/ahead.ts'
import { Refusal, refuse, refuseField, unlessRefused } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as settings from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import * as announcing from '#server/stage/live/announcing.ts'
import { link, streamsOf } from '#server/stage/live/announcing-queries.ts'
import { end } from '#server/stage/live/ending.ts'
import { changed as guestChanged, name as nameGuest } from '#server/stage/live/guests.ts'
import { hashOf } from '#server/stage/live/grants.ts'
import * as polls from '#server/stage/live/polls.ts'
import { carriedNow, providerInUse, providerNamed, refuseMinutes } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'
import { refuseOldPapers } from '#server/stage/live/papers.ts'
import { joined, mostKbits, present, standingOf } from '#server/stage/live/showing.ts'
import { refuseRole, refuseUnfitGuest, wayOf } from '#server/stage/live/sides.ts'
import { menu, setGoal, type GoalDraft } from '#server/stage/live/tipping.ts'
import * as recording from '#server/stage/live/recording/recording.ts'
import { remindLater } from '#server/stage/live/reminders.ts'
import * as whereabouts from '#server/stage/live/whereabouts.ts'
import { agreedGuest, unwelcomeFrom } from '#server/stage/live/watching.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

export { blank, forget, openOf } from '#server/stage/live/closing-queries.ts'
export { end, stillToCome } from '#server/stage/live/ending.ts'
export { announcedIn } from '#server/stage/live/announcing.ts'
export { useEngine } from '#server/stage/live/engine.ts'
export { isReadyToCarry } from '#server/stage/live/providers.ts'
export { useOutsideProviders, watchProviders } from '#server/stage/live/outside.ts'
export { useHls } from '#server/stage/live/hls/hls.ts'
export { encodeStreams } from '#server/stage/live/hls/encoding.ts'
export { serveHls } from '#server/stage/live/hls/serving.ts'
export { takeSnapshots } from '#server/stage/live/hls/snapshots.ts'
export { useRelays } from '#server/stage/live/relays.ts'
export { serveMedia } from '#server/stage/live/whip.ts'
export { billMinutes } from '#server/stage/live/metering.ts'
export { nextShow, showOnAir } from '#server/stage/live/reach.ts'
export { keepShows } from '#server/stage/live/recording/keeping.ts'
export { storedKeys, withheldFor } from '#server/stage/live/recording/withheld.ts'
export { watchOver } from '#server/stage/live/watching.ts'
export { admissionsOf, isShutOut } from '#server/stage/live/standings.ts'
export { judgeTip } from '#server/stage/live/tipping.ts'

/** As many may be announced at once. */
const mostScheduled = 20

export interface Draft extends GoalDraft, recording.Wish {
  title?: string | undefined
  description?: string | undefined
  type?: BegunType | undefined
  /** In tokens. */
  price?: number | undefined
  /** In tokens, of a group show. */
  pricePerMinute?: number | undefined
  minMinutes?: number | undefined
  scheduledAt?: string | undefined
  /** One at most. */
  participantIds?: readonly string[] | undefined
}

const audienceOf = { public: 'free', followers: 'followers', subscribers: 'subscription', ticket: 'ppv', group: 'metered' } as const

/**
 * Goes live, or announces a stream; answers its id.
 * @param postId the post that announces it; without one, it gets one
 * @throws already_live, too_many_scheduled, documents_outdated, minutes_not_shown, live_unavailable, at their fields price_required, price_without_sale, price_out_of_bounds, prohibited_term, schedule_in_past; and those of naming a guest (guests.ts)
 */
export async function begin(tx: Tx, performerId: string, draft: Draft, postId?: string): Promise<string> {
  const before = await queries.profile(tx, performerId)
  const type = draft.type ?? before.type
  const audience = audienceOf[type]
  const price = draft.price === undefined ? (type === 'ticket' ? before.price : 0) : toHundredths(draft.price)
  const written = await works.described(
    tx,
    performerId,
    { title: draft.title ?? before.title, description: draft.description ?? before.description, audience, price },
    works.undescribed,
  )
  const minutePrice = await minutePriceOf(tx, type, draft.pricePerMinute, before.groupPrice)
  if (type === 'group') await refuseMinutes(tx)
  const kept = await recording.wished(tx, draft, { before, show: { type, price: written.price } })
  const scheduledAt = draft.scheduledAt === undefined ? null : new Date(draft.scheduledAt)
  if (scheduledAt && scheduledAt <= tx.now) refuseField('scheduledAt', 'schedule_in_past')
  refuseFarBeginning(tx.now, 'scheduledAt', scheduledAt)
  await queries.lockCreator(tx, performerId)
  await refuseOldPapers(tx, performerId)
  if (scheduledAt && (await queries.countScheduled(tx, performerId)) >= mostScheduled) refuse('too_many_scheduled', { most: mostScheduled })
  const workId = await works.create(tx, {
    ...written,
    kind: 'stream',
    medium: 'stream',
    creatorId: performerId,
    words: written.description,
    pinned: false,
    media: [],
    isDraft: false,
  })
  await queries.insert(tx, {
    workId,
    performerId,
    type,
    description: written.description,
    scheduledAt,
    minutePrice,
    minMinutes: draft.minMinutes ?? before.minMinutes,
    spyPrice: null,
  })
  if (kept) await recording.ask(tx, workId, kept)
  await setGoal(tx, workId, draft)
  if (draft.participantIds) await nameGuest(tx, workId, draft.participantIds)
  if (postId !== undefined) await link(tx, workId, postId)
  else if (scheduledAt) await announcing.post(tx, { id: workId, performerId, type }, { ...written, scheduledAt })
  if (!scheduledAt) await goLive(tx, performerId, { workId, type })
  return workId
}

/** @throws at pricePerMinute: price_required, price_without_sale, price_out_of_bounds */
async function minutePriceOf(
  db: Db,
  type: queries.Stream['type'],
  sent: number | undefined,
  before: number | null,
): Promise<number | null> {
  if (type !== 'group') return sent === undefined ? null : refuseField('pricePerMinute', 'price_without_sale')
  const price = (sent === undefined ? before : toHundredths(sent)) ?? refuseField('pricePerMinute', 'price_required')
  if (price !== before) await works.refusePriceOutOfBounds(db, 'pricePerMinute', price)
  return price
}

async function goLive(tx: Tx, performerId: string, { workId, type }: Pick<queries.Stream, 'workId' | 'type'>): Promise<void> {
  if ((await queries.currentOf(tx, performerId)) !== undefined) refuse('already_live')
  // It may have been announced while somebody else carried.
  if (type === 'group') await refuseMinutes(tx)
  await queries.begin(tx, workId, (await providerInUse(tx)).name)
  await remindLater(tx)
  await rooms.openFor(tx, performerId, workId)
  await notifications.spread(tx, { workId, creatorId: performerId, at: tx.now })
  await rooms.tellOfStream(tx, workId)
}

export interface Edit extends Omit<Draft, 'type' | 'minMinutes' | keyof recording.Wish> {
  status?: 'live' | 'ended' | undefined
}

/**
 * Changes, begins or ends one of the creator's own; what is not named stays. Another price is for whoever buys from now on.
 * @throws not_found for another's; stream_ended; and all of begin()
 */
export async function edit(
  tx: Tx,
  performerId: string,
  id: string,
  { status, scheduledAt, tipGoal, tipGoalTitle, pricePerMinute, participantIds, ...sent }: Edit,
): Promise<void> {
  await queries.lockCreator(tx, performerId)
  const { work, stream } = await lockOwn(tx, performerId, id)
  const endsOnly =
    status === 'ended' &&
    [...Object.values(sent), scheduledAt, tipGoal, tipGoalTitle, pricePerMinute, participantIds].every((each) => each === undefined)
  if (stream.status === 'ended') {
    // Ended twice is ended once: the button may be pressed again when no answer came.
    if (endsOnly) return
    return refuse('stream_ended')
  }
  // Its words are not weighed: a term that was forbidden since keeps nobody on the air.
  if (endsOnly) return end(tx, id, { why: 'performer', by: performerId })
  const at = scheduledAt === undefined ? stream.scheduledAt : new Date(scheduledAt)
  if (scheduledAt !== undefined && (stream.status !== 'scheduled' || at! <= tx.now)) refuseField('scheduledAt', 'schedule_in_past')
  if (scheduledAt !== undefined) refuseFarBeginning(tx.now, 'scheduledAt', at)
  const before = works.describedOf(work, stream.description)
  const price = sent.price === undefined ? undefined : toHundredths(sent.price)
  const written = await works.described(tx, performerId, { title: sent.title, description: sent.description, price }, before)
  const minutePrice =
    pricePerMinute === undefined ? stream.minutePrice : await minutePriceOf(tx, stream.type, pricePerMinute, stream.minutePrice)
  await works.update(tx, work, {
    ...written,
    medium: 'stream',
    words: written.description,
    pinned: false,
    media: [],
    isDraft: false,
    needsReview: false,
  })
  await queries.describe(tx, id, { description: written.description, scheduledAt: at, minutePrice })
  const isMoved = at?.getTime() !== stream.scheduledAt?.getTime()
  if (isMoved) await remindLater(tx)
  if (at && stream.status === 'scheduled') await announcing.edit(tx, stream, { ...written, scheduledAt: at })
  await setGoal(tx, id, { tipGoal, tipGoalTitle })
  if (participantIds) await nameGuest(tx, id, participantIds)
  if (isMoved || written.title !== before.title || written.description !== before.description) await guestChanged(tx, id, { isMoved })
  if (status === 'live' && stream.status === 'scheduled') {
    await refuseOldPapers(tx, performerId)
    await goLive(tx, performerId, stream)
  }
  if (status === 'ended') await end(tx, id, { why: 'performer', by: performerId })
  else await rooms.tellOfStream(tx, id)
}

/** One of this creator's own, to change it: nobody buys or changes it meanwhile. @throws not_found */
async function lockOwn(tx: Tx, performerId: string, id: string): Promise<{ work: Work; stream: queries.Stream }> {
  await works.lockExclusive(tx, id)
  const [work, stream] = [(await works.find(tx, [id])).get(id), await queries.lock(tx, id)]
  return work && stream && work.creatorId === performerId && work.state !== 'removed' ? { work, stream } : refuse('not_found')
}

/** Staff cut it. @throws not_found, stream_ended */
export async function cut(tx: Tx, id: string, by: Member): Promise<void> {
  const stream = await queries.lock(tx, id)
  if (!stream) return refuse('not_found')
  if (stream.status === 'ended') refuse('stream_ended')
  await end(tx, id, { why: 'staff', by: by.accountId })
  await record(tx, {
    actorId: by.accountId,
    action: 'live.cut',
    subject: { kind: 'work', id },
    detail: { performerId: stream.performerId },
  })
}

/** @throws not_found for another's, stream_ended, stream_not_begun */
export async function beat(
  db: Database,
  performerId: string,
  { streamId, duration }: { streamId: string; duration: number },
): Promise<{ duration: number; viewerCount: number; isOnAir: boolean }> {
  const seconds = await db.transaction(async (tx) => {
    const stream = await queries.lock(tx, streamId)
    if (stream?.performerId !== performerId) return refuse('not_found')
    if (stream.status === 'ended') refuse('stream_ended')
    if (stream.status === 'scheduled') refuse('stream_not_begun')
    return queries.beat(tx, streamId, duration)
  })
  const carried = (await carriedNow()).get(streamId)
  return { duration: seconds, viewerCount: carried?.viewers.length ?? 0, isOnAir: carried?.isOnAir ?? false }
}

/** A stream by its own id or its performer's, as the reader stands to it. @throws not_found */
export async function join(db: Db, reader: access.Reader, id: string): Promise<JoinedStream> {
  const [stream = refuse('not_found')] = await present(db, reader, await named(db, id))
  if (stream.status !== 'live' || !stream.canWatch) return joined(stream)
  const viewerId = idOf(reader.viewer)
  const isOwner = viewerId === stream.performerId
  const [items, poll] = await Promise.all([
    menu(db, stream.performerId),
    stream.type === 'private' ? undefined : polls.ofStream(db, stream._id, { id: viewerId, isOwner }),
  ])
  return joined(stream, { menu: items, poll })
}

const named = async (db: Db, id: string) => ((await queries.streams(db, [id])).length > 0 ? [id] : queries.ofPerformer(db, id))

/** @throws not_found */
export async function showOne(db: Db, reader: access.Reader, id: string): Promise<Stream> {
  const [stream] = await present(db, reader, [id])
  return stream ?? refuse('not_found')
}

/** To who bought a ticket just now. */
export async function showOpened(db: Db, reader: access.Reader, { work, access: right }: access.Opened): Promise<Stream> {
  const [stream] = await present(db, reader, [work.id], new Map([[work.id, right]]))
  return stream ?? refuse('not_found')
}

export async function own(
  db: Db,
  viewer: Member,
  { status, ...window }: queries.Window & { status?: queries.Stream['status'] | undefined },
): Promise<{ data: Stream[] } & Count> {
  const { ids, ...count } = await queries.own(db, viewer.accountId, status, window)
  return { data: await present(db, { viewer }, ids), ...count }
}

export interface Sought {
  status?: 'scheduled' | 'live' | undefined
  performerId?: string | undefined
  isFree?: boolean | undefined
  followedOnly?: boolean | undefined
  q?: string | undefined
}

/** Who is live, most watched first; then what was announced, soonest first. @throws prohibited_term */
export async function search(
  db: Db,
  reader: access.Reader,
  { followedOnly = false, q, ...sought }: Sought,
  window: queries.Window,
): Promise<{ data: Stream[] } & Count> {
  await refuseProhibited(db, { q })
  const viewerId = idOf(reader.viewer)
  if (followedOnly && viewerId === undefined) return { data: [], total: 0 }
  if ((await blocks.checkCountry(db, reader.country)).blocked) return { data: [], total: 0 }
  const [hidden, carried] = await Promise.all([access.hiddenIn(db, reader), carriedNow()])
  const { ids, ...count } = await queries.shown(
    db,
    {
      ...sought,
      text: q?.trim(),
      hidden,
      viewerId: hidden && viewerId,
      among: followedOnly && viewerId !== undefined ? followedIds(viewerId) : undefined,
      watched: [...carried].map(([id, { viewers }]) => ({ id, viewers: viewers.length })),
    },
    window,
  )
  return { data: await present(db, reader, ids), ...count }
}

/**
 * A media token: for the owner, and the guest of a private show, to send; for whoever may watch to watch. Staff watch unseen, and it is on record.
 * @throws not_found, birth_date_required, stream_locked, stream_ended, stream_not_begun, live_unavailable
 */
export async function grant(
  db: Database,
  reader: access.Reader & { viewer: Member },
  { streamId, role }: { streamId: string; role: MediaRole },
): Promise<MediaGrant> {
  const { accountId, sessionId, role: account } = reader.viewer
  const stream = await standingOf(db, reader, streamId)
  refuseRole(stream, role, reader.viewer)
  await refuseUnfitGuest(db, stream, role, reader.viewer)
  const [kept] = await queries.streams(db, [streamId])
  const provider = providerNamed(kept?.provider ?? refuse('not_found'))
  const pass = await db.transaction(async (tx) => {
    if (!wayOf[role].isSending && account === 'staff')
      await record(tx, {
        actorId: accountId,
        action: 'live.watched',
        subject: { kind: 'work', id: streamId },
        detail: { performerId: stream.performerId },
      })
    if (!wayOf[role].isSending) await whereabouts.note(tx, { streamId, accountId, side: wayOf[role].side, country: reader.country })
    const isUnseen = account === 'staff' || stream.performerId === accountId
    return provider.admit(tx, { streamId, accountId, role, sessionId, isUnseen })
  })
  return { provider: provider.name, maxBitrate: mostKbits, ...pass }
}

/** What the creator's next stream begins with. */
export async function profile(db: Db, performerId: string): Promise<StreamProfile> {
  const {
    title,
    description,
    type,
    price,
    minMinutes,
    record: isKept,
    recordAudience,
    recordPrice,
    keyMadeAt,
    ...prices
  } = await queries.profile(db, performerId)
  return {
    record: isKept,
    ...(recordAudience !== null && { recordPrivacy: recordAudience }),
    ...(recordPrice !== null && { recordPrice: fromHundredths(recordPrice) }),
    title,
    description,
    type,
    price: fromHundredths(price),
    minMinutes,
    ...minutePrices(prices),
    ...(keyMadeAt && { keyMadeAt: keyMadeAt.toISOString() }),
    whipUrl: whipUrl(),
    ...(await carryingOf(db)),
  }
}

/** Who carries the next stream, and what it can take. One that has lost its keys takes nothing. */
async function carryingOf(db: Db): Promise<Pick<StreamProfile, 'provider' | 'takesMinutes' | 'takesEncoders' | 'canRecord'>> {
  const { liveProvider } = await settings.current(db)
  try {
    const { showsMinutes, takesEncoders, canRecord } = await providerInUse(db)
    return { provider: liveProvider, takesMinutes: showsMinutes, takesEncoders, canRecord }
  } catch (error) {
    if (error instanceof Refusal) return { provider: liveProvider, takesMinutes: false, takesEncoders: false, canRecord: false }
    throw error
  }
}

function minutePrices({
  groupPrice,
  privatePrice,
  spyPrice,
}: Pick<queries.Profile, 'groupPrice' | 'privatePrice' | 'spyPrice'>): Pick<StreamProfile, 'groupPrice' | 'privatePrice' | 'spyPrice'> {
  return {
    ...(groupPrice !== null && { groupPrice: fromHundredths(groupPrice) }),
    ...(privatePrice !== null && { privatePrice: fromHundredths(privatePrice) }),
    ...(spyPrice !== null && { spyPrice: fromHundredths(spyPrice) }),
  }
}

/** What a performer takes by the minute, as their own profile says it. */
export async function minutePricesOf(
  db: Db,
  performerId: string,
): Promise<Pick<StreamProfile, 'groupPrice' | 'privatePrice' | 'spyPrice' | 'minMinutes'>> {
  const { minMinutes, ...prices } = await queries.profile(db, performerId)
  return { ...minutePrices(prices), minMinutes }
}

const whipUrl = () => `${siteUrl()}/api/streaming/whip`

/** In tokens; null takes one back. */
export interface MinutePricesSent {
  groupPrice?: number | null | undefined
  privatePrice?: number | null | undefined
  spyPrice?: number | null | undefined
}

/** Each as it was where nothing is sent. @throws price_out_of_bounds at its field */
async function minutePricesAfter(
  db: Db,
  sent: MinutePricesSent,
  before: queries.Profile,
): Promise<Pick<queries.Profile, 'groupPrice' | 'privatePrice' | 'spyPrice'>> {
  const { groupPrice, privatePrice, spyPrice } = before
  const after = { groupPrice, privatePrice, spyPrice }
  for (const field of ['groupPrice', 'privatePrice', 'spyPrice'] as const) {
    const price = sent[field]
    if (price === undefined) continue
    after[field] = price === null ? null : toHundredths(price)
    if (price !== null && after[field] !== before[field]) await works.refusePriceOutOfBounds(db, field, toHundredths(price))
  }
  return after
}

/** @throws price_out_of_bounds, prohibited_term */
export async function updateProfile(
  tx: Tx,
  performerId: string,
  sent: {
    title?: string | undefined
    description?: string | undefined
    type?: queries.Profile['type'] | undefined
    price?: number | null | undefined
    minMinutes?: number | undefined
    record?: boolean | undefined
    /** null: whom the show itself is for. */
    recordPrivacy?: NonNullable<recording.Wish['recordPrivacy']> | null | undefined
    recordPrice?: number | null | undefined
  } & MinutePricesSent,
): Promise<void> {
  await queries.lockCreator(tx, performerId)
  const before = await queries.profile(tx, performerId)
  const title = sent.title === undefined ? before.title : cleanText(sent.title).replaceAll(/\s+/g, ' ')
  const description = sent.description === undefined ? before.description : cleanText(sent.description)
  await refuseProhibited(tx, { title, description })
  const price = sent.price === undefined ? before.price : sent.price === null ? 0 : toHundredths(sent.price)
  if (price !== before.price && price > 0) await works.refusePriceOutOfBounds(tx, 'price', price)
  const recordPrice = sent.recordPrice == null ? null : toHundredths(sent.recordPrice)
  if (recordPrice !== null && recordPrice !== before.recordPrice) await works.refusePriceOutOfBounds(tx, 'recordPrice', recordPrice)
  await queries.putProfile(tx, performerId, {
    title,
    description,
    type: sent.type ?? before.type,
    price,
    minMinutes: sent.minMinutes ?? before.minMinutes,
    record: sent.record ?? before.record,
    recordAudience: sent.recordPrivacy === undefined ? before.recordAudience : sent.recordPrivacy,
    recordPrice: sent.recordPrice === undefined ? before.recordPrice : recordPrice,
    ...(await minutePricesAfter(tx, sent, before)),
  })
}

/** A new key for encoders, told this once: what is kept is its hash. The one before opens nothing any more. */
export async function renewKey(tx: Tx, performerId: string): Promise<{ key: string; keyMadeAt: string; whipUrl: string }> {
  const key = `live_${randomBytes(24).toString('base64url')}`
  await queries.putKey(tx, performerId, hashOf(key))
  return { key, keyMadeAt: tx.now.toISOString(), whipUrl: whipUrl() }
}

/** What the rooms ask: who is live, and how somebody stands to a stream. */
export const streamsOfRooms: Parameters<typeof rooms.useStreams>[0] = {
  current: queries.currentOf,
  async rights(db, reader, streamId) {
    const [stream] = await present(db, reader, [streamId])
    return {
      // Whoever looks on in a private show is neither seen nor heard there.
      mayWatch:
        stream !== undefined && stream.meter?.role !== 'spy' && (stream.canWatch || (stream.status === 'ended' && stream.hasTicket)),
      isBuyer: stream?.hasTicket ?? false,
      isModerator: stream?.isModerator ?? false,
    }
  },
  async unwelcome(db, streamId, seated) {
    const [stream] = await queries.streams(db, [streamId])
    // In the room of one that is over nothing is said any more.
    return stream?.status === 'live' ? unwelcomeFrom(db, streamId, seated, agreedGuest(stream)) : []
  },
}

const typeOf: Partial<Record<works.Audience, BegunType>> = { free: 'public', followers: 'followers', subscription: 'subscribers' }

/** A post that announces a stream came on show: the stream is announced. What may not be stays a post. */
export async function announceFor(tx: Tx, postId: string): Promise<void> {
  const said = await feeds.announcementIn(tx, postId)
  const type = said && typeOf[said.audience]
  if (!said || !type || said.at <= tx.now || (await streamsOf(tx, [postId])).size > 0) return
  const { creatorId, title, text, at } = said
  const draft = { title: title.slice(0, mostTitle), description: text.slice(0, mostDescription), type, scheduledAt: at.toISOString() }
  await unlessRefused(begin(tx, creatorId, draft, postId))
}
