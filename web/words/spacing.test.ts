// LOOK-ACT-TWO: the quarter-space between Chinese and Latin letters or figures is drawn by text-autospace; a typed one would double it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const words = join(import.meta.dirname, '../../contract/words')
const folder = join(words, 'zh-TW')
const han = String.raw`[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Hiragana}\p{Script=Katakana}。，、；：？！「」『』《》（）]`
const other = String.raw`[A-Za-z0-9@#]`
// Two values with a space between them are a day and its hour; where a Chinese unit follows, the second is a figure in a sentence.
const values = String.raw`\}\} \{\{[^}]+\}\}\p{Script=Han}`
const typed = new RegExp(String.raw`${han} (?:${other}|\{\{|<\d)|(?:${other}|\}\}) ${han}|： | (?=[：@#])|${values}`, 'u')

/** What is typed into a terminal has the spaces that it needs. */
const spaced = (words: Record<string, string>) =>
  Object.keys(words).filter((key) => !key.endsWith('.command') && typed.test(words[key] ?? ''))

test.each(['zh-TW', 'zh-CN', 'ja-JP'])(
  'no sentence in %s has a typed space beside a Latin letter, a figure or a value put into it',
  (language) => {
    const found = readdirSync(join(words, language)).flatMap((name) =>
      spaced(JSON.parse(readFileSync(join(words, language, name), 'utf8'))).map((key) => `${name}: ${key}`),
    )
    expect(found).toEqual([])
  },
)

test('a command has its spaces', () => {
  expect(spaced({ 'check.command': 'node check.mjs 對帳單.json', check: 'node check.mjs 對帳單.json' })).toEqual(['check'])
})

test('and it would be seen', () => {
  expect(
    spaced({
      a: '解鎖 120代幣',
      b: '解鎖120 代幣',
      c: '給 {{name}}',
      d: '{{name}} 的',
      e: '解鎖120代幣',
      f: 'by {{name}}',
      g: '{{day}} {{time}}',
      h: '訂單 #{{number}}',
      i: '退回 @{{name}}',
      j: '一起入鏡： 三號追光',
      k: '已打賞{{name}} {{amount}}代幣',
      l: '退回@{{payer}}，訂單#{{number}}：{{when}}',
    }),
  ).toEqual(['a', 'b', 'c', 'd', 'h', 'i', 'j', 'k'])
})

// 臺 in every word of ours, names of countries too (web/ui/country-name.ts): whoever searches finds both (web/ui/Pick.tsx).
test('臺 is written one way, in every sentence', () => {
  const found = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes('台'))
  expect(found).toEqual([])
})

// A length of time is read at a glance as a figure. One of anything (一天, 一小時) is a word, and a month's name is not a length.
test('lengths of time are written in figures, in every sentence', () => {
  const spelled = /[二兩三四五六七八九十]個?(?:天|小時|分鐘|秒|工作天|月內)/u
  const found = readdirSync(folder).flatMap((name) => {
    const words = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>
    return Object.keys(words).flatMap((key) => (spelled.test(words[key] ?? '') ? [`${name}: ${key}`] : []))
  })
  expect(found).toEqual([])
})

// One name for one thing: what a creator keeps to use again is 素材庫 wherever one comes upon it.
test('the library has one name, in every sentence', () => {
  const found = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes('媒體庫'))
  expect(found).toEqual([])
})
