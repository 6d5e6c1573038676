// One word for one thing (docs/adr/0026, terms): what a translator wrote in one file is what the others say.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locales.ts'

/** Words that were said beside the one that is meant. What somebody may type to find a setting (`sought.`) has them all. */
const strays: Readonly<Partial<Record<Locale, readonly (readonly [stray: RegExp, meant: string])[]>>> = {
  'zh-TW': [
    [/點數|金幣/, '代幣'],
    [/小費/, '打賞'],
  ],
  'zh-CN': [
    [/点数|金币/, '代币'],
    [/小费/, '打赏'],
  ],
  'ja-JP': [
    [/トークン/, 'コイン'],
    [/投げ銭/, 'チップ'],
    [/配信者/, 'クリエイター'],
    [/引き出し/, '出金'],
    [/解錠/, 'アンロック'],
  ],
  'ko-KR': [
    [/(?<![가-힣])팁/, '후원'],
    [/창작자/, '크리에이터'],
    [/언락|해금/, '잠금 해제'],
  ],
  'th-TH': [
    [/โดเนท/, 'ทิป'],
    [/ปลดล็อค/, 'ปลดล็อก'],
    [/ผู้สร้าง/, 'ครีเอเตอร์'],
  ],
}

const strayIn = (locale: Locale, key: string, text: string) =>
  key.startsWith('sought.') ? [] : (strays[locale] ?? []).filter(([stray]) => stray.test(text)).map(([, meant]) => meant)

test.each(locales)('in %s each thing has one name', (locale) => {
  const found = globSync(`${locale}/*.json`, { cwd: import.meta.dirname }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Record<string, string>).flatMap(([key, text]) =>
      strayIn(locale, key, text).map((meant) => `${file} ${key}: ${meant} is meant`),
    ),
  )
  expect(found).toEqual([])
})

test('another word for a thing is seen', () => {
  expect(strayIn('ja-JP', 'balance', 'ウォレットのトークン')).toEqual(['コイン'])
  expect(strayIn('ja-JP', 'sought.minimumTipPrice', '投げ銭')).toEqual([])
})
