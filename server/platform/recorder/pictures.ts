// Whole pictures out of packets: VP8 (RFC 7741) and H264 (RFC 6184). A picture of which a piece is missing is left out, and so is all that was built on it.
import { readParameters } from '#server/platform/forwarder/h264.ts'
import { readVp8 } from '#server/platform/forwarder/rtp.ts'
import type { Taped } from '#server/platform/forwarder/tape.ts'
import type { Ordered } from '#server/platform/recorder/in-order.ts'

export interface WholePicture {
  kind: 'VP8' | 'H264'
  timestamp: number
  /** The moment of its last packet. */
  at: number
  isKeyframe: boolean
  /** Of a keyframe, as far as it says so. */
  size: { width: number; height: number } | undefined
  /** H264: units behind start codes. */
  bytes: Buffer
}

const [idr, parameters, aggregate, fragment] = [5, 7, 24, 28]
const startCode = Buffer.from([0, 0, 0, 1])
/** More than any picture has; a sender who never ends one does not fill our memory. */
const mostPackets = 8192

/** Of one source. */
export class Pictures {
  #packets: Taped[] = []
  #isBroken = false
  /** Nothing can be shown until the next keyframe: at the beginning, and after a loss. */
  #needsKeyframe = true;

  /** @returns a picture, when this packet ended one */
  *take({ packet, isAfterLoss }: Ordered): Generator<WholePicture> {
    const [first] = this.#packets
    // What was begun goes on under the same time, or its end was lost.
    if (first && first.timestamp !== packet.timestamp) yield* this.#whole()
    if (isAfterLoss) [this.#isBroken, this.#needsKeyframe] = [this.#packets.length > 0 || !isBeginning(packet), true]
    this.#packets.push(packet)
    if (this.#packets.length > mostPackets) [this.#packets, this.#isBroken] = [[packet], true]
    if (packet.marker) yield* this.#whole()
  }

  *#whole(): Generator<WholePicture> {
    const [packets, isBroken, last] = [this.#packets, this.#isBroken, this.#packets.at(-1)]
    ;[this.#packets, this.#isBroken] = [[], false]
    if (!last) return
    const made = isBroken ? undefined : last.kind === 'VP8' ? vp8(packets) : h264(packets)
    if (!made) return void (this.#needsKeyframe = true)
    if (this.#needsKeyframe && !made.isKeyframe) return
    this.#needsKeyframe = false
    yield { ...made, kind: last.kind === 'VP8' ? 'VP8' : 'H264', timestamp: last.timestamp, at: last.at }
  }
}

type Made = Pick<WholePicture, 'isKeyframe' | 'size' | 'bytes'>

/** Whether a picture, or in H264 a unit, can begin here. */
function isBeginning({ kind, payload }: Taped): boolean {
  if (kind === 'VP8') return ((payload[0] ?? 0) & 0x17) === 0x10
  return ((payload[0] ?? 0) & 31) !== fragment || ((payload[1] ?? 0) & 0x80) !== 0
}

function vp8(packets: readonly Taped[]): Made | undefined {
  const [first] = packets
  if (!first || !isBeginning(first)) return undefined
  const { isKeyframe, width, height } = readVp8(first.payload, 0)
  const pieces = packets.map(({ payload }) => payload.subarray(descriptorLength(payload)))
  const bytes = Buffer.concat(pieces)
  return bytes.length === 0 ? undefined : { isKeyframe, size: width && height ? { width, height } : undefined, bytes }
}

/** RFC 7741, 4.2: what stands before a piece of a picture. */
function descriptorLength(payload: Buffer): number {
  if (((payload[0] ?? 0) & 0x80) === 0) return 1
  const flags = payload[1] ?? 0
  const pictureId = flags & 0x80 ? ((payload[2] ?? 0) & 0x80 ? 2 : 1) : 0
  return 2 + pictureId + (flags & 0x40 ? 1 : 0) + (flags & 0x30 ? 1 : 0)
}

function h264(packets: readonly Taped[]): Made | undefined {
  const units = unitsOf(packets)
  if (!units || units.length === 0) return undefined
  const typeOf = (unit: Buffer) => (unit[0] ?? 0) & 31
  const said = units.find((unit) => typeOf(unit) === parameters)
  const isKeyframe = units.some((unit) => typeOf(unit) === idr)
  return {
    isKeyframe,
    size: said && readParameters(said.subarray(1)),
    bytes: Buffer.concat(units.flatMap((unit) => [startCode, unit])),
  }
}

/** Single units, several in one packet, and large ones in pieces. Undefined where a piece is missing. */
function unitsOf(packets: readonly Taped[]): Buffer[] | undefined {
  const units: Buffer[] = []
  let pieces: Buffer[] | undefined
  for (const { payload } of packets) {
    const type = (payload[0] ?? 0) & 31
    if (type === fragment) {
      const head = payload[1] ?? 0
      if (head & 0x80) pieces = [Buffer.from([((payload[0] ?? 0) & 0xe0) | (head & 31)])]
      if (!pieces) return undefined
      pieces.push(payload.subarray(2))
      if (head & 0x40) {
        units.push(Buffer.concat(pieces))
        pieces = undefined
      }
    } else if (pieces) return undefined
    else if (type === aggregate) {
      for (let from = 1; from + 3 <= payload.length; ) {
        const end = from + 2 + payload.readUInt16BE(from)
        if (end < from + 3 || end > payload.length) return undefined
        units.push(payload.subarray(from + 2, end))
        from = end
      }
    } else if (type > 0 && type < aggregate) units.push(payload)
  }
  return pieces ? undefined : units
}
