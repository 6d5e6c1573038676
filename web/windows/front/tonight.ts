import { kept } from '#web/ui/kept.ts'

const morning = 5

const dayIn = kept((timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }))

/** The day of the house in that zone, as a number that grows by one: it ends at five in the morning, when the last have gone home. */
function houseDay(atMs: number, timeZone: string): string {
  return dayIn(timeZone).format(atMs - morning * 3_600_000)
}

/** Whether it begins before the house closes, as the reader's clock has it. */
export function isTonight(atMs: number, nowMs: number, timeZone: string): boolean {
  return atMs >= nowMs && houseDay(atMs, timeZone) === houseDay(nowMs, timeZone)
}
