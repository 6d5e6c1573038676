// A subscription told once, and the events that follow from it: renewals every period, the cancellation, the end.
import { days, type Event, type PaidBy, type Period } from './event.ts'

export interface Subscribed {
  fan: string
  creator: string
  hoursAgo: number
  period: Period
  by: PaidBy
  cancelledHoursAgo?: number
  /** What a trial becomes when its day is over; without it the trial lapses. */
  afterTrial?: 'wallet' | 'card'
}

const trialHours = 24
const length: Record<Period, number> = { monthly: days(30), yearly: days(365) }

export function told(subscription: Subscribed): Event[] {
  const { fan, creator, hoursAgo, period, by, cancelledHoursAgo, afterTrial } = subscription
  const events: Event[] = [{ kind: 'subscribe', hoursAgo, fan, creator, period, by }]
  if (cancelledHoursAgo !== undefined) events.push({ kind: 'cancel', hoursAgo: cancelledHoursAgo, fan, creator })
  const renewsBy = by === 'trial' ? afterTrial : by
  let ends = hoursAgo - (by === 'trial' ? trialHours : length[period])
  while (ends > 0) {
    const over = renewsBy === undefined || (cancelledHoursAgo !== undefined && cancelledHoursAgo > ends)
    if (over || renewsBy === undefined) return [...events, { kind: 'lapse', hoursAgo: ends, fan, creator }]
    events.push({ kind: 'renew', hoursAgo: ends, fan, creator, period, by: renewsBy })
    ends -= length[period]
  }
  return events
}
