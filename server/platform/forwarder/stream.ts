// One stream that a publisher sends (his sound, or one layer of his picture): what came of it, what is missing, and what he is told of it.
import { readH264 } from '#server/platform/forwarder/h264.ts'
import { History, type Kept, Missing } from '#server/platform/forwarder/history.ts'
import type { Reception } from '#server/platform/forwarder/rtcp.ts'
import { type Packet, type Picture, readVp8 } from '#server/platform/forwarder/rtp.ts'
import type { Kind, VideoCodec } from '#server/platform/forwarder/sdp.ts'

/** At most one keyframe is asked for in this time, however many want one. */
const keyframeMs = 1000

export class Stream {
  readonly ssrc: number
  readonly kind: Kind
  readonly rid: string | undefined
  readonly clockRate: number
  readonly history = new History()
  readonly missing = new Missing()
  size: { width: number; height: number } | undefined
  bitrate = 0
  loss = 0
  hasBFrames = false
  senderReport: { ntpHigh: number; ntpLow: number; timestamp: number } | undefined
  #senderReportAt = 0
  readonly #codec: VideoCodec | undefined
  #first: number | undefined
  #received = 0
  #before = { expected: 0, received: 0 }
  #bytes = 0
  #measuredAt: number
  #jitter = 0
  #transit: number | undefined
  #lastTimestamp: number | undefined
  #keyframeAskedAt = -Infinity
  #wantsKeyframe = false
  #hasParameters = false

  constructor(one: { ssrc: number; kind: Kind; rid: string | undefined; codec: VideoCodec | undefined; now: number }) {
    this.ssrc = one.ssrc
    this.kind = one.kind
    this.rid = one.rid
    this.#codec = one.codec
    this.#measuredAt = one.now
    this.clockRate = one.kind === 'audio' ? 48_000 : 90_000
  }

  /** @returns the packet to send on, unless it came before */
  take(packet: Packet, now: number): Kept | undefined {
    packet.sequence = this.missing.unwrap(packet.sequence)
    const how = this.missing.came(packet.sequence, now)
    if (how === 'twice') return undefined
    if (how === 'lost-track') this.wantKeyframe()
    this.#first ??= packet.sequence
    this.#received += 1
    this.#bytes += packet.bytes.length
    const kept: Kept = { ...packet, picture: this.#picture(packet) }
    if (kept.picture?.width && kept.picture.height) this.size = { width: kept.picture.width, height: kept.picture.height }
    if (how === 'next') this.#inOrder(packet.timestamp, now)
    this.history.keep(kept)
    return kept
  }

  #picture(packet: Packet): Picture | undefined {
    if (this.kind === 'audio' || packet.bytes.length <= packet.payloadAt) return undefined
    if (this.#codec !== 'H264') return readVp8(packet.bytes, packet.payloadAt)
    const picture = readH264(packet.bytes, packet.payloadAt)
    // OBS counts its times in the order of sending, which tells nothing: the pictures themselves do.
    if (picture.isB) this.hasBFrames = true
    if (picture.isKeyframe && !picture.isBare) this.#hasParameters = true
    // Its parameters were a packet before this one: who began here, in the middle, could not decode it.
    return picture.isBare && this.#hasParameters ? { isKeyframe: false } : picture
  }

  /** Pictures that are shown in another order than they are sent in have times that go back: browsers show them in jerks. */
  #inOrder(timestamp: number, now: number): void {
    if (this.#lastTimestamp !== undefined && this.kind === 'video') {
      const ahead = (timestamp - this.#lastTimestamp) | 0
      if (ahead < 0 && ahead > -this.clockRate) this.hasBFrames = true
    }
    this.#lastTimestamp = timestamp
    const transit = (now / 1000) * this.clockRate - timestamp
    if (this.#transit !== undefined) {
      const step = Math.abs(transit - this.#transit)
      if (step < this.clockRate * 10) this.#jitter += (step - this.#jitter) / 16
    }
    this.#transit = transit
  }

  heardSenderReport(report: { ntpHigh: number; ntpLow: number; timestamp: number }, now: number): void {
    this.senderReport = report
    this.#senderReportAt = now
  }

  wantKeyframe(): void {
    if (this.kind === 'video') this.#wantsKeyframe = true
  }

  /** Whether the publisher is asked for a keyframe now. */
  asksForKeyframe(now: number): boolean {
    if (!this.#wantsKeyframe || now - this.#keyframeAskedAt < keyframeMs) return false
    this.#wantsKeyframe = false
    this.#keyframeAskedAt = now
    return true
  }

  /** What a receiver says of it once a second; measures rate and loss on the way. */
  reception(now: number): Reception {
    const highest = this.missing.highest ?? 0
    const expected = this.#first === undefined ? 0 : highest - this.#first + 1
    const newExpected = expected - this.#before.expected
    const newLost = newExpected - (this.#received - this.#before.received)
    this.loss = newExpected > 0 ? Math.max(0, newLost / newExpected) : 0
    this.bitrate = Math.round((this.#bytes * 8 * 1000) / Math.max(1, now - this.#measuredAt))
    this.#before = { expected, received: this.#received }
    this.#bytes = 0
    this.#measuredAt = now
    const heard = this.senderReport
    return {
      ssrc: this.ssrc,
      lost: this.loss,
      lostInAll: expected - this.#received,
      highest,
      jitter: this.#jitter,
      lastSenderReport: heard ? (((heard.ntpHigh & 0xffff) << 16) | (heard.ntpLow >>> 16)) >>> 0 : 0,
      delay: heard ? Math.round((now - this.#senderReportAt) * 65.536) : 0,
    }
  }
}
