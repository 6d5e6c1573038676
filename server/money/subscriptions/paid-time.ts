// When a paid period begins and ends. Months are counted from the first day (docs/adr/0008).
import type { PaidType } from '#server/money/offers/offers.ts'
import { addMonths, monthsIn } from '#server/money/subscriptions/calendar.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'

/** How late a renewal may be and still continue without a gap: longer than that, the fan would pay for time without access. */
const seamlessMs = 24 * 3_600_000

/** When a further period of it begins: where the last one ends, or now where nothing runs any more. */
export function nextStart({ status, expiresAt }: Subscription, now: Date): Date {
  const isLate = status === 'past_due' || now.getTime() - expiresAt.getTime() > seamlessMs
  return isLate || (status === 'cancelled' && expiresAt < now) ? now : expiresAt
}

/** A time that begins anew: months are counted from here. */
export function timeFrom(startsAt: Date, type: PaidType): Pick<Subscription, 'anchoredAt' | 'anchoredMonths' | 'expiresAt'> {
  return { anchoredAt: startsAt, anchoredMonths: monthsIn[type], expiresAt: addMonths(startsAt, monthsIn[type]) }
}

/** A time that continues one: months are counted from that one's first day. */
export function timeAfter(running: Subscription, startsAt: Date, type: PaidType): ReturnType<typeof timeFrom> {
  const { anchoredAt } = running
  if (startsAt.getTime() !== addMonths(anchoredAt, running.anchoredMonths).getTime()) return timeFrom(startsAt, type)
  const anchoredMonths = running.anchoredMonths + monthsIn[type]
  return { anchoredAt, anchoredMonths, expiresAt: addMonths(anchoredAt, anchoredMonths) }
}
