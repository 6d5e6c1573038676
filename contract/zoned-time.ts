// Moments as the reader's own zone has them, and as fields of type date and datetime-local say them.
import { kept } from '#contract/kept.ts'

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6
export type MonthNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12

interface ZonedTime {
  /** 2026-11-21 */
  day: string
  hour: number
  minute: number
  /** 0 is Sunday. */
  weekday: Weekday
}

const clockIn = kept(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: 'numeric',
    }),
)

export function zonedTimeIn(ms: number, timeZone: string): ZonedTime {
  const part = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${part['year']}-${part['month']}-${part['day']}`
  return { day, hour: Number(part['hour']), minute: Number(part['minute']), weekday: weekdayOf(day) }
}

/** Of 2026-11-21. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() as Weekday

export const dayIn = (ms: number, timeZone: string): string => zonedTimeIn(ms, timeZone).day

/** 21:08 there. */
export function hourIn(ms: number, timeZone: string): string {
  const { hour, minute } = zonedTimeIn(ms, timeZone)
  return [hour, minute].map((figure) => String(figure).padStart(2, '0')).join(':')
}

/** '2026-11-21T21:30' for the field. */
export function fieldFrom(iso: string | undefined, timeZone: string): string {
  if (!iso) return ''
  const ms = Date.parse(iso)
  return `${dayIn(ms, timeZone)}T${hourIn(ms, timeZone)}`
}

/** The instant that the field means, or undefined when it is empty or no date. */
export function instantFrom(field: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${field}Z`)
  if (field === '' || Number.isNaN(asUtc)) return undefined
  // Twice, because the offset at the guess may be that of the other side of a change of clocks.
  let guess = asUtc
  for (let turn = 0; turn < 2; turn++) guess = asUtc - (Date.parse(`${fieldFrom(new Date(guess).toISOString(), timeZone)}Z`) - guess)
  return new Date(guess).toISOString()
}

/** The first instant of a day (2026-11-21), or undefined when the field is empty. */
export function startOfDay(day: string, timeZone: string): string | undefined {
  return instantFrom(day && `${day}T00:00`, timeZone)
}
