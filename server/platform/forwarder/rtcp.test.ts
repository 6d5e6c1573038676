import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRtcp, nack, pictureLoss, receiverReport, remb, senderReport, walk } from '#server/platform/forwarder/rtcp.ts'

test('what we write is read again, one part after the other', () => {
  const reception = { ssrc: 7, lost: 0.5, lostInAll: 3, highest: 70_000, jitter: 4, lastSenderReport: 9, delay: 11 }
  const compound = Buffer.concat([
    receiverReport([reception]),
    remb(2_500_000, [7]),
    pictureLoss(7),
    senderReport({ ssrc: 8, ntpHigh: 1, ntpLow: 2, timestamp: 3, packets: 4, bytes: 5 }),
  ])
  expect([...walk(compound)]).toEqual([
    { type: 'receiver-report', ssrc: 1, reports: [{ ssrc: 7, lost: 0.5, lostInAll: 3, highest: 70_000, lastSenderReport: 9, delay: 11 }] },
    { type: 'remb', bitrate: 2_500_000 },
    { type: 'keyframe-wanted', media: 7 },
    { type: 'sender-report', ssrc: 8, ntpHigh: 1, ntpLow: 2, timestamp: 3, reports: [] },
  ])
})

test('whatever is missed is asked for, also where numbers begin again', () => {
  fc.assert(
    fc.property(fc.nat(0xffff), fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 60 }), (from, steps) => {
      const missed = steps.toSorted((a, b) => a - b).map((step) => (from + step) & 0xffff)
      expect([...walk(nack(5, missed))]).toEqual([{ type: 'nack', media: 5, sequences: missed }])
    }),
  )
})

test('bytes of any kind and lengths that lie are walked without a fault', () => {
  const hostile = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  const nearly = fc
    .tuple(fc.constantFrom(200, 201, 203, 205, 206), fc.nat(31), fc.nat(60), fc.uint8Array({ maxLength: 120 }))
    .map(([type, count, words, rest]) => {
      return Buffer.from([0x80 | count, type, 0, words, ...rest])
    })
  fc.assert(
    fc.property(fc.oneof(hostile, nearly), (packet) => {
      isRtcp(packet)
      expect([...walk(packet)].length).toBeLessThanOrEqual(60)
    }),
    { numRuns: 2000 },
  )
})
