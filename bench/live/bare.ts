// The smallest honest forwarder: the WebRTC library and a loop. What the publisher sends goes to every track of the same kind, byte for byte. It keeps
// nothing, so that a NACK stays without an answer; it changes no numbers, judges no offer and asks nobody for a keyframe but once for each who comes.
// It hears the same two questions as the product, over the same socket. Arguments: the socket's path and the UDP port.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import ndc, { type PeerConnection, type Track } from 'node-datachannel'

const [socketPath = '', port = '0'] = process.argv.slice(2)
const listener = new ndc.IceUdpMuxListener(Number(port), '127.0.0.1')
const peers: PeerConnection[] = []
const viewers: Record<string, Track[]> = { audio: [], video: [] }
let picture: Track | undefined

async function answer(sdp: string, onTrack: (track: Track) => void): Promise<string> {
  const peer = new ndc.PeerConnection(String(peers.length), {
    iceServers: [],
    bindAddress: '127.0.0.1',
    enableIceUdpMux: true,
    portRangeBegin: Number(port),
    portRangeEnd: Number(port),
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  })
  peers.push(peer)
  peer.onTrack(onTrack)
  const gathered = new Promise<void>((done) => peer.onGatheringStateChange((state) => state === 'complete' && done()))
  peer.setRemoteDescription(sdp, 'offer')
  peer.setLocalDescription('answer')
  await gathered
  return peer.localDescription()?.sdp ?? ''
}

function fromPublisher(track: Track): void {
  const kind = track.type()
  if (kind === 'video') picture = track
  track.onMessage((bytes) => {
    for (const viewer of viewers[kind] ?? []) if (viewer.isOpen()) viewer.sendMessageBinary(bytes)
  })
}

function toViewer(track: Track): void {
  track.onOpen(() => picture?.requestKeyframe())
  viewers[track.type()]?.push(track)
}

/** Whose numbers the packets carry: who gets them tells sound and picture apart by them. */
const numbered = (sdp: string) =>
  sdp.replace(/a=mid:0\r\n/, '$&a=ssrc:101 cname:bare\r\n').replace(/a=mid:1\r\n/, '$&a=ssrc:102 cname:bare\r\n')

createServer((request, response) => {
  const reply = async () => {
    const { sdp } = (await json(request)) as { sdp: string }
    const answered = request.method === 'PUT' ? await answer(sdp, fromPublisher) : numbered(await answer(sdp, toViewer))
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ session: '', sdp: answered, layers: [] }))
  }
  reply().catch((error: unknown) => response.writeHead(500).end(JSON.stringify({ why: String(error) })))
}).listen(socketPath, () => process.send?.('ready'))
process.on('disconnect', () => {
  listener.stop()
  process.exit(0)
})
