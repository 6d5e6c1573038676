// A subscription told once, and the events that follow from it: renewals every period, the cancellation, the end.
import { type Event, hoursBefore, type PaidBy, type Period } from './event.ts'

export interface Subscribed {
  fan: string
  creator: string
  hoursAgo: number
  period: Period
  by: PaidBy
  cancelledHoursAgo?: number
  /** How a trial goes on: the fan pays for the first month before the free day is over. Without it they cancel, and the trial lapses. */
  afterTrial?: 'card'
}

const trialHours = 24

/** @param now the instant that hours are counted back from: calendar months are not equally long */
export function told(subscription: Subscribed, now: Date): Event[] {
  const { fan, creator, hoursAgo, period, by, afterTrial } = subscription
  const begun: Event = { kind: 'subscribe', hoursAgo, fan, creator, period, by }
  if (by !== 'trial') return [begun, ...paid(subscription, by, hoursAgo, now)]
  const decided = hoursAgo - trialHours + 3
  const trialEnds = hoursAgo - trialHours
  if (decided <= 0) return [begun]
  if (!afterTrial) {
    const cancelled: Event[] = [begun, { kind: 'cancel', hoursAgo: decided, fan, creator }]
    return trialEnds > 0 ? [...cancelled, { kind: 'lapse', hoursAgo: trialEnds, fan, creator }] : cancelled
  }
  return [
    begun,
    { kind: 'subscribe', hoursAgo: decided, fan, creator, period, by: afterTrial },
    ...paid(subscription, afterTrial, trialEnds, now),
  ]
}

/** What follows from a first period that begins `hoursAgo`. */
function paid({ fan, creator, period, cancelledHoursAgo }: Subscribed, by: 'wallet' | 'card', hoursAgo: number, now: Date): Event[] {
  const events: Event[] = []
  if (cancelledHoursAgo !== undefined) events.push({ kind: 'cancel', hoursAgo: cancelledHoursAgo, fan, creator })
  const anchor = hoursBefore(now, hoursAgo)
  for (let periods = 1; ; periods++) {
    const ends = (now.getTime() - addMonths(anchor, (period === 'yearly' ? 12 : 1) * periods).getTime()) / 3_600_000
    if (ends <= 0) return events
    if (cancelledHoursAgo !== undefined && cancelledHoursAgo > ends) return [...events, { kind: 'lapse', hoursAgo: ends, fan, creator }]
    events.push({ kind: 'renew', hoursAgo: ends, fan, creator, period, by })
  }
}

/** The same day so many months later, or the last of a month that is too short. */
function addMonths(from: Date, months: number): Date {
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnight = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), day)
  return new Date(Date.UTC(year, month, Math.min(day, last)) + midnight)
}
