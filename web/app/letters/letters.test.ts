// Which letters a machine lacks, which of them stand on a page, and which slices bring them.
import { expect, test } from 'vitest'
import { localeNames, locales } from '#contract/locales.ts'
import { type Draw, missingBy } from './machine.ts'
import { cutTo, pointsOf, slicesOf } from './slices.ts'
import { foundIn, hanOf, mayBring, samples, writingOf, writings } from './writings.ts'

/** A machine whose fonts have these letters, and which draws one box for all others. */
const machineWith =
  (letters: string): Draw =>
  (letter) =>
    /[ -~]/.test(letter) || letters.includes(letter) ? letter : 'box'

test('a machine lacks a writing when one of its letters is drawn as a letter that no font has', () => {
  expect(missingBy(machineWith(Object.values(samples).join('')))).toEqual([])
  expect(missingBy(machineWith(`${samples.hant}${samples.kana}ไ`))).toEqual(['hans', 'hang', 'thai'])
  expect(missingBy(machineWith(''))).toEqual([...writings])
})

test('a browser that gives no true picture counts as one that has everything', () => {
  let drawn = 0
  expect(missingBy(() => String(drawn++))).toEqual([])
  expect(missingBy(() => 'white')).toEqual([])
})

test.each([
  ['zh-TW', 'hant', 'hant'],
  ['zh-CN', 'hans', 'hans'],
  ['ja-JP', 'kana', 'kana'],
  ['ko-KR', 'hang', 'hang'],
  ['th-TH', 'thai', 'hant'],
  ['en-US', undefined, 'hant'],
])('a page in %s is written in %s, and its Han letters are those of %s', (language, writing, han) => {
  expect([writingOf(language), hanOf(language)]).toEqual([writing, han])
})

test.each([
  ['zh-TW', '今晚在大稻埕', ['hant']],
  ['zh-TW', 'Tonight · 8 pm', []],
  ['zh-TW', '鄧麗君・精選', ['hant']],
  ['zh-TW', '请问今天几点', ['hant', 'hans']],
  ['zh-TW', '小雨 오늘 밤', ['hant', 'hang']],
  ['en-US', '大人', ['hant']],
  ['en-US', 'คืนนี้', ['thai']],
  ['ja-JP', '今夜', ['kana']],
  ['ja-JP', '國語老師說', ['kana', 'hant']],
  ['ko-KR', '漢字 한글', ['hang']],
  ['zh-CN', '我们 ありがとう', ['hans', 'kana']],
])('on a page in %s, 「%s」 is written in %j', (language, text, found) => {
  expect(foundIn(text, writings, language)).toEqual(found)
})

test('what is asked for among is all that is found', () => {
  expect(foundIn('小雨 오늘 คืนนี้', ['thai'], 'zh-TW')).toEqual(['thai'])
})

test('another writing brings no Han letter that the machine or the page’s own list has', () => {
  const own = new Set(['國', '駅'].map((letter) => letter.codePointAt(0) ?? 0))
  const brought = (writing: 'kana' | 'hans', broughtByOwn?: ReadonlySet<number>) =>
    Array.from('のカ國込。A한')
      .filter((letter) => mayBring(writing, letter, broughtByOwn))
      .join('')
  expect(brought('kana')).toBe('のカ')
  expect(brought('kana', own)).toBe('のカ込')
  expect(brought('hans')).toBe('國込')
  expect(brought('hans', own)).toBe('込')
})

test('ranges are read and cut as style sheets write them', () => {
  expect(pointsOf('U+ac00-ac02, U+0E01')).toEqual([0xac00, 0xac01, 0xac02, 0xe01])
  const slices = [
    { url: '/a', range: 'U+20,U+3041-3043,U+4e00' },
    { url: '/b', range: 'U+4e01' },
  ]
  expect(cutTo(slices, (letter) => /[ぁ-ん]/.test(letter))).toEqual([{ url: '/a', range: 'U+3041-3043' }])
})

test('a file that the package says nothing of is no slice', () => {
  expect(slicesOf({ '/x/noto-sans-kr-7-wght-normal.woff2': '/7' }, { '[7]': 'U+ac00' })).toEqual([{ url: '/7', range: 'U+ac00' }])
  expect(slicesOf({ '/x/noto-sans-thai-thai-wght-normal.woff2': '/t' }, { thai: 'U+e01' })).toEqual([{ url: '/t', range: 'U+e01' }])
  expect(() => slicesOf({ '/x/noto-sans-kr-8-wght-normal.woff2': '/8' }, { '[7]': 'U+ac00' })).toThrow('which letters')
})

test.each([
  ['hant', () => import('./hant.ts'), '電子信箱使用者名稱灣餒，。「」'],
  ['hans', () => import('./hans.ts'), '说赡请问镇'],
  ['kana', () => import('./kana.ts'), 'のカ込駅'],
  ['hang', () => import('./hang.ts'), '한글안녕하세요'],
  ['thai', () => import('./thai.ts'), 'ไทยสวัสดี'],
] as const)('the list of %s has its letters, and each slice is a file of its own', async (writing, list, letters) => {
  const { slices } = await list()
  const points = new Set(slices.flatMap(({ range }) => pointsOf(range)))
  expect(Array.from(letters + samples[writing]).filter((letter) => !points.has(letter.codePointAt(0) ?? 0))).toEqual([])
  expect(new Set(slices.map(({ url }) => url)).size).toBe(slices.length)
})

test('the foot names every language in its own letters, and each is known by them on a page in any other', () => {
  const names = Object.values(localeNames).join(' · ')
  for (const locale of locales)
    expect(foundIn(names, ['hant', 'hans', 'hang', 'thai'], locale).toSorted(), locale).toEqual(['hang', 'hans', 'hant', 'thai'])
})
