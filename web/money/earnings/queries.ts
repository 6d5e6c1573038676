import type { EarningLine, SourceType } from '#contract/money/earnings.ts'
import { query, type Query } from '#web/app/query.ts'

export interface Span {
  fromDate?: string
  toDate?: string
  /** Whose days they are. */
  timeZone?: string
  sourceType?: SourceType
}
export interface LinesInput extends Span {
  limit: number
  offset: number
  sortBy?: 'createdAt' | 'grossPrice' | 'netPrice'
  sort?: 'asc' | 'desc'
}

export const stats = (input: Span) => query('earnings.stats', input)

export const lines = (input: LinesInput) => query('earnings.lines', input)

/** Pages that the overview reads at most: 1,000 sales. */
const mostPages = 10

/** Every sale since a day, newest first; `isWhole` is false when there were more than the overview reads. */
export const linesSince = (fromDate: string, timeZone: string): Query<{ lines: EarningLine[]; isWhole: boolean }> => ({
  key: ['earnings.lines', 'since', fromDate, timeZone],
  async ask(api) {
    const found: EarningLine[] = []
    for (let page = 0; page < mostPages; page++) {
      const { data, total } = await api.earnings.lines({
        fromDate,
        timeZone,
        limit: 100,
        offset: page * 100,
        sortBy: 'createdAt',
        sort: 'desc',
      })
      found.push(...data)
      if (found.length >= total || data.length === 0) return { lines: found, isWhole: true }
    }
    return { lines: found, isWhole: false }
  },
})
