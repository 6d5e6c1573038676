import { expect, test } from 'vitest'
import { addressOf, filterOf, without } from '#web/windows/directory/filters.ts'

const read = (query: string) => filterOf(new URLSearchParams(query))

test('an address says all filters, and what is usual is left out', () => {
  const filter = { sortBy: 'price' as const, q: '雨', gender: 'female' as const, isOnline: true as const, eyes: 'brown,green', tag: 'jazz' }
  const address = addressOf(filter)
  expect(filterOf(new URL(address, 'https://stagedoor.example').searchParams)).toEqual(filter)
  expect(addressOf({ sortBy: 'popular' })).toBe('/explore')
})

test('nonsense in an address is no filter', () => {
  expect(read('sortBy=drop&gender=robot&trial=yes&online=0&hair=&q=%20')).toEqual({ sortBy: 'popular' })
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(100)
})

test('a filter that is taken away leaves the others', () => {
  expect(without({ sortBy: 'latest', q: 'a', tag: 'b' }, 'q')).toEqual({ sortBy: 'latest', tag: 'b' })
})
