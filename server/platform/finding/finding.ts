// Finding documents by words of Chinese and Latin, newest first and tolerant: an inverted index in PostgreSQL.
// Promises: a page costs the same whether ten thousand or a million documents are in it, because postings are read newest first and no
// further than a bound (the rarest term's, the others only probed; where none is rare, all side by side); what one transaction wrote is
// found once it is committed; no extension is needed.
// Forgives one wrong, missing or extra letter in Latin words of five or more, one missing or wrong character in Chinese runs.
// Leaves to others: who may see what is found (the caller filters), what may be looked for (site/terms).
import { mostCounted } from '#contract/endpoint.ts'
import { counted, type Count, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import * as queries from '#server/platform/finding/queries.ts'
import { isForgiven, spelledWords, type Text, termsOf, variantsOf, wantedOf, type Wanted } from '#server/platform/finding/terms.ts'

export interface Document extends Text {
  /** Kinds of things are found apart: performer, feed, video. */
  collection: string
  id: string
  /** What newest means. */
  at: Date
}

/** Enters a document, or enters it anew. */
export async function put(tx: Tx, document: Document): Promise<void> {
  const terms = termsOf(document)
  await queries.put(tx, { ...document, terms })
  const words = spelledWords(document)
  if (words.length > 0) await queries.addSpellings(tx, words.map((word) => variantsOf(word).map((variant) => ({ variant, word }))).flat())
}

/** Takes a document out. What was not there stays not there. */
export async function remove(tx: Tx, collection: string, id: string): Promise<void> {
  await queries.remove(tx, collection, id)
}

/** After documents went because their owner is gone: words that only they had, a name among them, are known no more. It reads all words there are. */
export const forgetWords = (tx: Tx): Promise<void> => queries.dropUnusedSpellings(tx)

export interface Search {
  collection: string
  query: string
  /**
   * Which of these may be shown, asked for some at a time. `needs` are the terms that they all have: whoever may read a part of a document
   * only is shown it where that part contains them.
   */
  allow: (ids: readonly string[], needs: readonly string[]) => Promise<ReadonlySet<string>>
  limit: number
  offset: number
}

export interface Found {
  ids: string[]
  hasMore: boolean
}

/**
 * How many postings one search walks at most, and again for all its forgiven readings together: two words that are common but never meet
 * cost no more than this. Whoever pages deeper is told that there is no more.
 */
const mostWalked = 1200
const firstStretch = 100
/** Where nothing leads a short stretch seldom holds a meeting: fewer questions cost less. */
const commonStretch = 400

/** The documents that match, newest first; those that match by a forgiven letter come after all that match exactly. */
export async function find(db: Db, search: Search): Promise<Found> {
  const { limit, offset } = search
  const { found } = await gather(db, search, { enough: offset + limit + 1, walked: mostWalked })
  return { ids: found.slice(offset, offset + limit), hasMore: found.length > offset + limit }
}

/** The same, and how many there are: it reads on to the bound of what is counted, and pages as far. Where it stops short of the end, it says so. */
export async function findAndCount(db: Db, search: Search): Promise<{ ids: string[] } & Count> {
  const { limit, offset } = search
  const { found, isWhole } = await gather(db, search, { enough: mostCounted + 1, walked: mostCounted })
  const ids = found.slice(offset, offset + limit)
  return { ids, ...counted(found.length), ...(!isWhole && { totalIsCapped: true }) }
}

/** Whether this part of a document has all that was needed to find it. */
export function containsAll(part: Text, needs: readonly string[]): boolean {
  const terms = new Set(termsOf(part))
  return needs.every((need) => terms.has(need))
}

interface Gathered {
  found: string[]
  /** There is nothing behind them. */
  isWhole: boolean
}

async function gather(db: Db, { collection, query, allow }: Search, most: { enough: number; walked: number }): Promise<Gathered> {
  const wanted = wantedOf(query)
  if (!wanted) return { found: [], isWhole: true }
  const found: string[] = []
  const known = new Set<string>()
  const take = async (needs: readonly string[], budget: Budget) => {
    for await (const ids of walk(db, collection, needs, budget)) {
      const fresh = ids.filter((id) => !known.has(id))
      const allowed = fresh.length > 0 ? await allow(fresh, needs) : new Set()
      for (const id of fresh) {
        known.add(id)
        if (allowed.has(id)) found.push(id)
      }
      if (found.length >= most.enough) return
    }
  }
  const exact = { left: most.walked, ranOut: false }
  await take(wanted.exact, exact)
  if (found.length >= Math.min(most.enough, 5)) return { found, isWhole: found.length < most.enough && !exact.ranOut }
  // Only where little was found: a mistake is likely then, and the cost is paid by those who made one.
  const forgiven = { left: mostWalked, ranOut: false }
  for (const needs of await forgivenOf(db, collection, wanted)) if (found.length < most.enough) await take(needs, forgiven)
  return { found, isWhole: found.length < most.enough && !exact.ranOut && !forgiven.ranOut }
}

export interface Reading {
  /** The ids of what has all that was asked for. */
  exact: Sql
  /** And of what has it by a forgiven letter: for where the exact reading found little. */
  forgiven: () => Promise<Sql>
}

/**
 * What a query means, as queries of ids: for a collection of thousands, whose lists have orders and totals of their own. Every posting of its
 * terms is read, so that collections of millions ask `find`. Undefined: nothing to look for.
 */
export function reading(db: Db, collection: string, query: string): Reading | undefined {
  const wanted = wantedOf(query)
  if (!wanted) return undefined
  return {
    exact: queries.havingAll(collection, [wanted.exact]),
    forgiven: async () => queries.havingAll(collection, await forgivenOf(db, collection, wanted)),
  }
}

interface Budget {
  left: number
  /** There was more to walk. */
  ranOut: boolean
}

/** What has all terms, newest first, a stretch at a time. What is not found at once is seldom: longer stretches cost fewer questions. */
async function* walk(db: Db, collection: string, needs: readonly string[], budget: Budget): AsyncGenerator<string[]> {
  if (budget.left <= 0) {
    budget.ranOut = true
    return
  }
  const terms = await queries.byRarity(db, collection, [...new Set(needs)])
  const [lead, ...others] = terms
  if (!lead || lead.documents === 0) return
  const areAllCommon = lead.documents === queries.common && others.length > 0
  const read = areAllCommon ? meetings(db, collection, terms) : led(db, collection, lead, others)
  for (let stretch = areAllCommon ? commonStretch : firstStretch; budget.left > 0; stretch *= 2) {
    const limit = Math.min(stretch, budget.left)
    budget.left -= limit
    const { ids, isEnd } = await read(limit)
    yield ids
    if (isEnd) return
  }
  budget.ranOut = true
}

/** Reads on by so many postings. */
type Reader = (limit: number) => Promise<{ ids: string[]; isEnd: boolean }>
type Term = Awaited<ReturnType<typeof queries.byRarity>>[number]

/** The rarest term leads; every other one is a look at one place of the index. */
function led(db: Db, collection: string, { term: lead }: Term, others: readonly Term[]): Reader {
  let after: queries.Posting | undefined
  return async (limit) => {
    const postings = await queries.postings(db, { collection, lead, others: others.map(({ term }) => term), after, limit })
    after = postings.at(-1)
    return { ids: postings.filter(({ matches }) => matches).map(({ id }) => id), isEnd: postings.length < limit }
  }
}

/** Nothing leads: where all are common, their lists are read side by side. */
function meetings(db: Db, collection: string, terms: readonly Term[]): Reader {
  let until: Date | undefined
  return async (limit) => {
    const { ids, reach } = await queries.meetings(db, { collection, terms: terms.map(({ term }) => term), until, limit })
    until = reach ?? undefined
    return { ids, isEnd: reach === null }
  }
}

/** Other readings of the query: each Latin word as a word one letter away that occurs, then each Chinese run with a character forgiven. */
async function forgivenOf(db: Db, collection: string, { exact, words, forgiven }: Wanted): Promise<string[][]> {
  const unsure = await misspelt(db, collection, exact, words.filter(isForgiven))
  const near = unsure.length > 0 ? await queries.wordsNear(db, unsure.map(variantsOf)) : []
  const corrected = near
    .map(({ place, word }) => ({ from: unsure[place] ?? '', word }))
    .filter(({ from, word }) => from !== word && isOneApart(from, word))
    .map(({ from, word }) => exact.map((term) => (term === from ? word : term)))
  return [...corrected, ...forgiven].slice(0, 24)
}

/** Beside other words, one that occurs is taken at its word: what was not found then is the combination. */
async function misspelt(db: Db, collection: string, exact: readonly string[], words: readonly string[]): Promise<string[]> {
  if (exact.length === 1 || words.length === 0) return [...words]
  const known = await queries.byRarity(db, collection, words)
  return words.filter((word) => !known.some(({ term, documents }) => term === word && documents > 0))
}

/** Two words that share a variant may be two letters apart; this is the whole test. */
function isOneApart(a: string, b: string): boolean {
  const [short, long] = (a.length <= b.length ? [a, b] : [b, a]).map((word) => Array.from(word)) as [string[], string[]]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = short.length === long.length ? start + 1 : start
  return short.slice(rest).join('') === long.slice(start + 1).join('')
}
