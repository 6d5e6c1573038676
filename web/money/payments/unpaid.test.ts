import { afterEach, expect, test, vi } from 'vitest'
import { leadsToSheet, tellUnpaid, whyUnpaid } from '#web/money/payments/unpaid.ts'

afterEach(() => vi.useRealTimers())

test('whoever did not pay is back at the sheet they left from, and where there was none on the page that offers what is left', () => {
  for (const path of [
    '/lan?finish=tip',
    '/lan?view=list&finish=subscribed',
    '/posts/7?unlock=1',
    '/products/cards?buy=1',
    '/lan?give=yearly',
  ])
    expect(leadsToSheet(path), path).toBe(true)
  for (const path of ['/wallet', '/subscriptions', '/lan', '/search?q=finish']) expect(leadsToSheet(path), path).toBe(false)
})

test('the sheet of that page says why nothing was paid, while it arrives, and no other one', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  tellUnpaid('/lan?finish=tip', '發卡銀行拒絕了這張卡。')
  expect(whyUnpaid('/lan')).toBe('發卡銀行拒絕了這張卡。')
  expect(whyUnpaid('/spot.three')).toBeUndefined()
  vi.setSystemTime(new Date('2026-11-21T12:00:20Z'))
  expect(whyUnpaid('/lan')).toBeUndefined()
})
