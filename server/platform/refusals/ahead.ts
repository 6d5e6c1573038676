// How far ahead somebody may set a time. Whoever types 2206 for 2026 is told at once: what waits for a century is never seen again, and holds its place.
import { Refusal } from '#server/platform/refusals/refusal.ts'

/** Calendar years: for when something begins or goes out by itself, and for when it ends. */
const years = { begins: 2, ends: 10 }

/** What begins or goes out at a time that its maker chose. @throws invalid {too_far} at the field */
export const refuseFarBeginning = (now: Date, field: string, at: Date | null | undefined) => refuseBeyond(now, field, at, years.begins)

/** What is there until a time that its maker chose. @throws invalid {too_far} at the field */
export const refuseFarEnd = (now: Date, field: string, at: Date | null | undefined) => refuseBeyond(now, field, at, years.ends)

function refuseBeyond(now: Date, field: string, at: Date | null | undefined, limit: number): void {
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + limit)
  if (at && at > last) throw new Refusal('invalid', {}, [{ field, code: 'too_far', limit }])
}
