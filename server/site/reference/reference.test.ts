import { expect, test } from 'vitest'
import { languages } from '#server/platform/words/words.ts'
import { countries } from '#server/site/reference/countries.ts'
import {
  bodyInfo,
  citiesOf,
  countriesIn,
  isCountry,
  isOption,
  languageCodesIn,
  languageEntries,
  locales,
  phoneCodesIn,
  placeOf,
  statesOf,
} from '#server/site/reference/reference.ts'

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

test('every country has all that the specification says of one, named in the reader’s language', () => {
  for (const language of languages) {
    const list = countriesIn(language)
    expect(list.map(({ code_2 }) => code_2).toSorted()).toEqual([...countries].toSorted())
    for (const { code_2, code_3, numCode, name, region } of list) {
      expect(code_3, code_2).toMatch(/^[A-Z]{3}$/)
      expect(numCode, code_2).toMatch(/^\d{3}$/)
      expect(name, code_2).not.toBe(code_2)
      expect(region, code_2).not.toMatch(/reference/)
    }
    expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => name).toSorted(new Intl.Collator(language).compare))
  }
  const named = (language: 'zh-TW' | 'en-US', code: string) => countriesIn(language).find(({ code_2 }) => code_2 === code)
  expect(named('zh-TW', 'TW')).toMatchObject({
    code_3: 'TWN',
    numCode: '158',
    name: '臺灣',
    capital: 'Taipei',
    region: '亞洲',
    currency: { code: 'TWD', name: '新臺幣', symbol: '$' },
    language: { code: 'zh', name: '中文' },
    flag: '/api/flags/tw.svg',
    langCultureMs: [{ langCultureName: 'zh-TW', displayName: 'Chinese - Taiwan', cultureCode: '0x0404' }],
  })
  expect(named('en-US', 'TW')).toMatchObject({ name: 'Taiwan', region: 'Asia' })
  expect(named('en-US', 'AQ')).not.toHaveProperty('currency')
})

test('languages and calling codes are there, and languages that are written from the right say so', () => {
  expect(languageCodesIn('zh-TW')).toContainEqual({ code: 'ja', name: '日文' })
  expect(phoneCodesIn('zh-TW')).toContainEqual({ code: '+886', name: '臺灣', countryCode: 'TW' })
  expect(phoneCodesIn('en-US')).toContainEqual({ code: '+44', name: 'United Kingdom', countryCode: 'GB' })
  const entries = languageEntries()
  expect(entries.find(({ iso639_1 }) => iso639_1 === 'he')).toMatchObject({ direction: 'RTL', countries: ['IL'] })
  expect(entries.find(({ iso639_1 }) => iso639_1 === 'ja')).toMatchObject({
    iso639_2: 'jpn',
    nativeName: ['日本語 (にほんご)'],
    direction: 'LTR',
  })
})

test('states and their cities: Taiwan’s in the reader’s own writing, all others in letters', async () => {
  expect((await statesOf('TW', 'zh-TW')).length).toBe(22)
  expect(await statesOf('tw', 'zh-TW')).toContain('臺北市')
  expect(await citiesOf('TW', '臺北市', 'zh-TW')).toContain('大安區')
  expect(await citiesOf('TW', '臺北市', 'en-US')).toContain('大安區')
  expect(await citiesOf('TW', 'Taipei City', 'en-US')).toHaveLength(12)
  expect(await statesOf('JP', 'zh-TW')).toHaveLength(47)
  expect(await citiesOf('JP', 'Kanagawa', 'zh-TW')).toContain('Yokohama')
  expect(await citiesOf('US', 'California', 'en-US')).toContain('Los Angeles')
  // The first of the table and the last are whole as well.
  expect(await citiesOf('AD', 'Ordino', 'en-US')).toContain('Ordino')
  expect(await citiesOf('ZW', 'Harare', 'en-US')).toContain('Harare')
  for (const state of await statesOf('US', 'en-US')) expect((await citiesOf('US', state, 'en-US')).length, state).toBeGreaterThan(0)
  for (const [country, state] of [
    ['XX', 'x'],
    ['TW', 'Nowhere'],
    ['JP', 'constructor'],
  ] as const)
    await expect(citiesOf(country, state, 'en-US')).rejects.toMatchObject({ code: 'not_found' })
  await expect(statesOf('XX', 'en-US')).rejects.toMatchObject({ code: 'not_found' })
})

test('where somebody seems to be is said as far as it is known', () => {
  expect(placeOf('TW', 'zh-TW')).toEqual({ countryCode: 'TW', country: '臺灣', region: '亞洲', timezone: 'Asia/Taipei' })
  // Nobody guesses which of many zones.
  expect(placeOf('US', 'en-US')).toEqual({ countryCode: 'US', country: 'United States', region: 'North America' })
  expect([placeOf(undefined, 'en-US'), placeOf('ZZ', 'en-US')]).toEqual([{}, {}])
})
