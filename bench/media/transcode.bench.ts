// A film of 1080p as the product makes it ready (qualities, poster, pictures for the seek bar, teaser, fingerprints, rows in PostgreSQL)
// against ffmpeg alone with the same qualities and the same settings, as its documentation would have one write it. Wall time, in turns.
import { execFileSync } from 'node:child_process'
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as files from '#server/media/files/files.ts'
import { filmArgs } from '#server/media/footage/encoding.ts'
import * as footage from '#server/media/footage/footage.ts'
import { queue } from '#server/media/footage/processing.ts'
import { qualitiesOf, rateOf, type Picture } from '#server/media/footage/steps.ts'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { opening } from '#server/platform/ffmpeg/ffmpeg.ts'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { store, useStore } from '#server/platform/storage/store.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const goal = 1.15
const home = mkdtempSync(join(tmpdir(), 'stagedoor-transcode-'))
const film = join(home, 'film.mp4')
const picture: Picture = { index: 0, width: 1920, height: 1080, frameRate: 30, isHdr: false }
// A moving test card with the grain of a camera: as hard for the encoder as an evening on a small stage.
execFileSync(binaries().ffmpeg, [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'testsrc2=s=1920x1080:r=30,noise=alls=5:allf=t',
  '-f',
  'lavfi',
  '-i',
  'sine=440',
  '-t',
  String(seconds),
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '23',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  film,
])
const server = await startEmbedded(join(home, 'database'))
await migrate(server.ownerUrl)
const db = connect({ connection: { connectionString: server.ownerUrl } })
await migrateJobs(db)
useStore(diskStorage(join(home, 'media'), Buffer.alloc(32, 1)))
try {
  console.log(`  a film of ${seconds} s, 1920×1080, ${(statSync(film).size / 1e6).toFixed(0)} MB`)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 ? await ours() : alone()
    const second = round % 2 ? alone() : await ours()
    const [product, bare] = round % 2 ? [first, second] : [second, first]
    ratios.push(product / bare)
    console.log(
      `  round ${round + 1}: product ${(product / 1000).toFixed(1)} s, bare ffmpeg ${(bare / 1000).toFixed(1)} s   ${(product / bare).toFixed(2)}×`,
    )
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `transcode of 1080p to 1080, 720, 480 and 360: ratio ${median.toFixed(2)}× the wall time of bare ffmpeg with the same ladder (goal ≤ ${goal}×)`,
  )
} finally {
  await db.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

/** From the received file to `finished`. */
async function ours(): Promise<number> {
  const upload = await store.receive(createReadStream(film), { field: 'file', name: 'film.mp4', maxBytes: 4e9, sealed: false })
  const began = performance.now()
  const { id } = await footage.receive(db, upload, { purpose: 'video', ownerId: '019a0000-0000-7000-8000-000000000001' })
  await queue.begin(db, id)
  const took = performance.now() - began
  const file = (await files.find(db, [id])).get(id)
  if (file?.status !== 'finished') throw new Error(`the film ended as ${file?.status}`)
  await db.transaction((tx) => files.forget(tx, id))
  return took
}

/** The same encoders with the same settings; every quality scaled from the source, nothing else made. */
function alone(): number {
  const folder = join(home, 'bare')
  mkdirSync(folder, { recursive: true })
  const qualities = qualitiesOf(picture)
  const args = filmArgs({ picture, sound: 1, qualities, everyMs: 500, canToneMap: false })
  const split = `[0:0]fps=${rateOf(picture).text},format=yuv420p,split=${qualities.length}${qualities.map((_, at) => `[s${at}]`).join('')}`
  const scales = qualities.map(({ width, height }, at) => `[s${at}]scale=${width}:${height}:flags=bicubic,setsar=1[q${at}]`)
  // What follows the last quality in the product's arguments are its frames.
  const outputs = args.slice(args.indexOf('-map'), args.indexOf('[frames]') - 1)
  const began = performance.now()
  execFileSync(
    binaries().ffmpeg,
    [
      '-v',
      'error',
      '-nostdin',
      '-y',
      ...opening({ path: film, container: 'mov' }),
      '-filter_complex',
      [split, ...scales].join(';'),
      ...outputs,
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  const took = performance.now() - began
  rmSync(folder, { recursive: true })
  return took
}
