// How long a paid period lasts: calendar months, in UTC.
import type { PaidType } from '#server/money/offers/offers.ts'

export const monthsIn: Readonly<Record<PaidType, number>> = { monthly: 1, three_months: 3, six_months: 6, yearly: 12 }

/** How many months a period was paid for, also one that was counted in days or ends on a shorter month's last day. */
export function monthsOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): number {
  return Math.round((endsAt.getTime() - startsAt.getTime()) / averageMonthMs)
}

/** How many months of it have begun: none before it does, the first with its first moment. */
export function monthsBegun(period: { startsAt: Date; endsAt: Date }, at: Date): number {
  if (at < period.startsAt) return 0
  const months = monthsOf(period)
  let begun = 1
  while (begun < months && addMonths(period.startsAt, begun) <= at) begun++
  return begun
}

const averageMonthMs = 30.4 * 86_400_000

/**
 * The same day and time so many months later, or the last day of a month that is too short. Always counted from the first day, so that
 * the 31st comes back after February: 31 January, 28 February, 31 March.
 */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to
}
