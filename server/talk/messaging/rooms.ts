// The rooms of streams: conversations of many people, whose rights follow from the stream.
// Promises: each change of a room has the next number, as in every conversation (docs/adr/0013), so whoever missed a push knows and asks; nobody
// reads a room whose stream is not open to them; what was cleared or deleted is kept for those who look into what happened.
// Leaves to others: who is live, who may watch, who moderates (the stage, by `useStreams`); the money of tips (earnings).
import { formats } from '#server/platform/http/formats.ts'
import { mostRoomLetters } from '#contract/talk/limits.ts'
import type { Room, RoomLine, RoomWriting } from '#contract/talk/rooms.ts'
import type { TipGoal } from '#contract/stage/tipping.ts'
import { createHash } from 'node:crypto'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { gathered, gatheredById } from '#server/platform/batch/batch.ts'
import { record } from '#server/platform/audit/audit.ts'
import { sql, type Count, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { idOf, visitor, type Viewer } from '#server/platform/http/viewer.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import type { Realtime, Seated } from '#server/platform/realtime/realtime.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import {
  partOf,
  roomOf,
  roomPrefix,
  tellGoal,
  tellLine,
  tellOut,
  tellRoom,
  tellStream,
  tellWatched,
} from '#server/talk/messaging/pushes.ts'
import type { Actor } from '#server/talk/messaging/relations.ts'
import * as queries from '#server/talk/messaging/room-queries.ts'
import { write } from '#server/talk/messaging/sending.ts'

export { blank } from '#server/talk/messaging/room-queries.ts'

/** Whoever asks about a room: a visitor may, too. */
export interface Reader {
  viewer: Viewer
  country: string | undefined
}

/** What the stage says of somebody at a stream. */
interface StreamRights {
  /** The stream is open to them: they may read along. */
  mayWatch: boolean
  /** They paid for it. */
  isBuyer: boolean
  /** Its performer named them. */
  isModerator: boolean
}

export interface Streams {
  /** The stream that a performer shows now; undefined while they are not live. */
  current: (db: Db, performerId: string) => Promise<string | undefined>
  rights: (db: Db, reader: Reader, streamId: string) => Promise<StreamRights>
  /** Those to whom the stream is not open any more, or not from where they listen. */
  unwelcome: (db: Database, streamId: string, seated: readonly Seated[]) => Promise<readonly Seated[]>
}

let streams: Streams = {
  current: async () => undefined,
  rights: async () => ({ mayWatch: false, isBuyer: false, isModerator: false }),
  unwelcome: async (_db, _streamId, seated) => seated,
}

/** Wired once at start. Until then nobody is live. */
export function useStreams(answer: Streams): void {
  streams = answer
}

interface Standing extends StreamRights {
  room: queries.Room & { isMuted: boolean }
  isOwner: boolean
  writing: RoomWriting
}

/** Asked once for everybody who reads and writes in the same moment. */
const seenBy = gathered(queries.seenBy)
const cardsBy = gatheredById(
  async (db, ids) => [...(await profiles.userCards(db, ids)).values()],
  ({ _id }) => _id,
)

/** The room of whom is live now, made when its performer asks for it first. @throws not_found */
export async function ofPerformer(db: Database, reader: Reader, performerId: string): Promise<string> {
  const streamId = await streams.current(db, performerId)
  if (streamId === undefined) return refuse('not_found')
  const before = await queries.ofStream(db, streamId)
  if (before) return before
  if (idOf(reader.viewer) !== performerId) return refuse('not_found')
  return db.transaction((tx) => queries.open(tx, performerId, streamId))
}

/** The room of a stream that begins. */
export function openFor(tx: Tx, performerId: string, streamId: string): Promise<string> {
  return queries.open(tx, performerId, streamId)
}

/** Closes the room of a stream that is over: it can still be read. */
export async function closeFor(tx: Tx, streamId: string): Promise<void> {
  const id = await queries.ofStream(tx, streamId)
  const [room] = id === undefined ? [] : await queries.rooms(tx, [id])
  if (!room?.isActive) return
  const change = await queries.nextChange(tx, room.id)
  await queries.update(tx, room, { isActive: false })
  tx.afterCommit(() => tellRoom('stream/room-updated', room.id, { change }))
}

/** The rooms of these streams, by stream. */
export function roomsOf(db: Db, streamIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return queries.ofStreams(db, streamIds)
}

/** To everybody in the room of a stream: it began, its picture came or went, it is over. */
export async function tellOfStream(tx: Tx, streamId: string): Promise<void> {
  const id = await queries.ofStream(tx, streamId)
  if (id !== undefined) tx.afterCommit(() => tellStream(id, streamId))
}

/** To everybody in the rooms of these streams: how many watch. @param viewers by stream */
export async function tellOfWatching(db: Db, viewers: ReadonlyMap<string, number>): Promise<void> {
  for (const [streamId, conversationId] of await queries.ofStreams(db, [...viewers.keys()]))
    tellWatched(conversationId, streamId, viewers.get(streamId) ?? 0)
}

/** Whether what a tip says could stand in the room of a stream as a line of theirs. @throws not_found, birth_date_required, room_closed, room_muted, room_audience */
export async function refuseSilent(db: Db, reader: Reader, streamId: string): Promise<void> {
  const id = (await queries.ofStream(db, streamId)) ?? refuse('not_found')
  refuseWriting((await standingIn(db, reader, id)).writing)
}

/** Who is muted in the room of a stream. */
export async function mutedOf(db: Db, streamId: string): Promise<ReadonlySet<string>> {
  const id = await queries.ofStream(db, streamId)
  return new Set(id === undefined ? [] : await queries.mutedIn(db, id))
}

/** A tip that was given during a stream, as a line of its room. */
export async function showTip(tx: Tx, streamId: string, tip: queries.NewTip): Promise<void> {
  const id = await queries.ofStream(tx, streamId)
  const written = id === undefined ? undefined : await queries.writeTip(tx, id, tip)
  if (id === undefined || written === undefined) return
  const [message] = await messageQueries.messages(tx, [written])
  const [line] = message ? await lineForms(tx, visitor, [message]) : []
  if (!message || !line) return
  // A tip without a name is read by all: whom it is kept from would be told whose it is.
  const keptFrom = tip.isAnonymous ? { accountIds: [], countries: [] } : await blocks.keptFrom(tx, message.senderId)
  tx.afterCommit(() => tellLine(id, line, keptFrom))
}

/** To everybody in the room of a stream: how far its performer is with what they hope to be given. */
export async function showGoal(tx: Tx, streamId: string, goal: TipGoal | null): Promise<void> {
  const id = await queries.ofStream(tx, streamId)
  if (id !== undefined) tx.afterCommit(() => tellGoal(id, streamId, goal))
}

/** How somebody stands in a room. @throws not_found for whom its stream is not open to */
async function standingIn(db: Db, reader: Reader, id: string): Promise<Standing> {
  const { viewer } = reader
  const room = (await seenBy(db, { id, accountId: idOf(viewer) })) ?? refuse('not_found')
  const isOwner = idOf(viewer) === room.performerId
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  const rights = await streams.rights(db, reader, room.streamId)
  if (!rights.mayWatch && !isOwner && !isStaff) return refuse('not_found')
  const isModerator = rights.isModerator || isOwner || isStaff
  const standing = { ...rights, room, isOwner, isModerator }
  return { ...standing, writing: await writingOf(db, viewer, standing) }
}

/** What it takes to write, in the order in which one would be told. */
async function writingOf(
  db: Db,
  viewer: Viewer,
  { room, isModerator, isBuyer }: Pick<Standing, 'room' | 'isModerator' | 'isBuyer'>,
): Promise<RoomWriting> {
  if (viewer.kind === 'visitor') return { may: false, why: 'visitor' }
  if (!room.isActive) return { may: false, why: 'closed' }
  if (isModerator) return { may: true }
  if (!viewer.isAdult) return { may: false, why: 'no_adult' }
  if (room.isMuted) return { may: false, why: 'muted' }
  const { chatAudience } = room
  if (chatAudience === 'all' || (await isOf(db, chatAudience, viewer.accountId, room.performerId, isBuyer))) return { may: true }
  return { may: false, why: chatAudience }
}

async function isOf(
  db: Db,
  audience: 'followers' | 'subscribers' | 'buyers',
  accountId: string,
  performerId: string,
  isBuyer: boolean,
): Promise<boolean> {
  if (audience === 'buyers') return isBuyer
  const [fan, performer] = [sql`${accountId}::uuid`, sql`${performerId}::uuid`]
  const { is } = await db.one<{ is: boolean }>(
    sql`select ${audience === 'followers' ? isFollowing(fan, performer) : isSubscribing(db, fan, performer)} as is`,
  )
  return is
}

/** @throws not_found */
export async function show(db: Db, reader: Reader, id: string): Promise<Room> {
  return roomForm(db, reader, await standingIn(db, reader, id))
}

async function roomForm(db: Db, reader: Reader, { room, isModerator, writing }: Standing): Promise<Room> {
  const [pinned, muted] = await Promise.all([
    room.pinnedMessageId === null ? [] : messageQueries.messages(db, [room.pinnedMessageId]),
    isModerator ? queries.mutedIn(db, room.id) : undefined,
  ])
  const [[line], cards] = await Promise.all([linesFor(db, reader, { isModerator }, pinned), muted && profiles.userCards(db, muted)])
  const { id, streamId, performerId, name, isActive, chatAudience, slowModeSeconds, lastChange, clearedTo } = room
  return {
    _id: id,
    type: 'stream',
    streamId,
    performerId,
    name,
    isActive,
    chatAudience,
    slowModeSeconds,
    ...(line && { pinned: line }),
    ...(muted && { mutedUserIds: muted, muted: muted.flatMap((each) => cards?.get(each) ?? []) }),
    isModerator,
    writing,
    change: lastChange,
    clearedTo,
  }
}

/** What was said by whom they meet: a block parts people in a room as everywhere, and so does a country. Whoever runs the room reads it all. */
async function linesFor(
  db: Db,
  { viewer, country }: Reader,
  { isModerator }: Pick<Standing, 'isModerator'>,
  list: readonly messageQueries.Message[],
): Promise<RoomLine[]> {
  if (list.length === 0 || isModerator) return lineForms(db, viewer, list)
  return lineForms(db, viewer, list, await blocks.isHidden(db, idOf(viewer), country, [...new Set(list.map(({ senderId }) => senderId))]))
}

/** @param hidden those whose lines are left out, but for what they gave without a name */
async function lineForms(
  db: Db,
  viewer: Viewer,
  list: readonly messageQueries.Message[],
  hidden: ReadonlySet<string> = new Set(),
): Promise<RoomLine[]> {
  const ids = [...new Set(list.map(({ senderId }) => senderId))]
  const [cards, people, tips] = await Promise.all([
    profiles.userCards(db, ids),
    accounts.people(db, ids),
    queries.tipsOf(
      db,
      list.filter(({ type }) => type === 'tip').map(({ id }) => id),
    ),
  ])
  return list.flatMap((message) => {
    const [card, tip] = [cards.get(message.senderId), tips.get(message.id)]
    if (!card || (hidden.has(message.senderId) && !tip?.isAnonymous)) return []
    return [lineForm(viewer, message, { ...card, isPerformer: people.get(message.senderId)?.role === 'performer' }, tip)]
  })
}

function lineForm(
  viewer: Viewer,
  message: messageQueries.Message,
  sender: NonNullable<RoomLine['sender']>,
  tip?: Pick<queries.RoomTip, 'isAnonymous' | 'menuItem'>,
): RoomLine {
  const { id, conversationId, number, change, senderId, clientId, type, text, amount, createdAt, deletedAt } = message
  return {
    _id: id,
    conversationId,
    number,
    change,
    ...(senderId === idOf(viewer) && clientId !== null && { clientId }),
    ...(!tip?.isAnonymous && { sender }),
    type: type === 'tip' ? 'tip' : 'text',
    text: deletedAt ? '' : text,
    ...(amount > 0 && { amount: fromHundredths(amount) }),
    ...(tip?.menuItem && { menuItem: tip.menuItem }),
    isDeleted: deletedAt !== null,
    createdAt: createdAt.toISOString(),
  }
}

/** @throws not_found */
export async function page(
  db: Db,
  reader: Reader,
  id: string,
  window: { limit: number; offset: number; before?: number | undefined },
): Promise<{ data: RoomLine[]; change: number; clearedTo: number } & Count> {
  const { room, isModerator } = await standingIn(db, reader, id)
  const hidden = isModerator ? undefined : await blocks.hiddenFrom(db, idOf(reader.viewer), reader.country)
  const { rows, ...count } = await queries.lines(db, room, { ...window, hidden })
  return { data: await lineForms(db, reader.viewer, rows), ...count, change: room.lastChange, clearedTo: room.clearedTo }
}

/** What happened after a change, so much of it. @throws not_found */
export async function changes(
  db: Db,
  reader: Reader,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ messages: RoomLine[]; room: Room; change: number; isAll: boolean }> {
  const standing = await standingIn(db, reader, id)
  const { lastChange, clearedTo } = standing.room
  const rows = await queries.changedAfter(db, id, after, limit + 1)
  const told = rows.slice(0, limit)
  const isAll = rows.length <= limit
  const messages = await linesFor(
    db,
    reader,
    standing,
    told.filter(({ number }) => number > clearedTo),
  )
  // The room was read before its lines: what came between the two is told again by the next question, never left out.
  const change = Math.min(lastChange, isAll ? lastChange : (told.at(-1)?.change ?? after))
  return { messages, room: await roomForm(db, reader, standing), change, isAll }
}

/**
 * Says something; answers its id, and again the same one under the same name.
 * @throws not_found, birth_date_required, room_closed, room_muted, room_audience {audience}, slow_mode {seconds}, text_required, prohibited_term,
 * idempotency_key_reused
 */
export async function say(
  db: Database,
  actor: Actor,
  id: string,
  { text: sent, clientId }: { text: string; clientId?: string | undefined },
): Promise<RoomLine> {
  const sentHash = createHash('sha256')
    .update(JSON.stringify([id, sent]))
    .digest()
  try {
    return await judgedAndSaid(db, actor, id, { sent, clientId, sentHash })
  } catch (error) {
    const before = error instanceof Refusal ? await saidBefore(db, actor, { clientId, sentHash }) : undefined
    if (before) return before
    throw error
  }
}

interface Named {
  clientId: string | undefined
  sentHash: Buffer
}

/** What was said under this name before is answered so again, whatever one may say now. @throws idempotency_key_reused */
async function saidBefore(db: Database, actor: Actor, { clientId, sentHash }: Named): Promise<RoomLine | undefined> {
  const before = clientId === undefined ? undefined : await messageQueries.sentAs(db, actor.viewer.accountId, clientId)
  if (!before) return undefined
  return before.sentHash.equals(sentHash) ? showLine(db, actor, before.id) : refuse('idempotency_key_reused')
}

async function judgedAndSaid(
  db: Database,
  actor: Actor,
  id: string,
  { sent, clientId, sentHash }: Named & { sent: string },
): Promise<RoomLine> {
  const { viewer } = actor
  const [{ room, writing, isModerator }, cards, keptFrom] = await Promise.all([
    standingIn(db, actor, id),
    cardsBy(db, [viewer.accountId]),
    blocks.keptFrom(db, viewer.accountId),
  ])
  refuseWriting(writing)
  const card = cards.get(viewer.accountId) ?? refuse('not_found')
  const text = cleanText(sent)
  if (text === '') refuseField('text', 'text_required')
  if (Array.from(text).length > mostRoomLetters)
    throw new Refusal('invalid', {}, [{ field: 'text', code: 'too_long', limit: mostRoomLetters }])
  await refuseProhibited(db, { text })
  if (room.slowModeSeconds > 0 && !isModerator) {
    // Sent once more, it takes no turn.
    const before = await saidBefore(db, actor, { clientId, sentHash })
    if (before) return before
    const leftMs = await queries.takeTurn(db, id, viewer.accountId, room.slowModeSeconds)
    if (leftMs > 0) refuse('slow_mode', { seconds: Math.ceil(leftMs / 1000) })
  }
  const written = await write(db, {
    conversationId: id,
    senderId: viewer.accountId,
    clientId: clientId ?? null,
    sentHash: clientId === undefined ? null : sentHash,
    type: 'text',
    text,
    author: 'person',
    replyTo: null,
  })
  if (!written.message) return written.isSame ? showLine(db, actor, written.id) : refuse('idempotency_key_reused')
  const line = lineForm(viewer, written.message, { ...card, isPerformer: viewer.role === 'performer' })
  tellLine(id, forAll(line), keptFrom)
  return line
}

const forAll = ({ clientId: _own, ...line }: RoomLine): RoomLine => line

function refuseWriting({ may, why }: RoomWriting): void {
  if (may) return
  if (why === 'no_adult') refuse('birth_date_required')
  if (why === 'closed') refuse('room_closed')
  if (why === 'muted') refuse('room_muted')
  if (why === 'followers' || why === 'subscribers' || why === 'buyers') refuse('room_audience', { audience: why })
  refuse('not_allowed')
}

async function showLine(db: Db, { viewer }: Actor, messageId: string): Promise<RoomLine> {
  const [line] = await lineForms(db, viewer, await messageQueries.messages(db, [messageId]))
  return line ?? refuse('not_found')
}

export interface Edit extends Omit<queries.Change, 'pinnedMessageId'> {
  pinnedMessageId?: string | null | undefined
  mutedUserIds?: readonly string[] | undefined
  muteUserId?: string | undefined
  unmuteUserId?: string | undefined
}

/** @throws not_found, not_allowed for whoever does not moderate it (or opens and closes and is not its performer), room_closed, prohibited_term */
export async function update(tx: Tx, actor: Actor, id: string, { mutedUserIds, muteUserId, unmuteUserId, ...edit }: Edit): Promise<void> {
  const { isOwner, isModerator } = await standingIn(tx, actor, id)
  if (!isModerator || (edit.isActive !== undefined && !isOwner && actor.viewer.role !== 'staff')) refuse('not_allowed')
  const name = edit.name === undefined ? undefined : cleanText(edit.name)
  if (name) await refuseProhibited(tx, { name })
  const change = await queries.nextChange(tx, id)
  // From here on nobody else changes it: what is not named stays as the one before left it.
  const [room] = await queries.rooms(tx, [id])
  if (!room) return refuse('not_found')
  if (!room.isActive) refuse('room_closed')
  if (edit.pinnedMessageId) {
    const [line] = await messageQueries.messages(tx, [edit.pinnedMessageId])
    if (line?.conversationId !== id || line.deletedAt || line.number <= room.clearedTo) refuse('not_found')
  }
  await queries.update(tx, room, { ...edit, name })
  if (mutedUserIds) {
    // Nobody silences who runs the room.
    const others = mutedUserIds.filter((each) => each !== room.performerId)
    await queries.mute(tx, id, others, actor.viewer.accountId)
  }
  if (muteUserId !== undefined && muteUserId !== room.performerId) await queries.muteOne(tx, id, muteUserId, actor.viewer.accountId)
  if (unmuteUserId !== undefined) await queries.unmuteOne(tx, id, unmuteUserId)
  tx.afterCommit(() => tellRoom('stream/room-updated', id, { change }))
}

/** @throws not_found, not_allowed */
export async function clear(tx: Tx, actor: Actor, id: string): Promise<number> {
  const { room, isModerator } = await standingIn(tx, actor, id)
  if (!isModerator) refuse('not_allowed')
  const change = await queries.clear(tx, id)
  await noteStaff(tx, actor, 'messaging.room_cleared', { kind: 'room', id }, { streamId: room.streamId })
  tx.afterCommit(() => tellRoom('stream/cleared', id, { change }))
  return change
}

/** True when it was a line of a room: deleted by who said it, a moderator, its performer or staff. @throws not_found, not_allowed */
export async function removeLine(tx: Tx, actor: Actor, { id, conversationId, senderId }: messageQueries.Message): Promise<boolean> {
  const [room] = await queries.rooms(tx, [conversationId])
  if (!room) return false
  const { isModerator } = await standingIn(tx, actor, conversationId)
  if (senderId !== actor.viewer.accountId && !isModerator) refuse('not_allowed')
  const change = await queries.deleteLine(tx, conversationId, id, actor.viewer.accountId)
  await noteStaff(tx, actor, 'messaging.deleted', { kind: 'message', id }, { conversationId, senderId })
  tx.afterCommit(() => tellRoom('stream/message-deleted', conversationId, { change, messageId: id }))
  return true
}

async function noteStaff(
  tx: Tx,
  { viewer }: Actor,
  action: 'messaging.deleted' | 'messaging.room_cleared',
  subject: { kind: string; id: string },
  detail: Record<string, string>,
): Promise<void> {
  if (viewer.role === 'staff') await record(tx, { actorId: viewer.accountId, action, subject, detail })
}

/** Lets in over the socket whoever may read along. */
export function letIn(realtime: Pick<Realtime, 'letIn'>, db: Database): void {
  realtime.letIn('stream/join', async (viewer, country, { conversationId, ...more }) => {
    if (typeof conversationId !== 'string' || !formats.uuid(conversationId) || Object.keys(more).length > 0) return undefined
    try {
      const { room } = await standingIn(db, { viewer, country }, conversationId)
      return { room: roomOf(conversationId), part: partOf(conversationId, country), answer: { change: room.lastChange } }
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  })
}

/** Between two looks at who still may read along. */
const lookMs = 3000

/**
 * Whoever loses the right hears no more, however they lost it: the right itself is asked again for everybody who is connected to this process.
 * @param onError said as repeatedly() does
 */
export function watchRooms(realtime: Pick<Realtime, 'membersIn' | 'putOut'>, db: Database, onError: Say): { stop: () => Promise<void> } {
  return repeatedly(lookMs, onError, async () => {
    const seated = realtime.membersIn(roomPrefix)
    if (seated.size === 0) return
    const found = await queries.rooms(
      db,
      [...seated.keys()].map((room) => room.slice(roomPrefix.length)),
    )
    for (const { id, streamId } of found) {
      const out = await streams.unwelcome(db, streamId, seated.get(roomOf(id)) ?? [])
      for (const each of out) realtime.putOut(roomOf(id), each)
      for (const accountId of new Set(out.map((each) => each.accountId))) tellOut(accountId, id, streamId)
    }
  })
}
