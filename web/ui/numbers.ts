import { kept } from '#web/ui/kept.ts'
import { languageOf } from '#web/ui/language.ts'
import type { UiLocale } from '#web/ui/words.ts'

/*
 * Written by hand where runtimes differ: Node and the browsers carry different ICU versions, and a currency or compact
 * number that differs by one space breaks hydration. Plain decimal grouping is the same everywhere.
 */

/** The symbols people here know; any other currency is written with its code. */
const symbols: Record<string, string> = {
  USD: 'US$',
  TWD: 'NT$',
  HKD: 'HK$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CAD: 'CA$',
  AUD: 'A$',
  SGD: 'S$',
}
const rarelyCents = new Set(['TWD'])
const withoutCents = new Set(['JPY', 'KRW'])
const minus = '\u2212'

function signOf(value: number, signed: boolean) {
  return value < 0 ? minus : signed && value > 0 ? '+' : ''
}

const plain = kept((locale: UiLocale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 0, maximumFractionDigits: 2 }))
const withCents = kept((locale: UiLocale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }))

function figureOf(value: number, locale: UiLocale, places: 0 | 2): string {
  return (places === 2 ? withCents(locale) : plain(locale)).format(value)
}

/** 1280 -> "1,280", 12.5 -> "12.5"; at most two decimals, a real minus. `places` 2: always two, in a column that has some. */
export function writeNumber(
  value: number,
  locale: UiLocale,
  { signed = false, places = 0 }: { signed?: boolean; places?: 0 | 2 } = {},
): string {
  return signOf(value, signed) + figureOf(Math.abs(value), locale, places)
}

/** Figures under one another keep their points in one line: two decimals for all as soon as one has any. */
export function placesOf(values: readonly number[]): 0 | 2 {
  return values.every(Number.isInteger) ? 0 : 2
}

/** False where the whole unit is the smallest: yen. */
export function hasCents(currency: string): boolean {
  return !withoutCents.has(currency.toUpperCase())
}

/**
 * 4.95 USD -> "US$4.95"; cents always stand where the currency has them, except in New Taiwan dollars, where they stand only when there are
 * any. Yen and won have none: what is only an idea of a sum is rounded down there.
 */
export function writeMoney(value: number, currency: string, locale: UiLocale, { signed = false } = {}): string {
  const code = currency.toUpperCase()
  const shown = hasCents(code) ? Math.abs(value) : Math.floor(Math.abs(value))
  const digits = !hasCents(code) || (rarelyCents.has(code) && Number.isInteger(value)) ? 0 : 2
  return signOf(value, signed) + (symbols[code] ?? `${code} `) + figureOf(shown, locale, digits)
}

/** Counts that only give an idea: 1,846 in full, then 1.2萬 or 12K. Rounds down, so that nobody is promised more than there is. */
export function writeCount(value: number, locale: UiLocale): string {
  for (const [from, step, word] of languageOf(locale).counts) {
    if (value < from) continue
    const shown = Math.floor((value / step) * 10) / 10
    return `${shown < 100 ? shown : Math.floor(shown)}${word}`
  }
  return writeNumber(value, locale)
}

/** How many a list has: 8,412 in full, and 10,000+ where it was counted no further (contract/endpoint.ts, Page). */
export function writeTotal({ total, totalIsCapped }: { total: number; totalIsCapped?: true | undefined }, locale: UiLocale): string {
  return `${writeNumber(total, locale)}${totalIsCapped ? '+' : ''}`
}
