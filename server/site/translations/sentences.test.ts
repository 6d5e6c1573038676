import { expect, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { type Language, languages, messages } from '#server/platform/words/words.ts'

const fieldCodes = [
  'required',
  'unknown',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_precise',
  'no_fractions',
  'not_sold_there',
  'gateway_not_ready',
  'captcha_not_ready',
  'too_few',
  'too_many',
  'repeated',
  'not_an_email',
  'not_an_id',
  'not_a_date',
  'not_an_option',
  'wrong_form',
  'unreadable',
  'not_hashed',
]

test('every refusal and every field error has a sentence in every language', () => {
  const keys = [...Object.keys(refusals), 'internal', ...fieldCodes.map((code) => `field.${code}`)]
  for (const language of languages) expect(keys.filter((key) => !messages[language][`refusals.${key}`])).toEqual([])
})

test('every language says the same things with the same facts', () => {
  // A language may say the same fact twice, or in another order.
  const facts = (text: string | undefined) =>
    [...new Set([...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].toSorted()
  const parts = ['refusals', 'accounts', 'identity', 'contact', 'reference', 'settings']
  const own = (language: Language) => Object.keys(messages[language]).filter((key) => parts.includes(key.split('.')[0] ?? ''))
  for (const language of languages) {
    expect(own(language).toSorted()).toEqual(own('zh-TW').toSorted())
    for (const key of own('zh-TW'))
      expect([language, key, facts(messages[language][key])]).toEqual([language, key, facts(messages['zh-TW'][key])])
  }
})

test('nothing shouts', () => {
  for (const language of languages) expect(Object.entries(messages[language]).filter(([, text]) => /[!！]/.test(text))).toEqual([])
})
