// What a provider says of somebody, taken as what a stranger typed: an address is one that our own forms would take, or none; a name is cut between letters.
import { isEmail } from '#server/platform/http/validation.ts'

export const addressIn = (said: string | undefined): string | undefined => (said !== undefined && isEmail(said) ? said : undefined)

const longestName = 60

/** Without what no form takes: control characters, and halves of letters. */
export function nameIn(said: string | undefined): string | undefined {
  const clean = said?.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return clean ? Array.from(clean).slice(0, longestName).join('').trim() : undefined
}
