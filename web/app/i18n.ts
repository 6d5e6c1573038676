import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { untilBack } from '#web/ui/network.ts'
import type { Messages } from '#web/words/messages.ts'

/**
 * The words of one language, ready before the first render on both sides.
 * @param overrides messages that the operator worded differently, by full key
 */
export function makeI18n(language: string, messages: Messages, overrides: Readonly<Record<string, string>>): i18n {
  const instance = createInstance().use(initReactI18next)
  void instance.init({
    lng: language,
    resources: { [language]: { translation: { ...keyed(messages), ...overrides } } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance
}

function keyed(messages: Messages): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [path, part] of Object.entries(messages)) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
    for (const [key, text] of Object.entries(part)) all[`${name}.${key}`] = text
  }
  return all
}

let own: { instance: i18n; overrides: Readonly<Record<string, string>> } | undefined
const brought = new Map<Room, Promise<void>>()

/** In the browser: the instance that later words join. */
export function useOwnI18n(instance: i18n, overrides: Readonly<Record<string, string>>): i18n {
  own = { instance, overrides }
  return instance
}

/** Rooms whose words do not come with the front of the house: one's own matters, the work of studio and office, looking around, what is said under works, and being met at the door. */
export type Room = 'own' | 'work' | 'browse' | 'talk' | 'landing'

const rooms: Readonly<Record<Room, Readonly<Record<string, () => Promise<{ messages: Messages }>>>>> = {
  own: { 'zh-TW': () => import('#web/words/zh-TW.own.ts'), 'en-US': () => import('#web/words/en-US.own.ts') },
  work: { 'zh-TW': () => import('#web/words/zh-TW.work.ts'), 'en-US': () => import('#web/words/en-US.work.ts') },
  talk: { 'zh-TW': () => import('#web/words/zh-TW.talk.ts'), 'en-US': () => import('#web/words/en-US.talk.ts') },
  landing: { 'zh-TW': () => import('#web/words/zh-TW.landing.ts'), 'en-US': () => import('#web/words/en-US.landing.ts') },
  browse: { 'zh-TW': () => import('#web/words/zh-TW.browse.ts'), 'en-US': () => import('#web/words/en-US.browse.ts') },
}

/** Brings a room's words before the first of its pages is drawn. On the server they are there already. */
export function bringWords(room: Room): Promise<void> {
  if (!own) return Promise.resolve()
  const { instance, overrides } = own
  const before = brought.get(room)
  if (before) return before
  const load = rooms[room][instance.language]
  if (!load) return Promise.reject(new Error(`no words in ${instance.language}`))
  const coming = untilBack(load).then(({ messages }) => {
    instance.addResources(instance.language, 'translation', { ...keyed(messages), ...overrides })
  })
  brought.set(room, coming)
  // What failed once is not what comes of it for good.
  coming.catch(() => brought.delete(room))
  return coming
}
