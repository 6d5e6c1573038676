// A film that is made of tapes: whole pictures and sound, each at its place. Nothing is decoded or encoded. Who keeps shows writes it when they are
// over (joining.ts), who shows them to others while they go on (passing-on.ts).
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
  type OutputFormat,
  type Target,
} from 'mediabunny'
import type { Taped, TapedClock } from '#server/platform/forwarder/tape.ts'
import type { VideoCodec } from '#server/platform/forwarder/sdp.ts'
import type { Clocks } from '#server/platform/recorder/clocks.ts'
import { InOrder } from '#server/platform/recorder/in-order.ts'
import { Pictures, type WholePicture } from '#server/platform/recorder/pictures.ts'

/** A pause in which nothing came at all (the sender was gone) is cut to this. */
const [longestPauseMs, pauseMs] = [1500, 40]
/** Sound may lag behind the picture so far before silence takes its place. */
const soundMayLagMs = 1000
const opusMs = 20
/** Opus: 20 ms of nothing, in stereo. */
const silence = Buffer.from([0xfc, 0xff, 0xfe])

interface FilmOptions {
  target: Target
  /** A film has one: what comes in another is left out. */
  codec: VideoCodec
  hasSound: boolean
  mostSeconds?: number
  /** Matroska, unless it is another one. */
  format?: OutputFormat
  /** Told once, of the first picture. */
  onSize?: (size: { width: number; height: number }) => void
}

export class Film {
  readonly #output: Output
  readonly #codec: VideoCodec
  readonly #video: EncodedVideoPacketSource
  readonly #audio: EncodedAudioPacketSource | undefined
  readonly #mostMs: number
  readonly #onSize: NonNullable<FilmOptions['onSize']>
  pictures = 0
  /** Milliseconds of the film. */
  end = 0
  #soundEnd = 0
  #keyframeAt = 0
  #lastPictureAt = 0
  #from: number | undefined
  #hasSaidSound = false

  constructor({ target, codec, hasSound, mostSeconds = Infinity, format = new MkvOutputFormat(), onSize = () => {} }: FilmOptions) {
    this.#output = new Output({ format, target })
    this.#codec = codec
    this.#mostMs = mostSeconds * 1000
    this.#onSize = onSize
    this.#video = new EncodedVideoPacketSource(codec === 'H264' ? 'avc' : 'vp8')
    this.#audio = hasSound ? new EncodedAudioPacketSource('opus') : undefined
    this.#output.addVideoTrack(this.#video)
    if (this.#audio) this.#output.addAudioTrack(this.#audio)
  }

  start(): Promise<void> {
    return this.#output.start()
  }

  get isFull(): boolean {
    return this.end >= this.#mostMs
  }

  /** A tape goes on where the one before ended. @param clocks know when what is in it was */
  reel(clocks: Clocks): { take: (one: Taped | TapedClock) => Promise<void>; rest: () => Promise<void> } {
    const sources = new Map<number, { order: InOrder; pictures: Pictures }>()
    let begun: number | undefined
    const placed = (source: number, timestamp: number) => {
      const moment = clocks.momentOf(source, timestamp)
      begun ??= moment - (this.pictures === 0 ? 0 : this.end + pauseMs)
      const place = moment - begun
      if (place > this.end + longestPauseMs) begun += place - this.end - pauseMs
      return moment - begun
    }
    const keep = async (packet: Taped, whole: () => Iterable<WholePicture>) => {
      if (this.isFull) return
      if (packet.kind === 'opus') await this.#keepSound(packet.payload, placed(packet.source, packet.timestamp))
      else for (const picture of whole()) await this.#keepPicture(picture, placed(packet.source, picture.timestamp))
    }
    return {
      take: async (one) => {
        if (one.kind === 'clock' || (one.kind !== 'opus' && one.kind !== this.#codec)) return
        const source = sources.get(one.source) ?? { order: new InOrder(), pictures: new Pictures() }
        sources.set(one.source, source)
        for (const ordered of source.order.take(one)) await keep(ordered.packet, () => source.pictures.take(ordered))
      },
      rest: async () => {
        for (const source of sources.values())
          for (const ordered of source.order.rest()) await keep(ordered.packet, () => source.pictures.take(ordered))
      },
    }
  }

  async finish(): Promise<void> {
    await (this.pictures === 0 ? this.#output.cancel() : this.#output.finalize())
  }

  async #keepPicture({ isKeyframe, size, bytes }: WholePicture, place: number): Promise<void> {
    // A decoder that joins here needs to be told what it decodes.
    if (this.pictures === 0 && !(isKeyframe && size)) return
    if (this.pictures === 0 && size) this.#onSize(size)
    this.#from ??= place
    // Whoever comes back is timed by their own clock, which may lie a little before what came last: what follows moves on, sound with it.
    if (isKeyframe && this.pictures > 0 && place - this.#from <= this.#lastPictureAt) this.#from = place - this.#lastPictureAt - 1
    const at = Math.max(this.#keyframeAt, place - this.#from)
    if (isKeyframe) this.#keyframeAt = at
    this.#lastPictureAt = Math.max(this.#lastPictureAt, at)
    if (this.#audio) for (; this.#soundEnd < at - soundMayLagMs; this.#soundEnd += opusMs) await this.#addSound(silence, this.#soundEnd)
    const config = size && {
      codec: this.#codec === 'H264' ? 'avc1.42e01f' : 'vp8',
      codedWidth: size.width,
      codedHeight: size.height,
    }
    const packet = new EncodedPacket(bytes, isKeyframe ? 'key' : 'delta', at / 1000, 0)
    await this.#video.add(packet, this.pictures === 0 && config ? { decoderConfig: config } : undefined)
    this.pictures += 1
    this.end = Math.max(this.end, at)
  }

  async #keepSound(bytes: Buffer, place: number): Promise<void> {
    // Sound before the first picture is left out.
    if (this.#from === undefined || bytes.length === 0) return
    const at = place - this.#from
    if (at < this.#soundEnd - opusMs) return
    await this.#addSound(bytes, Math.max(at, this.#soundEnd - opusMs / 2))
    this.#soundEnd = Math.max(at, this.#soundEnd) + opusMs
    this.end = Math.max(this.end, at)
  }

  async #addSound(bytes: Buffer, at: number): Promise<void> {
    const config = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 }
    await this.#audio?.add(
      new EncodedPacket(bytes, 'key', Math.max(0, at) / 1000, opusMs / 1000),
      this.#hasSaidSound ? undefined : { decoderConfig: config },
    )
    this.#hasSaidSound = true
  }
}
