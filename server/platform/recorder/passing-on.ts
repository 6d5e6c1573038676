// Run as a program while a show goes on, confined as whatever reads what strangers sent: the tape of a channel in, the same as a film (Matroska) out, picture
// by picture. Nothing is decoded or encoded: who reads the film does that.
// Arguments: the engine's socket, the channel, and `all` or `one`: whether the film goes on or ends with its first picture.
// It writes the film to its output, and of the first picture one line of JSON to its error: width and height.
import { request } from 'node:http'
import { Socket } from 'node:net'
import { AppendOnlyStreamTarget, MkvOutputFormat } from 'mediabunny'
import type { VideoCodec } from '#server/platform/forwarder/sdp.ts'
import { readTape } from '#server/platform/forwarder/tape.ts'
import { Clocks } from '#server/platform/recorder/clocks.ts'
import { Film } from '#server/platform/recorder/film.ts'

/** Who does not keep up, we or who reads the film, would show what was longer and longer ago: a film that begins anew is better. */
const mostLateMs = 15_000

const [socketPath = '', channel = '', much = 'all'] = process.argv.slice(2)
// Node writes to a pipe and waits; as a socket it does not.
const out = new Socket({ fd: 1, readable: false, writable: true })
out.on('error', () => process.exit(1))
process.on('SIGTERM', () => process.exit(0))

const asking = request({ socketPath, path: `/channels/${channel}/tape`, agent: false }, (response) => {
  if (response.statusCode !== 200) process.exit(2)
  passOn(response).then(
    () => out.end(() => process.exit(0)),
    () => process.exit(1),
  )
})
asking.on('error', () => process.exit(2)).end()

async function passOn(tape: AsyncIterable<Buffer>): Promise<void> {
  const clocks = new Clocks()
  let codec: VideoCodec | undefined
  let film: Film | undefined
  let reel: ReturnType<Film['reel']> | undefined
  for await (const one of readTape(tape)) {
    clocks.learn(one)
    if (one.kind === 'clock') continue
    if (one.kind !== 'opus') {
      codec ??= one.kind
      // A sender who came back with another codec: it takes another film.
      if (one.kind !== codec) break
      film ??= await begun(codec)
      reel ??= film.reel(clocks)
    }
    await reel?.take(one)
    if (isLate(one.at) || (much === 'one' && film && film.pictures > 0)) break
  }
  await film?.finish()
}

let [least, readAt] = [Infinity, performance.now()]

/** By no clock but a steady one. @param at when the engine had what was read just now */
function isLate(at: number): boolean {
  const now = performance.now()
  least = Math.min(least, now - at)
  if (out.writableLength === 0) readAt = now
  return now - at - least > mostLateMs || now - readAt > mostLateMs
}

async function begun(codec: VideoCodec): Promise<Film> {
  const film = new Film({
    target: new AppendOnlyStreamTarget(new WritableStream({ write: (bytes) => void out.write(bytes) })),
    codec,
    // Where nobody speaks there is silence: who reads it waits for no sound that never comes. One picture has none.
    hasSound: much === 'all',
    format: new MkvOutputFormat({ appendOnly: true }),
    onSize: (size) => void process.stderr.write(`${JSON.stringify(size)}\n`),
  })
  await film.start()
  return film
}
