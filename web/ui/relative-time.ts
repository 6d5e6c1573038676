import { kept } from '#web/ui/kept.ts'
import { languageOf } from '#web/ui/language.ts'
import type { UiLocale } from '#web/ui/words.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago, as people here say it; beyond a week the date, and the year only when it is another one. Future moments are written as dates with their hour. */
export function writeRelative(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const ago = nowMs - atMs
  const { now, ago: behind } = languageOf(locale)
  if (ago >= -minuteMs && ago < minuteMs) return now
  if (ago < 0) return writeMoment(atMs, nowMs, locale, timeZone)
  const [minutes, hours, days, oneDay = days] = behind
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}${minutes}`
  if (ago < dayMs) return `${Math.floor(ago / hourMs)}${hours}`
  if (ago < 2 * dayMs) return `1${oneDay}`
  if (ago < 7 * dayMs) return `${Math.floor(ago / dayMs)}${days}`
  return writeDay(atMs, nowMs, locale, timeZone)
}

/** 11月21日, Nov 21; with the year when it is not this one. */
export function writeDay(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const at = partsOf(atMs, timeZone)
  return languageOf(locale).day(at.year === partsOf(nowMs, timeZone).year ? undefined : at.year, at.month, at.day)
}

/** The day and the hour: 11月21日21:30. */
export function writeMoment(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const at = partsOf(atMs, timeZone)
  return `${writeDay(atMs, nowMs, locale, timeZone)}${languageOf(locale).space}${two(at.hour)}:${two(at.minute)}`
}

/** A moment to come, as one says it today: 今晚21:30, tomorrow 08:00; later the day and the hour. */
export function writeComing(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const [at, now, tomorrow] = [partsOf(atMs, timeZone), partsOf(nowMs, timeZone), partsOf(nowMs + dayMs, timeZone)]
  const isSame = (other: typeof at) => at.day === other.day && at.month === other.month && at.year === other.year
  const clock = `${two(at.hour)}:${two(at.minute)}`
  const words = languageOf(locale)
  if (isSame(now)) return `${at.hour >= 18 ? words.tonight : words.today}${words.space}${clock}`
  if (isSame(tomorrow)) return `${words.tomorrow}${words.space}${clock}`
  return writeMoment(atMs, nowMs, locale, timeZone)
}

/** 21:30 */
export function writeHour(atMs: number, timeZone: string): string {
  const at = partsOf(atMs, timeZone)
  return `${two(at.hour)}:${two(at.minute)}`
}

const two = (value: number) => String(value).padStart(2, '0')

const clockIn = kept(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
)

/** Numbers only come from Intl, words are ours: every ICU version agrees on numbers. */
function partsOf(ms: number, timeZone: string) {
  const found = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(ms)
      .map((part) => [part.type, Number(part.value)]),
  )
  return {
    year: found['year'] ?? 0,
    month: found['month'] ?? 1,
    day: found['day'] ?? 1,
    hour: found['hour'] ?? 0,
    minute: found['minute'] ?? 0,
  }
}
