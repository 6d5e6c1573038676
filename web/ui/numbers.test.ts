import { expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locales.ts'
import { writeCount, writeMoney, writeNumber, writeTotal } from '#web/ui/numbers.ts'
import { pagesAround } from '#web/ui/Pagination.tsx'
import { writeComing, writeMoment, writeRelative } from '#web/ui/relative-time.ts'

test('spending carries a real minus and gains a plus', () => {
  expect(writeNumber(-120, 'zh-TW', { signed: true })).toBe('\u2212120')
  expect(writeNumber(1000, 'zh-TW', { signed: true })).toBe('+1,000')
  expect(writeNumber(0, 'zh-TW', { signed: true })).toBe('0')
  expect(writeMoney(-4.5, 'USD', 'en-US')).toBe('\u2212US$4.50')
})

test('cents stand where the currency has them, and in New Taiwan dollars only when there are any', () => {
  expect(writeMoney(5, 'USD', 'zh-TW')).toBe('US$5.00')
  expect(writeMoney(1248, 'TWD', 'zh-TW')).toBe('NT$1,248')
  expect(writeMoney(1248.5, 'TWD', 'zh-TW')).toBe('NT$1,248.50')
  expect(writeMoney(12, 'CHF', 'en-US')).toBe('CHF 12.00')
})

test('yen have no cents, also where a sum is only an idea', () => {
  expect(writeMoney(1000, 'JPY', 'zh-TW')).toBe('¥1,000')
  expect(writeMoney(1000.75, 'JPY', 'en-US')).toBe('¥1,000')
})

test('a count never promises more than there is', () => {
  expect(writeCount(9999, 'zh-TW')).toBe('9,999')
  expect(writeCount(12_999, 'zh-TW')).toBe('1.2萬')
  expect(writeCount(12_999, 'en-US')).toBe('12.9K')
  expect(writeCount(1_999_999, 'en-US')).toBe('1.9M')
  expect(writeCount(123_456_789, 'zh-TW')).toBe('1.2億')
})

test('how many a list has is told whole, and with a plus where nobody counted on', () => {
  for (const locale of ['zh-TW', 'en-US'] as const) {
    expect(writeTotal({ total: 8412 }, locale)).toBe('8,412')
    expect(writeTotal({ total: 10_000 }, locale)).toBe('10,000')
    expect(writeTotal({ total: 10_000, totalIsCapped: true }, locale)).toBe('10,000+')
  }
})

test('a moment is told from nearby to far, in the reader’s zone', () => {
  const now = Date.parse('2026-11-21T13:16:00Z')
  const ago = (ms: number, locale: 'zh-TW' | 'en-US' = 'zh-TW') => writeRelative(now - ms, now, locale, 'Asia/Taipei')
  expect(ago(59_000)).toBe('剛剛')
  expect(ago(60_000)).toBe('1分鐘前')
  expect(ago(3_600_000 * 2)).toBe('2小時前')
  expect(ago(86_400_000, 'en-US')).toBe('1 day ago')
  expect(ago(86_400_000 * 12)).toBe('11月9日')
  expect(ago(86_400_000 * 400)).toBe('2025年10月17日')
  expect(writeRelative(Date.parse('2026-11-21T17:30:00Z'), now, 'zh-TW', 'Asia/Taipei')).toBe('11月22日01:30')
})

test('each language writes days, hours and counts as it is used to', () => {
  const now = Date.parse('2026-11-21T13:16:00Z')
  const told = (locale: Locale) => [
    writeRelative(now - 3 * 86_400_000, now, locale, 'Asia/Taipei'),
    writeMoment(now - 400 * 86_400_000, now, locale, 'Asia/Taipei'),
    writeComing(now + 3_600_000, now, locale, 'Asia/Taipei'),
    writeCount(123_456, locale),
  ]
  expect(Object.fromEntries(locales.map((locale) => [locale, told(locale)]))).toEqual({
    'zh-TW': ['3天前', '2025年10月17日21:16', '今晚22:16', '12.3萬'],
    'en-US': ['3 days ago', 'Oct 17, 2025 21:16', 'tonight 22:16', '123K'],
    'ja-JP': ['3日前', '2025年10月17日21:16', '今夜22:16', '12.3万'],
    'ko-KR': ['3일 전', '2025년 10월 17일 21:16', '오늘 밤 22:16', '12.3만'],
    'zh-CN': ['3天前', '2025年10月17日21:16', '今晚22:16', '12.3万'],
    'th-TH': ['3 วันที่แล้ว', '17 ต.ค. 2025 21:16', 'คืนนี้ 22:16', '123K'],
  })
})

test('pages show the ends and what is near, never a page twice', () => {
  expect(pagesAround(1, 72)).toEqual([1, 2, 0, 72])
  expect(pagesAround(36, 72)).toEqual([1, 0, 35, 36, 37, 0, 72])
  expect(pagesAround(2, 2)).toEqual([1, 2])
})
