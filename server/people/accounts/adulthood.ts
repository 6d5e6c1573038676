// Who counts as an adult: at least 18 years of 365 days (specification.md section 4), by the calendar of UTC.
const dayMs = 86_400_000
export const adultDays = 18 * 365

/** @param birthDate yyyy-mm-dd */
export function isAdultOn(birthDate: string, now: Date): boolean {
  const days = (Math.floor(now.getTime() / dayMs) * dayMs - Date.parse(`${birthDate}T00:00:00Z`)) / dayMs
  // Nobody was born before 1900; such a date is a slip or a joke, and proves nothing.
  return days >= adultDays && birthDate >= '1900-01-01'
}
