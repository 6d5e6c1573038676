import { expect, test } from 'vitest'
import { countries } from '#server/site/reference/countries.ts'
import { type Account, bodyOf } from '#web/people/profiles/account.ts'
import { countries as offered } from '#web/people/profiles/countries.ts'

test('every country that can be chosen is one that the server knows, and the other way round', () => {
  expect(new Set(offered)).toEqual(countries)
})

test('what was left empty is not sent', () => {
  const account = {
    messagePrice: '0',
    requestMinimum: '0',
    countryCodes: ['TW'],
    bodyInfo: { height: '', eyes: 'brown' },
    socials: { website: '', x: 'papertheatre' },
  } as unknown as Account
  expect(bodyOf(account)).toEqual({ messagePrice: 0, requestMinimum: 0, bodyInfo: { eyes: 'brown' }, socials: { x: 'papertheatre' } })
})
