import { expect, test } from 'vitest'
import { isTalkClosed, lockOf } from '#web/catalogue/works/lock.ts'

const fan = { ageVerified: true, isPerformer: false }
const creator = { ageVerified: true, isPerformer: true }
const locked = (isSale: 'free' | 'followers' | 'subscription' | 'ppv') => ({ canView: false, isSale })

test('each audience names what it takes', () => {
  expect(lockOf(locked('free'), null)).toBe('sign-in')
  expect(lockOf(locked('followers'), fan)).toBe('follow')
  expect(lockOf(locked('subscription'), fan)).toBe('subscribe')
  expect(lockOf(locked('ppv'), fan)).toBe('unlock')
  expect(lockOf({ canView: true, isSale: 'ppv' }, fan)).toBe('open')
})

test('nobody is asked to pay for what would stay blurred without a birth date', () => {
  for (const isSale of ['free', 'followers', 'subscription', 'ppv'] as const)
    expect(lockOf(locked(isSale), { ...fan, ageVerified: false })).toBe('birth-date')
})

test('a creator may follow but is not offered to buy', () => {
  expect(lockOf(locked('followers'), creator)).toBe('follow')
  expect(lockOf(locked('subscription'), creator)).toBe('not-for-creators')
  expect(lockOf(locked('ppv'), creator)).toBe('not-for-creators')
})

test('comments are asked for by those alone who may read them: whom the work opens for, past the age gate', () => {
  const [adult, young, staff] = [
    { ageVerified: true, roles: [] },
    { ageVerified: false, roles: [] },
    { ageVerified: false, roles: ['staff' as const] },
  ]
  expect(isTalkClosed({ canView: true }, adult)).toBe(false)
  expect(isTalkClosed({ canView: true }, staff)).toBe(false)
  expect(isTalkClosed({ canView: false }, adult)).toBe(true)
  // A work of the front is open to everybody; what is said of it is not.
  expect(isTalkClosed({ canView: true }, null)).toBe(true)
  expect(isTalkClosed({ canView: true }, young)).toBe(true)
})
