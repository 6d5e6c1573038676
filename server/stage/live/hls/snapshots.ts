// The picture on a live card: one of the show a minute, of shows alone that every adult may watch. It is kept for as long as the show is live, and the one
// before is gone with the next.
import { readdir } from 'node:fs/promises'
import type { Database } from '#server/platform/db/db.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import { store } from '#server/platform/storage/store.ts'
import { theEngine } from '#server/stage/live/engine.ts'
import * as queries from '#server/stage/live/hls/queries.ts'
import { carriedNow } from '#server/stage/live/providers.ts'
import * as streams from '#server/stage/live/queries.ts'

/** How often it is looked whose turn it is. */
const lookMs = 5000
const everyMs = 60_000

export const snapshotKey = (streamId: string): string => `work/snapshot-${streamId}.jpg`

/** Goes on until it is stopped. @param onError said as repeatedly() does */
export function takeSnapshots(db: Database, onError: Say): { stop: () => Promise<void> } {
  return repeatedly(lookMs, onError, async () => {
    const [onAir, carried] = [await streams.onAir(db), await carriedNow()]
    for (const { workId, type, provider } of onAir)
      if (type === 'public' && provider === 'embedded' && carried.get(workId)?.isOnAir) await take(db, workId)
    await sweep(db)
  })
}

async function take(db: Database, streamId: string): Promise<void> {
  const since = new Date(db.now.getTime() - everyMs)
  if (!(await db.transaction((tx) => queries.triesSnapshot(tx, streamId, since)))) return
  const picture = await theEngine().snapshot?.(streamId)
  if (!picture) return
  await store.put(snapshotKey(streamId), picture)
  if (!(await db.transaction((tx) => queries.tookSnapshot(tx, streamId)))) await store.remove(snapshotKey(streamId))
}

/** Of a show that is over nothing is left. */
async function sweep(db: Database): Promise<void> {
  const names = await readdir(store.localPath('work')).catch(() => [])
  const ids = names.flatMap((name) => /^snapshot-([0-9a-f-]{36})\.jpg/.exec(name)?.[1] ?? [])
  if (ids.length === 0) return
  const live = new Set(await queries.live(db, ids))
  for (const id of ids) if (!live.has(id)) await store.remove(snapshotKey(id))
}
