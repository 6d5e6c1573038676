import { expect, test } from 'vitest'
import { dayOf } from '#web/people/accounts/BirthDateField.tsx'

test('three figures make a day, with or without leading zeros', () => {
  expect(dayOf({ year: '1996', month: '2', day: '29' })).toBe('1996-02-29')
  expect(dayOf({ year: '1996', month: '12', day: '05' })).toBe('1996-12-05')
})

test('what the calendar does not have is no day', () => {
  expect(dayOf({ year: '1997', month: '2', day: '29' })).toBeUndefined()
  expect(dayOf({ year: '1996', month: '13', day: '1' })).toBeUndefined()
  expect(dayOf({ year: '96', month: '1', day: '1' })).toBeUndefined()
  expect(dayOf({ year: '', month: '', day: '' })).toBeUndefined()
})
