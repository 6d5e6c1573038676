// How what was bought to download leaves (calls.md section 9): by a link for its buyer, five a day, each written down. The right is asked again
// while the file is sent, so a refund or a takedown closes a link that is still young.
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/shop/queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

export interface Link {
  url: string
  expiresAt: Date
  name: string
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
  await queries.lockDownloads(tx, buyer.accountId, work.id)
  const used = await usedToday(tx, buyer.accountId, work.id)
  if (used >= mostADay) refuse('download_limit', { limit: mostADay })
  await queries.logDownload(tx, buyer.accountId, work.id)
  const { url, expiresAt } = files.signedFor(file.id, 'file', buyer.accountId, tx.now, validSeconds)
  return { url, expiresAt, name: file.name, leftToday: mostADay - used - 1 }
}

/** Days are UTC's, as everywhere in the ledger. */
function usedToday(db: Db, accountId: string, workId: string): Promise<number> {
  return queries.downloadsSince(db, accountId, workId, new Date(Math.floor(db.now.getTime() / dayMs) * dayMs))
}

/** The answer to access's question. A large file may take hours, and is asked for all the while: the link itself is what runs out sooner. */
export function mayDownload(db: Db, buyerId: string, workIds: readonly string[]): Promise<boolean> {
  return queries.hasDownload(db, buyerId, workIds, new Date(db.now.getTime() - dayMs))
}
