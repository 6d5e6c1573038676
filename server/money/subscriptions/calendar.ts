// How long a paid period lasts: calendar months, in UTC.
export type PaidType = 'monthly' | 'yearly'

const monthsIn: Readonly<Record<PaidType, number>> = { monthly: 1, yearly: 12 }

/** The end of the nth period. Counted from the first day, so that the 31st comes back after February: 31 January, 28 February, 31 March. */
export function endOfPeriod(anchoredAt: Date, type: PaidType, periods: number): Date {
  return addMonths(anchoredAt, monthsIn[type] * periods)
}

/** The same day and time so many months later, or the last day of a month that is too short. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to
}
