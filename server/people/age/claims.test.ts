import { expect, test } from 'vitest'
import { foundIn } from '#server/people/age/claims.ts'

const now = new Date('2026-11-28T12:00:00Z')
const by = (rule: string, claims: Record<string, unknown>) => foundIn(claims, rule, now)

test('a claim that is true says that somebody is old enough, one that is false that they are not, and anything else nothing', () => {
  for (const yes of [true, 'true']) expect(by('age_over_18', { age_over_18: yes })).toBe('of age')
  for (const no of [false, 'false']) expect(by('age_over_18', { age_over_18: no })).toBe('too young')
  for (const nothing of [undefined, null, '', 1, 'yes', {}, [], [true]])
    expect([nothing, by('age_over_18', { age_over_18: nothing })]).toEqual([nothing, 'nothing'])
  // One that speaks of another age is another claim.
  expect(by('age_over_18', { age_over_21: true })).toBe('nothing')
})

test('a birth date counts by the rule of the house: 18 years of 365 days, to the day', () => {
  expect(by('birthdate', { birthdate: '2008-12-02' })).toBe('of age')
  expect(by('birthdate', { birthdate: '2008-12-03' })).toBe('too young')
  // As OpenID Connect Core allows it: a year alone, a day without its year. Others are nonsense, or nobody's.
  for (const birthdate of ['1990', '0000-12-02', '1990-02-30', '1990-2-3', '1899-12-31', '1990-02-03T00:00:00Z', 19900203, true])
    expect([birthdate, by('birthdate', { birthdate })]).toEqual([birthdate, 'nothing'])
})

test('a claim with a value says it by that value alone, by itself or among others; a value may have an = in it', () => {
  expect(by('level=adult', { level: 'adult' })).toBe('of age')
  expect(by('level=adult', { level: ['member', 'adult'] })).toBe('of age')
  expect(by('level=a=b', { level: 'a=b' })).toBe('of age')
  expect(by('level=3', { level: 3 })).toBe('of age')
  for (const level of ['adults', 'Adult', ['member'], {}, true, false])
    expect([level, by('level=adult', { level })]).toEqual([level, 'too young'])
  expect(by('level=adult', { birthdate: '1970-01-01' })).toBe('nothing')
})
