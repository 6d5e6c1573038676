// The files are written as i18next reads them, so that translators' tools open them: what we say of them is what it says.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { speakerOf } from '#contract/words/speaking.ts'

const sentencesOf = (language: string) =>
  Object.fromEntries(
    globSync(`${language}/*.json`, { cwd: import.meta.dirname }).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Record<string, string>).map(
        ([key, text]): [string, string] => [`${basename(file, '.json')}.${key}`, text],
      ),
    ),
  )

describe.each(locales)('in %s', (language) => {
  const sentences = sentencesOf(language)
  const measure = createInstance()
  void measure.init({
    lng: language,
    resources: { [language]: { translation: sentences } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  const speaker = speakerOf(language, { ...sentences })
  const facts = [...new Set(Object.values(sentences).flatMap((text) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name)))]

  test('every sentence is said as i18next says it, whatever is put into it and however many there are', () => {
    expect(Object.keys(sentences).length).toBeGreaterThan(2500)
    for (const key of Object.keys(sentences)) {
      const asked = key.replace(/_(zero|one|other)$/, '') as SayKey
      for (const count of [0, 1, 2, 1234567, 1.5]) {
        // i18next takes a fact called currency for an option of how numbers are written.
        const told = {
          ...Object.fromEntries(facts.map((name) => [name, `<${name} & "more">`])),
          from: 'requested',
          to: 'paid',
          currency: 'TWD',
          count,
        }
        expect(speaker.t(asked, told)).toBe(measure.t(asked, told))
        expect(speaker.exists(asked, told)).toBe(measure.exists(asked, told))
      }
      expect(speaker.t(asked, { count: '12' })).toBe(measure.t(asked, { count: '12' }))
      expect(speaker.t(asked)).toBe(measure.t(asked))
    }
  })
})

test('what was put in is never read as a part of the sentence', () => {
  const speaker = speakerOf('en-US', { 'a.name': 'Hello {{name}}', 'a.secret': 'not to be said' })
  expect(speaker.t('a.name' as SayKey, { name: '$t(a.secret) {{other}}', other: 'no' })).toBe('Hello $t(a.secret) {{other}}')
})

test('a sentence that is not there is said by its key, one whose fact is missing shows which, and what is learnt later is said', () => {
  const speaker = speakerOf('en-US', { 'a.name': 'Hello {{name}}' })
  expect(speaker.t('a.other' as SayKey)).toBe('a.other')
  expect(speaker.t('a.name' as SayKey)).toBe('Hello {{name}}')
  speaker.learn({ 'a.other': 'here now', 'a.name': 'Good evening, {{name}}' })
  expect(speaker.t('a.other' as SayKey)).toBe('here now')
  expect(speaker.t('a.name' as SayKey, { name: 'Ning' })).toBe('Good evening, Ning')
})

test('forms that count are chosen by the language, and nothing at all has a sentence of its own where one is written', () => {
  const speaker = speakerOf('en-US', { 'a.n_zero': 'none', 'a.n_one': 'one', 'a.n_other': '{{count, number}} of them', 'a.plain': 'plain' })
  const said = (count: number) => speaker.t('a.n' as SayKey, { count })
  expect([said(0), said(1), said(12_345)]).toEqual(['none', 'one', '12,345 of them'])
  expect(speaker.t('a.plain' as SayKey, { count: 3 })).toBe('plain')
})
