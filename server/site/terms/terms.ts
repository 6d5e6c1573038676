/**
 * What may not be written here at all: words that offer minors, non-consent or trafficking (COMPLIANCE.md 8), and markup (specification.md section 5).
 * Promises: a listed term is found in any case, width and spacing; a word that merely contains one is not.
 * Leaves to others: calling it for every text that people write, before it is kept.
 */
import { Refusal, refuseField } from '#server/platform/refusals/refusal.ts'
import type { Db } from '#server/platform/db/db.ts'
import { cleanText, current, versionOfTerms } from '#server/site/settings/settings.ts'

export { cleanText } from '#server/site/settings/settings.ts'

/** Plain text that must not be empty: what is left after cleaning, or the refusal `invalid` for that field. */
export function requireText(field: string, text: string): string {
  const clean = cleanText(text)
  if (clean === '') throw new Refusal('invalid', {}, [{ field, code: 'required' }])
  return clean
}

/** Refuses `prohibited_term` for the first of these fields that contains a listed term. The term itself is not repeated. */
export async function refuseProhibited(db: Db, texts: Readonly<Record<string, string | readonly string[] | undefined>>): Promise<void> {
  for (const [field, text] of Object.entries(texts)) {
    const parts = typeof text === 'string' ? [text] : (text ?? [])
    for (const part of parts) if (await isProhibited(db, part)) refuseField(field, 'prohibited_term')
  }
}

/** Whether a text contains a listed term: for words that are looked for, and for what others looked for before the list grew. */
export async function isProhibited(db: Db, text: string): Promise<boolean> {
  return text !== '' && (await patternOf(db)).test(plain(text))
}

let compiled: { version: string; pattern: RegExp } | undefined

async function patternOf(db: Db): Promise<RegExp> {
  const settings = await current(db)
  const version = versionOfTerms(settings)
  if (compiled?.version !== version) compiled = { version, pattern: patternFor(settings.prohibitedTerms) }
  return compiled.pattern
}

/** Latin terms stand as whole words, so that 'grape' stays sayable; Chinese has no spaces, so there a term is found anywhere. */
function patternFor(terms: readonly string[]): RegExp {
  const patterns = terms.map((term) => {
    const letters = Array.from(plain(term)).filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    const spaced = letters.join('[^\\p{L}\\p{N}]*')
    return /\p{Script=Latin}/u.test(letters[0] ?? '') ? `(?<![\\p{L}\\p{N}])${spaced}(?![\\p{Script=Latin}\\p{N}])` : spaced
  })
  // An empty list must match nothing; an empty pattern would match everything.
  return new RegExp(patterns.length > 0 ? patterns.join('|') : '(?!)', 'u')
}

/** Full-width to ordinary, accents off, lower case, invisible characters out. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}
