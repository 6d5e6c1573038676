// What a field of type datetime-local says, in the reader's own zone, and back.
import { momentIn } from '#web/money/earnings/days.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** '2026-11-21T21:30' for the field. */
export function fieldFrom(iso: string | undefined, timeZone: string): string {
  if (!iso) return ''
  const { day, hour, minute } = momentIn(Date.parse(iso), timeZone)
  return `${day}T${two(hour)}:${two(minute)}`
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
