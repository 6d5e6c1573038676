// For tests: a publisher of three real layers that costs next to nothing while it sends. They are encoded beforehand and sent over and over, each under its
// name, so that what a viewer gets can be decoded, and which layers there are does not hang on how fast this machine encodes.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import ffmpeg from '@ffmpeg-installer/ffmpeg'
import ndc from 'node-datachannel'
import { type Answered, connect, inPackets, leave, packets, peerOf } from '#server/platform/forwarder/testing-peer.ts'

const framesPerSecond = 25
const seconds = 4
/** What is sent over and over answers nobody who asks for a keyframe: they come as often as a browser would answer. */
const picturesPerKeyframe = 10
const layers = [
  { rid: 'q', width: 320, height: 180, kbits: 150 },
  { rid: 'h', width: 640, height: 360, kbits: 450 },
  { rid: 'f', width: 1280, height: 720, kbits: 1500 },
] as const
const ridExtension = 4

/** The units of each picture. */
function encoded({ width, height, kbits }: (typeof layers)[number]): Buffer[][] {
  const program = existsSync('/usr/bin/ffmpeg') ? '/usr/bin/ffmpeg' : ffmpeg.path
  const rate = ['-b:v', `${kbits}k`, '-maxrate', `${kbits}k`, '-bufsize', `${Math.round(kbits / 2)}k`]
  const source = `testsrc2=size=${width}x${height}:rate=${framesPerSecond}:duration=${seconds},noise=alls=18:allf=t`
  const coding = `keyint=${picturesPerKeyframe}:min-keyint=${picturesPerKeyframe}:scenecut=0:aud=1:slices=1:sliced-threads=0:nal-hrd=cbr:force-cfr=1`
  const x264 = ['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-x264-params', coding]
  const stream = execFileSync(program, ['-v', 'error', '-f', 'lavfi', '-i', source, ...x264, ...rate, '-f', 'h264', '-'], {
    maxBuffer: 16 * 2 ** 20,
  })
  const pictures: Buffer[][] = []
  for (const unit of unitsOf(stream)) {
    const type = (unit[0] ?? 0) & 31
    if (type === 9) pictures.push([])
    // Neither delimiters, fillers nor what the encoder says of itself.
    else if (type === 1 || type === 5 || type === 7 || type === 8) pictures.at(-1)?.push(unit)
  }
  return pictures
}

/** Between start codes of three or four bytes. */
function unitsOf(stream: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = stream.indexOf('000001', 0, 'hex'); at !== -1; at = stream.indexOf('000001', at + 3, 'hex')) starts.push(at + 3)
  return starts.map((start, nth) => {
    let end = (starts[nth + 1] ?? stream.length + 3) - 3
    while (end > start && stream[end - 1] === 0) end -= 1
    return stream.subarray(start, end)
  })
}

/** Sends all layers until it is closed. */
export async function sendLayers(answered: Answered, bind = '127.0.0.1'): Promise<{ session: string; close(): void }> {
  const all = layers.map((layer) => encoded(layer))
  const peer = peerOf('layers', bind)
  const video = new ndc.Video('0', 'SendOnly')
  video.addH264Codec(96)
  const track = peer.addTrack(video)
  const named = [
    `a=extmap:${ridExtension} urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id`,
    ...layers.map(({ rid }) => `a=rid:${rid} send`),
    `a=simulcast:send ${layers.map(({ rid }) => rid).join(';')}`,
  ]
  const session = await connect(peer, (sdp) => answered(sdp.replace(/a=mid:0\r\n/, `$&${named.join('\r\n')}\r\n`)))
  const sends = layers.map(({ rid }, nth) =>
    packets(track, {
      ssrc: 200 + nth,
      payloadType: 96,
      extension: Buffer.from([0xbe, 0xde, 0, 1, ridExtension << 4, rid.charCodeAt(0), 0, 0]),
    }),
  )
  let frame = 0
  const began = performance.now()
  const timer = setInterval(() => {
    for (; (frame * 1000) / framesPerSecond < performance.now() - began; frame++)
      for (const [nth, pictures] of all.entries()) {
        const units = pictures[frame % pictures.length] ?? []
        for (const unit of units)
          for (const { payload, isLast } of inPackets(unit))
            sends[nth]?.(payload, frame * (90_000 / framesPerSecond), isLast && unit === units.at(-1))
      }
  }, 5)
  const close = () => {
    clearInterval(timer)
    leave(peer)
  }
  return { session, close }
}
