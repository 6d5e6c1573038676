// The words that people read, in every language the interface is written in. They live in contract/words/{language}/{part}.json
// as flat messages; a key is `part.message`. The web reads the same files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inEachLocale, type Locale, locales } from '#contract/locales.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { type Facts, speakerOf } from '#contract/words/speaking.ts'

export const languages = locales
export type Language = Locale
export const fallbackLanguage: Language = 'zh-TW'

/** The zone of whoever has told none. */
export const usualZoneOf = (language: Language): string => zones[language]
const zones: Readonly<Record<Language, string>> = {
  'zh-TW': 'Asia/Taipei',
  'en-US': 'UTC',
  'ja-JP': 'Asia/Tokyo',
  'ko-KR': 'Asia/Seoul',
  'zh-CN': 'Asia/Shanghai',
  'th-TH': 'Asia/Bangkok',
}

const folder = join(import.meta.dirname, '../../../contract/words')

/** Every message of one language, by its full key. */
export const messages = inEachLocale(read)

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

const speakers = inEachLocale((language) => speakerOf(language, { ...messages[language] }))

/** Between two sentences, and between what is counted up: Chinese and Japanese keep their distance by themselves. */
export const betweenSentences = (language: Language) => (isSpaced(language) ? ' ' : '')
export const betweenNames = (language: Language) => (isSpaced(language) ? ', ' : '、')
const isSpaced = (language: Language) => !/^(?:zh|ja)/.test(language)

/** One sentence. A missing key is a bug that shows as the key itself; the words test finds it first. */
export function say(language: Language, key: string, facts: Facts = {}): string {
  return speakers[language].t(key as SayKey, facts)
}

/** The language to answer in: the first of ours that the header names (by tag, then by its language and how it is written), else en-US as the API's default. */
export function languageOf(header: string | undefined): Language {
  for (const tag of (header ?? '').split(',', mostTags)) {
    const found = languageNearest(tag.split(';')[0]?.trim() ?? '')
    if (found) return found
  }
  return 'en-US'
}

/** A header may be long, and nobody reads more languages than this. */
const mostTags = 20

/** zh-Hans, zh-SG → zh-CN; zh-HK → zh-TW; en-GB → en-US; of zh alone the first that there is. */
function languageNearest(tag: string): Language | undefined {
  const exact = languages.find((language) => language.toLowerCase() === tag.toLowerCase())
  if (exact) return exact
  const wanted = /[-_]/.test(tag) ? scriptOf(tag) : undefined
  const [own = ''] = tag.toLowerCase().split('-')
  return (
    languages.find((language) => wanted !== undefined && scripts[language] === wanted) ??
    languages.find((language) => language.startsWith(`${own}-`))
  )
}

/** zh-SG → zh-Hans; nothing for what is no tag. */
function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}

const scripts = inEachLocale(scriptOf)
