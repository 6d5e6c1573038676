// Run as a program when a show is over, confined as whatever reads what strangers sent: its tapes in, one film out. Nothing is decoded or encoded.
// Arguments: the film to write, for whom (`pipeline`: Matroska; `browser`: WebM, or MP4 for H264), the most seconds of it, and the tapes in their order. It
// writes one line of JSON: what came of it.
import { createReadStream } from 'node:fs'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { readTape, type Taped } from '#server/platform/forwarder/tape.ts'
import { Clocks } from '#server/platform/recorder/clocks.ts'
import { InOrder } from '#server/platform/recorder/in-order.ts'
import { Pictures, type WholePicture } from '#server/platform/recorder/pictures.ts'

/** A pause in which nothing came at all (the sender was gone) is cut to this. */
const [longestPauseMs, pauseMs] = [1500, 40]
/** Sound may lag behind the picture so far before silence takes its place. */
const soundMayLagMs = 1000
const opusMs = 20
/** Opus: 20 ms of nothing, in stereo. */
const silence = Buffer.from([0xfc, 0xff, 0xfe])

const [film = '', reader = 'pipeline', mostSeconds = '0', ...tapes] = process.argv.slice(2)
const read = (tape: string) => readTape(createReadStream(tape, { highWaterMark: 1024 * 1024 }))

const counted = { VP8: 0, H264: 0, opus: 0 }
for (const tape of tapes) for await (const one of read(tape)) if (one.kind !== 'clock') counted[one.kind] += 1
// Who changed the browser in the middle of a show may have changed the codec as well: a film has one.
const codec = counted.H264 > counted.VP8 ? 'H264' : 'VP8'
const format =
  reader === 'pipeline' ? new MkvOutputFormat() : codec === 'H264' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat()
const output = new Output({ format, target: new FilePathTarget(film) })
if (counted[codec] === 0) done(0, 0)
const video = new EncodedVideoPacketSource(codec === 'H264' ? 'avc' : 'vp8')
const audio = counted.opus > 0 ? new EncodedAudioPacketSource('opus') : undefined
output.addVideoTrack(video)
if (audio) output.addAudioTrack(audio)
await output.start()

/** Milliseconds of the film. */
let [end, soundEnd, keyframeAt, lastPictureAt] = [0, 0, 0, 0]
let pictures = 0
let from: number | undefined
let isFull = false
let hasSaidSound = false

for (const tape of tapes) {
  const clocks = new Clocks()
  for await (const one of read(tape)) clocks.learn(one)
  const sources = new Map<number, { order: InOrder; pictures: Pictures }>()
  // Each tape goes on where the one before ended.
  let begun: number | undefined
  const placed = (source: number, timestamp: number) => {
    const moment = clocks.momentOf(source, timestamp)
    begun ??= moment - (pictures === 0 ? 0 : end + pauseMs)
    const place = moment - begun
    if (place > end + longestPauseMs) begun += place - end - pauseMs
    return moment - begun
  }
  for await (const one of read(tape)) {
    if (one.kind === 'clock' || (one.kind !== 'opus' && one.kind !== codec)) continue
    const source = sources.get(one.source) ?? { order: new InOrder(), pictures: new Pictures() }
    sources.set(one.source, source)
    for (const ordered of source.order.take(one)) await keep(ordered.packet, () => source.pictures.take(ordered), placed)
    if (isFull) break
  }
  for (const source of sources.values())
    for (const ordered of source.order.rest()) await keep(ordered.packet, () => source.pictures.take(ordered), placed)
  if (isFull) break
}
await (pictures === 0 ? output.cancel() : output.finalize())
done(pictures, end)

async function keep(packet: Taped, whole: () => Iterable<WholePicture>, placed: (source: number, timestamp: number) => number) {
  if (isFull) return
  if (packet.kind === 'opus') await keepSound(packet.payload, placed(packet.source, packet.timestamp))
  else for (const picture of whole()) await keepPicture(picture, placed(packet.source, picture.timestamp))
}

async function keepPicture({ isKeyframe, size, bytes }: WholePicture, place: number): Promise<void> {
  // A decoder that joins here needs to be told what it decodes.
  if (pictures === 0 && !(isKeyframe && size)) return
  from ??= place
  // Whoever comes back is timed by their own clock, which may lie a little before what came last: what follows moves on, sound with it.
  if (isKeyframe && pictures > 0 && place - from <= lastPictureAt) from = place - lastPictureAt - 1
  const at = Math.max(keyframeAt, place - from)
  if (isKeyframe) keyframeAt = at
  lastPictureAt = Math.max(lastPictureAt, at)
  if (audio) for (; soundEnd < at - soundMayLagMs; soundEnd += opusMs) await addSound(silence, soundEnd)
  const config = size && {
    codec: codec === 'H264' ? 'avc1.42e01f' : 'vp8',
    codedWidth: size.width,
    codedHeight: size.height,
  }
  const packet = new EncodedPacket(bytes, isKeyframe ? 'key' : 'delta', at / 1000, 0)
  await video.add(packet, pictures === 0 && config ? { decoderConfig: config } : undefined)
  pictures += 1
  went(at)
}

async function keepSound(bytes: Buffer, place: number): Promise<void> {
  // Sound before the first picture is left out.
  if (from === undefined || bytes.length === 0) return
  const at = place - from
  if (at < soundEnd - opusMs) return
  await addSound(bytes, Math.max(at, soundEnd - opusMs / 2))
  soundEnd = Math.max(at, soundEnd) + opusMs
  went(at)
}

async function addSound(bytes: Buffer, at: number): Promise<void> {
  const config = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 }
  await audio?.add(
    new EncodedPacket(bytes, 'key', Math.max(0, at) / 1000, opusMs / 1000),
    hasSaidSound ? undefined : { decoderConfig: config },
  )
  hasSaidSound = true
}

function went(at: number): void {
  end = Math.max(end, at)
  isFull = end >= Number(mostSeconds) * 1000
}

function done(count: number, ms: number): never {
  const packets = counted.VP8 + counted.H264 + counted.opus
  process.stdout.write(`${JSON.stringify({ packets, pictures: count, seconds: Math.round(ms) / 1000, mediaType: format.mimeType })}\n`)
  process.exit(0)
}
