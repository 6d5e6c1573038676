import { type Speaker, speakerOf } from '#contract/words/speaking.ts'
import { partUntilBack } from '#web/ui/network.ts'
import type { Messages } from '#web/words/messages.ts'

/**
 * The words of one language, ready before the first render on both sides.
 * @param overrides messages that the operator worded differently, by full key
 */
export function makeSpeaker(language: string, messages: Messages, overrides: Readonly<Record<string, string>>): Speaker {
  return speakerOf(language, { ...keyed(messages), ...overrides })
}

function keyed(messages: Messages): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [path, part] of Object.entries(messages)) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
    for (const [key, text] of Object.entries(part)) all[`${name}.${key}`] = text
  }
  return all
}

let own: { speaker: Speaker; overrides: Readonly<Record<string, string>> } | undefined
const brought = new Map<Room, Promise<void>>()

/** In the browser: the speaker that learns the words of later pages. */
export function learnsLater(speaker: Speaker, overrides: Readonly<Record<string, string>>): Speaker {
  own = { speaker, overrides }
  return speaker
}

/**
 * Rooms whose words do not come with the front of the house: one's own matters, coming in, the work of studio and office, looking around,
 * orders, what is said under works, being met as a visitor, and reporting something.
 */
export type Room = 'own' | 'door' | 'work' | 'browse' | 'orders' | 'landing' | 'report' | 'comments' | 'live'

const rooms: Readonly<Record<Room, Readonly<Record<string, () => Promise<{ messages: Messages }>>>>> = {
  own: { 'zh-TW': () => import('#web/words/zh-TW.own.ts'), 'en-US': () => import('#web/words/en-US.own.ts') },
  door: { 'zh-TW': () => import('#web/words/zh-TW.door.ts'), 'en-US': () => import('#web/words/en-US.door.ts') },
  orders: { 'zh-TW': () => import('#web/words/zh-TW.orders.ts'), 'en-US': () => import('#web/words/en-US.orders.ts') },
  work: { 'zh-TW': () => import('#web/words/zh-TW.work.ts'), 'en-US': () => import('#web/words/en-US.work.ts') },
  landing: { 'zh-TW': () => import('#web/words/zh-TW.landing.ts'), 'en-US': () => import('#web/words/en-US.landing.ts') },
  report: { 'zh-TW': () => import('#web/words/zh-TW.report.ts'), 'en-US': () => import('#web/words/en-US.report.ts') },
  comments: { 'zh-TW': () => import('#web/words/zh-TW.comments.ts'), 'en-US': () => import('#web/words/en-US.comments.ts') },
  live: { 'zh-TW': () => import('#web/words/zh-TW.live.ts'), 'en-US': () => import('#web/words/en-US.live.ts') },
  browse: { 'zh-TW': () => import('#web/words/zh-TW.browse.ts'), 'en-US': () => import('#web/words/en-US.browse.ts') },
}

/** Brings a room's words before the first of its pages is drawn. On the server they are there already. */
export function bringWords(room: Room): Promise<void> {
  if (!own) return Promise.resolve()
  const { speaker, overrides } = own
  const before = brought.get(room)
  if (before) return before
  const load = rooms[room][speaker.language]
  if (!load) return Promise.reject(new Error(`no words in ${speaker.language}`))
  const coming = partUntilBack(load).then(({ messages }) => {
    speaker.learn({ ...keyed(messages), ...overrides })
  })
  brought.set(room, coming)
  // What failed once is not what comes of it for good.
  coming.catch(() => brought.delete(room))
  return coming
}
