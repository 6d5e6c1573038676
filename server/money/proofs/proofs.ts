/**
 * Makes the ledger one that anybody can check: every transfer becomes a link of a chain of hashes, each day is closed under a root, and
 * who was paid gets the proof that their line stands under it (docs/adr/0006).
 * Promises: what is linked cannot be changed, by the operator either, without a digest that somebody kept telling it; a proof shows
 * nobody's name and no purchase but the one it is for.
 * Leaves to others: the ledger's own rules (wallet), statements (earnings), showing the figures (the public page).
 */
import { randomBytes } from 'node:crypto'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { lastDue } from '#server/platform/jobs/jobs.ts'
import type { Link, Root } from '#server/money/proofs/books.ts'
import { chained, digestOf, hashOfKept, leafOf, shownOf, start } from '#server/money/proofs/link.ts'
import * as queries from '#server/money/proofs/queries.ts'
import { pathTo, rootOf, type Step } from '#server/money/proofs/tree.ts'

export { dumped, dumpedBooks } from '#server/money/proofs/dump.ts'
export { liveBooks, type Root } from '#server/money/proofs/books.ts'
export { shownDay, shownProof } from '#server/money/proofs/showing.ts'
export { verify, type Finding, type Verdict } from '#server/money/proofs/verifying.ts'

const batch = 2000
export const sealing = 'proofs.seal'

/** The last time that the running site was to link what was new. */
export function sealingDueAt(db: Db): Promise<Date | undefined> {
  return lastDue(db, sealing)
}

/** Links what is new and closes the days that are over. Tells how many transfers were linked. */
export async function seal(db: Database): Promise<number> {
  const progress = await queries.progress(db)
  let total = 0
  for (let after = progress.through; ; ) {
    const through = await queries.numberAfter(db, after, batch)
    if (through === null) break
    total += await db.transaction((tx) => linkSome(tx, { after, through }))
    after = through
  }
  await db.transaction(async (tx) => {
    await queries.takeTurns(tx)
    await queries.advance(tx, progress)
    await closeDays(tx)
  })
  return total
}

async function linkSome(tx: Tx, numbers: { after: number; through: number }): Promise<number> {
  await queries.takeTurns(tx)
  const fresh = await queries.unlinked(tx, numbers)
  if (fresh.length === 0) return 0
  const last = await queries.lastLink(tx)
  let day = await firstOpenDay(tx, last)
  let position = last?.position ?? 0
  let hash = last?.hash ?? start
  const today = dayOf(tx.now)
  const links = fresh.map((transfer): Link => {
    const salt = randomBytes(16)
    const leaf = leafOf(transfer, salt)
    hash = chained(hash, leaf)
    // Days follow one another along the chain: what comes late belongs to the day that is open, and so does what is dated ahead.
    const own = dayOf(new Date(Number(BigInt(transfer.at) / 1000n)))
    const soonest = own < today ? own : today
    if (soonest > day) day = soonest
    return { position: ++position, transfer: transfer.id, day, salt, leaf, hash }
  })
  await queries.insertLinks(tx, links)
  return fresh.length
}

async function firstOpenDay(db: Db, last: Link | undefined): Promise<string> {
  const closed = await queries.lastRoot(db)
  const afterClosed = closed ? dayOf(new Date(Date.parse(closed.day) + dayMs)) : ''
  return last && last.day > afterClosed ? last.day : afterClosed
}

const dayMs = 86_400_000
/** What was written in a day's last moments may commit in the next one's first. */
const graceMs = 10 * 60_000

async function closeDays(tx: Tx): Promise<void> {
  const days = await queries.openDays(tx, dayOf(new Date(tx.now.getTime() - graceMs)))
  let before = (await queries.lastRoot(tx))?.digest ?? start
  for (const day of days) {
    const links = await queries.linksOf(tx, day)
    const [first, last] = [links[0], links.at(-1)]
    if (!first || !last) continue
    const closed = {
      day,
      first: String(first.position),
      last: String(last.position),
      root: Buffer.from(rootOf(links.map(({ leaf }) => leaf))),
      head: last.hash,
    }
    const digest = digestOf(closed, before)
    await queries.insertRoot(tx, { ...closed, digest })
    before = digest
  }
  if (days.length > 0) await queries.setClosed(tx)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** What convinces somebody that a line stands in the ledger: from what the line shows to the day's root. */
export interface Proof {
  transferId: string
  /** In this order they are hashed; null is SQL's. */
  shown: (string | null)[]
  /** Of what the line does not show. */
  kept: Buffer
  position: number
  day: string
  path: Step[]
}

/** The proofs of these transfers, as far as their days are closed. */
export async function proofsOf(db: Db, transferIds: readonly string[]): Promise<Map<string, Proof>> {
  const linked = (await queries.linked(db, transferIds)).filter(({ isClosed }) => isClosed)
  const leaves = new Map<string, Buffer[]>()
  const firsts = new Map<string, number>()
  for (const day of new Set(linked.map((each) => each.day))) {
    const links = await queries.linksOf(db, day)
    leaves.set(
      day,
      links.map(({ leaf }) => leaf),
    )
    firsts.set(day, links[0]?.position ?? 0)
  }
  return new Map(
    linked.map((each): [string, Proof] => [
      each.id,
      {
        transferId: each.id,
        shown: shownOf(each),
        kept: hashOfKept(each, each.salt),
        position: each.position,
        day: each.day,
        path: pathTo(leaves.get(each.day) ?? [], each.position - (firsts.get(each.day) ?? 0)),
      },
    ]),
  )
}

/** The closed days, newest first. */
export function days(db: Db, paging: { limit: number; offset: number }): Promise<{ rows: Root[]; total: number }> {
  return queries.roots(db, paging)
}

/** From a day to the newest, oldest first, and the digest that the first of them builds upon (zeros for the first of all). */
export async function daysSince(db: Db, day: string): Promise<{ before: Buffer; days: Root[] }> {
  const found = await queries.rootsSince(db, day)
  const [earlier] = found
  return earlier && earlier.day < day ? { before: earlier.digest, days: found.slice(1) } : { before: start, days: found }
}

export interface Totals {
  /** Whatever came in: bought with money, paid by card for a subscription, or given by staff. */
  issued: number
  /** What members and escrow have. */
  held: number
  /** What went to creators and to the site, what was paid out to them included. */
  spent: number
  /** What was taken back of the issued: refunds and chargebacks at the gateway. */
  reversed: number
}

/** All tokens there ever were, in hundredths: issued = held + spent + reversed, because all accounts together are zero. */
export async function totals(db: Db): Promise<Totals & { byKind: Map<string, number> }> {
  const sums = await queries.sums(db)
  const byKind = new Map(sums.map(({ kind, balance }) => [kind, balance]))
  const of = (...kinds: string[]) => kinds.reduce((total, kind) => total + (byKind.get(kind) ?? 0), 0)
  const reversed = sums.reduce((total, { takenBack }) => total + takenBack, 0)
  // What came from outside stands there as less than nothing.
  const issued = reversed - of('gateway', 'granted')
  const held = of('wallet', 'escrow')
  const spent = of(...[...byKind.keys()].filter((kind) => !notSpent.has(kind)))
  return { issued, held, spent, reversed, byKind }
}

const notSpent = new Set(['wallet', 'escrow', 'gateway', 'granted'])
