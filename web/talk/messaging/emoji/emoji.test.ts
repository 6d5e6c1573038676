import type { EmojiData } from 'frimousse'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawable } from '#web/talk/messaging/emoji/emoji.ts'
import { insertAtCaret } from '#web/talk/messaging/emoji/insert.ts'
import { withNewest } from '#web/talk/messaging/emoji/recent.ts'

const read = (language: string) => readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')
const [chinese, english] = ['zh-TW', 'en-US'].map((language) => JSON.parse(read(language)) as EmojiData) as [EmojiData, EmojiData]
const foundBy = ({ emojis }: EmojiData, text: string) =>
  emojis.filter(({ label, tags }) => [label, ...tags].some((each) => each.toLowerCase().includes(text))).map(({ emoji }) => emoji)

/** As a text field is in a browser that types for nobody: what is put in takes the place of what is marked, and whoever listens reads it. */
function field(value: string, selectionStart: number, selectionEnd = selectionStart) {
  const heard: string[] = []
  return {
    value,
    selectionStart,
    selectionEnd,
    heard,
    focus() {},
    ownerDocument: { activeElement: null, execCommand: () => false },
    setRangeText(text: string, from?: number, to?: number, mode?: string) {
      this.value = this.value.slice(0, from) + text + this.value.slice(to)
      if (mode === 'end') this.selectionStart = this.selectionEnd = (from ?? 0) + text.length
    },
    dispatchEvent(event: Event) {
      if (event.type === 'input' && event.bubbles) heard.push(this.value)
      return true
    },
  }
}

test('an emoji goes to where the caret stands, which stands after it, and whoever keeps what is typed hears of it', () => {
  const text = field('今晚見', 2)
  insertAtCaret(text, '🌙')
  expect(text).toMatchObject({ value: '今晚🌙見', selectionStart: 4, selectionEnd: 4, heard: ['今晚🌙見'] })
  insertAtCaret(text, '🔥')
  expect(text).toMatchObject({ value: '今晚🌙🔥見', selectionStart: 6, heard: ['今晚🌙見', '今晚🌙🔥見'] })
})

test('what is marked makes room for it', () => {
  const text = field('今晚見', 0, 2)
  insertAtCaret(text, '👩‍🚀')
  expect(text).toMatchObject({ value: '👩‍🚀見', selectionStart: '👩‍🚀'.length })
})

test('the last ones come first, each once, one row of them', () => {
  expect(withNewest(['🔥', '🌙'], '🌙')).toEqual(['🌙', '🔥'])
  const row = ['😀', '🎭', '🍇', '🎈', '💡', '❤️', '🚀', '🐱']
  expect(withNewest(row, '🔥')).toEqual(['🔥', ...row.slice(0, 7)])
})

test('the two languages have the same emoji, under names of their own, and each weighs 44 kB at most', () => {
  expect(chinese.emojis.length).toBeGreaterThan(1900)
  expect(chinese.emojis.map(({ emoji }) => emoji)).toEqual(english.emojis.map(({ emoji }) => emoji))
  for (const { emojis, categories } of [chinese, english]) {
    // A row of the list tells its emoji apart by name.
    expect(new Set(emojis.map(({ label }) => label)).size).toBe(emojis.length)
    expect(emojis.filter(({ category }) => !categories.some(({ index }) => index === category))).toEqual([])
  }
  for (const language of ['zh-TW', 'en-US']) expect(brotliCompressSync(read(language)).length).toBeLessThanOrEqual(44 * 1024)
})

test('they are found by the words of each language, and 臺 and 台 alike', () => {
  expect(foundBy(chinese, '月亮')).toContain('🌙')
  expect(foundBy(english, 'moon')).toContain('🌙')
  expect(foundBy(chinese, '台灣')).toEqual(foundBy(chinese, '臺灣'))
  expect(foundBy(chinese, '臺灣')).toContain('🇹🇼')
  expect([...chinese.emojis, ...chinese.categories].filter(({ label }) => label.includes('台'))).toEqual([])
})

test('only emoji that the browser can draw are offered', () => {
  const upTo = (newest: number, flags: boolean) =>
    drawable(chinese, (emoji) => {
      const { version = 0, countryFlag = false } = chinese.emojis.find((each) => each.emoji === emoji) ?? {}
      return countryFlag ? flags : version <= newest
    }).emojis
  const newestOf = (emojis: EmojiData['emojis']) => Math.max(...emojis.map(({ version }) => version))
  expect(newestOf(upTo(17, true))).toBe(17)
  expect(newestOf(upTo(13.1, true))).toBe(13.1)
  expect(upTo(13.1, true).map(({ emoji }) => emoji)).toContain('🇹🇼')
  expect(upTo(13.1, false).filter(({ countryFlag }) => countryFlag)).toEqual([])
  expect(upTo(13.1, false).map(({ emoji }) => emoji)).toContain('🌙')
  // Where nothing can be told, nothing is kept from anybody.
  expect(upTo(-1, false)).toEqual(chinese.emojis)
})
