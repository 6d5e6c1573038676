// What a provider's claims say of an age. Of a birth date it is read that it is an adult's, and nothing is kept.
import type { Found } from '#server/people/age/provider.ts'
import { isAdultOn } from '#server/people/accounts/accounts.ts'

/** @param rule `birthdate`, the name of a claim that is true, or its name and its value (`assurance_level=adult`) */
export function foundIn(claims: Readonly<Record<string, unknown>>, rule: string, now: Date): Found {
  const name = nameIn(rule)
  const said = claims[name]
  if (said === undefined || said === null || said === '') return 'nothing'
  if (rule === 'birthdate') return byBirthDate(said, now)
  if (rule !== name) return isOneOf([said].flat(), rule.slice(name.length + 1)) ? 'of age' : 'too young'
  // Some say it as a word.
  if (said === true || said === 'true') return 'of age'
  return said === false || said === 'false' ? 'too young' : 'nothing'
}

/** A text, a number or a truth, alone or among others. */
const isOneOf = (said: readonly unknown[], value: string): boolean =>
  said.some((each) => (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') && `${each}` === value)

export const nameIn = (rule: string): string => rule.split('=')[0]!

/** A year alone, or a day without its year, as OpenID Connect Core allows, says too little. */
function byBirthDate(said: unknown, now: Date): Found {
  if (typeof said !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(said)) return 'nothing'
  const at = Date.parse(`${said}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== said || said < '1900-01-01') return 'nothing'
  return isAdultOn(said, now) ? 'of age' : 'too young'
}
