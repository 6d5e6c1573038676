// Who may see what, and buying the right to. The one place where the view rule of calls.md (conventions) stands:
// owner ∨ staff ∨ free ∨ (followers ∧ following) ∨ (subscription ∧ active) ∨ (ppv ∧ bought); a block, by person or country, beats all
// but what was bought, and a country that the site closed is such a block; a takedown beats that too; a subscription does not unlock pay-per-view.
// Promises: answered for lists, from the ledger's own receipts and never from a second table, so a refund locks again by itself.
// Leaves to others: what a locked thing looks like (feeds), the money (earnings), what is published (works).
import { isOrdered } from '#contract/catalogue/kind-names.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import type { Question, Verdict } from '#server/media/files/files.ts'
import { factsOf, maySeeSent } from '#server/catalogue/access/facts.ts'
import { isThroughGate, judge, type Access, type Facts, type Reader } from '#server/catalogue/access/rule.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db, Sql } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'

export {
  factsOf,
  isShutOut,
  useMessages,
  useStages,
  type Admissions,
  type Asked,
  type Messages,
  type ShutOut,
} from '#server/catalogue/access/facts.ts'
export { isSold, paidFor, referenceIn, referenceOf, timesSold } from '#server/catalogue/access/receipts.ts'
export {
  isOpenToAll,
  isThroughGate,
  judge,
  opensTalk,
  opensWords,
  readerOf,
  type Access,
  type Facts,
  type Reader,
} from '#server/catalogue/access/rule.ts'
export { giveBackLater, giveBackTo } from '#server/catalogue/access/giving-back.ts'
export { buy, buyHeld, charge, type Opened, type Purchase } from '#server/catalogue/access/unlocking.ts'

/** What this reader may see of each of these works, by id, in one set of questions whatever their number. */
export async function mayView(db: Db, reader: Reader, list: readonly Work[]): Promise<Map<string, Access>> {
  return judged(db, reader, list, await factsOf(db, reader, list))
}

/** The same, where the facts were asked for beside the works. */
export function judged(db: Db, { viewer }: Reader, list: readonly Work[], facts: ReadonlyMap<string, Facts>): Map<string, Access> {
  return new Map(
    list.flatMap((work) => {
      const of = facts.get(work.id)
      return of ? [[work.id, judge(work, viewer, of, db.now)]] : []
    }),
  )
}

/** Whether this reader will know of a work that waits, once its time has come. */
export async function willKnow(db: Db, reader: Reader, work: Work, at: Date): Promise<boolean> {
  const facts = (await factsOf(db, reader, [work])).get(work.id)
  return facts !== undefined && judge(work, reader.viewer, facts, at).isThere
}

/** @throws birth_date_required to a member behind the age gate, work_locked to everybody else */
export function refuseLocked({ viewer }: Reader): never {
  return refuse(viewer.kind === 'member' && !viewer.isAdult ? 'birth_date_required' : 'work_locked')
}

/** Works on show that this reader may know of. @throws prohibited_term for words or a tag that nobody may look for */
export async function listShown(db: Db, reader: Reader, filter: works.Filter, window: works.Window): Promise<works.Listed> {
  await refuseProhibited(db, { q: filter.text, tag: filter.tag })
  return works.shown(db, { ...filter, ...(await hiding(db, reader)) }, window)
}

/** The first few of those that match words which may be looked for, and whether there are more. */
export async function glimpseShown(db: Db, reader: Reader, filter: works.Filter & { text: string }, limit: number) {
  return works.glimpsed(db, { ...filter, ...(await hiding(db, reader)) }, limit)
}

/** The newest works that are open before any gate, but for those that this reader may not know of. */
export async function openToAll(db: Db, reader: Reader, limit: number): Promise<string[]> {
  return works.openToAll(db, await hiddenFrom(db, reader), limit)
}

/** What lists keep from this reader: whole works, and words that a search would tell them. */
async function hiding(db: Db, reader: Reader): Promise<Pick<works.Filter, 'hiddenCreators' | 'areTextsHidden'>> {
  return { hiddenCreators: await hiddenFrom(db, reader), areTextsHidden: !isThroughGate(reader.viewer) }
}

/** Creators whose works this reader may not know of; none for staff. */
export async function hiddenFrom(db: Db, { viewer, country }: Reader): Promise<ReadonlySet<string>> {
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  return isStaff ? new Set() : blocks.allHiddenFrom(db, idOf(viewer), country)
}

/** The same as a query of their ids, for lists that ask it themselves; undefined for staff, from whom nobody is hidden. */
export async function hiddenIn(db: Db, { viewer, country }: Reader): Promise<Sql | undefined> {
  return viewer.kind === 'member' && viewer.role === 'staff' ? undefined : blocks.hiddenFrom(db, idOf(viewer), country)
}

/** The parts of footage that make its automatic teaser. */
const isTeaser = (rendition: string) => rendition.startsWith('teaser')

/**
 * The answer to media's question. A preview goes to all who may know of the work, once it is reviewed; its media to those it opens for, with their name on it
 * unless it is free; footage's own teaser to adults who may know of it. A file of several works opens by any of them, unless staff took
 * one of them down: then it is closed in all of them. A fan's stands in no work: it is for whom they sent it to.
 */
export async function mayServe(db: Db, { viewer, country, file, rendition }: Question): Promise<Verdict> {
  if (idOf(viewer) === file.ownerId) return 'plain'
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  const list = await works.ofFile(db, file.id)
  if (list.length === 0) {
    const isSent = viewer.kind === 'member' && (isStaff || (await maySeeSent(db, viewer.accountId, file.id)))
    return isSent ? 'plain' : 'no'
  }
  if (!isStaff && list.some(({ state }) => state === 'removed')) return 'no'
  const rights = await mayView(db, { viewer, country }, list)
  let verdict: Verdict = 'no'
  const goods: string[] = []
  for (const work of list) {
    const { isThere = false, canView = false } = rights.get(work.id) ?? {}
    if (!work.media.includes(file.id)) {
      if (isThere && (isStaff || works.isReviewed(work))) return 'plain'
      continue
    }
    if (isThere && isTeaser(rendition) && !work.teaser && viewer.kind === 'member' && viewer.isAdult) return 'plain'
    if (!canView) continue
    if (work.audience === 'free' || isStaff) return 'plain'
    if (isOrdered(work.kind)) goods.push(work.id)
    else verdict = 'marked'
  }
  if (verdict !== 'no' || goods.length === 0 || viewer.kind !== 'member') return verdict
  // Goods leave by their download link only.
  return (await mayDownload(db, viewer.accountId, goods)) ? 'marked' : 'no'
}

/** Whether somebody who holds one of these goods was given a link to it lately. The shop answers; access stands below it. */
export type MayDownload = (db: Db, buyerId: string, workIds: readonly string[]) => Promise<boolean>

let mayDownload: MayDownload = async () => false

/** Wired once at start. Until then goods do not leave. */
export function useDownloads(answer: MayDownload): void {
  mayDownload = answer
}
