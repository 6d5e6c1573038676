import { expect, test } from 'vitest'
import { languageOf } from '#server/platform/words/words.ts'

test('whoever asks is answered in the nearest of our languages: by their tag, then by the language and how it is written', () => {
  const said = {
    'ja-JP': 'ja-JP',
    ja: 'ja-JP',
    'zh-hk': 'zh-TW',
    'zh-Hans': 'zh-CN',
    'zh-SG': 'zh-CN',
    zh: 'zh-TW',
    'en-GB,zh-TW;q=0.9': 'en-US',
    'fr-FR, ko;q=0.8': 'ko-KR',
    'sr-Latn': 'en-US',
    'not a tag, th': 'th-TH',
    '': 'en-US',
  }
  for (const [header, language] of Object.entries(said)) expect([header, languageOf(header)]).toEqual([header, language])
})

test('a header of a thousand languages is not read to its end', () => {
  expect(languageOf(`${'xx,'.repeat(1000)}ja`)).toBe('en-US')
})
