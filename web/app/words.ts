import { type Speaker, speakerOf } from '#contract/words/speaking.ts'
import { partUntilBack } from '#web/ui/network.ts'
import type { Front, Messages, Room } from '#web/words/rooms.ts'

export type { Room }

/**
 * The words of one language, ready before the first render on both sides.
 * @param overrides messages that the operator worded differently, by full key
 */
export function makeSpeaker(language: string, messages: Messages, overrides: Readonly<Record<string, string>>): Speaker {
  return speakerOf(language, { ...keyed(messages), ...overrides })
}

function keyed(messages: Messages): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, part] of Object.entries(messages)) for (const [key, text] of Object.entries(part)) all[`${name}.${key}`] = text
  return all
}

let own: { speaker: Speaker; overrides: Readonly<Record<string, string>>; rooms: Front['rooms'] } | undefined
const brought = new Map<Room, Promise<void>>()

/** In the browser: the speaker that learns the words of later pages. */
export function learnsLater(speaker: Speaker, overrides: Readonly<Record<string, string>>, rooms: Front['rooms']): Speaker {
  own = { speaker, overrides, rooms }
  return speaker
}

/** Brings a room's words before the first of its pages is drawn. On the server they are there already. */
export function bringWords(room: Room): Promise<void> {
  if (!own) return Promise.resolve()
  const { speaker, overrides, rooms } = own
  const before = brought.get(room)
  if (before) return before
  const coming = partUntilBack(rooms[room]).then(({ messages }) => {
    speaker.learn({ ...keyed(messages), ...overrides })
  })
  brought.set(room, coming)
  // What failed once is not what comes of it for good.
  coming.catch(() => brought.delete(room))
  return coming
}
