// The words that people read, in every language the interface is written in. They live in contract/words/{language}/{part}.json
// as flat messages; a key is `part.message`. The web reads the same files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SayKey } from '#contract/words/keys.ts'
import { type Facts, speakerOf } from '#contract/words/speaking.ts'

export const languages = ['zh-TW', 'en-US'] as const
export type Language = (typeof languages)[number]
export const fallbackLanguage: Language = 'zh-TW'

/** The zone of whoever has told none. */
export const usualZoneOf = (language: Language): string => (language === fallbackLanguage ? 'Asia/Taipei' : 'UTC')

const folder = join(import.meta.dirname, '../../../contract/words')

/** Every message of one language, by its full key. */
export const messages: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  'zh-TW': read('zh-TW'),
  'en-US': read('en-US'),
}

function read(language: Language): Record<string, string> {
  const all: Record<string, string> = {}
  for (const file of readdirSync(join(folder, language)).toSorted()) {
    const part = file.replace(/\.json$/, '')
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>)) {
      all[`${part}.${key}`] = text
    }
  }
  return all
}

const speakers = {
  'zh-TW': speakerOf('zh-TW', { ...messages['zh-TW'] }),
  'en-US': speakerOf('en-US', { ...messages[fallbackLanguage], ...messages['en-US'] }),
}

/** One sentence. A missing key is a bug that shows as the key itself; the words test finds it first. */
export function say(language: Language, key: string, facts: Facts = {}): string {
  return speakers[language].t(key as SayKey, facts)
}

/** The language to answer in: the first of ours that the header names (by tag, then by its language), else en-US as the API's default. */
export function languageOf(header: string | undefined): Language {
  for (const tag of (header ?? '').split(',')) {
    const wanted = tag.split(';')[0]?.trim().toLowerCase()
    if (!wanted) continue
    const found =
      languages.find((language) => language.toLowerCase() === wanted) ??
      languages.find((language) => language.startsWith(wanted.slice(0, 2)))
    if (found) return found
  }
  return 'en-US'
}
