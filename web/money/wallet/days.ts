// The calendar of the reader's time zone: which lines share a day, what that day is called, and what a month came to.
import { dayIn, type MonthNumber } from '#web/app/zoned-time.ts'

export interface DayOf<T> {
  /** 2026-11-21 */
  date: string
  items: T[]
}

/** Keeps the order; a new day starts where the date changes. */
export function byDay<T extends { createdAt: string }>(items: readonly T[], timeZone: string): DayOf<T>[] {
  const days: DayOf<T>[] = []
  for (const item of items) {
    const date = dayIn(Date.parse(item.createdAt), timeZone)
    const last = days.at(-1)
    if (last?.date === date) last.items.push(item)
    else days.push({ date, items: [item] })
  }
  return days
}

/** How many days before today: 0 today, 1 yesterday. */
export function daysAgo(date: string, today: string): number {
  return Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 86_400_000)
}

/** The first day of this month there. */
export function monthStart(nowMs: number, timeZone: string): string {
  return `${dayIn(nowMs, timeZone).slice(0, 7)}-01`
}

export interface MonthSum {
  /** 1 to 12 */
  month: MonthNumber
  /** What left the wallet for creators, less what came back. */
  spent: number
  toppedUp: number
}

/** What this month came to there. Counted in hundredths, so that no rounding creeps in. */
export function monthSum(lines: readonly { createdAt: string; type: string; amount: number }[], nowMs: number, timeZone: string): MonthSum {
  const month = dayIn(nowMs, timeZone).slice(0, 7)
  let spent = 0
  let toppedUp = 0
  for (const { createdAt, type, amount } of lines) {
    if (dayIn(Date.parse(createdAt), timeZone).slice(0, 7) !== month) continue
    const hundredths = Math.round(amount * 100)
    if (type === 'top_up') toppedUp += hundredths
    else if (type !== 'granted') spent -= hundredths
  }
  return { month: Number(month.slice(5)) as MonthNumber, spent: Math.max(0, spent) / 100, toppedUp: Math.max(0, toppedUp) / 100 }
}
