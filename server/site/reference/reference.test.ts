import { expect, test } from 'vitest'
import { languages } from '#server/platform/words/words.ts'
import { bodyInfo, isCountry, isOption, locales } from '#server/site/reference/reference.ts'

test('the option lists are those of specification.md section 3', () => {
  const lists = bodyInfo('en-US')
  const values = (list: keyof typeof lists) => lists[list].map(({ value }) => value)
  expect(values('heights').slice(0, 3)).toEqual(['under_140', '140_142', '143_145'])
  expect(values('heights').slice(-2)).toEqual(['188_190', 'over_190'])
  expect(values('weights').slice(0, 2)).toEqual(['under_40', '40_42'])
  expect(values('weights').slice(-2)).toEqual(['97_99', 'over_100'])
  expect(values('ages').slice(0, 2)).toEqual(['18_19', '20_22'])
  expect(values('ages').slice(-2)).toEqual(['47_49', 'over_50'])
  expect(values('ethnicities')).toContain('black or african america')
  expect([values('bodyTypes').length, values('hairs').length, values('eyes').length, values('sizes').length]).toEqual([12, 12, 7, 4])
})

test('every option has a text of its own in every language', () => {
  for (const language of languages)
    for (const list of Object.values(bodyInfo(language)))
      for (const { value, text } of list) {
        expect(text, value).not.toMatch(/^reference\.|\{\{/)
        expect(list.filter((other) => other.text === text)).toHaveLength(1)
      }
  expect(bodyInfo('zh-TW').heights[1]).toEqual({ value: '140_142', text: '140–142公分' })
})

test('countries are ISO 3166-1, and locales are tuples of language, script and region', () => {
  expect(['TW', 'US', 'JP'].every(isCountry)).toBe(true)
  expect(['XX', 'EU', 'UK', 'tw', ''].some(isCountry)).toBe(false)
  expect(locales()).toContainEqual(['zh', 'Hant', 'TW'])
  expect(locales()).toContainEqual(['en', 'US'])
  expect(isOption('eyes', 'hazel')).toBe(true)
  expect(isOption('eyes', 'toString')).toBe(false)
})
