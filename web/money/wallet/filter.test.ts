import { expect, test } from 'vitest'
import { filterIn, walletWith } from '#web/money/wallet/filter.ts'

const read = (address: string) => filterIn(new URL(address, 'http://localhost').searchParams, 'Asia/Taipei')

test('what was filtered can be kept as an address and comes back from it', () => {
  const filter = { type: 'tip', q: '安可 & co', fromDate: '2026-10-01', toDate: '2026-10-31', timeZone: 'Asia/Taipei' } as const
  expect(read(walletWith(filter))).toEqual(filter)
  expect(walletWith({})).toBe('/wallet')
  expect(walletWith({ ...filter, q: undefined, type: undefined })).toBe('/wallet?fromDate=2026-10-01&toDate=2026-10-31')
})

test('nonsense in the address is no filter, and days that were mixed up change places', () => {
  expect(read('/wallet?type=everything&q=%20&fromDate=yesterday&toDate=2026-13-01')).toEqual({})
  expect(read('/wallet?fromDate=2026-10-31&toDate=2026-10-01')).toEqual({
    fromDate: '2026-10-01',
    toDate: '2026-10-31',
    timeZone: 'Asia/Taipei',
  })
})
