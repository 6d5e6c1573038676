import { kept } from '#web/ui/kept.ts'
import type { UiLocale } from '#web/ui/words.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago, as people here say it; beyond a week the date, and the year only when it is another one. Future moments are written as dates with their hour. */
export function writeRelative(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const ago = nowMs - atMs
  const zh = locale === 'zh-TW'
  if (ago >= -minuteMs && ago < minuteMs) return zh ? '剛剛' : 'just now'
  if (ago < 0) return writeMoment(atMs, nowMs, locale, timeZone)
  if (ago < hourMs) return plural(Math.floor(ago / minuteMs), zh ? '分鐘前' : ' min ago')
  if (ago < dayMs) return plural(Math.floor(ago / hourMs), zh ? '小時前' : ' h ago')
  if (ago < 7 * dayMs) return plural(Math.floor(ago / dayMs), zh ? '天前' : Math.floor(ago / dayMs) === 1 ? ' day ago' : ' days ago')
  return writeDay(atMs, nowMs, locale, timeZone)
}

/** 11月21日, Nov 21; with the year when it is not this one. */
export function writeDay(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const at = partsOf(atMs, timeZone)
  const sameYear = at.year === partsOf(nowMs, timeZone).year
  if (locale === 'zh-TW') return `${sameYear ? '' : `${at.year}年`}${at.month}月${at.day}日`
  return `${months[at.month - 1]} ${at.day}${sameYear ? '' : `, ${at.year}`}`
}

/** The day and the hour: 11月21日21:30. */
export function writeMoment(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const at = partsOf(atMs, timeZone)
  return `${writeDay(atMs, nowMs, locale, timeZone)}${locale === 'zh-TW' ? '' : ' '}${two(at.hour)}:${two(at.minute)}`
}

/** A moment to come, as one says it today: 今晚21:30, tomorrow 08:00; later the day and the hour. */
export function writeComing(atMs: number, nowMs: number, locale: UiLocale, timeZone: string): string {
  const [at, now, tomorrow] = [partsOf(atMs, timeZone), partsOf(nowMs, timeZone), partsOf(nowMs + dayMs, timeZone)]
  const isSame = (other: typeof at) => at.day === other.day && at.month === other.month && at.year === other.year
  const clock = `${two(at.hour)}:${two(at.minute)}`
  const zh = locale === 'zh-TW'
  if (isSame(now)) return at.hour >= 18 ? `${zh ? '今晚' : 'tonight '}${clock}` : `${zh ? '今天' : 'today '}${clock}`
  if (isSame(tomorrow)) return `${zh ? '明天' : 'tomorrow '}${clock}`
  return writeMoment(atMs, nowMs, locale, timeZone)
}

/** 21:30 */
export function writeHour(atMs: number, timeZone: string): string {
  const at = partsOf(atMs, timeZone)
  return `${two(at.hour)}:${two(at.minute)}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const plural = (count: number, word: string) => `${count}${word}`
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
