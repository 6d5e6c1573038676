// Sending and watching, with a browser and an engine that are played here.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '#contract/client.ts'
import type { Sending, Watching } from '#web/stage/live/carrying.ts'
import { send } from '#web/stage/live/use-sending.ts'
import { watch } from '#web/stage/live/use-watching.ts'

/** What the window hears. */
let window: EventTarget
/** Every connection that was made, in order. */
let peers: Peer[]
/** Offers that wait for their answer, in order. */
let offers: { answer: (status?: number, body?: string) => void }[]
/** Sessions that were ended at the engine. */
let ended: string[]

class Track extends EventTarget {
  readonly kind: 'video' | 'audio'
  constructor(kind: 'video' | 'audio') {
    super()
    this.kind = kind
  }
  getSettings = () => ({ height: 720 })
}

class Stream {
  readonly #tracks: Track[]
  constructor(tracks: Track[] = []) {
    this.#tracks = tracks
  }
  getTracks = () => this.#tracks
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio')
  addTrack = (track: Track) => void this.#tracks.push(track)
}

class Peer extends EventTarget {
  connectionState = 'new'
  signalingState = 'stable'
  iceGatheringState = 'complete'
  localDescription = { sdp: 'offer' }
  /** As many bytes came in. */
  bytes = 0
  /** As many packets of any kind came in; not every browser counts them. */
  packets: number | undefined
  isClosed = false
  constructor() {
    super()
    peers.push(this)
  }
  addTransceiver = () => {}
  getSenders = () => []
  setLocalDescription = async () => {}
  setRemoteDescription = async () => {
    if (this.isClosed) throw new DOMException('closed', 'InvalidStateError')
  }
  getStats = async () =>
    new Map([
      ['in', { type: 'inbound-rtp', bytesReceived: this.bytes }],
      ['way', { type: 'transport', ...(this.packets !== undefined && { packetsReceived: this.packets }) }],
    ])
  close = () => {
    this.isClosed = true
    this.signalingState = 'closed'
  }
  becomes(state: string): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[window, peers, offers, ended] = [new EventTarget(), [], [], []]
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('RTCPeerConnection', Peer)
  vi.stubGlobal('MediaStream', Stream)
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method === 'DELETE') {
      ended.push(url.slice('/api/whip/'.length))
      return Promise.resolve(new Response())
    }
    return new Promise<Response>((resolve) => {
      const name = String(offers.length)
      offers.push({
        answer: (status = 201, body = 'answer') => resolve(new Response(body, { status, headers: { location: `/api/whip/${name}` } })),
      })
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const soon = () => vi.advanceTimersByTimeAsync(0)
const grant = { provider: 'embedded', url: '/api/whip', token: 'token', iceServers: [], maxBitrate: 3000 }
const api = { live: { grant: async () => grant } } as unknown as Pick<Api, 'live'>

function watches() {
  const told: Watching[] = []
  const { stop } = watch({
    api,
    apiBaseUrl: '',
    streamId: 'one',
    role: 'audience',
    show: () => {},
    tell: (state) => told.push(state),
    onGone: () => {},
  })
  return { told, stop }
}

function sends() {
  const told: Sending[] = []
  const stream = new Stream([new Track('video'), new Track('audio')]) as unknown as MediaStream
  const { stop } = send({
    api,
    apiBaseUrl: '',
    streamId: 'one',
    role: 'host',
    what: () => stream,
    tell: (state) => told.push(state),
    measured: () => {},
  })
  return { told, stop }
}

const arrives = async (peer: Peer | undefined) => {
  for (let second = 0; second < 3; second++) {
    if (peer) peer.bytes += 1000
    await vi.advanceTimersByTimeAsync(1000)
  }
}

test('whoever comes back online while a try rests has one connection, and keeps it', async () => {
  const { told, stop } = watches()
  await soon()
  offers[0]?.answer(503, '{"code":"live_unavailable"}')
  await soon()
  expect(told).toEqual(['unavailable'])
  window.dispatchEvent(new Event('online'))
  await soon()
  offers[1]?.answer()
  await arrives(peers[1])
  expect(told.at(-1)).toBe('playing')
  // The rest of the try before is over by now, and nothing came of it.
  expect(peers.map(({ isClosed }) => isClosed)).toEqual([true, false])
  expect(offers).toHaveLength(2)
  stop()
  expect(ended).toEqual(['1'])
})

test('of two tries at once the latest owns everything: the other’s connection is closed, its session is ended, and nothing of it hangs up the good one', async () => {
  const { told, stop } = watches()
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('online'))
  await soon()
  expect(peers.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  for (const offer of offers) offer.answer()
  const good = peers.find(({ isClosed }) => !isClosed)
  // Long enough for whoever watched over an orphan to miss its bytes.
  for (let round = 0; round < 4; round++) await arrives(good)
  expect(good?.isClosed).toBe(false)
  expect(told.at(-1)).toBe('playing')
  expect(told).not.toContain('lost')
  stop()
})

test('a picture that stops is noticed, and fetched again', async () => {
  const { told, stop } = watches()
  await soon()
  offers[0]?.answer()
  await arrives(peers[0])
  await vi.advanceTimersByTimeAsync(6500)
  expect(told.at(-1)).toBe('lost')
  expect(ended).toEqual(['0'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(peers).toHaveLength(2)
  stop()
})

test('what never came in three tries is said to be stuck, goes on being tried, and is forgotten once something comes', async () => {
  const { told, stop } = watches()
  for (let look = 0; look < 100 && told.at(-1) !== 'stuck'; look++) {
    offers.at(-1)?.answer()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(told).toEqual(['lost', 'lost', 'stuck'])
  await vi.advanceTimersByTimeAsync(4000)
  offers.at(-1)?.answer()
  await arrives(peers.at(-1))
  expect(told.at(-1)).toBe('playing')
  await vi.advanceTimersByTimeAsync(6500)
  expect(told.at(-1)).toBe('lost')
  stop()
})

test('a page that was put away and comes back watches again', async () => {
  const { stop } = watches()
  await soon()
  offers[0]?.answer()
  await soon()
  window.dispatchEvent(new Event('pagehide'))
  expect(ended).toEqual(['0'])
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await soon()
  expect(peers.map(({ isClosed }) => isClosed)).toEqual([true, false])
  stop()
})

test('who hangs up before the answer came leaves no session at the engine', async () => {
  const { stop } = sends()
  await soon()
  stop()
  offers[0]?.answer()
  await soon()
  expect(peers[0]?.isClosed).toBe(true)
  expect(ended).toEqual(['0'])
})

test('a connection that was lost is made again, and one that was hung up is not', async () => {
  const { told, stop } = sends()
  await soon()
  offers[0]?.answer()
  await soon()
  peers[0]?.becomes('connected')
  peers[0]?.becomes('disconnected')
  expect(told).toEqual(['connecting', 'sending', 'lost'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(peers).toHaveLength(2)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(peers).toHaveLength(2)
})

test('what the engine refuses is said by its name', async () => {
  const { told, stop } = sends()
  await soon()
  offers[0]?.answer(409, '{"code":"stream_taken"}')
  await soon()
  expect(told).toEqual(['connecting', 'taken'])
  stop()
})

test('whoever sends to a dead engine notices before the connection says so, and sends again; a browser that counts no packets waits for the connection', async () => {
  const { told, stop } = sends()
  await soon()
  offers[0]?.answer()
  await soon()
  const [first] = peers
  if (first) first.packets = 0
  first?.becomes('connected')
  for (let second = 0; second < 8; second++) {
    if (first) first.packets = (first.packets ?? 0) + 1
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(told).toEqual(['connecting', 'sending'])
  // The engine dies.
  await vi.advanceTimersByTimeAsync(4500)
  expect(told.at(-1)).toBe('lost')
  expect(peers).toHaveLength(2)
  expect(first?.isClosed).toBe(true)
  offers[1]?.answer()
  await soon()
  peers[1]?.becomes('connected')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told.at(-1)).toBe('sending')
  expect(peers).toHaveLength(2)
  stop()
})
