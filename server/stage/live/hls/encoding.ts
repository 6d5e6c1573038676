// Makes streams for who watches them by HLS, while somebody does: one process of the site has a stream in hand, and says so again and again. Whatever ends it
// (its programs, the engine, this process), it is begun anew under another name for as long as it is wanted.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/db.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import type { Running } from '#server/platform/recorder/hls.ts'
import { store } from '#server/platform/storage/store.ts'
import { theEngine } from '#server/stage/live/engine.ts'
import { mostAtOnce, placeOf, wantedMs } from '#server/stage/live/hls/hls.ts'
import * as queries from '#server/stage/live/hls/queries.ts'
import { carriedNow } from '#server/stage/live/providers.ts'

const everyMs = 1000
/** Whoever has it in hand and does not say so for as long has died. */
const heldMs = 15_000
/** What ended by itself is not begun anew at once. */
const restMs = 3000
/** A player begins with so many segments. */
const enough = 2
/** Its picture comes and no segment does: so many looks in a row, and it is begun anew. */
const mostStale = 20
/** What a process left that died is looked for with every so many looks. */
const sweptEvery = 30

interface Making extends Running {
  run: string
  /** When the playlist was written last, and how many looks ago. */
  written: number
  stale: number
}

/** Goes on until it is stopped. @param onError said as repeatedly() does */
export function encodeStreams(db: Database, onError: Say): { stop: () => Promise<void> } {
  const by = randomUUID()
  const makings = new Map<string, Making>()
  const resting = new Map<string, number>()
  let looks = 0

  const begin = async (streamId: string) => {
    if ((resting.get(streamId) ?? 0) > performance.now()) return
    const run = randomBytes(16).toString('hex')
    const until = new Date(db.now.getTime() + heldMs)
    if (!(await db.transaction((tx) => queries.take(tx, { streamId, run, by, until }, mostAtOnce())))) return
    const folder = placeOf(streamId)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const running = theEngine().hls?.(streamId, { folder, name: run })
    if (!running) return
    const over = running.ended.then(async () => {
      resting.set(streamId, performance.now() + restMs)
      await rm(folder, { recursive: true, force: true })
      await db.transaction((tx) => queries.letGo(tx, run))
    })
    const ended = over.catch((error: unknown) => onError(error, 1)).then(() => void makings.delete(streamId))
    makings.set(streamId, { ended, stop: () => running.stop(), run, written: 0, stale: 0 })
  }

  const keep = async (streamId: string, making: Making) => {
    const playlist = join(placeOf(streamId), `${making.run}.m3u8`)
    const written = await stat(playlist).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    const isOnAir = (await carriedNow()).get(streamId)?.isOnAir ?? false
    making.stale = isOnAir && written === making.written ? making.stale + 1 : 0
    making.written = written
    const isReady = written > 0 && (await readFile(playlist, 'utf8').catch(() => '')).split('#EXTINF').length > enough
    const until = new Date(db.now.getTime() + heldMs)
    const isOurs = await db.transaction((tx) => queries.keep(tx, making.run, { until, isReady }))
    if (!isOurs || making.stale >= mostStale) making.stop()
  }

  const working = repeatedly(everyMs, onError, async () => {
    if (looks++ % sweptEvery === 0) await sweep(db)
    const wanted = new Set(await queries.wanted(db, new Date(db.now.getTime() - wantedMs)))
    for (const [streamId, making] of makings) {
      if (wanted.has(streamId)) await keep(streamId, making)
      else making.stop()
    }
    for (const streamId of wanted) if (!makings.has(streamId)) await begin(streamId)
  })
  return {
    async stop() {
      await working.stop()
      const left = [...makings.values()]
      for (const making of left) making.stop()
      await Promise.all(left.map(({ ended }) => ended))
    },
  }
}

/** Takes away what nobody has in hand any more. */
export async function sweep(db: Database): Promise<void> {
  const names = await readdir(store.localPath('work')).catch(() => [])
  const ids = names.flatMap((name) => /^hls-([0-9a-f-]{36})$/.exec(name)?.[1] ?? [])
  if (ids.length === 0) return
  const running = new Set(await queries.running(db, ids))
  for (const id of ids) if (!running.has(id)) await rm(placeOf(id), { recursive: true, force: true })
}
