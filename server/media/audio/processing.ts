// From the sound that was sent to the sound that is served, and how loud it is along its length.
import { mkdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { peaksOf } from '#server/media/audio/peaks.ts'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import type { Database } from '#server/platform/db/db.ts'
import { containerByType } from '#server/platform/ffmpeg/containers.ts'
import { ffmpeg, FfmpegFailed, type Source } from '#server/platform/ffmpeg/ffmpeg.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { store } from '#server/platform/storage/store.ts'

export const queue = files.processingQueue('audio.derive', make)

async function make(db: Database, file: files.StoredFile, processing: files.Processing): Promise<void> {
  const original = files.original(file.id)
  const prints = [fingerprints.exactPrint(file.sha256)]
  const match = await fingerprints.check(db, prints)
  if (match) {
    await fingerprints.turnAway(db, file, match, original)
    return store.remove(original)
  }
  const folder = store.localPath(`work/${file.id}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const derived = await encoded(file, { path: store.localPath(original), container: containerByType(file.mediaType) }, folder, processing)
    const isWanted = await db.transaction(async (tx) => {
      if (!(await files.finish(tx, file.id, derived))) return false
      await fingerprints.keep(tx, file.id, prints)
      return true
    })
    if (!isWanted) await Promise.all(Object.values(derived.renditions).map(({ key }) => store.remove(key)))
    await store.remove(original)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Samples a second of what the loudness is read from. */
const sampleRate = 4000

async function encoded(file: files.StoredFile, source: Source, folder: string, processing: files.Processing): Promise<files.Derived> {
  const { sound, durationMs } = await probed(source)
  if (!sound) throw new FfmpegFailed('it has no sound')
  const seconds = durationMs / 1000
  const stream = ['-map', `0:${sound.index}`, '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']
  await ffmpeg({
    source,
    folder,
    args: [
      ...stream,
      '-c:a',
      'aac',
      '-b:a',
      '160k',
      '-ac',
      '2',
      '-ar',
      '48000',
      '-fflags',
      '+bitexact',
      '-flags:a',
      '+bitexact',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      'sound.m4a',
      ...stream,
      '-c:a',
      'pcm_s16le',
      '-ac',
      '1',
      '-ar',
      String(sampleRate),
      '-f',
      's16le',
      'samples.raw',
    ],
    seconds,
    outputBytes: Math.ceil(seconds * 60_000) + 20_000_000,
    signal: processing.signal,
    onProgress: (done) => processing.report((done / seconds) * 95),
  })
  const samples = join(folder, 'samples.raw')
  const { size } = await stat(samples)
  // What ends early has no more than its samples, whatever it said of itself.
  const heardMs = Math.round((size / 2 / sampleRate) * 1000)
  if (heardMs === 0) throw new FfmpegFailed('it has no sound')
  const peaks = await peaksOf(samples, size / 2)
  const bytes = (await stat(join(folder, 'sound.m4a'))).size
  const key = `renditions/${file.id}/${randomUUID().slice(0, 8)}-sound.m4a`
  await store.keep({ path: join(folder, 'sound.m4a') }, key)
  return {
    renditions: { sound: { key, mediaType: 'audio/mp4', width: 0, height: 0, bytes } },
    durationMs: Math.min(durationMs, heardMs),
    facts: { peaks },
  }
}
