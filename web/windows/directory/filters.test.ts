import { expect, test } from 'vitest'
import { addressOf, filterOf, without } from '#web/windows/directory/filters.ts'

const read = (query: string, freeSubscriptionEnabled = true) => filterOf(new URLSearchParams(query), { freeSubscriptionEnabled })

test('an address says all filters, and what is usual is left out', () => {
  const filter = { sortBy: 'price' as const, q: '雨', gender: 'female' as const, isOnline: true as const, eyes: 'brown,green', tag: 'jazz' }
  const address = addressOf(filter)
  expect(read(new URL(address, 'https://stagedoor.example').search)).toEqual(filter)
  expect(addressOf({ sortBy: 'popular' })).toBe('/explore')
})

test('nonsense in an address is no filter', () => {
  expect(read('sortBy=drop&gender=robot&trial=yes&online=0&hair=&q=%20')).toEqual({ sortBy: 'popular' })
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(100)
})

test('nobody looks for trials where the office offers none', () => {
  expect(read('trial=1')).toEqual({ sortBy: 'popular', isFreeSubscription: true })
  expect(read('trial=1', false)).toEqual({ sortBy: 'popular' })
})

test('a filter that is taken away leaves the others', () => {
  expect(without({ sortBy: 'latest', q: 'a', tag: 'b' }, 'q')).toEqual({ sortBy: 'latest', tag: 'b' })
})
