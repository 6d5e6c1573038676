import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'
import type { LineFilter } from '#web/money/wallet/filter.ts'

export type Lines = ReplyTo<'wallet.lines'>
export type Line = Lines['data'][number]

export type WalletState = ReplyTo<'wallet.state'>
export const walletState = query('wallet.state')

export const pageSize = 20

/** The newest lines of my wallet that a filter leaves. */
export function lines(filter: LineFilter): Query<Lines> {
  const input = { limit: pageSize, offset: 0, ...filter }
  return query('wallet.lines', input)
}

/**
 * Every line since a day, for sums. Asked for in hundreds, at most ten of them: someone with more than a thousand lines a
 * month sees no sum rather than a wrong one.
 * @param fromDate 2026-11-01, where the reader is
 */
export function linesSince(fromDate: string, timeZone: string): Query<Line[] | null> {
  return {
    key: ['wallet.lines', { since: fromDate, timeZone }],
    async ask(api) {
      const all: Line[] = []
      for (let page = 0; page < 10; page += 1) {
        const { data, total } = await api.wallet.lines({ limit: 100, offset: page * 100, fromDate, timeZone })
        all.push(...data)
        if (all.length >= total || data.length === 0) return all
      }
      return null
    },
  }
}
