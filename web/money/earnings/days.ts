// Days as the creator lives them: a theatre's evening does not end at eight in the morning.
import { exact } from '#web/app/amounts.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import type { EarningLine } from '#contract/money/earnings.ts'

const dayMs = 86_400_000

/** The day so many days before (or, below 0, after). */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)
}

/** 11/21, as it is written under a chart. */
export function shortDay(day: string): string {
  const [, month, date] = day.split('-')
  return `${Number(month)}/${Number(date)}`
}

/** What was earned today and yesterday until this hour, net, by the creator's own days. A reversal counts on the day it happened. */
export function takings(lines: readonly EarningLine[], nowMs: number, timeZone: string): { today: number; yesterdayByNow: number } {
  const today = dayIn(nowMs, timeZone)
  const yesterday = daysBefore(today, 1)
  const sum = (wanted: (at: number) => boolean) =>
    exact(lines.reduce((all, { createdAt, netPrice }) => (wanted(Date.parse(createdAt)) ? all + netPrice : all), 0))
  return {
    today: sum((at) => dayIn(at, timeZone) === today),
    yesterdayByNow: sum((at) => at <= nowMs - dayMs && dayIn(at, timeZone) === yesterday),
  }
}

export interface Seller {
  title: string
  count: number
  net: number
}

/** The posts that brought most this month, by their title at the time of sale. A refund takes its sale back. */
export function bestSellers(lines: readonly EarningLine[], month: string, timeZone: string, most: number): Seller[] {
  const found = new Map<string, Seller>()
  for (const line of lines) {
    if (line.sourceType !== 'feed' || !dayIn(Date.parse(line.createdAt), timeZone).startsWith(month)) continue
    const seller = found.get(line.title) ?? { title: line.title, count: 0, net: 0 }
    seller.count += line.netPrice < 0 ? -1 : 1
    seller.net = exact(seller.net + line.netPrice)
    found.set(line.title, seller)
  }
  return [...found.values()]
    .filter(({ net }) => net > 0)
    .toSorted((a, b) => b.net - a.net)
    .slice(0, most)
}
