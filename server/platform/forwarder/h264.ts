// RFC 6184: what of an H264 packet matters for forwarding it, and the size of the picture from the parameters that it begins with.
import type { Picture } from '#server/platform/forwarder/rtp.ts'

const [slice, idr, parameters, aggregate, fragment] = [1, 5, 7, 24, 28]

/**
 * A picture that others build on begins with its parameters. Where they are sent some other way it begins with its first slice, and `isBare` says
 * so: who has seen parameters in the packets knows that they are missing here.
 */
export function readH264(bytes: Buffer, at = 12): Picture {
  let picture: Picture = { isKeyframe: false }
  for (const { type, unit } of units(bytes, at)) {
    if (type === parameters) return { isKeyframe: true, ...readParameters(unit) }
    if (type === slice && isOfB(unit)) picture = { isKeyframe: false, isB: true }
    // A slice's first number is that of its first block: only the first slice of a picture begins with a set bit, which is the number 0.
    if (type === idr && (unit[0] ?? 0) & 0x80) picture = { isKeyframe: true, isBare: true }
  }
  return picture
}

/** 7.3.3: a slice says where it begins and of which kind it is; B is 1, or 6 where the whole picture is of it. */
function isOfB(unit: Buffer): boolean {
  const read = bitsOf(unit.subarray(0, 12))
  read.number()
  return read.number() % 5 === 1
}

/** What begins in a packet: one unit, several, or the first piece of a large one; each without its head of one byte. */
function* units(bytes: Buffer, at: number): Generator<{ type: number; unit: Buffer }> {
  const type = (bytes[at] ?? 0) & 31
  if (type === fragment) {
    const head = bytes[at + 1] ?? 0
    if (head & 0x80) yield { type: head & 31, unit: bytes.subarray(at + 2) }
  } else if (type === aggregate) {
    for (let from = at + 1; from + 3 <= bytes.length; ) {
      const end = from + 2 + bytes.readUInt16BE(from)
      // A length of 0, or one that leads out of the packet: the rest cannot be read.
      if (end < from + 3 || end > bytes.length) return
      yield { type: (bytes[from + 2] ?? 0) & 31, unit: bytes.subarray(from + 3, end) }
      from = end
    }
  } else yield { type, unit: bytes.subarray(at + 1) }
}

/** Profiles whose parameters say how colours are stored. */
const withColours = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
/** The largest that any level allows, with room: what is beyond was not read right. */
const longestSide = 16_384

/** ITU-T H.264, 7.3.2.1.1: a sequence's parameters, as far as its size. @returns nothing where they cannot be read */
export function readParameters(unit: Uint8Array): { width: number; height: number } | undefined {
  const read = bitsOf(unit)
  const [profile] = [read.bits(8), read.bits(16)]
  read.number()
  let colours = 1
  let isSeparate = false
  if (withColours.has(profile)) {
    colours = read.number()
    if (colours === 3) isSeparate = read.bits(1) === 1
    read.number()
    read.number()
    read.bits(1)
    if (read.bits(1)) for (let list = 0; list < (colours === 3 ? 12 : 8); list++) if (read.bits(1)) skipScaling(read, list < 6 ? 16 : 64)
  }
  read.number()
  const order = read.number()
  if (order === 0) read.number()
  else if (order === 1) {
    read.bits(1)
    read.signed()
    read.signed()
    for (let left = Math.min(255, read.number()); left > 0; left--) read.signed()
  }
  read.number()
  read.bits(1)
  const blocksAcross = read.number() + 1
  const unitsDown = read.number() + 1
  const isOfFrames = read.bits(1)
  if (!isOfFrames) read.bits(1)
  read.bits(1)
  const cut = read.bits(1) ? { left: read.number(), right: read.number(), top: read.number(), bottom: read.number() } : undefined
  const stepX = !isSeparate && (colours === 1 || colours === 2) ? 2 : 1
  const stepY = (!isSeparate && colours === 1 ? 2 : 1) * (2 - isOfFrames)
  const width = blocksAcross * 16 - ((cut?.left ?? 0) + (cut?.right ?? 0)) * stepX
  const height = unitsDown * 16 * (2 - isOfFrames) - ((cut?.top ?? 0) + (cut?.bottom ?? 0)) * stepY
  const isPlausible = !read.isOver() && colours <= 3 && width > 0 && height > 0 && Math.max(width, height) <= longestSide
  return isPlausible ? { width, height } : undefined
}

function skipScaling(read: ReturnType<typeof bitsOf>, length: number): void {
  let last = 8
  for (let left = length; left > 0; left--) {
    const next = (last + read.signed() + 256) % 256
    // The rest of the list is as its last.
    if (next === 0) return
    last = next
  }
}

/** Reads the bits of a unit, without the bytes that keep its inside from looking like the beginning of another. */
function bitsOf(unit: Uint8Array) {
  const bytes = unit.filter((byte, index) => !(byte === 3 && unit[index - 1] === 0 && unit[index - 2] === 0))
  let at = 0
  const bits = (count: number): number => {
    let value = 0
    for (let left = count; left > 0; left--, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  /** Exp-Golomb: as many zeros as bits follow the first one. */
  const number = (): number => {
    let zeros = 0
    while (zeros < 32 && at < bytes.length * 8 && bits(1) === 0) zeros += 1
    return 2 ** zeros - 1 + bits(zeros)
  }
  const signed = (): number => {
    const value = number()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }
  return { bits, number, signed, isOver: () => at > bytes.length * 8 }
}
