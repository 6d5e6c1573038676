// A tape: what a publisher sent, packet by packet, as it is handed to who keeps it. It is written while a show goes on and read when it is over, so that
// nobody takes packets apart meanwhile, and a tape that was torn anywhere can still be read as far as it goes.
import type { VideoCodec } from '#server/platform/forwarder/sdp.ts'

/** One RTP packet, without its head. */
export interface Taped {
  kind: VideoCodec | 'opus'
  /** The stream's own number (SSRC): another one is another connection or another layer. */
  source: number
  /** Counted on past 65,535, as far as 32 bits go. */
  sequence: number
  timestamp: number
  /** The last packet of a picture. */
  marker: boolean
  /** Milliseconds since 1970 by the engine's steady clock: when it came. */
  at: number
  payload: Buffer
}

/** What a sender says of its own clock: which of its timestamps was at which of its moments. It is how sound and picture find together. */
export interface TapedClock {
  kind: 'clock'
  source: number
  timestamp: number
  /** Milliseconds by the sender's clock, from wherever it counts. */
  senderMs: number
}

const kinds = ['VP8', 'H264', 'opus', 'clock'] as const
/** Length of what follows, kind, marker, source, sequence, timestamp, moment. */
const head = 2 + 1 + 1 + 4 + 4 + 4 + 8

export function written(one: Taped | TapedClock): Buffer {
  const payload = one.kind === 'clock' ? undefined : one.payload
  const bytes = Buffer.allocUnsafe(head + (payload?.length ?? 0))
  bytes.writeUInt16BE(bytes.length - 2, 0)
  bytes[2] = kinds.indexOf(one.kind)
  bytes[3] = one.kind !== 'clock' && one.marker ? 1 : 0
  bytes.writeUInt32BE(one.source, 4)
  bytes.writeUInt32BE(one.kind === 'clock' ? 0 : one.sequence >>> 0, 8)
  bytes.writeUInt32BE(one.timestamp, 12)
  bytes.writeDoubleBE(one.kind === 'clock' ? one.senderMs : one.at, 16)
  payload?.copy(bytes, head)
  return bytes
}

/** All that is whole, in the order it came. What was torn off at the end is left out, and reading stops at what cannot be a tape. */
export async function* readTape(from: AsyncIterable<Buffer>): AsyncGenerator<Taped | TapedClock> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of from) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (at + head <= bytes.length) {
      const end = at + 2 + bytes.readUInt16BE(at)
      const kind = kinds[bytes[at + 2] ?? 255]
      if (kind === undefined || end < at + head) return
      if (end > bytes.length) break
      const [source, timestamp, moment] = [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 12), bytes.readDoubleBE(at + 16)]
      if (kind === 'clock') yield { kind, source, timestamp, senderMs: moment }
      else {
        const [sequence, marker] = [bytes.readUInt32BE(at + 8), bytes[at + 3] === 1]
        yield { kind, source, sequence, timestamp, marker, at: moment, payload: bytes.subarray(at + head, end) }
      }
      at = end
    }
    rest = bytes.subarray(at)
  }
}
