/**
 * How what was bought to download leaves (calls.md section 9): by a link for its buyer, and five downloads a day, each written down. The right
 * is asked again while the file is sent, so a refund or a takedown closes a link that is still young.
 *
 * What counts is a download that starts: the file is asked for whole, or for the first time under its link. A part of it that is asked for
 * under a link which was used already (a resumed download, a program that fetches several parts at once) goes on with that download for the
 * link's quarter of an hour. Links, looks at the head only, and what the browser has kept count for nothing.
 */
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/shop/queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

export interface Link {
  url: string
  expiresAt: Date
  name: string
  /** Downloads that may be started today after this one. */
  leftToday: number
}

const mostADay = 5
const validSeconds = 15 * 60
const dayMs = 86_400_000

/** @throws not_found for everybody but its buyers; file_not_ready; download_limit {limit} */
export async function link(tx: Tx, buyer: Member, country: string | undefined, workId: string): Promise<Link> {
  const work = (await works.named(tx, 'product', workId)) ?? refuse('not_found')
  const right = (await access.mayView(tx, { viewer: buyer, country }, [work])).get(work.id)
  if (!right?.canView || !right.isBought) return refuse('not_found')
  const file = (await files.find(tx, work.media)).get(work.media[0] ?? '')
  if (!file) return refuse('not_found')
  if (file.status !== 'finished') refuse('file_not_ready')
  const used = await refuseTooMany(tx, buyer.accountId, work.id)
  const { url, expiresAt } = files.signedFor(file.id, 'file', buyer.accountId, tx.now, validSeconds)
  await queries.addLink(tx, buyer.accountId, work.id, expiresAt)
  return { url, expiresAt, name: file.name, leftToday: mostADay - used - 1 }
}

/** Bytes are about to leave by a link: counts a download that starts. @throws download_limit {limit} */
export async function countDownload(db: Database, { viewer, fileId, expiresAt, isWhole }: files.Leaving): Promise<void> {
  const goods = (await works.ofFile(db, fileId)).filter(({ kind }) => kind === 'product').map(({ id }) => id)
  const find = (on: Db) => queries.linkUntil(on, viewer.accountId, goods, expiresAt)
  const given = await find(db)
  if (!given) return refuse('not_found')
  if (given.isUsed && !isWhole) return
  await db.transaction(async (tx) => {
    await queries.lockDownloads(tx, viewer.accountId, given.workId)
    // Two parts that are asked for at once are one download.
    if (!isWhole && (await find(tx))?.isUsed) return
    await refuseTooMany(tx, viewer.accountId, given.workId)
    await queries.addDownload(tx, given.id)
  })
}

async function refuseTooMany(db: Db, accountId: string, workId: string): Promise<number> {
  const used = await usedToday(db, accountId, workId)
  return used < mostADay ? used : refuse('download_limit', { limit: mostADay })
}

/** Days are UTC's, as everywhere in the ledger. */
function usedToday(db: Db, accountId: string, workId: string): Promise<number> {
  return queries.downloadsSince(db, accountId, workId, new Date(Math.floor(db.now.getTime() / dayMs) * dayMs))
}

/** The answer to access's question. A large file may take hours, and is asked for all the while: the link itself is what runs out sooner. */
export function mayDownload(db: Db, buyerId: string, workIds: readonly string[]): Promise<boolean> {
  return queries.hasLink(db, buyerId, workIds, new Date(db.now.getTime() - dayMs))
}
