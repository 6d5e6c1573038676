// How people stand to a creator's stages: who keeps order there, and who is let in no more.
import type { Admissions, ShutOut } from '#server/catalogue/access/access.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as queries from '#server/stage/live/audience-queries.ts'
import { admissions } from '#server/stage/live/metering-queries.ts'

/** Asked once for everybody who asks in the same moment. */
const askStandings = gathered(async (db, asked: (readonly queries.Pair[])[]) => {
  const found = await queries.standings(db, asked.flat())
  return asked.map((pairs) => found.splice(0, pairs.length))
})

/** The answer to the view rule's question. */
export const isShutOut: ShutOut = async (db, pairs) => (await askStandings(db, pairs)).map(({ isBanned }) => isBanned)

/** The view rule's question of shows that are paid for by the minute, asked once for everybody who asks in the same moment. */
export const admissionsOf: Admissions = gathered(async (db, asked: (readonly { viewerId: string | null; streamId: string }[])[]) => {
  const found = await admissions(db, asked.flat())
  return asked.map((pairs) => found.splice(0, pairs.length))
})

/** Those of these creators in whose rooms somebody keeps order. */
export async function moderatedBy(db: Db, viewerId: string | undefined, creatorIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (viewerId === undefined || creatorIds.length === 0) return new Set()
  const found = await askStandings(
    db,
    creatorIds.map((creatorId) => ({ viewerId, creatorId })),
  )
  return new Set(creatorIds.filter((_id, place) => found[place]?.isModerator && !found[place].isBanned))
}
