// Quiet hours and the hour of the digest, as the reader's own clock has them: also on the two days a year on which it is put forward and back.
import { dayIn, instantFrom, zonedTimeIn } from '#contract/zoned-time.ts'

export interface Hours {
  timeZone: string
  /** Minutes of the day; the night may lie between two days. */
  quietFrom: number | null
  quietTo: number | null
  digestHour: number
}

/** This moment, or the end of the quiet hours that it falls into. */
export function afterQuiet(at: Date, { timeZone, quietFrom, quietTo }: Hours): Date {
  if (quietFrom === null || quietTo === null) return at
  const { hour, minute } = zonedTimeIn(at.getTime(), timeZone)
  const now = hour * 60 + minute
  const isQuiet = quietFrom < quietTo ? now >= quietFrom && now < quietTo : now >= quietFrom || now < quietTo
  return isQuiet ? next(at, quietTo, timeZone) : at
}

/** The next time that the digest is due, after the quiet hours where it would fall into them. */
export function nextDigest(at: Date, hours: Hours): Date {
  return afterQuiet(next(at, hours.digestHour * 60, hours.timeZone), hours)
}

const dayMs = 86_400_000

/** The next time that this clock shows these minutes of the day. An hour that is left out on a day is found right after it. */
function next(after: Date, minutes: number, timeZone: string): Date {
  const clock = `${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`
  // By the calendar: a day of 23 hours would be jumped over by one of 24.
  const noon = Date.parse(`${dayIn(after.getTime(), timeZone)}T12:00:00Z`)
  for (let days = 0; days <= 2; days++) {
    const day = new Date(noon + days * dayMs).toISOString().slice(0, 10)
    const found = instantFrom(`${day}T${clock}`, timeZone)
    if (found && Date.parse(found) > after.getTime()) return new Date(found)
  }
  throw new Error(`no clock in ${timeZone} shows ${clock}`)
}

const pair = (figure: number) => String(figure).padStart(2, '0')

/** '22:30' from minutes of the day, and back. */
export const clockOf = (minutes: number): string => `${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
