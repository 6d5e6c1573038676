// Looking into everything at once, and what people look for (calls.md section 7).
// Promises: a prohibited term is refused, not noted and never suggested; a word counts as many as the people who looked for
// it in the last 30 days, so that nobody makes one popular alone; what fewer than three looked for is shown to no one: it may be somebody's name.
// Leaves to others: the index (platform/finding), each kind's own list with `q`, what things look like (their slices).
import { createHmac } from 'node:crypto'
import { byPlural, type Plural, workKinds } from '#contract/catalogue/kind-names.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { search as table } from '#contract/windows/search.ts'
import * as access from '#server/catalogue/access/access.ts'
import { kindOf } from '#server/catalogue/kinds/kinds.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { cleanText, isProhibited } from '#server/site/terms/terms.ts'
import * as directory from '#server/windows/directory/directory.ts'
import * as queries from '#server/windows/search/queries.ts'

type Everything = Reply<(typeof table)['everything']>

/** Of each kind, on the page that shows all kinds. */
const few = 6

/** @throws prohibited_term */
export async function everything(db: Db, reader: access.Reader, query: string): Promise<Everything> {
  const text = cleanText(query)
  if (await isProhibited(db, text)) refuseField('q', 'prohibited_term')
  const [performers, ...found] = await Promise.all([
    directory.search(db, reader, { text }, { limit: few, offset: 0 }),
    ...workKinds.map((kind) => access.glimpseShown(db, reader, { kind, text }, few)),
  ])
  const shown = await Promise.all(workKinds.map((kind, place) => kindOf(kind).show(db, reader, found[place]?.ids ?? [])))
  return {
    performers: { data: performers.data, hasMore: performers.total > few },
    ...byPlural<Pick<Everything, Plural>>((kind) => {
      const place = workKinds.indexOf(kind)
      return { data: shown[place], hasMore: found[place]?.hasMore }
    }),
  }
}

/**
 * Notes that somebody looked for this; once a person and day.
 * @param searcher an account's id, or a visitor's address
 * @throws prohibited_term
 */
export async function note(db: Database, searcher: string, keyword: string): Promise<boolean> {
  const text = tidy(keyword)
  if (text === '') return false
  if (await isProhibited(db, text)) refuseField('keyword', 'prohibited_term')
  return db.transaction(async (tx) => {
    // A keyed hash: what somebody looked for is not to be read out of the table.
    const hash = createHmac('sha256', secretFor('searchers')).update(searcher).digest('base64url')
    const came = await queries.addSearcher(tx, hash, text)
    if (came !== 'today') await queries.countSearch(tx, text, came === 'new' ? 1 : 0)
    return came !== 'today'
  })
}

const leastSearchers = 3
const days = 30

/** What most people looked for in the last 30 days. */
export async function keywords(db: Db, beginning: string, limit: number): Promise<queries.Keyword[]> {
  const found = await queries.keywords(db, { beginning: tidy(beginning), least: leastSearchers, limit: limit * 2 })
  // The list of prohibited terms may have grown since.
  const allowed: queries.Keyword[] = []
  for (const each of found) if (!(await isProhibited(db, each.keyword))) allowed.push(each)
  return allowed.slice(0, limit)
}

/** Each night. */
export function forgetSearchers(tx: Tx): Promise<void> {
  return queries.forgetSearchers(tx, days)
}

function tidy(keyword: string): string {
  return Array.from(cleanText(keyword).normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()).slice(0, 60).join('')
}

const atOnce = 500

/** Enters what has a place in the index and is not there; tells how much that was. Nothing is left to do the second time. */
export async function fillGaps(db: Database): Promise<number> {
  let filled = 0
  for (;;) {
    const missing = await queries.unindexed(db, atOnce)
    const count = missing.works.length + missing.performers.length
    if (count === 0) return filled
    await db.transaction(async (tx) => {
      for (const id of missing.works) await works.reindex(tx, id)
      for (const id of missing.performers) await profiles.reindex(tx, id)
    })
    filled += count
  }
}
