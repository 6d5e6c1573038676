// Reads the offers of strangers and writes our answers. What a browser or an encoder sent never reaches the WebRTC library: it is read here,
// strictly, and the library is given an offer of our own making with a single media line (see `innerOffer`).
import { isIP } from 'node:net'
import { isPublic } from '#server/platform/outside/outside.ts'
import { Refused } from '#server/platform/forwarder/refused.ts'

const maxBytes = 64 * 1024
const maxLines = 2000
const maxMedia = 16
const maxCandidates = 32
/** Of one media line; browsers name some fifty, and some three words of feedback for each. */
const [maxFormats, maxFeedback] = [96, 400]
/** More layers than any encoder sends. */
const maxLayers = 4

export type Kind = 'audio' | 'video'
export type VideoCodec = 'H264' | 'VP8'

interface Codec {
  payloadType: number
  name: string
  clock: string
  parameters: string
  feedback: string[]
}

interface Media {
  kind: string
  protocol: string
  formats: string[]
  mid: string
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
  isMultiplexed: boolean
  codecs: Codec[]
  extensions: Map<string, number>
  /** Simulcast layers that are sent, as they were named, in the order of the offer. */
  rids: string[]
}

export interface Offer {
  ufrag: string
  password: string
  fingerprint: string
  setup: 'actpass' | 'active' | 'passive'
  candidates: string[]
  media: Media[]
}

/** What was agreed on for one kind. */
interface Agreed {
  index: number
  mid: string
  codec: Codec
  rids: string[]
  ridExtension: number | undefined
  /** Where a viewer reads when a packet was sent. */
  sendTimeExtension: number | undefined
}
export type Agreement = { video: Agreed | undefined; audio: Agreed | undefined }

const bad = (why: string): never => {
  throw new Refused('bad_offer', 400, why)
}

/** @param allowInner keeps candidates at loopback and private addresses: right only where the forwarder itself stands there */
export function readOffer(text: string, { allowInner }: { allowInner: boolean }): Offer {
  if (Buffer.byteLength(text) > maxBytes) bad('the offer is too large')
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  if (lines.length > maxLines) bad('the offer has too many lines')
  if (lines[0] !== 'v=0') bad('this is not a session description')
  if (lines.some((line) => !/^[a-z]=[^\0\r]*$/.test(line))) bad('a line of the offer cannot be read')
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []))
  if (starts.length === 0) bad('the offer has no media')
  if (starts.length > maxMedia) bad('the offer has too many media lines')
  const session = lines.slice(0, starts[0])
  const sections = starts.map((start, index) => lines.slice(start, starts[index + 1]))
  const media = sections.map(readMedia)
  if (new Set(media.map(({ mid }) => mid)).size !== media.length) bad('two media lines have the same name')
  const bundled = (valueOf(session, 'group:BUNDLE') ?? '').split(' ').filter(Boolean)
  const first = sections.find((_, index) => media[index]?.mid === bundled[0]) ?? sections[0] ?? []
  const either = (name: string) => valueOf(first, name) ?? valueOf(session, name) ?? ''
  return {
    ufrag: matching(either('ice-ufrag:'), /^[A-Za-z0-9+/=_-]{4,256}$/, 'the offer has no ICE user'),
    password: matching(either('ice-pwd:'), /^[A-Za-z0-9+/=_-]{22,256}$/, 'the offer has no ICE password'),
    fingerprint: matching(
      either('fingerprint:'),
      /^sha-(1|224|256|384|512) [0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){19,63}$/,
      'the offer has no fingerprint',
    ),
    setup: matching(either('setup:') || 'actpass', /^(actpass|active|passive)$/, 'the offer has no role') as Offer['setup'],
    candidates: candidatesOf(lines, allowInner),
    // Everything travels over one transport; what stands outside of the bundle is not taken.
    media: media.map((one) => (media.length === 1 || bundled.includes(one.mid) ? one : { ...one, codecs: [] })),
  }
}

/** By format; what is said of `*` is said of all. */
function readFeedback(lines: readonly string[]): (format: string) => string[] {
  const said = lines.flatMap((line) => {
    const [, format, what] = /^a=rtcp-fb:(\S+) (.+)$/.exec(line) ?? []
    return format !== undefined && what !== undefined ? [{ format, what }] : []
  })
  if (said.length > maxFeedback) return bad('a media line asks for too much feedback')
  const byFormat = Map.groupBy(said, ({ format }) => format)
  return (format) => [...(byFormat.get(format) ?? []), ...(byFormat.get('*') ?? [])].map(({ what }) => what)
}

function readMedia(lines: string[], index: number): Media {
  const head = /^m=([a-z]{1,16}) \d{1,5} ([A-Z/]{1,32}) ([\w -]{1,512})$/.exec(lines[0] ?? '')
  if (!head) return bad('a media line cannot be read')
  const formats = (head[3] ?? '').split(' ')
  // What is read once for each of them is not read many times for one that is named again and again.
  if (formats.length > maxFormats || new Set(formats).size < formats.length) return bad('a media line names too many formats')
  const feedbackOf = readFeedback(lines)
  const codecs = formats.flatMap((format): Codec[] => {
    const map = /^([\w.-]{1,32})\/(\d{1,6}(?:\/\d)?)$/.exec(valueOf(lines, `rtpmap:${format} `) ?? '')
    if (!map || !/^\d{1,3}$/.test(format) || Number(format) > 127) return []
    const parameters = valueOf(lines, `fmtp:${format} `) ?? ''
    if (!/^[\x20-\x7e]{0,256}$/.test(parameters)) return bad('the parameters of a codec cannot be read')
    return [{ payloadType: Number(format), name: map[1] ?? '', clock: map[2] ?? '', parameters, feedback: feedbackOf(format) }]
  })
  const direction = lines.map((line) => /^a=(sendrecv|sendonly|recvonly|inactive)$/.exec(line)?.[1]).find(Boolean)
  const rids = lines.flatMap((line) => /^a=rid:([A-Za-z0-9_-]{1,32}) send\b/.exec(line)?.[1] ?? [])
  return {
    kind: head[1] ?? '',
    protocol: head[2] ?? '',
    formats,
    mid: matching(valueOf(lines, 'mid:') ?? String(index), /^[\w-]{1,32}$/, 'a media line has no name'),
    direction: (direction ?? 'sendrecv') as Media['direction'],
    isMultiplexed: lines.includes('a=rtcp-mux'),
    codecs,
    extensions: new Map(
      lines.flatMap((line): [string, number][] => {
        const extension = /^a=extmap:(\d{1,3})(?:\/\w+)? (\S{1,128})/.exec(line)
        return extension ? [[extension[2] ?? '', Number(extension[1])]] : []
      }),
    ),
    rids: rids.slice(0, maxLayers),
  }
}

const valueOf = (lines: string[], name: string) =>
  lines
    .find((line) => line.startsWith(`a=${name}`))
    ?.slice(name.length + 2)
    .trim()

function matching(value: string, shape: RegExp, why: string): string {
  return shape.test(value) ? value : bad(why)
}

const candidateShape = /^a=(candidate:[\w+/]{1,32} 1 udp \d{1,10} ([0-9A-Fa-f.:]{2,45}) (\d{1,5}) typ (?:host|srflx|prflx|relay))\b/i

/**
 * Candidates are addresses that we send to because a stranger said so. Names, TCP and whatever else is not a plain UDP address are left out, and
 * so are inner addresses, or else anybody could make us knock at the doors of the network that we stand in. Nobody loses by it: whoever can
 * reach us is found by the packets that he sends.
 */
function candidatesOf(lines: string[], allowInner: boolean): string[] {
  return lines
    .flatMap((line) => {
      const [, candidate, address = '', port] = candidateShape.exec(line) ?? []
      if (!candidate || isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535) return []
      return allowInner || isPublic(address) ? [candidate] : []
    })
    .slice(0, maxCandidates)
}

const ridUri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
const sendTimeUri = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time'
/** RFC 8285: of extensions with a head of one byte. */
const highestExtension = 14

/** What a publisher sends: the first picture and the first sound that we can forward. */
export function agreeToReceive(offer: Offer): Agreement {
  const video = pick(offer, 'video', ['sendonly', 'sendrecv'], (codecs) => bestH264(codecs) ?? codecNamed(codecs, 'VP8'))
  const audio = pick(offer, 'audio', ['sendonly', 'sendrecv'], (codecs) => codecNamed(codecs, 'opus'))
  if (!video && !audio) bad('the offer sends neither H264 or VP8 nor Opus')
  return { video, audio }
}

/** What a viewer gets: what there is, in the codec in which it is sent, or else it would have to be encoded anew. */
export function agreeToSend(offer: Offer, published: { video: VideoCodec | undefined; audio: boolean }): Agreement {
  const named = (codecs: Codec[]) =>
    published.video === 'H264' ? bestH264(codecs) : published.video && codecNamed(codecs, published.video)
  const video = pick(offer, 'video', ['recvonly', 'sendrecv'], named)
  const audio = published.audio ? pick(offer, 'audio', ['recvonly', 'sendrecv'], (codecs) => codecNamed(codecs, 'opus')) : undefined
  if (!video && !audio) bad('the offer receives nothing of what is sent')
  return { video, audio }
}

function pick(offer: Offer, kind: Kind, directions: string[], choose: (codecs: Codec[]) => Codec | undefined): Agreed | undefined {
  for (const [index, media] of offer.media.entries()) {
    if (media.kind !== kind || !media.isMultiplexed || !directions.includes(media.direction)) continue
    const codec = choose(media.codecs)
    if (!codec) continue
    const ridExtension = media.extensions.get(ridUri)
    const sendTime = media.extensions.get(sendTimeUri) ?? 0
    const sendTimeExtension = sendTime >= 1 && sendTime <= highestExtension ? sendTime : undefined
    return { index, mid: media.mid, codec, rids: ridExtension === undefined ? [] : media.rids, ridExtension, sendTimeExtension }
  }
  return undefined
}

const codecNamed = (codecs: Codec[], name: string) => codecs.find((codec) => codec.name.toLowerCase() === name.toLowerCase())

/** Constrained baseline in packets of several parts: what every browser decodes, and what HLS and recordings copy as it is. */
function bestH264(codecs: Codec[]): Codec | undefined {
  const packetized = codecs.filter(({ name, parameters }) => name.toUpperCase() === 'H264' && /packetization-mode=1/.test(parameters))
  return packetized.find(({ parameters }) => /profile-level-id=42e0/i.test(parameters)) ?? packetized[0]
}

/**
 * The offer that the library is given. It hands a packet to a track by the SSRC numbers in the description, and drops what it does not find:
 * simulcast layers are named by a header extension instead and would be lost. With a single media line, everything is handed to its one track
 * without a look, sound and all layers alike, and we tell them apart ourselves.
 */
export function innerOffer(offer: Offer, sends: boolean): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    sends ? 'a=sendonly' : 'a=recvonly',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    `a=ice-ufrag:${offer.ufrag}`,
    `a=ice-pwd:${offer.password}`,
    `a=fingerprint:${offer.fingerprint}`,
    `a=setup:${offer.setup}`,
    ...offer.candidates.map((candidate) => `a=${candidate}`),
    '',
  ].join('\r\n')
}

/** The same address at another port, as the last that is tried. */
const byOtherDoor = (candidate: string, port: number) =>
  candidate.replace(/^a=candidate:(\S+) (\d+) (\S+) \d+ (\S+) \d+ /, `a=candidate:r$1 $2 $3 1 $4 ${port} `)

export interface Sent {
  ssrc: { audio: number; video: number }
}

/** Our answer: the library's transport under the media lines that were really offered, each agreed to or turned down. */
export function writeAnswer(
  inner: string,
  offer: Offer,
  agreement: Agreement,
  { announce, relayedPort, sent }: { announce?: string | undefined; relayedPort?: number | undefined; sent?: Sent },
): string {
  const lines = inner.split(/\r?\n/)
  const transport = ['ice-ufrag:', 'ice-pwd:', 'fingerprint:', 'setup:'].map((name) => `a=${name}${valueOf(lines, name) ?? ''}`)
  const candidates = lines
    .filter((line) => line.startsWith('a=candidate:'))
    .map((line) => (announce ? line.replace(/^(a=candidate:\S+ \d+ \S+ \d+) \S+ /, `$1 ${announce} `) : line))
    .flatMap((line) => (relayedPort === undefined ? [line] : [line, byOtherDoor(line, relayedPort)]))
  const agreed = [agreement.video, agreement.audio].filter((one) => one !== undefined).toSorted((a, b) => a.index - b.index)
  const sections = offer.media.flatMap((media, index) => {
    const one = agreed.find((candidate) => candidate.index === index)
    if (!one) {
      const down = [
        `m=${media.kind} 0 ${media.protocol} ${media.formats[0] ?? '0'}`,
        'c=IN IP4 0.0.0.0',
        `a=mid:${media.mid}`,
        'a=inactive',
      ]
      return down
    }
    const kind: Kind = one === agreement.video ? 'video' : 'audio'
    const ssrc = sent?.ssrc[kind]
    const type = one.codec.payloadType
    return [
      `m=${kind} 9 ${media.protocol} ${type}`,
      'c=IN IP4 0.0.0.0',
      `a=mid:${one.mid}`,
      sent ? 'a=sendonly' : 'a=recvonly',
      'a=rtcp-mux',
      `a=rtpmap:${type} ${one.codec.name}/${one.codec.clock}`,
      ...(one.codec.parameters ? [`a=fmtp:${type} ${one.codec.parameters}`] : []),
      // Transport-wide feedback is left out, since nobody here answers it: the publisher is told by RR and REMB how much he may send.
      ...one.codec.feedback
        .filter((way) => ['nack', 'nack pli', 'ccm fir', 'goog-remb'].includes(way))
        .map((way) => `a=rtcp-fb:${type} ${way}`),
      ...(sent && one.sendTimeExtension !== undefined ? [`a=extmap:${one.sendTimeExtension} ${sendTimeUri}`] : []),
      ...(one.ridExtension !== undefined && one.rids.length > 0
        ? [
            `a=extmap:${one.ridExtension} ${ridUri}`,
            ...one.rids.map((rid) => `a=rid:${rid} recv`),
            `a=simulcast:recv ${one.rids.join(';')}`,
          ]
        : []),
      ...(ssrc === undefined
        ? []
        : [`a=msid:forwarded ${kind}`, `a=ssrc:${ssrc} cname:forwarded`, `a=ssrc:${ssrc} msid:forwarded ${kind}`]),
      ...transport,
      ...(one === agreed[0] ? [...candidates, 'a=end-of-candidates'] : []),
    ]
  })
  const session = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${agreed.map(({ mid }) => mid).join(' ')}`,
    'a=msid-semantic:WMS *',
  ]
  return [...session, ...sections, ''].join('\r\n')
}
