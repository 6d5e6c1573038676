import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readH264, readParameters } from '#server/platform/forwarder/h264.ts'
import type { Packet } from '#server/platform/forwarder/rtp.ts'
import { Stream } from '#server/platform/forwarder/stream.ts'

/** What x264 wrote for pictures of these sizes, some of them cut, one of them interlaced, in several kinds of colour. */
const written: Record<string, string> = {
  '640x360': '64001eacd940a02ff97011000003000100000300320f162d96',
  '1920x1080': '640028acd940780227e5c044000003000400000300c83c60c658',
  '1080x1920': '640028acd9404403c797c044000003000400000300c83c60c658',
  '854x480': '64001eacd940d87bcde022000003000200000300643e28532c',
  '1366x768': '7a0020bcd94056061e6f011000000300100000030320f1831960',
  '601x333': 'f40016919b2813057c449808800000030080000019078b16cb',
  '318x178': '640014acb40a0cf51180880000030008000003019078a155',
  '720x576': '64001ef36502d049b016c80000030008000003019078b16cb0',
  '1280x720': '6e001fa6cd9405005bb011000003000100000300320f183196',
}
const sequenceOf640 = Buffer.from(`67${written['640x360']}`, 'hex')

test('the size stands in the parameters, cut as they say', () => {
  for (const [size, hex] of Object.entries(written)) {
    const read = readParameters(Buffer.from(hex, 'hex'))
    expect(`${read?.width}x${read?.height}`).toBe(size)
  }
})

/** Writes parameters as 7.3.2.1.1 has them, with what encoders seldom send: own scaling, an order told by offsets. */
function parametersOf({ across, down, isOfFrames, offsets, scaling }: Record<'across' | 'down', number> & Rare): Buffer {
  let bits = ''
  const put = (value: number, count: number) => (bits += value.toString(2).padStart(count, '0'))
  const number = (value: number) => {
    const text = (value + 1).toString(2)
    bits += '0'.repeat(text.length - 1) + text
  }
  const signed = (value: number) => number(value > 0 ? value * 2 - 1 : -value * 2)
  put(100, 8)
  put(0, 8)
  put(40, 8)
  for (const value of [0, 1, 0, 0]) number(value)
  put(0, 1)
  put(scaling ? 1 : 0, 1)
  for (let list = 0; scaling && list < 8; list++) {
    put(list % 2, 1)
    if (list % 2 === 1) for (const delta of scaling.slice(0, list < 6 ? 16 : 64)) signed(delta)
  }
  number(4)
  number(1)
  put(0, 1)
  signed(-7)
  signed(300)
  number(offsets.length)
  for (const offset of offsets) signed(offset)
  number(2)
  put(0, 1)
  number(across - 1)
  number(down - 1)
  put(isOfFrames ? 1 : 0, 1)
  if (!isOfFrames) put(0, 1)
  put(1, 1)
  put(0, 2)
  put(1, 1)
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  const safe: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && safe.at(-1) === 0 && safe.at(-2) === 0) safe.push(3)
    safe.push(byte)
  }
  return Buffer.from(safe)
}
interface Rare {
  isOfFrames: boolean
  offsets: number[]
  /** Differences of a scaling list's numbers, all of them small enough that none ends the list early. */
  scaling: number[] | undefined
}

test('and is found behind what encoders seldom write', () => {
  fc.assert(
    fc.property(
      fc.record({
        across: fc.integer({ min: 1, max: 500 }),
        down: fc.integer({ min: 1, max: 250 }),
        isOfFrames: fc.boolean(),
        offsets: fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 255 }),
        scaling: fc.option(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 64, maxLength: 64 }), { nil: undefined }),
      }),
      (one) => {
        const size = { width: one.across * 16, height: one.down * 16 * (one.isOfFrames ? 1 : 2) }
        expect(readParameters(parametersOf(one))).toEqual(size)
      },
    ),
    { numRuns: 500 },
  )
})

test('bytes of any kind are read as parameters of a possible size or as none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const read = readParameters(bytes)
      if (read) expect(Math.max(read.width, read.height)).toBeLessThanOrEqual(16_384)
      readH264(Buffer.from(bytes), 0)
    }),
    { numRuns: 3000 },
  )
  for (let length = 0; length < 8; length++) expect(readParameters(sequenceOf640.subarray(1, 1 + length))).toBeUndefined()
})

const packetOf = (...payload: (Buffer | number[])[]) => Buffer.concat([Buffer.alloc(12), ...payload.map((part) => Buffer.from(part))])
const sized = (unit: Buffer) => [Buffer.from([unit.length >> 8, unit.length & 255]), unit]
/** First and second slice of a picture that stands by itself, and one that builds on others. */
const [firstSlice, secondSlice, other] = [Buffer.from([0x65, 0x88, 0x84]), Buffer.from([0x65, 0x02, 0x22]), Buffer.from([0x41, 0x9a, 0x21])]
const aggregated = packetOf([0x78], ...sized(sequenceOf640), ...sized(Buffer.from([0x68, 0xce, 0x06, 0xe2])))

test('a keyframe is found by itself, among several, and by its first piece', () => {
  const size = { width: 640, height: 360 }
  expect(readH264(packetOf(sequenceOf640))).toEqual({ isKeyframe: true, ...size })
  expect(readH264(aggregated)).toEqual({ isKeyframe: true, ...size })
  expect(readH264(packetOf([0x78], ...sized(Buffer.from([9, 0x10])), ...sized(sequenceOf640), ...sized(firstSlice)))).toMatchObject(size)
  expect(readH264(packetOf(firstSlice))).toEqual({ isKeyframe: true, isBare: true })
  // FU-A: its first piece begins a picture, a later one does not, nor does the first piece of a later slice.
  expect(readH264(packetOf([0x7c, 0x85], firstSlice.subarray(1)))).toEqual({ isKeyframe: true, isBare: true })
  for (const head of [0x05, 0x45]) expect(readH264(packetOf([0x7c, head], firstSlice.subarray(1)))).toEqual({ isKeyframe: false })
  expect(readH264(packetOf([0x7c, 0x85], secondSlice.subarray(1)))).toEqual({ isKeyframe: false })
  for (const unit of [secondSlice, other, Buffer.from([0x68, 0xce])]) expect(readH264(packetOf(unit))).toEqual({ isKeyframe: false })
  // A part that says it is longer than the packet, or has no length at all.
  expect(readH264(packetOf([0x78, 0, 40], sequenceOf640.subarray(0, 10)))).toEqual({ isKeyframe: false })
  expect(readH264(packetOf([0x78, 0, 0, 0, 0], ...sized(sequenceOf640)))).toEqual({ isKeyframe: false })
})

const streamOf = () => new Stream({ ssrc: 1, kind: 'video', rid: undefined, codec: 'H264', now: 0 })
function sent(stream: Stream, sequence: number, timestamp: number, bytes: Buffer) {
  const packet: Packet = { bytes, payloadType: 96, marker: false, sequence, timestamp, ssrc: 1, payloadAt: 12 }
  return stream.take(packet, sequence)?.picture?.isKeyframe
}

test('who sends parameters in his packets begins a picture with them, and nobody is let in behind them', () => {
  const stream = streamOf()
  expect(sent(stream, 1, 0, aggregated)).toBe(true)
  expect(stream.size).toEqual({ width: 640, height: 360 })
  expect(sent(stream, 2, 0, packetOf(firstSlice))).toBe(false)
  // Of the next one they were lost, so that it is none for who begins with it.
  expect(sent(stream, 4, 3000, packetOf(firstSlice))).toBe(false)
  expect(sent(stream, 3, 3000, aggregated)).toBe(true)
  // And who sends them elsewhere begins with the first slice.
  const bare = streamOf()
  expect(sent(bare, 1, 0, packetOf(firstSlice))).toBe(true)
  expect(sent(bare, 2, 0, packetOf(secondSlice))).toBe(false)
})

test('pictures whose times go back are noticed, and pictures in order never', () => {
  const [straight, crossed] = [streamOf(), streamOf()]
  const wrap = 2 ** 32
  for (const [index, time] of [0, 3000, 6000, 9000].entries()) sent(straight, index, (wrap - 5000 + time) % wrap, packetOf(other))
  // A packet that comes late, or again, is not shown in another order.
  sent(straight, 6, 16_000, packetOf(other))
  sent(straight, 5, 13_000, packetOf(other))
  sent(straight, 5, 13_000, packetOf(other))
  expect(straight.hasBFrames).toBe(false)
  for (const [index, time] of [0, 9000, 3000, 6000].entries()) sent(crossed, index, time, packetOf(other))
  expect(crossed.hasBFrames).toBe(true)
})

test('pictures that are built on a later one are noticed also where times are counted in the order of sending', () => {
  // Slices of x264: their first byte holds the number of the first block (1 bit) and the kind: P is 00110, B is 00111, in part or in whole 010.
  const [p, b, partlyB] = [0x9a, 0x9e, 0xa4].map((first) => Buffer.from([0x01, first, 0x21, 0x6c]))
  const stream = streamOf()
  const send = (sequence: number, unit = Buffer.alloc(0)) => sent(stream, sequence, sequence * 3000, packetOf(unit))
  send(1, sequenceOf640)
  send(2, firstSlice)
  send(3, p)
  // The second piece of a large slice has no head: whatever it begins with says nothing.
  sent(stream, 4, 12_000, packetOf([0x5c, 0x01], b?.subarray(1) ?? []))
  expect(stream.hasBFrames).toBe(false)
  send(5, b)
  expect(stream.hasBFrames).toBe(true)
  expect(readH264(packetOf(partlyB ?? []))).toEqual({ isKeyframe: false, isB: true })
  expect(readH264(packetOf([0x5c, 0x81], b?.subarray(1) ?? []))).toEqual({ isKeyframe: false, isB: true })
  expect(readH264(packetOf(p ?? []))).toEqual({ isKeyframe: false })
})
