// Which days and which source the earnings page is about, as its address says.
import type { SourceType } from '#contract/money/earnings.ts'
import { daysBefore } from '#web/money/earnings/days.ts'

/** Those that can have earned something by now come first in the filter; the call knows them all. */
export const earningTypes = ['subscription', 'feed', 'tip'] as const satisfies readonly SourceType[]

/** The most that the call answers at once (contract/money/earnings.ts). */
const mostDays = 400
const aDay = /^\d{4}-\d{2}-\d{2}$/
const dayOf = (text: string | null) => (text !== null && aDay.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

export interface EarningSpan {
  fromDate: string
  toDate: string
  /** The reader's. */
  timeZone: string
  sourceType?: SourceType
}

/** From the address; nonsense falls back to the last 30 days, and a span that is too long keeps its end. */
export function spanFrom(params: URLSearchParams, today: string, timeZone: string): EarningSpan {
  const toDate = dayOf(params.get('toDate')) ?? today
  const from = dayOf(params.get('fromDate')) ?? daysBefore(toDate, 29)
  const first = daysBefore(toDate, mostDays - 1)
  const fromDate = from > toDate ? toDate : from < first ? first : from
  const type = earningTypes.find((each) => each === params.get('type'))
  return { fromDate, toDate, timeZone, ...(type && { sourceType: type }) }
}
