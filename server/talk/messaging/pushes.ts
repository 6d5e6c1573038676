// Who is told of a change, once it is durable: the open screens of both sides. A hint and no more: the change number in it tells whoever hears it
// whether they missed one, and what was missed is asked for. So no fact is announced for a line of chat, and no notify sent (docs/adr/0013).
import { formats } from '#server/platform/http/formats.ts'
import type { Pushes } from '#contract/pushes.ts'
import type { TipGoal } from '#contract/stage/tipping.ts'
import type { RoomLine } from '#contract/talk/rooms.ts'
import { LRUCache } from 'lru-cache'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { KeptFrom } from '#server/people/blocks/blocks.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { conversations, type Conversation } from '#server/talk/messaging/conversation-queries.ts'
import { relationsOf, sideOf, writingOf } from '#server/talk/messaging/relations.ts'

type Told = 'message/created' | 'message/edited' | 'message/deleted' | 'message/read'

let screens: Pick<Realtime, 'toAccount' | 'toAccounts' | 'toRoom'> | undefined

/** Wired once at start. */
export function push(realtime: Realtime, db: Database): void {
  screens = realtime
  realtime.hear('typing', async (viewer, { conversationId }) => {
    if (typeof conversationId !== 'string') return
    const other = await readerOf(db, viewer, conversationId)
    if (other !== undefined) realtime.toAccount(other, 'message/typing', { conversationId })
  })
}

/** Who would read it; nobody where they may not write. Asked once in half a minute: who is blocked meanwhile is seen writing a little longer. */
const readers = new LRUCache<string, { id: string | undefined }>({ max: 10_000, ttl: 30_000 })

async function readerOf(db: Database, viewer: Member, conversationId: string): Promise<string | undefined> {
  const name = `${viewer.accountId} ${conversationId}`
  const known = readers.get(name)
  if (known) return known.id
  const id = await otherWhoReads(db, viewer, conversationId)
  readers.set(name, { id })
  return id
}

async function otherWhoReads(db: Database, viewer: Member, conversationId: string): Promise<string | undefined> {
  if (!formats.uuid(conversationId)) return undefined
  const [conversation] = await conversations(db, [conversationId])
  if (!conversation || ![conversation.performerId, conversation.fanId].includes(viewer.accountId)) return undefined
  const [relation] = await relationsOf(db, { viewer, country: ownNetwork }, [conversation])
  if (!relation || !writingOf(viewer, conversation, relation).may || (await accounts.find(db, viewer.accountId))?.hidesPresence)
    return undefined
  return sideOf(conversation, viewer.accountId) === 'fan' ? conversation.performerId : conversation.fanId
}

/** @param onlyTo of what waits: its sender */
export function tell(
  name: Told,
  { id, performerId, fanId }: Pick<Conversation, 'id' | 'performerId' | 'fanId'>,
  { messageId, change }: { messageId?: string | undefined; change: number },
  onlyTo?: string,
): void {
  const payload: Pushes[Told] = { conversationId: id, change, ...(messageId !== undefined && { messageId }) }
  for (const accountId of onlyTo === undefined ? [performerId, fanId] : [onlyTo]) screens?.toAccount(accountId, name, payload)
}

type ToldInRooms = 'stream/message-deleted' | 'stream/cleared' | 'stream/room-updated'

export const roomPrefix = 'room:'
export const roomOf = (conversationId: string) => `${roomPrefix}${conversationId}`

/** To everybody who joined the room. */
export function tellRoom<Name extends ToldInRooms>(name: Name, conversationId: string, what: Omit<Pushes[Name], 'conversationId'>): void {
  tellWhatWasSaid(conversationId)
  screens?.toRoom(roomOf(conversationId), name, { ...what, conversationId } as Pushes[Name])
}

/** To everybody who joined the room: how its stream stands is to be asked again. */
export function tellStream(conversationId: string, streamId: string): void {
  screens?.toRoom(roomOf(conversationId), 'stream/changed', { conversationId, streamId })
}

/** To somebody who is let in no more: how they stand to the stream is to be asked again. */
export function tellOut(accountId: string, conversationId: string, streamId: string): void {
  screens?.toAccount(accountId, 'stream/changed', { conversationId, streamId })
}

/** To everybody who joined the room: how many watch. */
export function tellWatched(conversationId: string, streamId: string, viewerCount: number): void {
  screens?.toRoom(roomOf(conversationId), 'stream/watched', { conversationId, streamId, viewerCount })
}

/** To everybody who joined the room: how far its performer is with what they hope to be given. */
export function tellGoal(conversationId: string, streamId: string, goal: TipGoal | null): void {
  screens?.toRoom(roomOf(conversationId), 'stream/goal', { conversationId, streamId, goal })
}

/** By room: lines that are kept and not pushed yet, each with whom it is not for. */
const said = new Map<string, { line: RoomLine; keptFrom: KeptFrom }[]>()

/** Whoever joined a room from this country. */
export const partOf = (conversationId: string, country: string | null | undefined) => `part:${country ?? ''}:${conversationId}`

/** Rooms that were told something a moment ago. */
const resting = new Set<string>()

/**
 * To everybody who joined the room. What was kept in one moment goes out together, because each packet costs as much as there are people; and after
 * one a room rests twice as long as it took. So a full room takes a third of the process's time at most, and one of few people waits for nothing.
 * @param keptFrom who does not read what its sender says: they miss a change, and ask for what else there is
 */
export function tellLine(conversationId: string, line: RoomLine, keptFrom: KeptFrom): void {
  const lines = said.get(conversationId)
  if (lines) return void lines.push({ line, keptFrom })
  said.set(conversationId, [{ line, keptFrom }])
  if (!resting.has(conversationId)) setImmediate(() => tellAndRest(conversationId))
}

function tellAndRest(conversationId: string): void {
  // Told meanwhile, before something else was.
  if (!said.has(conversationId)) return
  const began = performance.now()
  tellWhatWasSaid(conversationId)
  resting.add(conversationId)
  setTimeout(
    () => {
      resting.delete(conversationId)
      tellAndRest(conversationId)
    },
    2 * (performance.now() - began),
  ).unref()
}

function tellWhatWasSaid(conversationId: string): void {
  const lines = said.get(conversationId)?.toSorted((one, other) => one.line.change - other.line.change) ?? []
  said.delete(conversationId)
  // Together with those before it goes what is for the same people.
  const packets: { messages: RoomLine[]; keptFrom: KeptFrom }[] = []
  for (const { line, keptFrom } of lines) {
    const packet = packets.at(-1)
    if (packet && isSame(packet.keptFrom, keptFrom)) packet.messages.push(line)
    else packets.push({ messages: [line], keptFrom })
  }
  for (const { messages, keptFrom } of packets) {
    const { accountIds, countries } = keptFrom
    const change = messages.at(-1)?.change ?? 0
    const parts = countries.map((country) => partOf(conversationId, country))
    screens?.toRoom(roomOf(conversationId), 'stream/message-created', { conversationId, change, messages }, { accountIds, parts })
  }
}

const isSame = (one: KeptFrom, other: KeptFrom) =>
  one === other || (one.accountIds.join() === other.accountIds.join() && one.countries.join() === other.countries.join())

/** Many at once hear that something is new, by one packet: each asks what it is. Its sender is one of them, and hears of a batch once. */
export function tellMany(accountIds: readonly string[]): void {
  screens?.toAccounts(accountIds, 'messages/changed', {})
}
