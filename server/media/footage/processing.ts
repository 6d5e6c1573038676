// From what was sent to what is served. Whoever claims the file does the work; everybody else finds it done.
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { makeFilm } from '#server/media/footage/film.ts'
import type { Made } from '#server/media/footage/made.ts'
import { makeTeaser } from '#server/media/footage/teaser.ts'
import type { Database } from '#server/platform/db/db.ts'
import { containerByType } from '#server/platform/ffmpeg/containers.ts'
import { FfmpegFailed, type Source } from '#server/platform/ffmpeg/ffmpeg.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { store } from '#server/platform/storage/store.ts'

export const queue = files.processingQueue('footage.derive', make)

async function make(db: Database, file: files.StoredFile, processing: files.Processing): Promise<void> {
  const original = files.original(file.id)
  const exact = [fingerprints.exactPrint(file.sha256)]
  const known = await fingerprints.check(db, exact)
  if (known) return turnAway(db, file, known)
  const folder = store.localPath(`work/${file.id}`)
  // What a process that died had begun is of no use.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const source: Source = { path: store.localPath(original), container: containerByType(file.mediaType) }
    const { picture, sound, durationMs } = await probed(source)
    if (!picture) throw new FfmpegFailed('it has no picture')
    const ask = { source, folder, picture, sound: sound?.index, durationMs, processing }
    const made = await (file.purpose === 'teaser' ? makeTeaser(ask) : makeFilm(ask))
    const match = await fingerprints.check(db, made.prints)
    if (match) return await turnAway(db, file, match)
    await keep(db, file, folder, { ...made, prints: [...exact, ...made.prints] })
    await store.remove(original)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function turnAway(db: Database, file: files.StoredFile, match: fingerprints.Match): Promise<void> {
  await fingerprints.turnAway(db, file, match, files.original(file.id))
  await store.remove(files.original(file.id))
}

/** The outputs move into storage under names of this run, so that two runs over one file never mix; then all of it is there at once. */
async function keep(db: Database, file: files.StoredFile, folder: string, { outputs, derived, prints }: Made): Promise<void> {
  const run = randomUUID().slice(0, 8)
  const renditions: Record<string, files.Rendition> = {}
  for (const [name, { file: output, ...facts }] of Object.entries(outputs)) {
    const key = `renditions/${file.id}/${run}-${output}`
    await store.keep({ path: join(folder, output) }, key)
    renditions[name] = { key, ...facts }
  }
  const isWanted = await db.transaction(async (tx) => {
    if (!(await files.finish(tx, file.id, { ...derived, renditions }))) return false
    await fingerprints.keep(tx, file.id, prints)
    return true
  })
  if (!isWanted) await Promise.all(Object.values(renditions).map(({ key }) => store.remove(key)))
}
