// When a report must have its answer (COMPLIANCE.md 5 and 12): 48 hours for what cannot wait, seven working days for the rest.
import { type ReportReason, urgentReasons } from '#contract/office/report-names.ts'
import { dayIn, hourIn, instantFrom, weekdayOf } from '#contract/zoned-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const urgentHours = 48
const workingDays = 7

/**
 * @param timeZone where the office works: a Saturday is one there. Holidays are not known here, so an answer is due sooner than the rules
 * ask, never later. The hour of the day stays.
 */
export function dueAt(at: Date, reason: ReportReason, timeZone: string): Date {
  if (urgentReasons.includes(reason)) return new Date(at.getTime() + urgentHours * hourMs)
  // By noon of each day in no zone at all, so that a change of clocks moves none of them.
  let noon = Date.parse(`${dayIn(at.getTime(), timeZone)}T12:00:00Z`)
  for (let left = workingDays; left > 0; ) {
    noon += dayMs
    if (!isWeekend(dayOf(noon))) left -= 1
  }
  return new Date(instantFrom(`${dayOf(noon)}T${hourIn(at.getTime(), timeZone)}`, timeZone) ?? noon)
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const isWeekend = (day: string) => weekdayOf(day) === 0 || weekdayOf(day) === 6
