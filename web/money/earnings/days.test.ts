import { expect, test } from 'vitest'
import type { EarningLine } from '#contract/money/earnings.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import { bestSellers, daysBefore, takings } from '#web/money/earnings/days.ts'

const sale = (createdAt: string, netPrice: number, title = '紙月亮', sourceType: EarningLine['sourceType'] = 'feed'): EarningLine => ({
  _id: crypto.randomUUID(),
  createdAt,
  sourceType,
  title,
  grossPrice: netPrice,
  commission: 0,
  netPrice,
  siteCommission: 0,
  isPaid: false,
})

test('a sale just after midnight in Taipei belongs to the new day there, though UTC still writes the old one', () => {
  expect(dayIn(Date.parse('2026-11-20T16:30:00Z'), 'Asia/Taipei')).toBe('2026-11-21')
  expect(dayIn(Date.parse('2026-11-20T16:30:00Z'), 'UTC')).toBe('2026-11-20')
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
})

test('a creator at nine in the evening sees today beside what yesterday had brought by nine', () => {
  const now = Date.parse('2026-11-21T13:00:00Z')
  const found = takings(
    [
      sale('2026-11-21T12:00:00Z', 96),
      sale('2026-11-20T12:59:00Z', 40),
      sale('2026-11-20T13:01:00Z', 1000),
      sale('2026-11-02T01:00:00Z', 0.1),
      sale('2026-11-02T01:00:01Z', 0.2),
      sale('2026-10-31T12:00:00Z', 7),
    ],
    now,
    'Asia/Taipei',
  )
  expect(found).toEqual({ today: 96, yesterdayByNow: 40 })
})

test('midnight belongs to the day that it begins, and what was sold a day ago to the minute counts as yesterday by now', () => {
  const now = Date.parse('2026-11-21T13:00:00Z')
  const found = takings(
    [
      sale('2026-10-31T16:00:00.000Z', 5),
      sale('2026-10-31T15:59:59.999Z', 1000),
      sale('2026-11-20T13:00:00.000Z', 40),
      sale('2026-11-20T15:59:59.999Z', 2),
      sale('2026-11-20T16:00:00.000Z', 96),
    ],
    now,
    'Asia/Taipei',
  )
  expect(found).toEqual({ today: 96, yesterdayByNow: 40 })
})

test('a sale that leaves Lan nothing is a sale nevertheless, and no refund', () => {
  const lines = [sale('2026-11-10T10:00:00Z', 96, '樓梯間'), sale('2026-11-11T10:00:00Z', 0, '樓梯間')]
  expect(bestSellers(lines, '2026-11', 'Asia/Taipei', 5)).toEqual([{ title: '樓梯間', count: 2, net: 96 }])
})

test('a refund takes its sale out of the best sellers', () => {
  const lines = [
    sale('2026-11-10T10:00:00Z', 96, '樓梯間'),
    sale('2026-11-11T10:00:00Z', 96, '樓梯間'),
    sale('2026-11-12T10:00:00Z', 120),
    sale('2026-11-13T10:00:00Z', -120),
    sale('2026-11-13T10:00:00Z', 500, '打賞', 'tip'),
  ]
  expect(bestSellers(lines, '2026-11', 'Asia/Taipei', 5)).toEqual([{ title: '樓梯間', count: 2, net: 192 }])
})
