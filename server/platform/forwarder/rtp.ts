// One RTP packet as it came, read once and kept: its own numbers stand here, since its bytes are written over for each viewer.

export interface Packet {
  bytes: Buffer
  payloadType: number
  marker: boolean
  /** Counted on past 65,535 by who reads it. */
  sequence: number
  timestamp: number
  ssrc: number
  payloadAt: number
}

/** After the head: a block of extensions with room for one, the time of sending. Empty it is padding, which nobody minds (RFC 8285). */
const extended = Buffer.from([0xbe, 0xde, 0, 1, 0, 0, 0, 0])
const payloadAt = 12 + extended.length

/**
 * Says when a packet leaves (abs-send-time: 24 bits of seconds, 18 of them after the point). A browser measures its way by it; without, it would take the
 * publisher's own jerks for a way that is full.
 */
export function writeSendTime({ bytes }: Packet, extension: number | undefined, now: number): void {
  if (extension === undefined) return void bytes.writeUInt32BE(0, 16)
  const time = Math.floor(((now % 64_000) / 1000) * 0x40000) & 0xffffff
  bytes.writeUInt32BE(((extension << 28) | (2 << 24) | time) >>> 0, 16)
}

/** Reads a packet, or nothing when it is none. Header extensions are the publisher's business and are cut out, after `extension` was looked at. */
export function readPacket(raw: Buffer, extension?: number): { packet: Packet; extended: string | undefined } | undefined {
  if (raw.length < 12 || (raw[0] ?? 0) >> 6 !== 2) return undefined
  const sourcesEnd = 12 + ((raw[0] ?? 0) & 15) * 4
  let from = sourcesEnd
  let found: string | undefined
  if ((raw[0] ?? 0) & 0x10) {
    if (raw.length < sourcesEnd + 4) return undefined
    from = sourcesEnd + 4 + raw.readUInt16BE(sourcesEnd + 2) * 4
    if (from > raw.length) return undefined
    if (extension !== undefined) found = extensionOf(raw.subarray(sourcesEnd + 4, from), raw.readUInt16BE(sourcesEnd), extension)
  }
  if (from > raw.length) return undefined
  const marker = ((raw[1] ?? 0) & 0x80) !== 0
  const bytes = Buffer.allocUnsafe(payloadAt + raw.length - from)
  raw.copy(bytes, 0, 0, 12)
  extended.copy(bytes, 12)
  raw.copy(bytes, payloadAt, from)
  bytes[0] = 0x90 | ((raw[0] ?? 0) & 0x20)
  const numbers = { sequence: raw.readUInt16BE(2), timestamp: raw.readUInt32BE(4), ssrc: raw.readUInt32BE(8) }
  return { packet: { bytes, payloadType: (raw[1] ?? 0) & 0x7f, marker, ...numbers, payloadAt }, extended: found }
}

/** RFC 8285: elements of one byte's head (profile 0xBEDE) or of two. */
function extensionOf(block: Buffer, profile: number, wanted: number): string | undefined {
  const isShort = profile === 0xbede
  if (!isShort && profile >> 4 !== 0x100) return undefined
  for (let at = 0; at < block.length; ) {
    const first = block[at] ?? 0
    if (first === 0) {
      at += 1
      continue
    }
    const id = isShort ? first >> 4 : first
    const length = isShort ? (first & 15) + 1 : (block[at + 1] ?? 0)
    const from = at + (isShort ? 1 : 2)
    if (from + length > block.length || (isShort && id === 15)) return undefined
    if (id === wanted) return block.toString('latin1', from, from + length)
    at = from + length
  }
  return undefined
}

export interface Picture {
  /** Whether a picture that others build on begins here. */
  isKeyframe: boolean
  /** H264: it begins without its parameters. */
  isBare?: boolean
  /** H264: it is shown before one that was sent before it, and built on both. */
  isB?: boolean
  /** Where VP8's picture number and its layer index stand, if it carries them. */
  pictureIdAt?: number
  pictureId?: number
  isLong?: boolean
  levelAt?: number
  level?: number
  width?: number
  height?: number
}

/** RFC 7741: what of a VP8 packet matters for forwarding it. */
export function readVp8(bytes: Buffer, at = 12): Picture {
  const first = bytes[at]
  const picture: Picture = { isKeyframe: false }
  if (first === undefined) return picture
  let next = at + 1
  if (first & 0x80) {
    const flags = bytes[next++] ?? 0
    if (flags & 0x80) {
      const isLong = ((bytes[next] ?? 0) & 0x80) !== 0
      if (next + (isLong ? 2 : 1) > bytes.length) return picture
      Object.assign(picture, {
        pictureIdAt: next,
        isLong,
        pictureId: isLong ? bytes.readUInt16BE(next) & 0x7fff : (bytes[next] ?? 0) & 0x7f,
      })
      next += isLong ? 2 : 1
    }
    if (flags & 0x40 && next < bytes.length) Object.assign(picture, { levelAt: next, level: bytes[next++] })
    if (flags & 0x30) next += 1
  }
  const startsFrame = (first & 0x10) !== 0 && (first & 0x07) === 0
  if (startsFrame && next < bytes.length && ((bytes[next] ?? 1) & 1) === 0) {
    picture.isKeyframe = true
    if (next + 10 <= bytes.length) {
      picture.width = bytes.readUInt16LE(next + 6) & 0x3fff
      picture.height = bytes.readUInt16LE(next + 8) & 0x3fff
    }
  }
  return picture
}
