// Tapes what is to be kept, while it goes on: one process of the site has a show in hand, and says so again and again. Whatever ends a tape (its recorder, the
// engine, this process), another one is begun, and all of them are one film in the end.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import type { Taping } from '#server/platform/recorder/recorder.ts'
import { theEngine } from '#server/stage/live/engine.ts'
import { placeOf, prepareJob, sweep } from '#server/stage/live/recording/preparing.ts'
import * as queries from '#server/stage/live/recording/queries.ts'

const everyMs = 2000
/** Whoever has it in hand and does not say so for as long has died. */
const heldMs = 20_000
/** What a process left that died is looked for with every so many looks. */
const sweptEvery = 30

/** Goes on until it is stopped. @param onError said as repeatedly() does */
export function keepShows(db: Database, onError: Say): { stop: () => Promise<void> } {
  const by = randomUUID()
  const tapings = new Map<string, Taping>()
  let looks = 0
  const keeping = repeatedly(everyMs, onError, async () => {
    if (looks++ % sweptEvery === 0) await sweep(db)
    const until = new Date(db.now.getTime() + heldMs)
    const onAir = new Set(await queries.onAir(db))
    for (const [id, taping] of tapings) if (!onAir.has(id)) await taping.stop()
    for (const id of onAir) {
      const isOurs = await db.transaction((tx) => queries.take(tx, id, { by, until }))
      if (isOurs && !tapings.has(id)) await begin(tapings, id)
    }
    for (const id of await queries.over(db, by))
      if (!tapings.has(id)) await db.transaction((tx) => addJob(tx, prepareJob, { streamId: id, from: by }, { key: `${prepareJob}:${id}` }))
  })
  return {
    async stop() {
      await keeping.stop()
      await Promise.all([...tapings.values()].map((taping) => taping.stop()))
    },
  }
}

async function begin(tapings: Map<string, Taping>, streamId: string): Promise<void> {
  const folder = placeOf(streamId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Their order is that of their names.
  const taping = theEngine().tape?.(streamId, { folder, path: join(folder, `${Date.now()}-${randomUUID().slice(0, 8)}.tape`) })
  if (!taping) return
  tapings.set(streamId, taping)
  void taping.ended.then(() => tapings.delete(streamId))
}
