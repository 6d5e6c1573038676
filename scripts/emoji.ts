// Makes web/talk/messaging/emoji/zh-TW.json and those of the other languages again: emoji, their names and what they are found by, out of Emojibase (MIT; the
// names are those of Unicode's CLDR). The package is fetched for the run and not kept: all its languages are 49 MB.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Locale } from '../contract/locales.ts'

const version = '17.0.0'
const languages: Readonly<Record<Locale, string>> = {
  'zh-TW': 'zh-hant',
  'en-US': 'en',
  'ja-JP': 'ja',
  'ko-KR': 'ko',
  'zh-CN': 'zh',
  'th-TH': 'th',
}
/** As it travels, a language. */
const limit = 50 * 1024
/** In the order in which Emojibase numbers them. */
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark']

interface Entry {
  emoji: string
  label: string
  tags?: string[]
  version: number
  /** Absent: a piece that other emoji are put together from. */
  group?: number
  subgroup?: number
  /** With two tones where two people are in it. */
  skins?: { emoji: string; tone: number | number[] }[]
}
interface Group {
  key: string
  message: string
  order: number
}
interface Messages {
  groups: Group[]
  subgroups: Group[]
  skinTones: { key: string; message: string }[]
}

const root = join(import.meta.dirname, '..')
const fetched = mkdtempSync(join(tmpdir(), 'emoji-'))
try {
  writeFileSync(join(fetched, 'package.json'), '{}')
  const fetching = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `emojibase-data@${version}`]
  execFileSync('npm', fetching, { cwd: fetched, stdio: 'inherit' })
  for (const [language, folder] of Object.entries(languages) as [Locale, string][]) {
    const read = (file: string) => JSON.parse(readFileSync(join(fetched, 'node_modules/emojibase-data', folder, file), 'utf8')) as unknown
    const text = written(language, read('data.json') as Entry[], read('messages.json') as Messages)
    const weight = brotliCompressSync(text).length
    if (weight > limit) throw new Error(`${language}: ${weight} bytes are more than ${limit}.`)
    writeFileSync(join(root, `web/talk/messaging/emoji/${language}.json`), text)
    console.log(`${language}: ${weight} bytes as they travel`)
  }
} finally {
  rmSync(fetched, { recursive: true, force: true })
}

/** What frimousse calls EmojiData, with each emoji on a line of its own. */
function written(locale: Locale, entries: Entry[], { groups, subgroups, skinTones }: Messages): string {
  /** 臺 as everywhere here. */
  const ours = (text: string) => (locale === 'zh-TW' ? text.replaceAll('台', '臺') : text)
  const named = (text: string) => {
    const name = ours(text)
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
  // Skins and hair by themselves are nothing to write with.
  const kept = groups.filter(({ key }) => key !== 'component')
  const countries = subgroups.filter(({ key }) => key === 'country-flag' || key === 'subdivision-flag').map(({ order }) => order)
  const emojis = entries
    .filter(({ group }) => kept.some(({ order }) => order === group))
    .map(({ emoji, label, tags = [], version: since, group, subgroup = -1, skins = [] }) => {
      const ofOneTone = skins.flatMap(({ emoji: skin, tone }) => (typeof tone === 'number' ? [[tones[tone - 1], skin]] : []))
      return {
        emoji,
        category: group,
        label: named(label),
        version: since,
        // Both ways of writing it are looked for.
        tags: [...new Set([...tags, ...tags.map(ours), ...(ours(label) === label ? [] : [label])])],
        ...(countries.includes(subgroup) && { countryFlag: true }),
        ...(ofOneTone.length > 0 && { skins: Object.fromEntries(ofOneTone) as unknown }),
      }
    })
  const lines = emojis.map((emoji) => JSON.stringify(emoji)).join(',\n')
  const categories = kept.map(({ order, message }) => ({ index: order, label: named(message) }))
  const names = Object.fromEntries(skinTones.map(({ key, message }) => [key, named(message)]))
  return `{"locale":"${locale}","categories":${JSON.stringify(categories)},"skinTones":${JSON.stringify(names)},"emojis":[\n${lines}\n]}\n`
}
