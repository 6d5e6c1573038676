// Streams as a reader sees them, and how they stand to each.
import type { JoinedStream, Stream, WhyNot } from '#contract/stage/live.ts'
import type { UserCard } from '#contract/people/person.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf, type Viewer } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Carried } from '#server/stage/live/engine.ts'
import { carriedNow } from '#server/stage/live/providers.ts'
import { snapshotAddress } from '#server/stage/live/hls/addresses.ts'
import { hiddenGuests } from '#server/stage/live/hidden-guests.ts'
import { goalForm } from '#server/stage/live/goal-form.ts'
import * as meterQueries from '#server/stage/live/metering-queries.ts'
import type { Meter } from '#server/stage/live/metering-queries.ts'
import * as queries from '#server/stage/live/queries.ts'
import { recordingForm, recordingsOf } from '#server/stage/live/recording/recording.ts'
import type { Recording } from '#server/stage/live/recording/queries.ts'
import { remindedOf } from '#server/stage/live/reminder-queries.ts'
import { moderatedBy } from '#server/stage/live/standings.ts'
import * as tipQueries from '#server/stage/live/tip-queries.ts'
import type { Goal } from '#server/stage/live/tip-queries.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

/** What a publisher keeps below: kbit/s. */
export const mostKbits = 3000

const halves = gatheredById(queries.streams, ({ workId }) => workId)
const goalsOf = gatheredById(
  async (db, ids) => [...(await tipQueries.goals(db, ids)).values()],
  ({ streamId }) => streamId,
)

/** In the order given; those that the reader may not know of are left out. */
export async function present(
  db: Db,
  reader: access.Reader,
  ids: readonly string[],
  known?: ReadonlyMap<string, access.Access>,
): Promise<Stream[]> {
  if (ids.length === 0) return []
  const [found, own, carried, roomOf, goals, recordings] = await Promise.all([
    works.find(db, ids),
    halves(db, ids),
    carriedNow(),
    rooms.roomsOf(db, ids),
    goalsOf(db, ids),
    recordingsOf(db, ids),
  ])
  const list = ids.flatMap((id) => found.get(id) ?? [])
  const creatorIds = [...new Set(list.map(({ creatorId }) => creatorId))]
  const viewerId = idOf(reader.viewer)
  const metered = list.filter(({ audience }) => audience === 'metered').map(({ id }) => id)
  const named = list.flatMap(({ id }) => own.get(id)?.guestId ?? [])
  const [facts, people, meters, guests, moderated, reminded, sold, onStage, hidden] = await Promise.all([
    access.factsOf(db, reader, list),
    profiles.cards(db, creatorIds),
    metersOf(db, viewerId, metered),
    guestsOf(
      db,
      metered.filter((id) => own.get(id)?.type === 'private'),
    ),
    moderatedBy(db, viewerId, creatorIds),
    remindersOf(
      db,
      viewerId,
      list.filter(({ id }) => own.get(id)?.status === 'scheduled').map(({ id }) => id),
    ),
    access.timesSold(
      db,
      list.filter(({ creatorId }) => creatorId === viewerId).map(({ id }) => id),
    ),
    named.length === 0 ? new Map<string, UserCard>() : profiles.userCards(db, named),
    hiddenGuests(db, reader, named),
  ])
  return list.flatMap((work) => {
    const [stream, performer, fact] = [own.get(work.id), people.get(work.creatorId), facts.get(work.id)]
    if (!stream || !performer || !fact) return []
    const right = known?.get(work.id) ?? access.judge(work, reader.viewer, fact, db.now)
    // Whoever knew of it is told that it is over: it stands in nobody's way, and says no more than its card did.
    const isOver = stream.status === 'ended' && work.state === 'active' && !fact.isHidden && !fact.isSecret
    if (!right.isThere && !isOver) return []
    return [
      form({
        work,
        stream,
        performer,
        right,
        reader,
        carried: carried.get(work.id),
        room: roomOf.get(work.id),
        sold: sold.get(work.id) ?? 0,
        isModerator: moderated.has(work.creatorId),
        isReminded: reminded.has(work.id),
        goal: goals.get(work.id),
        meter: meters.get(work.id),
        guest: guests.get(work.id),
        guestPerformer: stream.guestId === null ? undefined : onStage.get(stream.guestId),
        isGuestHidden: stream.guestId !== null && hidden.has(stream.guestId),
        recording: recordings.get(work.id),
      }),
    ]
  })
}

interface Parts {
  work: Work
  stream: queries.Stream
  performer: Stream['performer']
  right: access.Access
  reader: access.Reader
  carried: Carried | undefined
  room: string | undefined
  sold: number
  isModerator: boolean
  isReminded: boolean
  goal: Goal | undefined
  /** The reader's own, also one that is closed. */
  meter: Meter | undefined
  guest: UserCard | undefined
  /** Whom its performer named, whatever they said. */
  guestPerformer: UserCard | undefined
  /** The reader must not see them. */
  isGuestHidden: boolean
  recording: Recording | undefined
}

async function metersOf(db: Db, viewerId: string | undefined, ids: readonly string[]): Promise<ReadonlyMap<string, Meter>> {
  if (viewerId === undefined || ids.length === 0) return new Map()
  return new Map((await meterQueries.latestOf(db, viewerId, ids)).map((meter) => [meter.streamId, meter]))
}

/** Of which of these the reader asked to be told. */
async function remindersOf(db: Db, viewerId: string | undefined, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return viewerId === undefined || ids.length === 0 ? new Set() : new Set(await remindedOf(db, viewerId, ids))
}

async function guestsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, UserCard>> {
  if (ids.length === 0) return new Map()
  const found = await meterQueries.guests(db, ids)
  const cards = await profiles.userCards(
    db,
    found.map(({ payerId }) => payerId),
  )
  return new Map(
    found.flatMap(({ streamId, payerId }) => {
      const card = cards.get(payerId)
      return card ? [[streamId, card] as const] : []
    }),
  )
}

function form({
  work,
  stream,
  performer,
  right,
  reader: { viewer },
  carried,
  room,
  sold,
  isModerator,
  isReminded,
  goal,
  meter,
  guest,
  guestPerformer,
  isGuestHidden,
  recording,
}: Parts): Stream {
  const isOwner = idOf(viewer) === work.creatorId
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  const isSpy = meter?.role === 'spy'
  const isOver = stream.status === 'ended'
  const isNamed = stream.guestId !== null && idOf(viewer) === stream.guestId
  // Whoever is on the stage sees it.
  const isOnStage = isNamed && stream.guestState === 'agreed'
  const reason = isOver ? 'ended' : right.canView || isOnStage ? undefined : whyNot(viewer, stream)
  const canWatch = reason === undefined
  // Whoever named them stands on the stage with them.
  const seesGuest = isOwner || !isGuestHidden
  const isOnAir = stream.status === 'live' && (carried?.isOnAir ?? false)
  return {
    _id: work.id,
    performerId: work.creatorId,
    performer,
    title: work.title,
    description: isOwner || access.opensWords(viewer, right) ? stream.description : '',
    type: stream.type,
    price: fromHundredths(work.price),
    ...minutesOf(stream, { meter, isWhole: isOwner || isStaff }),
    ...(guest && (isOwner || isStaff || meter?.role === 'guest') && { guest, isGuestOnAir: carried?.isGuestOnAir ?? false }),
    ...(guestPerformer && stream.guestState && isOwner && { invited: { performer: guestPerformer, state: stream.guestState } }),
    ...(isNamed && stream.guestState && { invitation: stream.guestState }),
    ...(guestPerformer &&
      stream.guestState === 'agreed' &&
      canWatch &&
      seesGuest && { guestPerformer, isGuestOnAir: carried?.isGuestOnAir ?? false }),
    status: stream.status,
    ...(stream.scheduledAt && { scheduledAt: stream.scheduledAt.toISOString() }),
    ...(stream.startedAt && { startedAt: stream.startedAt.toISOString() }),
    ...(stream.endedAt && { endedAt: stream.endedAt.toISOString() }),
    ...(stream.endedWhy && { endedWhy: stream.endedWhy }),
    isOnAir,
    viewerCount: isOver ? (isOwner ? stream.mostViewers : 0) : stream.type === 'private' && !isOwner ? 0 : (carried?.viewers.length ?? 0),
    ...(stream.snapshotAt &&
      isOnAir &&
      canWatch &&
      access.isThroughGate(viewer) && { snapshot: snapshotAddress(work.id, stream.snapshotAt) }),
    canWatch,
    ...(reason && { reason }),
    hasTicket: right.isBought,
    ...(canWatch && { sessionId: work.id, channel: work.id }),
    ...(room !== undefined && (canWatch || isOwner || right.isBought) && !isSpy && { conversationId: room }),
    ...(isModerator && { isModerator }),
    ...(isReminded && { isReminded }),
    ...(goal && (canWatch || isOwner) && { tipGoal: goalForm(goal) }),
    ...(recording && !isOver && { isRecorded: true }),
    ...(recording && isOwner && { recording: recordingForm(recording) }),
    ...(isOwner && { totalSold: sold, duration: stream.duration }),
  }
}

/** What is paid by the minute, as it stands for this reader: whoever is in pays what they came in for. */
function minutesOf(
  { type, minutePrice, minMinutes, spyPrice }: queries.Stream,
  { meter, isWhole }: { meter: Meter | undefined; isWhole: boolean },
): Pick<Stream, 'pricePerMinute' | 'minMinutes' | 'spyPrice' | 'meter'> {
  if (minutePrice === null) return {}
  const running = meter?.closedAt === null ? meter : undefined
  const offered = type === 'group' || isWhole ? minutePrice : spyPrice
  const price = running?.minutePrice ?? offered
  return {
    ...(price !== null && { pricePerMinute: fromHundredths(price) }),
    minMinutes,
    ...(isWhole && spyPrice !== null && { spyPrice: fromHundredths(spyPrice) }),
    ...(running && {
      meter: {
        role: running.role,
        price: fromHundredths(running.minutePrice),
        minutes: running.minutes,
        total: fromHundredths(running.total),
      },
    }),
  }
}

function whyNot(viewer: Viewer, { type }: Pick<queries.Stream, 'type'>): WhyNot {
  if (viewer.kind === 'visitor') return 'visitor'
  if (!viewer.isAdult) return 'no_adult'
  if (type === 'group' || type === 'private') return 'per_minute'
  return type === 'public' ? 'visitor' : type
}

/** @throws not_found */
export async function standingOf(db: Db, reader: access.Reader, id: string): Promise<Stream> {
  const [stream] = await present(db, reader, [id])
  return stream ?? refuse('not_found')
}

/** @throws stream_ended, stream_not_begun, birth_date_required, stream_locked */
export function refuseUnseen({ status, canWatch, reason }: Pick<Stream, 'status' | 'canWatch' | 'reason'>): void {
  if (status === 'ended') refuse('stream_ended')
  if (status === 'scheduled') refuse('stream_not_begun')
  if (reason === 'no_adult') refuse('birth_date_required')
  if (!canWatch) refuse('stream_locked')
}

/** As the call says it: the stream, and how its reader stands to it. */
export function joined(
  stream: Stream,
  { menu, poll }: { menu?: JoinedStream['menu']; poll?: JoinedStream['poll'] | undefined } = {},
): JoinedStream {
  const { canWatch, reason, price, hasTicket, viewerCount, conversationId, channel } = stream
  return {
    stream,
    canWatch,
    ...(reason && { reason }),
    price,
    hasTicket,
    viewerCount,
    ...(conversationId !== undefined && { conversationId }),
    ...(channel !== undefined && { channel }),
    ...(menu && { menu }),
    ...(poll && { poll }),
  }
}
