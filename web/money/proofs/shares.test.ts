import { expect, test } from 'vitest'
import { sharesOf } from '#web/money/proofs/shares.ts'

test('what is shown of a whole adds up to a hundred, however it is cut', () => {
  expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33])
  expect(sharesOf([50, 30, 20])).toEqual([50, 30, 20])
  expect(sharesOf([0.01, 0, 999])).toEqual([0, 0, 100])
  for (const values of [
    [3, 7, 11],
    [125_400.25, 88_211.4, 1203.01],
  ])
    expect(sharesOf(values).reduce((sum, share) => sum + share, 0)).toBe(100)
})

test('a ledger in which nothing has happened yet has no parts', () => expect(sharesOf([0, 0, 0])).toEqual([0, 0, 0]))
