// What the bars and the table show of the days that were asked for.
import type { ReferralStats } from '#contract/windows/referrals.ts'
import { exact } from '#web/app/amounts.ts'

export const shows = ['visits', 'registrations', 'buyers', 'tokens'] as const

/** More bars than this cannot be told apart: then each stands for a month. */
const mostDays = 45

export interface Span {
  /** 2026-11-21, or 2026-11. */
  of: string
  visits: number
  registrations: number
  buyers: number
  tokens: number
}

/** By day, or by month where that was asked for or days would be too many. */
export function spansOf(
  series: ReferralStats['series'],
  wanted: string | null,
): { spans: Span[]; by: 'day' | 'month'; mayChoose: boolean } {
  const mayChoose = series.length <= mostDays
  if (mayChoose && wanted !== 'month') return { spans: series.map(({ date, ...sums }) => ({ of: date, ...sums })), by: 'day', mayChoose }
  const months = new Map<string, Span>()
  for (const { date, ...day } of series) {
    const of = date.slice(0, 7)
    const month = months.get(of) ?? { of, visits: 0, registrations: 0, buyers: 0, tokens: 0 }
    for (const each of shows) month[each] = exact(month[each] + day[each])
    months.set(of, month)
  }
  return { spans: [...months.values()], by: 'month', mayChoose }
}
