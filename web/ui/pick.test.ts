import { expect, test } from 'vitest'
import { countryName } from '#web/ui/country-name.ts'
import { isFound } from '#web/ui/Pick.tsx'

test('a country is found with either 台, in any width and case, and without its accents', () => {
  const taiwan = countryName('TW', 'zh-TW')
  expect(taiwan).toBe('臺灣')
  for (const typed of ['臺灣', '台灣', '台', ' 臺 ']) expect(isFound(taiwan, typed), typed).toBe(true)
  expect(isFound('Côte d’Ivoire', 'cote')).toBe(true)
  expect(isFound('Ｊａｐａｎ', 'JAP')).toBe(true)
  expect(isFound(taiwan, '日本')).toBe(false)
})
