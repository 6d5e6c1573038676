import { expect, test } from 'vitest'
import { languageOf } from '#server/platform/words/words.ts'

test('a call that names no language, or none of ours, is answered in en-US (specification.md section 9)', () => {
  for (const none of [undefined, '', '*', 'xx-XX', ';q=1']) expect(languageOf(none)).toBe('en-US')
  expect(languageOf('zh-TW')).toBe('zh-TW')
  expect(languageOf('xx-XX,zh;q=0.5')).toBe('zh-TW')
})
