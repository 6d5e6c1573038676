// The age rule and its cookie (specification.md sections 4, 5 and 9): `eighteen_day` holds the birth date; an adult is
// at least 18 years of 365 days old.
const ageCookie = 'eighteen_day'
const adultMs = 18 * 365 * 86_400_000

/** @param birthDate 1999-12-31 */
export function isAdult(birthDate: string | null | undefined, nowMs: number): boolean {
  const born = birthDate ? Date.parse(`${birthDate}T00:00:00Z`) : Number.NaN
  return Number.isFinite(born) && nowMs - born >= adultMs
}

/** An answer that was given, and is no adult's. */
export function isTooYoung(birthDate: string | null | undefined, nowMs: number): boolean {
  return !Number.isNaN(Date.parse(birthDate ?? '')) && !isAdult(birthDate, nowMs)
}

/** Who answered that they are too young is not asked again for a day: a gate that lets in whoever tries another year keeps nobody out. */
export function keepTooYoung(birthDate: string): void {
  document.cookie = `${ageCookie}=${birthDate}; path=/; samesite=lax; max-age=86400`
}

/** Writes the cookie for 365 days, or until the browser closes. */
export function keepBirthDate(birthDate: string, forAYear: boolean): void {
  document.cookie = `${ageCookie}=${birthDate}; path=/; samesite=lax${forAYear ? '; max-age=31536000' : ''}`
}

/** What this browser's cookie says. */
export function keptBirthDate(): string | null {
  return new RegExp(`(?:^|; )${ageCookie}=([^;]*)`).exec(document.cookie)?.[1] ?? null
}
