// Channels with at most one publisher and many viewers: RTP is passed on as it comes, never decoded.
// Promises: a publisher is asked for at most one keyframe a second and layer; what a viewer lost is answered from what was kept; every connection
// is held on to until it is closed. It knows nothing of who may publish or watch: whoever asks it has decided that.
import { randomInt, randomUUID } from 'node:crypto'
import ndc, { type IceUdpMuxListener, type PeerConnection, type Track } from 'node-datachannel'
import { Allowance } from '#server/platform/forwarder/allowance.ts'
import type { Kept } from '#server/platform/forwarder/history.ts'
import { LayerChoice } from '#server/platform/forwarder/layers.ts'
import { Refused } from '#server/platform/forwarder/refused.ts'
import { Rewriting } from '#server/platform/forwarder/rewriting.ts'
import { Flows } from '#server/platform/forwarder/flows.ts'
import { isRtcp, nack, pictureLoss, receiverReport, remb, senderReport, walk } from '#server/platform/forwarder/rtcp.ts'
import { readPacket, writeSendTime } from '#server/platform/forwarder/rtp.ts'
import {
  type Agreement,
  agreeToReceive,
  agreeToSend,
  innerOffer,
  type Kind,
  type Offer,
  readOffer,
  type Sent,
  type VideoCodec,
  writeAnswer,
} from '#server/platform/forwarder/sdp.ts'
import { Stream } from '#server/platform/forwarder/stream.ts'
import { type Taped, type TapedClock, written } from '#server/platform/forwarder/tape.ts'

export interface Options {
  /** The address that UDP binds to. */
  bind: string
  /** The one UDP port for everybody. */
  port: number
  /** The address that the world knows us by, where a router translates one to one. */
  announce?: string
  /** The door for those behind a relay (relayed.ts); without relays there is none. */
  relayedPort?: number
  allowInner: boolean
  maxBitrate: number
  sessionsPerLabel: number
  viewersPerChannel: number
  offersPerSecond: number
  silentMs: number
  endedMs: number
  connectMs: number
}

export interface Event {
  type: 'publisher-connected' | 'publisher-silent' | 'publisher-back' | 'publisher-ended' | 'viewer-connected' | 'viewer-ended' | 'bframes'
  channel: string
  session: string
  label: string
  at: number
}

interface Connection {
  session: string
  label: string
  channel: Channel
  peer: PeerConnection
  /** By which the checks of his way are told from others'. */
  ufrag: string
  track: Track | undefined
  since: number
  isConnected: boolean
  isClosed: boolean
  /** Ends it unless it connects in time. */
  late: NodeJS.Timeout | undefined
}

interface Publisher extends Connection {
  agreement: Agreement
  codec: VideoCodec | undefined
  maxBitrate: number
  streams: Map<number, Stream>
  /** Smallest first. */
  layers: Stream[]
  lastPacketAt: number | undefined
  /** By the clock that nobody sets: when something came last, or when it began. */
  heardAt: number
  isSilent: boolean
  saidBFrames: boolean
}

interface Outgoing {
  ssrc: number
  payloadType: number
  sendTimeExtension: number | undefined
  rewriting: Rewriting
  /** The last sender report: the viewer's answer to it tells the way there and back. */
  reported: { middle: number; at: number } | undefined
  packets: number
  bytes: number
  /** How many packets the viewer said last that they have, and how many had been sent by then. */
  acknowledged: { received: number; sent: number } | undefined
}

interface Viewer extends Connection {
  outgoing: Partial<Record<Kind, Outgoing>>
  choice: LayerChoice
  estimate: number | undefined
  loss: number
  /** Nothing of the layer that he has is sent until then, so that his way is free for the smaller one's first picture. */
  quietUntil: number
  /** Bytes that may be sent again: a share of what is sent, or else what was lost on a full way fills it once more. */
  resendable: number
  /** Packets of his that are read, and missed packets of which he says so that are looked for. */
  heard: Allowance
  sought: Allowance
  /** How many of his were not. */
  unheard: number
  roundTripMs: number | undefined
  lastPacketAt: number | undefined
}

/** Who keeps what a channel sends: the best picture that comes, and the sound. */
interface Tape {
  write: (bytes: Buffer) => void
  end: () => void
  /** The layer that is kept now. */
  picture: Stream | undefined
}

interface Channel {
  name: string
  publisher: Publisher | undefined
  viewers: Map<string, Viewer>
}

const gatherMs = 3000
/** Whoever sends hears from us so often at least: where four of them stay away, the page knows that nobody sees its picture any more. */
const signMs = 500
/** A way that carries less than this of what is sent is cleared before it gets something smaller: nothing of the larger would be whole. */
const hopeless = 0.6
/** How long at most, where the smaller layer's keyframe does not come. */
const quietMs = 1000
/** Of each packet so much may be sent again, and saved up to a good part of a second's. */
const [resentShare, mostResendable] = [0.25, 64 * 1024]
/** In a second: browsers say some twenty things, and of a picture of three megabits 350 packets come. Whoever says more takes time that is everybody's. */
const [mostHeard, mostSought] = [200, 400]

export class Forwarder {
  readonly #options: Options
  readonly #say: (event: Event) => void
  readonly #channels = new Map<string, Channel>()
  readonly #sessions = new Map<string, Publisher | Viewer>()
  /** Closed, but held on to until the library is done with them: one that is collected while it closes takes the process along. */
  readonly #closing = new Set<Connection>()
  /** What the checks of a session are signed with, by the name that stands in them. */
  readonly #passwords = new Map<string, string>()
  readonly #offers = new Map<string, { second: number; count: number }>()
  readonly #flows = new Flows()
  /** By a channel's name: they outlast its publisher, who may come back. */
  readonly #tapes = new Map<string, Set<Tape>>()
  /** Which run this is: what is counted begins at nothing with each. */
  readonly run = randomUUID()
  readonly #timers: NodeJS.Timeout[]
  readonly #port: IceUdpMuxListener

  /** @throws where the port cannot be bound */
  constructor(options: Options, say: (event: Event) => void) {
    this.#options = options
    this.#say = say
    this.#port = hold(options)
    this.#timers = [
      setInterval(() => this.#askPublishers(), 20),
      setInterval(() => this.#signOfLife(), signMs),
      setInterval(() => this.#everySecond(), 1000),
    ]
  }

  async publish(name: string, one: { sdp: string; label: string; maxBitrate?: number | undefined }) {
    this.#countOffer(one.label)
    const offer = readOffer(one.sdp, this.#options)
    const agreement = agreeToReceive(offer)
    const before = this.#channels.get(name)?.publisher
    if (before && before.label !== one.label) throw new Refused('taken', 409, 'somebody else publishes here')
    if (!before) this.#countSessions(one.label)
    const channel = this.#channel(name)
    const codec = agreement.video?.codec.name.toUpperCase() as VideoCodec | undefined
    const session = randomUUID()
    const publisher: Publisher = {
      ...this.#connection(session, one.label, channel),
      agreement,
      codec,
      maxBitrate: Math.min(one.maxBitrate ?? this.#options.maxBitrate, this.#options.maxBitrate),
      streams: new Map(),
      layers: [],
      lastPacketAt: undefined,
      heardAt: performance.now(),
      isSilent: false,
      saidBFrames: false,
    }
    this.#sessions.set(session, publisher)
    channel.publisher = publisher
    if (before) this.#close(before, { keepViewers: before.codec === codec })
    const inner = await this.#open(publisher, offer, false, (bytes) => this.#fromPublisher(publisher, bytes))
    return { session, sdp: writeAnswer(inner, offer, agreement, { ...this.#options }), layers: agreement.video?.rids ?? [] }
  }

  async view(name: string, one: { sdp: string; label: string }) {
    this.#countOffer(one.label)
    const channel = this.#channels.get(name)
    const publisher = channel?.publisher
    if (!channel || !publisher) throw new Refused('no_publisher', 404, 'nobody publishes here')
    const offer = readOffer(one.sdp, this.#options)
    const agreement = agreeToSend(offer, { video: publisher.codec, audio: publisher.agreement.audio !== undefined })
    this.#countSessions(one.label)
    if (channel.viewers.size >= this.#options.viewersPerChannel) throw new Refused('too_many_viewers', 409, 'this channel is full')
    const session = randomUUID()
    const sent: Sent = { ssrc: { audio: randomInt(16, 2 ** 31), video: randomInt(2 ** 31, 2 ** 32 - 1) } }
    const now = performance.now()
    const viewer: Viewer = {
      ...this.#connection(session, one.label, channel),
      outgoing: {},
      // The middle of three: it is seen at once, and what is better comes when the way carries it.
      choice: new LayerChoice(Math.floor(publisher.layers.length / 2), now),
      estimate: undefined,
      loss: 0,
      quietUntil: 0,
      resendable: mostResendable,
      heard: new Allowance(mostHeard),
      sought: new Allowance(mostSought),
      unheard: 0,
      roundTripMs: undefined,
      lastPacketAt: undefined,
    }
    for (const kind of ['audio', 'video'] as const) {
      const agreed = agreement[kind]
      if (!agreed) continue
      const rewriting = new Rewriting(0x10000 + randomInt(0, 0x8000), kind === 'audio' ? 48_000 : 90_000)
      viewer.outgoing[kind] = {
        ssrc: sent.ssrc[kind],
        payloadType: agreed.codec.payloadType,
        sendTimeExtension: agreed.sendTimeExtension,
        rewriting,
        reported: undefined,
        packets: 0,
        bytes: 0,
        acknowledged: undefined,
      }
    }
    this.#sessions.set(session, viewer)
    channel.viewers.set(session, viewer)
    const inner = await this.#open(viewer, offer, true, (bytes) => this.#fromViewer(viewer, bytes))
    return { session, sdp: writeAnswer(inner, offer, agreement, { ...this.#options, sent }) }
  }

  /** @param ufrag the name of one of our ends of a connection */
  passwordOf(ufrag: string): string | undefined {
    return this.#passwords.get(ufrag)
  }

  /**
   * From now on, all that is published there is written as a tape (tape.ts), whoever publishes, until it is let go of or the channel is ended.
   * @returns lets go of it
   */
  tape(name: string, { write, end }: Pick<Tape, 'write' | 'end'>): () => void {
    const tapes = this.#tapes.get(name) ?? new Set()
    const one: Tape = { write, end, picture: undefined }
    this.#tapes.set(name, tapes.add(one))
    const publisher = this.#channels.get(name)?.publisher
    for (const stream of publisher?.layers ?? []) stream.wantKeyframe()
    // Who reads it while it is written needs not wait for what the senders say of their clocks next.
    for (const { ssrc, senderReport } of publisher?.streams.values() ?? []) if (senderReport) write(written(clockOf(ssrc, senderReport)))
    return () => {
      tapes.delete(one)
      if (tapes.size === 0 && this.#tapes.get(name) === tapes) this.#tapes.delete(name)
    }
  }

  endSession(session: string): boolean {
    const found = this.#sessions.get(session)
    if (found) this.#close(found)
    return found !== undefined
  }

  endChannel(name: string): boolean {
    for (const tape of this.#tapes.get(name) ?? []) tape.end()
    const channel = this.#channels.get(name)
    if (!channel) return false
    for (const viewer of channel.viewers.values()) this.#close(viewer)
    if (channel.publisher) this.#close(channel.publisher)
    return true
  }

  /** Everything of somebody who lost his right. */
  endLabel(label: string, name: string | undefined): number {
    const found = [...this.#sessions.values()].filter((one) => one.label === label && (name === undefined || one.channel.name === name))
    for (const one of found) this.#close(one)
    return found.length
  }

  channels() {
    return [...this.#channels.values()].map((channel) => this.#describe(channel))
  }

  channel(name: string) {
    const channel = this.#channels.get(name)
    return channel && this.#describe(channel)
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const one of this.#sessions.values()) this.#close(one)
    for (const tapes of this.#tapes.values()) for (const tape of tapes) tape.end()
    this.#port.stop()
  }

  #describe({ name, publisher, viewers }: Channel) {
    const described = publisher && {
      session: publisher.session,
      label: publisher.label,
      codec: publisher.codec,
      connected: publisher.isConnected,
      silent: publisher.isSilent,
      since: publisher.since,
      lastPacketAt: publisher.lastPacketAt,
      bframes: publisher.saidBFrames,
      bitrate: [...publisher.streams.values()].reduce((sum, { bitrate }) => sum + bitrate, 0),
      loss: Math.max(0, ...[...publisher.streams.values()].map(({ loss }) => loss)),
      layers: publisher.layers.map(({ rid, size, bitrate, loss }) => ({ rid, ...size, bitrate, loss })),
    }
    const watching = [...viewers.values()].map((viewer) => ({
      session: viewer.session,
      label: viewer.label,
      connected: viewer.isConnected,
      since: viewer.since,
      layer: viewer.choice.layer,
      loss: viewer.loss,
      estimate: viewer.estimate,
      roundTripMs: viewer.roundTripMs,
      unheard: viewer.unheard,
      lastPacketAt: viewer.lastPacketAt,
      packets: (viewer.outgoing.audio?.packets ?? 0) + (viewer.outgoing.video?.packets ?? 0),
      bytes: (viewer.outgoing.audio?.bytes ?? 0) + (viewer.outgoing.video?.bytes ?? 0),
    }))
    return { channel: name, publisher: described, viewers: watching, mediaMs: this.#flows.of(name) }
  }

  #countOffer(label: string): void {
    const second = Math.floor(performance.now() / 1000)
    const counted = this.#offers.get(label)
    const count = counted?.second === second ? counted.count + 1 : 1
    this.#offers.set(label, { second, count })
    if (count > this.#options.offersPerSecond) throw new Refused('too_often', 429, 'too many offers within a second')
  }

  #countSessions(label: string): void {
    const open = [...this.#sessions.values()].filter((one) => one.label === label).length
    if (open >= this.#options.sessionsPerLabel) throw new Refused('too_many_sessions', 429, 'too many sessions are open')
  }

  #channel(name: string): Channel {
    const channel: Channel = this.#channels.get(name) ?? { name, publisher: undefined, viewers: new Map() }
    this.#channels.set(name, channel)
    return channel
  }

  #connection(session: string, label: string, channel: Channel): Connection {
    const { bind, port } = this.#options
    const peer = new ndc.PeerConnection(session, {
      iceServers: [],
      bindAddress: bind,
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      forceMediaTransport: true,
      disableAutoNegotiation: true,
    })
    return {
      session,
      label,
      channel,
      peer,
      ufrag: '',
      track: undefined,
      since: Date.now(),
      isConnected: false,
      isClosed: false,
      late: undefined,
    }
  }

  /** @returns the library's answer, with all its candidates */
  async #open(one: Publisher | Viewer, offer: Offer, sends: boolean, onMessage: (bytes: Buffer) => void): Promise<string> {
    const { peer } = one
    peer.onStateChange((state) => {
      if (state === 'connected' && !one.isConnected && !one.isClosed) this.#connected(one)
      if (state === 'failed' || state === 'closed') setImmediate(() => this.#close(one))
    })
    peer.onTrack((track) => {
      one.track = track
      track.onMessage(onMessage)
    })
    one.late = setTimeout(() => this.#close(one), this.#options.connectMs)
    try {
      const gathered = new Promise<void>((done) => {
        setTimeout(done, gatherMs).unref()
        peer.onGatheringStateChange((state) => state === 'complete' && done())
      })
      peer.setRemoteDescription(innerOffer(offer, !sends), 'offer')
      peer.setLocalDescription('answer')
      await gathered
    } catch (error) {
      this.#close(one)
      throw new Refused('bad_offer', 400, error instanceof Error ? error.message : 'the offer was not taken')
    }
    if (one.isClosed) throw new Refused('not_found', 404, 'the session was ended meanwhile')
    const sdp = peer.localDescription()?.sdp
    one.ufrag = valueOf(sdp, 'ice-ufrag')
    this.#passwords.set(one.ufrag, valueOf(sdp, 'ice-pwd'))
    if (sdp?.includes('a=candidate:')) return sdp
    this.#close(one)
    // Nothing is wrong with the offer: our address is none of this machine any more.
    throw new Error(`no address to be reached at by UDP: ${this.#options.bind} is none of this machine`)
  }

  #connected(one: Publisher | Viewer): void {
    one.isConnected = true
    clearTimeout(one.late)
    this.#tell('streams' in one ? 'publisher-connected' : 'viewer-connected', one)
    if (!('streams' in one)) for (const stream of one.channel.publisher?.layers ?? []) stream.wantKeyframe()
  }

  #tell(type: Event['type'], { channel, session, label }: Connection): void {
    this.#say({ type, channel: channel.name, session, label, at: Date.now() })
  }

  #close(one: Publisher | Viewer, { keepViewers = false } = {}): void {
    if (one.isClosed) return
    one.isClosed = true
    clearTimeout(one.late)
    this.#sessions.delete(one.session)
    this.#passwords.delete(one.ufrag)
    const { channel } = one
    if ('streams' in one) {
      if (channel.publisher === one) channel.publisher = undefined
      // Viewers stay for a publisher who comes back over a new connection; who ends for good takes them along.
      if (!keepViewers) for (const viewer of channel.viewers.values()) this.#close(viewer)
      this.#tell('publisher-ended', one)
    } else {
      channel.viewers.delete(one.session)
      this.#tell('viewer-ended', one)
    }
    if (!channel.publisher && channel.viewers.size === 0) this.#channels.delete(channel.name)
    this.#closing.add(one)
    // Never from within one of its own calls to us.
    setImmediate(() => {
      try {
        one.peer.close()
      } catch {
        // It was closed from the other side.
      }
      setTimeout(() => this.#closing.delete(one), 5000).unref()
    })
  }

  #fromPublisher(publisher: Publisher, bytes: Buffer): void {
    if (publisher.isClosed) return
    const now = performance.now()
    if (isRtcp(bytes)) return this.#publisherSaid(publisher, bytes, now)
    const read = readPacket(bytes, publisher.agreement.video?.ridExtension)
    if (!read) return
    const stream = publisher.streams.get(read.packet.ssrc) ?? this.#newStream(publisher, read.packet, read.extended, now)
    const packet = stream?.take(read.packet, now)
    if (!stream || !packet) return
    publisher.lastPacketAt = Date.now()
    publisher.heardAt = now
    if (publisher.isSilent) {
      publisher.isSilent = false
      this.#tell('publisher-back', publisher)
    }
    if (stream.hasBFrames && !publisher.saidBFrames) {
      publisher.saidBFrames = true
      this.#tell('bframes', publisher)
    }
    const layer = publisher.layers.indexOf(stream)
    // Before the viewers: a packet's numbers are written over for each of them.
    for (const tape of this.#tapes.get(publisher.channel.name) ?? []) this.#tape(tape, publisher, stream, packet, now)
    for (const viewer of publisher.channel.viewers.values()) this.#forward(viewer, publisher, stream, layer, packet, now)
  }

  /** Sound and picture are told apart by their payload type, layers by the name in the packet, which an encoder sends until it was heard. */
  #newStream(
    publisher: Publisher,
    packet: { ssrc: number; payloadType: number },
    rid: string | undefined,
    now: number,
  ): Stream | undefined {
    const { audio, video } = publisher.agreement
    const kind =
      packet.payloadType === video?.codec.payloadType ? 'video' : packet.payloadType === audio?.codec.payloadType ? 'audio' : undefined
    if (!kind) return undefined
    const rids = kind === 'video' ? (video?.rids ?? []) : []
    if (rids.length > 0 && (rid === undefined || !rids.includes(rid))) return undefined
    const replaced = [...publisher.streams.values()].find((one) => one.kind === kind && one.rid === rid)
    if (replaced) publisher.streams.delete(replaced.ssrc)
    const stream = new Stream({ ssrc: packet.ssrc, kind, rid: rids.length > 0 ? rid : undefined, codec: publisher.codec, now })
    publisher.streams.set(packet.ssrc, stream)
    if (kind === 'video') publisher.layers = [...publisher.layers.filter((one) => one !== replaced), stream]
    return stream
  }

  #forward(viewer: Viewer, publisher: Publisher, stream: Stream, layer: number, packet: Kept, now: number): void {
    const outgoing = viewer.outgoing[stream.kind]
    if (!outgoing || !viewer.track || !viewer.isConnected || viewer.isClosed) return
    const { rewriting } = outgoing
    if (rewriting.source !== stream) {
      if (stream.kind === 'video') {
        const wanted = Math.min(viewer.choice.layer, publisher.layers.length - 1)
        if (layer !== wanted) return
        if (!packet.picture?.isKeyframe) return stream.wantKeyframe()
      }
      rewriting.changeTo(stream, packet, now)
      viewer.quietUntil = 0
    } else if (stream.kind === 'video' && now < viewer.quietUntil) return
    if (!rewriting.write(packet, now)) return
    this.#send(viewer, outgoing, packet)
    // What is sent again earns nothing, or else each answer would pay for a part of the next.
    viewer.resendable = Math.min(mostResendable, viewer.resendable + packet.bytes.length * resentShare)
  }

  /** The best layer that comes now, and another one from its keyframe on. */
  #tape(tape: Tape, publisher: Publisher, stream: Stream, packet: Kept, now: number): void {
    if (stream.kind === 'video' && tape.picture !== stream) {
      const best = publisher.layers.findLast(({ bitrate }) => bitrate > 0) ?? publisher.layers.at(-1)
      // One that fell silent is not waited for, and one of a connection before is gone.
      const isBetter = stream === best || !tape.picture || !publisher.layers.includes(tape.picture)
      if (!isBetter) return
      if (!packet.picture?.isKeyframe) return stream.wantKeyframe()
      tape.picture = stream
    }
    const kind: Taped['kind'] | undefined = stream.kind === 'audio' ? 'opus' : publisher.codec
    if (!kind) return
    const { sequence, timestamp, marker, bytes, payloadAt } = packet
    const payload = unpadded(bytes, payloadAt)
    if (payload.length === 0) return
    tape.write(written({ kind, source: stream.ssrc, sequence, timestamp, marker, at: performance.timeOrigin + now, payload }))
  }

  #send(viewer: Viewer, outgoing: Outgoing, packet: Kept): void {
    const { bytes } = packet
    if (!this.#flows.goes(viewer.channel.name, viewer.label, performance.now())) return
    bytes[1] = (packet.marker ? 0x80 : 0) | outgoing.payloadType
    bytes.writeUInt32BE(outgoing.ssrc, 8)
    writeSendTime(packet, outgoing.sendTimeExtension, performance.now())
    if (!sendQuietly(viewer, bytes)) return
    outgoing.packets += 1
    outgoing.bytes += bytes.length
    viewer.lastPacketAt = Date.now()
  }

  /** What a viewer says they have of sound or picture. The first word only says where counting begins. */
  #countArrived({ channel, label, outgoing }: Viewer, reports: readonly { ssrc: number; highest: number; lostInAll: number }[]): void {
    for (const one of [outgoing.video, outgoing.audio]) {
      const report = one && reports.find(({ ssrc }) => ssrc === one.ssrc)
      if (!one || !report) continue
      const [before, said] = [one.acknowledged, { received: report.highest - report.lostInAll, sent: one.packets }]
      one.acknowledged = said
      const arrived = said.received - (before?.received ?? said.received)
      if (before && arrived <= 0) continue
      const share = before ? arrived / Math.max(1, said.sent - before.sent) : 0
      this.#flows.acknowledged(channel.name, label, { share, now: performance.now() })
    }
  }

  #publisherSaid(publisher: Publisher, bytes: Buffer, now: number): void {
    for (const said of walk(bytes)) {
      if (said.type !== 'sender-report') continue
      const stream = publisher.streams.get(said.ssrc)
      if (!stream) continue
      stream.heardSenderReport(said, now)
      for (const tape of this.#tapes.get(publisher.channel.name) ?? []) tape.write(written(clockOf(said.ssrc, said)))
      for (const viewer of publisher.channel.viewers.values()) {
        const outgoing: Outgoing | undefined = viewer.outgoing[stream.kind]
        if (outgoing?.rewriting.source !== stream) continue
        const { ssrc, packets, bytes: sent, rewriting }: Outgoing = outgoing
        const { ntpHigh, ntpLow } = said
        outgoing.reported = { middle: (((ntpHigh & 0xffff) << 16) | (ntpLow >>> 16)) >>> 0, at: now }
        sendQuietly(viewer, senderReport({ ssrc, ntpHigh, ntpLow, timestamp: rewriting.timestamp(said.timestamp), packets, bytes: sent }))
      }
    }
  }

  #fromViewer(viewer: Viewer, bytes: Buffer): void {
    if (viewer.isClosed || !isRtcp(bytes)) return
    if (viewer.heard.take(1, performance.now()) === 0) {
      viewer.unheard += 1
      return
    }
    for (const said of walk(bytes)) {
      if (said.type === 'remb') {
        viewer.estimate = said.bitrate
        this.#judge(viewer, performance.now())
      } else if (said.type === 'nack') this.#resend(viewer, said.media, said.sequences)
      else if (said.type === 'receiver-report') {
        this.#countArrived(viewer, said.reports)
        const report = said.reports.find(({ ssrc }) => ssrc === viewer.outgoing.video?.ssrc)
        if (!report) continue
        viewer.loss = report.lost
        this.#judge(viewer, performance.now(), report.lost)
        const reported = viewer.outgoing.video?.reported
        if (reported?.middle === report.lastSenderReport) {
          viewer.roundTripMs = Math.max(0, Math.round(performance.now() - reported.at - report.delay / 65.536))
        }
      } else if (said.type === 'keyframe-wanted' && said.media === viewer.outgoing.video?.ssrc) {
        const source = viewer.outgoing.video.rewriting.source
        for (const layer of viewer.channel.publisher?.layers ?? []) if (source === undefined || layer === source) layer.wantKeyframe()
      }
    }
  }

  #resend(viewer: Viewer, media: number, sequences: readonly number[]): void {
    const outgoing: Outgoing | undefined = [viewer.outgoing.video, viewer.outgoing.audio].find((one) => one?.ssrc === media)
    if (!outgoing) return
    const sought = viewer.sought.take(sequences.length, performance.now())
    viewer.unheard += sequences.length - sought
    for (const wire of sequences.slice(0, sought)) {
      const origin = outgoing.rewriting.origin(wire)
      const packet = origin?.source.history.find(origin.sequence)
      // Of a layer that he has no more, nothing: its pictures are past.
      if (!origin || !packet || origin.source !== outgoing.rewriting.source || packet.bytes.length > viewer.resendable) continue
      viewer.resendable -= packet.bytes.length
      origin.rewrite(packet)
      this.#send(viewer, outgoing, packet)
    }
  }

  /** Keyframes that are wanted, and packets that are missed. */
  #askPublishers(): void {
    const now = performance.now()
    for (const { publisher } of this.#channels.values()) {
      if (!publisher?.isConnected || !publisher.track) continue
      for (const stream of publisher.streams.values()) {
        const { ask, gaveUp } = stream.missing.due(now)
        if (gaveUp) stream.wantKeyframe()
        if (ask.length > 0) sendQuietly(publisher, nack(stream.ssrc, ask))
        if (stream.asksForKeyframe(now)) sendQuietly(publisher, pictureLoss(stream.ssrc))
      }
    }
  }

  #signOfLife(): void {
    for (const { publisher } of this.#channels.values()) if (publisher?.isConnected) sendQuietly(publisher, receiverReport([]))
  }

  #everySecond(): void {
    const now = performance.now()
    const second = Math.floor(now / 1000)
    for (const [label, counted] of this.#offers) if (counted.second < second) this.#offers.delete(label)
    this.#flows.forgetOld(now)
    for (const { publisher, viewers } of this.#channels.values()) {
      if (!publisher) continue
      this.#watch(publisher)
      if (!publisher.isClosed && publisher.track) this.#report(publisher, now)
      for (const viewer of viewers.values()) this.#judge(viewer, now)
    }
  }

  /** Once a second, and whenever he says something: a way that narrowed does not wait. @param lost what he says of it now */
  #judge(viewer: Viewer, now: number, lost = 0): void {
    const { publisher } = viewer.channel
    if (!publisher) return
    const { choice, estimate } = viewer
    const rates = publisher.layers.map(({ bitrate }) => bitrate)
    const before = choice.layer
    const layer = choice.judge({ now, rates, estimate, loss: lost })
    if (layer === before) return
    publisher.layers[layer]?.wantKeyframe()
    const isHopeless = lost > 1 - hopeless || (estimate ?? Infinity) < (rates[before] ?? 0) * hopeless
    viewer.quietUntil = layer < before && isHopeless ? now + quietMs : 0
  }

  #report(publisher: Publisher, now: number): void {
    const streams = [...publisher.streams.values()]
    if (streams.length === 0) return
    const receptions = streams.map((stream) => stream.reception(now))
    publisher.layers = publisher.layers.toSorted((a, b) => (a.size?.width ?? a.bitrate) - (b.size?.width ?? b.bitrate))
    const videos = publisher.layers.map(({ ssrc }) => ssrc)
    sendQuietly(publisher, Buffer.concat([receiverReport(receptions), ...(videos.length > 0 ? [remb(publisher.maxBitrate, videos)] : [])]))
  }

  #watch(publisher: Publisher): void {
    const quietMs = performance.now() - publisher.heardAt
    if (quietMs >= this.#options.endedMs) return this.#close(publisher)
    if (quietMs >= this.#options.silentMs && publisher.isConnected && !publisher.isSilent) {
      publisher.isSilent = true
      this.#tell('publisher-silent', publisher)
    }
  }
}

/**
 * The one port, bound for as long as the process lives. The library would bind it with the first connection and let go of it with the last; and
 * where somebody else has it by then, it ends the whole process from a thread of its own.
 */
function hold({ bind, port }: Options): IceUdpMuxListener {
  try {
    return new ndc.IceUdpMuxListener(port, bind)
  } catch {
    throw new Error(`UDP ${bind}:${port} could not be bound`)
  }
}

const clockOf = (source: number, { ntpHigh, ntpLow, timestamp }: NonNullable<Stream['senderReport']>): TapedClock => ({
  kind: 'clock',
  source,
  timestamp,
  senderMs: ntpHigh * 1000 + (ntpLow / 2 ** 32) * 1000,
})

/** Without the padding that a packet may end with (RFC 3550, 5.1). */
function unpadded(bytes: Buffer, from: number): Buffer {
  const padding = (bytes[0] ?? 0) & 0x20 ? (bytes.at(-1) ?? 0) : 0
  return bytes.subarray(from, Math.max(from, bytes.length - padding))
}

const valueOf = (sdp: string | undefined, name: string) => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(sdp ?? '')?.[1] ?? ''

/** A connection that breaks while something is sent says so by itself, and one packet less is nothing. */
function sendQuietly({ track, isClosed }: Connection, bytes: Buffer): boolean {
  if (!track || isClosed) return false
  try {
    return track.sendMessageBinary(bytes)
  } catch {
    return false
  }
}
