import fc from 'fast-check'
import { expect, test } from 'vitest'
import { History, type Kept, Missing } from '#server/platform/forwarder/history.ts'
import { Rewriting } from '#server/platform/forwarder/rewriting.ts'
import { readPacket, readVp8, writeSendTime } from '#server/platform/forwarder/rtp.ts'

function vp8(sequence: number, timestamp: number, pictureId = 0, level = 0): Kept {
  const bytes = Buffer.alloc(24)
  bytes.set([0x90, 0xc0, 0x80 | (pictureId >> 8), pictureId & 0xff, level], 12)
  return { bytes, payloadType: 96, marker: true, sequence, timestamp, ssrc: 1, payloadAt: 12, picture: readVp8(bytes) }
}
const written = ({ bytes }: Kept) => [bytes.readUInt16BE(2), bytes.readUInt32BE(4), bytes.readUInt16BE(14) & 0x7fff, bytes[16]]

test('numbers run on over a change of layer, though the new layer has its own', () => {
  const [small, large] = [{ history: new History() }, { history: new History() }]
  const rewriting = new Rewriting(0x10000 + 0xfffd, 90_000)
  const send = (source: typeof small, packet: Kept, now: number) => {
    if (rewriting.source !== source) rewriting.changeTo(source, packet, now)
    return rewriting.write(packet, now) && written(packet)
  }
  expect(send(small, vp8(70_000, 1000, 500, 7), 0)).toEqual([0xfffe, 1000, 500, 7])
  expect(send(small, vp8(70_001, 4000, 501, 8), 33)).toEqual([0xffff, 4000, 501, 8])
  expect(send(large, vp8(90_000, 777_000, 9000, 200), 133)).toEqual([0, 13_000, 502, 9])
  expect(send(large, vp8(90_001, 780_000, 9001, 201), 166)).toEqual([1, 16_000, 503, 10])
  // What the new layer sent before the change is nothing to this viewer.
  expect(send(large, vp8(89_999, 774_000), 170)).toBe(false)
})

test('a lost number stands for the packet it was made of, also of the layer before', () => {
  const [small, large] = [{ history: new History() }, { history: new History() }]
  const rewriting = new Rewriting(0x10000, 90_000)
  rewriting.changeTo(small, vp8(500, 0), 0)
  for (let sequence = 500; sequence < 510; sequence++) rewriting.write(vp8(sequence, 0), 0)
  rewriting.changeTo(large, vp8(9000, 0), 10)
  rewriting.write(vp8(9000, 0), 10)
  expect(rewriting.origin(10)).toMatchObject({ source: small, sequence: 509 })
  expect(rewriting.origin(11)).toMatchObject({ source: large, sequence: 9000 })
  expect(rewriting.origin(12)).toBeUndefined()
})

test('what is missed is asked for again, until it came or a new picture is the only help', () => {
  const missing = new Missing()
  expect(missing.came(100, 0)).toBe('next')
  expect(missing.came(103, 0)).toBe('next')
  expect(missing.due(0)).toEqual({ ask: [101, 102], gaveUp: false })
  expect(missing.due(20)).toEqual({ ask: [], gaveUp: false })
  expect(missing.came(102, 30)).toBe('late')
  expect(missing.came(102, 31)).toBe('twice')
  expect(missing.due(60)).toEqual({ ask: [101], gaveUp: false })
  expect(missing.due(2000)).toEqual({ ask: [], gaveUp: true })
  expect(missing.came(1000, 2000)).toBe('lost-track')
})

test('numbers of 16 bits are counted on in whatever order they come', () => {
  const missing = new Missing()
  const seen = [65_534, 65_535, 1, 0, 2].map((wire) => {
    const sequence = missing.unwrap(wire)
    missing.came(sequence, 0)
    return sequence - 0x10000
  })
  expect(seen).toEqual([65_534, 65_535, 65_537, 65_536, 65_538])
})

test('a history forgets what is old and never answers with another packet', () => {
  const history = new History()
  for (let sequence = 0; sequence < 3000; sequence++) history.keep(vp8(sequence, sequence))
  expect(history.find(2999)?.timestamp).toBe(2999)
  expect(history.find(10)).toBeUndefined()
  expect(history.find(-5)).toBeUndefined()
})

test('a packet says when it leaves, in the extension of the viewer’s number; without one there is padding, and what it carries is untouched', () => {
  const raw = Buffer.concat([Buffer.from('806003e8000007d000000001', 'hex'), Buffer.from('payload')])
  const { packet } = readPacket(raw) ?? never()
  writeSendTime(packet, 3, 2500)
  // Two and a half seconds: 6 bits before the point, 18 after it.
  expect(packet.bytes.toString('hex', 12, 20)).toBe('bede0001320a0000')
  expect(packet.bytes.toString('latin1', packet.payloadAt)).toBe('payload')
  // What was written is read again as any extension is.
  expect(readPacket(packet.bytes, 3)?.extended).toBe('\x0a\0\0')
  writeSendTime(packet, 3, 66_500)
  expect(packet.bytes.toString('hex', 16, 20)).toBe('320a0000')
  writeSendTime(packet, undefined, 2500)
  expect(readPacket(packet.bytes, 3)).toMatchObject({ extended: undefined, packet: { sequence: 1000, timestamp: 2000 } })
  expect(packet.bytes.toString('latin1', packet.payloadAt)).toBe('payload')
})

test('bytes of any kind are read as a packet or as none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(15), (bytes, extension) => {
      const raw = Buffer.from(bytes)
      if (raw.length > 0) raw[0] = 0x80 | ((raw[0] ?? 0) & 0x3f)
      const read = readPacket(raw, extension)
      if (read) expect(read.packet.bytes.length).toBeGreaterThanOrEqual(12)
      const packet = read?.packet.bytes ?? raw
      readVp8(packet)
    }),
    { numRuns: 3000 },
  )
})

function never(): never {
  throw new Error('it was not read')
}
