// Run as a program when a show is over, confined as whatever reads what strangers sent: its tapes in, one film out. Nothing is decoded or encoded.
// Arguments: the film to write, for whom (`pipeline`: Matroska; `browser`: WebM, or MP4 for H264), the most seconds of it, and the tapes in their order. It
// writes one line of JSON: what came of it.
import { createReadStream } from 'node:fs'
import { FilePathTarget, MkvOutputFormat, Mp4OutputFormat, WebMOutputFormat } from 'mediabunny'
import { readTape } from '#server/platform/forwarder/tape.ts'
import { Clocks } from '#server/platform/recorder/clocks.ts'
import { Film } from '#server/platform/recorder/film.ts'

const [path = '', reader = 'pipeline', mostSeconds = '0', ...tapes] = process.argv.slice(2)
const read = (tape: string) => readTape(createReadStream(tape, { highWaterMark: 1024 * 1024 }))

const counted = { VP8: 0, H264: 0, opus: 0 }
for (const tape of tapes) for await (const one of read(tape)) if (one.kind !== 'clock') counted[one.kind] += 1
// Who changed the browser in the middle of a show may have changed the codec as well: a film has one.
const codec = counted.H264 > counted.VP8 ? 'H264' : 'VP8'
const format =
  reader === 'pipeline' ? new MkvOutputFormat() : codec === 'H264' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat()
if (counted[codec] === 0) done(0, 0)
const film = new Film({ target: new FilePathTarget(path), codec, hasSound: counted.opus > 0, mostSeconds: Number(mostSeconds), format })
await film.start()

for (const tape of tapes) {
  const clocks = new Clocks()
  for await (const one of read(tape)) clocks.learn(one)
  const reel = film.reel(clocks)
  for await (const one of read(tape)) {
    await reel.take(one)
    if (film.isFull) break
  }
  await reel.rest()
  if (film.isFull) break
}
await film.finish()
done(film.pictures, film.end)

function done(count: number, ms: number): never {
  const packets = counted.VP8 + counted.H264 + counted.opus
  process.stdout.write(`${JSON.stringify({ packets, pictures: count, seconds: Math.round(ms) / 1000, mediaType: format.mimeType })}\n`)
  process.exit(0)
}
