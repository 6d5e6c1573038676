// For tests and benches: people of the WebRTC library itself, without a browser, who send what looks like H264 from afar and count what they get.
// They offer as OBS does, which is built on the same library. What they send can be forwarded, not decoded.
import ndc, { type PeerConnection, type Track } from 'node-datachannel'
import { isRtcp, nack, walk } from '#server/platform/forwarder/rtcp.ts'

/** Parameters as x264 writes them for 640x360, and the beginnings of slices: of a picture by itself, of one that builds on others, of one between two. */
const parameters = Buffer.from('6764001eacd940a02ff97011000003000100000300320f162d96', 'hex')
const [byItself, onOthers, between] = ['658884', '419a21', '019e21'].map((hex) => Buffer.from(hex, 'hex'))
const framesPerSecond = 30
const mtu = 1100

export type Answered = (sdp: string) => Promise<{ session: string; sdp: string }>

/** Held on to also after they were closed: one that is collected meanwhile takes the process along. */
const peers = new Set<PeerConnection>()

export function peerOf(name: string, bindAddress: string): PeerConnection {
  const peer = new ndc.PeerConnection(name, {
    iceServers: [],
    bindAddress,
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  })
  peers.add(peer)
  return peer
}
export function leave(peer: PeerConnection): void {
  peer.close()
  setTimeout(() => peers.delete(peer), 3000).unref()
}

export async function connect(peer: PeerConnection, answered: Answered): Promise<string> {
  const connected = new Promise<void>((done, failed) => {
    peer.onStateChange((state) => {
      if (state === 'connected') done()
      if (state === 'failed' || state === 'closed') failed(new Error(`the connection is ${state}`))
    })
  })
  // Whoever is refused never comes to wait for it.
  connected.catch(() => {})
  peer.setLocalDescription('offer')
  const offer = peer.localDescription()?.sdp ?? ''
  const { session, sdp } = await answered(offer.replaceAll(/a=(candidate|end-of-candidates).*\r\n/g, ''))
  peer.setRemoteDescription(sdp, 'answer')
  await connected
  return session
}

export interface Sending {
  session: string
  /** How often a keyframe was asked for. */
  asked: () => number
  close(): void
}

/** Sends a picture of so many bits a second, and sound. Close it before the process ends. */
export async function send(answered: Answered, { bitrate = 300_000, isCrossed = false, bind = '127.0.0.1' } = {}): Promise<Sending> {
  const peer = peerOf('sending', bind)
  const audio = new ndc.Audio('0', 'SendOnly')
  audio.addOpusCodec(111)
  audio.addSSRC(101, 'cname', 'stream', 'stream-audio')
  const video = new ndc.Video('1', 'SendOnly')
  video.addSSRC(102, 'cname', 'stream', 'stream-video')
  video.addH264Codec(96)
  const [sound, picture] = [peer.addTrack(audio), peer.addTrack(video)]
  let [asked, wantsKeyframe] = [0, true]
  picture.onMessage((bytes) => {
    if (!isRtcp(bytes)) return
    for (const { type } of walk(bytes)) {
      if (type !== 'keyframe-wanted') continue
      asked += 1
      wantsKeyframe = true
    }
  })
  const timers: NodeJS.Timeout[] = []
  const close = () => {
    for (const timer of timers) clearInterval(timer)
    leave(peer)
  }
  const session = await connect(peer, answered).catch((error: unknown) => {
    close()
    throw error
  })
  const sounds = packets(sound, { ssrc: 101, payloadType: 111 })
  const pictures = packets(picture, { ssrc: 102, payloadType: 96 })
  const bytesEach = Math.max(64, Math.round(bitrate / 8 / framesPerSecond))
  let frame = 0
  const draw = () => {
    frame += 1
    const timestamp = frame * (90_000 / framesPerSecond)
    const first = wantsKeyframe ? byItself : isCrossed && frame % 2 === 0 ? between : onOthers
    if (wantsKeyframe) pictures(parameters, timestamp, false)
    wantsKeyframe = false
    const slice = Buffer.alloc(bytesEach, 0x5a)
    first?.copy(slice)
    for (const { payload, isLast } of inPackets(slice)) pictures(payload, timestamp, isLast)
  }
  let said = 0
  const began = performance.now()
  // A busy machine calls late: what is due by then is sent.
  timers.push(
    setInterval(() => {
      const due = performance.now() - began
      while ((frame * 1000) / framesPerSecond < due) draw()
      while (said * 20 < due) sounds(Buffer.alloc(80, 0xfc), said++ * 960, false)
    }, 5),
  )
  return { session, asked: () => asked, close }
}

/** RFC 6184: one unit of H264 as what packets carry of it. */
export function* inPackets(unit: Buffer): Generator<{ payload: Buffer; isLast: boolean }> {
  if (unit.length <= mtu) return yield { payload: unit, isLast: true }
  const [head = 0] = unit
  for (let at = 1; at < unit.length; at += mtu) {
    const isLast = at + mtu >= unit.length
    const mark = (at === 1 ? 0x80 : 0) | (isLast ? 0x40 : 0)
    yield { payload: Buffer.concat([Buffer.from([(head & 0xe0) | 28, mark | (head & 31)]), unit.subarray(at, at + mtu)]), isLast }
  }
}

/** @param extension what stands between the head and the payload: a layer's name */
export function packets(track: Track, { ssrc, payloadType, extension }: { ssrc: number; payloadType: number; extension?: Buffer }) {
  let sequence = 0
  const payloadAt = 12 + (extension?.length ?? 0)
  return (payload: Buffer, timestamp: number, marker: boolean): void => {
    const packet = Buffer.alloc(payloadAt + payload.length)
    packet[0] = extension ? 0x90 : 0x80
    extension?.copy(packet, 12)
    packet[1] = (marker ? 0x80 : 0) | payloadType
    packet.writeUInt16BE(sequence++ & 0xffff, 2)
    packet.writeUInt32BE(timestamp >>> 0, 4)
    packet.writeUInt32BE(ssrc, 8)
    payload.copy(packet, payloadAt)
    if (track.isOpen()) track.sendMessageBinary(packet)
  }
}

export interface Watching {
  session: string
  counts: { packets: number; bytes: number; missing: number }
  close(): void
}

/**
 * Gets picture and sound.
 * @param asksAgain every so manieth packet of the picture is asked for once more, as if it had been lost; 0 for none.
 * @param storms with each packet of the picture, the last thousand are asked for ten times over
 * What comes again was not lost, and is dropped as a repetition before we see it: the forwarder counts it, we do not.
 */
export async function watch(answered: Answered, { asksAgain = 0, storms = false, bind = '127.0.0.1' } = {}): Promise<Watching> {
  const peer = peerOf('watching', bind)
  const audio = new ndc.Audio('0', 'RecvOnly')
  audio.addOpusCodec(111)
  const video = new ndc.Video('1', 'RecvOnly')
  video.addH264Codec(96)
  const [sound, picture] = [peer.addTrack(audio), peer.addTrack(video)]
  const counts = { packets: 0, bytes: 0, missing: 0 }
  let highest: number | undefined
  const heard = (bytes: Buffer) => {
    if (isRtcp(bytes)) return false
    counts.packets += 1
    counts.bytes += bytes.length
    return true
  }
  sound.onMessage(heard)
  picture.onMessage((bytes) => {
    if (!heard(bytes)) return
    const sequence = bytes.readUInt16BE(2)
    const ahead = highest === undefined ? 1 : (sequence - highest) & 0xffff
    if (ahead >= 0x8000) return
    counts.missing += ahead - 1
    highest = sequence
    if (storms) {
      const last = Array.from({ length: 1000 }, (_each, back) => (sequence - 999 + back) & 0xffff)
      const all = nack(bytes.readUInt32BE(8), last)
      for (let nth = 0; nth < 10; nth++) picture.sendMessageBinary(all)
    }
    if (asksAgain > 0 && counts.packets % asksAgain === 0) picture.sendMessageBinary(nack(bytes.readUInt32BE(8), [sequence]))
  })
  const close = () => leave(peer)
  const session = await connect(peer, answered).catch((error: unknown) => {
    close()
    throw error
  })
  return { session, counts, close }
}
