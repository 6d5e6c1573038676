import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakTie, checkOf, tellAddress } from '#server/platform/forwarder/relayed.ts'

const password = 'abcdefghijklmnopqrstuvwx'
const passwordOf = (ufrag: string) => (ufrag === 'ours' ? password : undefined)

/** A message as RFC 8489 has it: signed, and with its checksum. */
function message(type: number, attributes: [number, Buffer][], key = password): Buffer {
  const head = Buffer.from('0000000021 12a442 000102030405060708090a0b'.replaceAll(' ', ''), 'hex')
  head.writeUInt16BE(type, 0)
  const written = (all: Buffer, kind: number, value: Buffer) => {
    const attribute = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4)
    attribute.writeUInt16BE(kind, 0)
    attribute.writeUInt16BE(value.length, 2)
    value.copy(attribute, 4)
    return Buffer.concat([all, attribute])
  }
  const ending = (all: Buffer, bytes: number) => {
    all.writeUInt16BE(all.length - 20 + bytes, 2)
    return all
  }
  let all = attributes.reduce((before, [kind, value]) => written(before, kind, value), head)
  all = written(all, 0x0008, createHmac('sha1', key).update(ending(all, 24)).digest())
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((crc32(ending(all, 8)) ^ 0x5354554e) >>> 0)
  return written(all, 0x8028, sum)
}
const check = (tie: bigint, name = 'ours:theirs', key = password) => {
  const value = Buffer.alloc(8)
  value.writeBigUInt64BE(tie)
  return message(
    1,
    [
      [0x0006, Buffer.from(name)],
      [0x802a, value],
    ],
    key,
  )
}

test('a tie-breaker of 0 becomes 1, signed as if it had been so from the beginning; every other stays', () => {
  for (const [tie, becomes] of [
    [0n, 1n],
    [77n, 77n],
  ] as const) {
    const packet = check(tie)
    const found = checkOf(packet, passwordOf)
    expect(found).toBeDefined()
    if (found) breakTie(packet, found)
    expect(packet.toString('hex')).toBe(check(becomes).toString('hex'))
  }
})

test('a check of nobody’s session, or signed by somebody else, is none', () => {
  expect(checkOf(check(0n, 'else:theirs'), passwordOf)).toBeUndefined()
  expect(checkOf(check(0n, 'ours:theirs', 'another password'), passwordOf)).toBeUndefined()
  for (let place = 0; place < check(0n).length - 8; place++) {
    const other = check(0n)
    other[place] = (other[place] ?? 0) ^ 1
    expect(checkOf(other, passwordOf), `byte ${place}`).toBeUndefined()
  }
})

test('an answer tells who asked their own address', () => {
  const addressed = (hex: string) => message(0x0101, [[0x0020, Buffer.from(hex, 'hex')]])
  const packet = addressed('000100005e12a443')
  // 192.0.2.1:32853, as RFC 5769 has it.
  tellAddress(packet, { address: '192.0.2.1', port: 32_853 }, password)
  expect(packet.toString('hex')).toBe(addressed('0001a147e112a643').toString('hex'))
})

test('bytes of any kind change nothing and break nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      const packet = Buffer.from(bytes)
      expect(checkOf(packet, passwordOf)).toBeUndefined()
      tellAddress(packet, { address: '192.0.2.1', port: 1 }, password)
      expect(packet).toEqual(Buffer.from(bytes))
    }),
  )
})
