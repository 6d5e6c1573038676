// RTCP: walks what came (compound packets, each part checked against what is really there) and writes what we say.

/** Our own number as a receiver: nobody looks at it, but it must not be that of a stream. */
const ownSsrc = 1

export const isRtcp = (packet: Buffer) => packet.length >= 8 && (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223

type Report = { ssrc: number; lost: number; lostInAll: number; highest: number; lastSenderReport: number; delay: number }
export type Said =
  | { type: 'sender-report'; ssrc: number; ntpHigh: number; ntpLow: number; timestamp: number; reports: Report[] }
  | { type: 'receiver-report'; ssrc: number; reports: Report[] }
  | { type: 'bye'; ssrc: number }
  | { type: 'nack'; media: number; sequences: number[] }
  | { type: 'keyframe-wanted'; media: number }
  | { type: 'remb'; bitrate: number }

/** Everything that we listen to in one packet. What cannot be read ends the walk, and what came before it still counts. */
export function* walk(packet: Buffer): Generator<Said> {
  for (let at = 0; at + 8 <= packet.length; ) {
    const count = (packet[at] ?? 0) & 31
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4
    if ((packet[at] ?? 0) >> 6 !== 2 || end > packet.length || end < at + 8) return
    yield* part(packet.subarray(at, end), packet[at + 1] ?? 0, count)
    at = end
  }
}

function* part(one: Buffer, type: number, count: number): Generator<Said> {
  const ssrc = one.readUInt32BE(4)
  if (type === 200 && one.length >= 28) {
    const said = { ssrc, ntpHigh: one.readUInt32BE(8), ntpLow: one.readUInt32BE(12), timestamp: one.readUInt32BE(16) }
    yield { type: 'sender-report', ...said, reports: reports(one, 28, count) }
  } else if (type === 201) yield { type: 'receiver-report', ssrc, reports: reports(one, 8, count) }
  else if (type === 203 && count > 0) yield { type: 'bye', ssrc }
  else if (type === 205 && count === 1 && one.length >= 16) yield { type: 'nack', media: one.readUInt32BE(8), sequences: nacked(one) }
  else if (type === 206 && count === 1 && one.length >= 12) yield { type: 'keyframe-wanted', media: one.readUInt32BE(8) }
  else if (type === 206 && count === 4)
    for (let at = 12; at + 8 <= one.length; at += 8) yield { type: 'keyframe-wanted', media: one.readUInt32BE(at) }
  else if (type === 206 && count === 15 && one.length >= 20 && one.toString('latin1', 12, 16) === 'REMB') {
    yield { type: 'remb', bitrate: (one.readUIntBE(17, 3) & 0x3ffff) * 2 ** ((one[17] ?? 0) >> 2) }
  }
}

function reports(one: Buffer, from: number, count: number): Report[] {
  const all: Report[] = []
  for (let at = from; all.length < count && at + 24 <= one.length; at += 24) {
    all.push({
      ssrc: one.readUInt32BE(at),
      lost: (one[at + 4] ?? 0) / 256,
      lostInAll: one.readIntBE(at + 5, 3),
      highest: one.readUInt32BE(at + 8),
      lastSenderReport: one.readUInt32BE(at + 16),
      delay: one.readUInt32BE(at + 20),
    })
  }
  return all
}

function nacked(one: Buffer): number[] {
  const sequences: number[] = []
  for (let at = 12; at + 4 <= one.length; at += 4) {
    const first = one.readUInt16BE(at)
    const mask = one.readUInt16BE(at + 2)
    sequences.push(first)
    for (let bit = 0; bit < 16; bit++) if ((mask >> bit) & 1) sequences.push((first + bit + 1) & 0xffff)
  }
  return sequences
}

export function pictureLoss(media: number): Buffer {
  return feedback(206, 1, media, Buffer.alloc(0))
}

/** Sequences in the order in which they are missed; those close to each other share an entry. */
export function nack(media: number, sequences: readonly number[]): Buffer {
  const entries: [number, number][] = []
  for (const sequence of sequences) {
    const last = entries.at(-1)
    const behind = last ? (sequence - last[0] - 1) & 0xffff : 16
    if (last && behind < 16) last[1] |= 1 << behind
    else entries.push([sequence & 0xffff, 0])
  }
  const body = Buffer.alloc(entries.length * 4)
  for (const [index, [first, mask]] of entries.entries()) {
    body.writeUInt16BE(first, index * 4)
    body.writeUInt16BE(mask, index * 4 + 2)
  }
  return feedback(205, 1, media, body)
}

function feedback(type: number, format: number, media: number, body: Buffer): Buffer {
  const head = header(type, format, 12 + body.length)
  head.writeUInt32BE(media, 8)
  body.copy(head, 12)
  return head
}

function header(type: number, count: number, bytes: number): Buffer {
  const packet = Buffer.alloc(bytes)
  packet[0] = 0x80 | count
  packet[1] = type
  packet.writeUInt16BE(bytes / 4 - 1, 2)
  packet.writeUInt32BE(ownSsrc, 4)
  return packet
}

export interface Reception {
  ssrc: number
  /** 0 to 1, since the last report. */
  lost: number
  lostInAll: number
  highest: number
  jitter: number
  lastSenderReport: number
  delay: number
}

export function receiverReport(receptions: readonly Reception[]): Buffer {
  const packet = header(201, receptions.length, 8 + receptions.length * 24)
  for (const [index, one] of receptions.entries()) {
    const at = 8 + index * 24
    packet.writeUInt32BE(one.ssrc, at)
    packet[at + 4] = Math.min(255, Math.max(0, Math.floor(one.lost * 256)))
    packet.writeIntBE(Math.max(-0x800000, Math.min(0x7fffff, one.lostInAll)), at + 5, 3)
    packet.writeUInt32BE(one.highest >>> 0, at + 8)
    packet.writeUInt32BE(Math.floor(one.jitter) >>> 0, at + 12)
    packet.writeUInt32BE(one.lastSenderReport, at + 16)
    packet.writeUInt32BE(one.delay >>> 0, at + 20)
  }
  return packet
}

/** How many bits a second may be sent in all, to the streams named. */
export function remb(bitrate: number, ssrcs: readonly number[]): Buffer {
  let mantissa = Math.max(0, Math.floor(bitrate))
  let exponent = 0
  for (; mantissa > 0x3ffff; exponent++) mantissa = Math.floor(mantissa / 2)
  const body = Buffer.alloc(8 + ssrcs.length * 4)
  body.write('REMB', 0, 'latin1')
  body[4] = ssrcs.length
  body[5] = (exponent << 2) | (mantissa >> 16)
  body.writeUInt16BE(mantissa & 0xffff, 6)
  for (const [index, ssrc] of ssrcs.entries()) body.writeUInt32BE(ssrc, 8 + index * 4)
  return feedback(206, 15, 0, body)
}

/** A sender report of one stream, as its viewer must read it: the publisher's time, in the viewer's numbers. */
export function senderReport(one: {
  ssrc: number
  ntpHigh: number
  ntpLow: number
  timestamp: number
  packets: number
  bytes: number
}): Buffer {
  const packet = header(200, 0, 28)
  const values = [one.ssrc, one.ntpHigh, one.ntpLow, one.timestamp, one.packets, one.bytes]
  for (const [index, value] of values.entries()) packet.writeUInt32BE(value >>> 0, 4 + index * 4)
  return packet
}
