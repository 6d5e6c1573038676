/**
 * What may not be written here at all: words that offer minors, non-consent or trafficking (COMPLIANCE.md 8), and markup (specification.md section 5).
 * Promises: a listed term is found in any case, width and spacing; a word that merely contains one is not.
 * Leaves to others: calling it for every text that people write, before it is kept.
 */
import { Refusal, refuseField } from '#server/platform/refusals/refusal.ts'
import type { Db } from '#server/platform/db/db.ts'
import { cleanText, current } from '#server/site/settings/settings.ts'

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
  if (text === '') return false
  const { prohibitedTerms } = await current(db)
  return holds(listOf(prohibitedTerms), text)
}

/** Terms by the first unit of their first letter. */
type List = ReadonlyMap<number, readonly string[]>

/** Kept as long as the settings answer this list. */
const lists = new WeakMap<readonly string[], List>()

function listOf(terms: readonly string[]): List {
  const before = lists.get(terms)
  if (before) return before
  const list = Map.groupBy(
    terms.map((term) => runsOf(term).join('')).filter((letters) => letters !== ''),
    (letters) => letters.charCodeAt(0),
  )
  lists.set(terms, list)
  return list
}

/**
 * Latin terms stand as whole words, so that 'grape' stays sayable; Chinese has no spaces, so there a term is found anywhere. Whatever stands
 * between the letters of a term, it is that term. No pattern is made of the list: one of a hundred terms held everybody up for a second until it was
 * compiled, and one of two thousand for twenty.
 */
function holds(list: List, text: string): boolean {
  const runs = runsOf(text)
  const letters = runs.join('')
  const ends = new Set<number>()
  let end = 0
  for (const run of runs) ends.add((end += run.length))
  const isWord = (at: number, term: string) =>
    !isLatin.test(term) ||
    ((at === 0 || ends.has(at)) &&
      (ends.has(at + term.length) || !isLatinOrNumber.test(letters.slice(at + term.length, at + term.length + 2))))
  const isAt = (at: number, term: string) => letters.startsWith(term, at) && isWord(at, term)
  for (let at = 0; at < letters.length; at++) if (list.get(letters.charCodeAt(at))?.some((term) => isAt(at, term))) return true
  return false
}

const isLatin = /^\p{Script=Latin}/u
const isLatinOrNumber = /^[\p{Script=Latin}\p{N}]/u

/** What of a text is letters and digits, in unbroken runs: full-width as ordinary, accents off, lower case, invisible characters out. */
function runsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
