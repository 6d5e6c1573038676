// Watching and sending where somebody else carries, with their libraries played here: what is shown, what is tried again, and what is not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Api, Refused } from '#contract/client.ts'
import type { Sending, Watching } from '#web/stage/live/carrying.ts'
import { send } from '#web/stage/live/use-sending.ts'
import { watch } from '#web/stage/live/use-watching.ts'

type Listener = (...said: unknown[]) => void

class Emitter {
  readonly #listeners = new Map<string, Listener[]>()
  on = (event: string, listener: Listener) => {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    return this
  }
  emit = (event: string, ...said: unknown[]) => this.#listeners.get(event)?.forEach((listener) => listener(...said))
  removeAllListeners = () => this.#listeners.clear()
}

const played = vi.hoisted(() => ({ rooms: [] as unknown[], clients: [] as unknown[], isAgoraAway: false }))

interface Room extends Emitter {
  joined: [url: string, token: string]
  isLeft: boolean
  stops: boolean | undefined
  published: { track: Track; options: Record<string, unknown> }[]
  replaced: Track[]
}

vi.mock('livekit-client', () => {
  class PlayedRoom extends Emitter {
    joined = ['', '']
    isLeft = false
    stops: boolean | undefined
    published: unknown[] = []
    replaced: unknown[] = []
    remoteParticipants = new Map()
    constructor() {
      super()
      played.rooms.push(this)
    }
    connect = async (url: string, token: string) => void (this.joined = [url, token])
    disconnect = async (stops: boolean) => {
      this.isLeft = true
      this.stops = stops
    }
    localParticipant = {
      publishTrack: async (track: Track, options: object) => {
        this.published.push({ track, options })
        const replaced = this.replaced
        return { track: { kind: track.kind, mediaStreamTrack: track, replaceTrack: async (next: Track) => void replaced.push(next) } }
      },
    }
  }
  return {
    Room: PlayedRoom,
    RoomEvent: {
      Disconnected: 'disconnected',
      TrackSubscribed: 'subscribed',
      TrackUnsubscribed: 'unsubscribed',
      Reconnecting: 'reconnecting',
      Reconnected: 'reconnected',
    },
    DisconnectReason: { DUPLICATE_IDENTITY: 2, PARTICIPANT_REMOVED: 4 },
    Track: { Source: { Camera: 'camera', Microphone: 'microphone' } },
  }
})

interface Client extends Emitter {
  config: { role: string; mode: string }
  joined: unknown[]
  renewed: string[]
  subscribed: unknown[]
  published: unknown[]
  isLeft: boolean
  bytes: number
}

vi.mock('agora-rtc-sdk-ng/esm', () => ({
  setLogLevel: () => {},
  disableLogUpload: () => {},
  createCustomVideoTrack: ({ mediaStreamTrack }: { mediaStreamTrack: Track }) => ({ getMediaStreamTrack: () => mediaStreamTrack }),
  createCustomAudioTrack: ({ mediaStreamTrack }: { mediaStreamTrack: Track }) => ({ getMediaStreamTrack: () => mediaStreamTrack }),
  createClient: (config: object) => {
    const client = Object.assign(new Emitter(), {
      config,
      joined: [] as unknown[],
      renewed: [] as string[],
      subscribed: [] as unknown[],
      published: [] as unknown[],
      isLeft: false,
      bytes: 0,
      join: (...said: unknown[]) => {
        client.joined = said
        return played.isAgoraAway ? new Promise<never>(() => {}) : Promise.resolve()
      },
      leave: async () => void (client.isLeft = true),
      renewToken: async (token: string) => void client.renewed.push(token),
      publish: async (tracks: unknown[]) => void client.published.push(...tracks),
      subscribe: async (user: { uid: number }, kind: 'video' | 'audio') => {
        client.subscribed.push([user.uid, kind])
        return { getMediaStreamTrack: () => new Track(kind) }
      },
      getRemoteVideoStats: () => ({ 7: { receiveBytes: client.bytes } }),
      getRemoteAudioStats: () => ({}),
      getLocalVideoStats: () => ({ currentPacketLossRate: 0.01 }),
      getRTCStats: () => ({ SendBitrate: 1_500_000, RTT: 40 }),
    })
    played.clients.push(client)
    return client
  },
}))

class Track {
  readonly kind: 'video' | 'audio'
  constructor(kind: 'video' | 'audio') {
    this.kind = kind
  }
}

class Stream {
  tracks: Track[]
  constructor(tracks: Track[] = []) {
    this.tracks = [...tracks]
  }
  getTracks = () => this.tracks
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio')
  addTrack = (track: Track) => void this.tracks.push(track)
  removeTrack = (track: Track) => void (this.tracks = this.tracks.filter((each) => each !== track))
}

const rooms = () => played.rooms as Room[]
const clients = () => played.clients as Client[]

beforeEach(() => {
  vi.useFakeTimers()
  ;[played.rooms, played.clients] = [[], []]
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('MediaStream', Stream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A library is fetched, and its promises are many. */
const soon = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  }
}

function apiOf(provider: 'livekit' | 'agora') {
  const given = { count: 0, refuses: false }
  const grant = async () => {
    if (given.refuses) throw new Refused(403, { code: 'stream_locked' })
    given.count++
    return {
      provider,
      url: 'wss://live.example',
      token: `token ${given.count}`,
      channel: 'one',
      uid: 5,
      appId: 'app',
      senderUid: 7,
      maxBitrate: 3000,
    }
  }
  return { given, api: { live: { grant } } as unknown as Pick<Api, 'live'> }
}

function watches(provider: 'livekit' | 'agora') {
  const { api, given } = apiOf(provider)
  const told: Watching[] = []
  const shown: Stream[] = []
  const show = (stream: MediaStream) => void shown.push(stream as unknown as Stream)
  const gone = { count: 0 }
  const { stop } = watch({
    api,
    apiBaseUrl: '',
    streamId: 'one',
    role: 'audience',
    show,
    tell: (state) => told.push(state),
    onGone: () => gone.count++,
  })
  return { given, told, shown, gone, stop }
}

function sends(provider: 'livekit' | 'agora') {
  const { api, given } = apiOf(provider)
  const told: Sending[] = []
  const tracks = [new Track('video'), new Track('audio')]
  const sending = send({
    api,
    apiBaseUrl: '',
    streamId: 'one',
    role: 'host',
    what: () => new Stream(tracks) as unknown as MediaStream,
    tell: (state) => told.push(state),
    measured: () => {},
  })
  return { given, told, tracks, ...sending }
}

/** Longer than any rest. */
const rests = () => vi.advanceTimersByTimeAsync(15_000)

test('LiveKit’s picture is shown as it comes, and one that was taken away is asked for anew, by a new grant', async () => {
  const { given, shown, told, gone, stop } = watches('livekit')
  await soon()
  const [room] = rooms()
  expect(room?.joined).toEqual(['wss://live.example', 'token 1'])
  const receiver = { getStats: async () => new Map([['in', { type: 'inbound-rtp', bytesReceived: Date.now() }]]) }
  room?.emit('subscribed', { mediaStreamTrack: new Track('video'), receiver })
  expect(shown[0]?.getVideoTracks()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(new Set(told)).toEqual(new Set(['playing']))
  room?.emit('disconnected', 4)
  expect(told.at(-1)).toBe('lost')
  expect(room?.isLeft).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  await soon()
  expect(rooms()[1]?.joined[1]).toBe('token 2')
  expect(gone.count).toBe(0)
  // Whoever lost the right is given no other, and nothing is tried any more: the page asks how they stand.
  given.refuses = true
  rooms()[1]?.emit('disconnected', 4)
  await rests()
  await soon()
  await rests()
  expect(rooms()).toHaveLength(2)
  expect(gone.count).toBe(1)
  stop()
})

test('nothing arrives from LiveKit for a while: the connection is dead, and made again', async () => {
  const { told, stop } = watches('livekit')
  await soon()
  await vi.advanceTimersByTimeAsync(7000)
  expect(told).toContain('lost')
  await rests()
  await soon()
  expect(rooms().length).toBeGreaterThan(1)
  stop()
})

test('camera and microphone go to LiveKit, another camera takes the place of the first, and leaving stops neither', async () => {
  const { told, tracks, replace, stop } = sends('livekit')
  await soon()
  const [room] = rooms()
  expect(told).toEqual(['connecting', 'sending'])
  expect(room?.published.map(({ track, options }) => [track, options['source']])).toEqual([
    [tracks[0], 'camera'],
    [tracks[1], 'microphone'],
  ])
  expect(room?.published[0]?.options).toMatchObject({ simulcast: true, videoEncoding: { maxBitrate: 3_000_000 } })
  const other = new Track('video')
  replace(new Stream([other, tracks[1]!]) as unknown as MediaStream)
  expect(room?.replaced).toEqual([other])
  stop()
  expect([room?.isLeft, room?.stops]).toEqual([true, false])
})

test('another window of the performer sends: this one says so, and does not take it back', async () => {
  const { told, stop } = sends('livekit')
  await soon()
  rooms()[0]?.emit('disconnected', 2)
  expect(told.at(-1)).toBe('taken')
  await rests()
  await soon()
  expect(rooms()).toHaveLength(1)
  stop()
})

test('of an Agora channel only the performer is played, whoever else sends there', async () => {
  const { shown, told, stop } = watches('agora')
  await soon()
  const [client] = clients()
  expect(client?.config).toMatchObject({ mode: 'live', role: 'audience' })
  expect(client?.joined).toEqual(['app', 'one', 'token 1', 5])
  client?.emit('user-published', { uid: 99 }, 'video')
  client?.emit('user-published', { uid: 7 }, 'video')
  client?.emit('user-published', { uid: 7 }, 'audio')
  await soon()
  expect(client?.subscribed).toEqual([
    [7, 'video'],
    [7, 'audio'],
  ])
  expect(shown[0]?.getTracks()).toHaveLength(2)
  client!.bytes = 1000
  await vi.advanceTimersByTimeAsync(1000)
  expect(new Set(told)).toEqual(new Set(['playing']))
  client?.emit('user-unpublished', { uid: 7 }, 'video')
  expect(shown[0]?.getVideoTracks()).toEqual([])
  stop()
  expect(client?.isLeft).toBe(true)
})

test('before an Agora token runs out the right is asked anew; whoever lost it sees nothing more', async () => {
  const { given, told, stop } = watches('agora')
  await soon()
  const [client] = clients()
  client?.emit('token-privilege-will-expire')
  await soon()
  expect(client?.renewed).toEqual(['token 2'])
  given.refuses = true
  client?.emit('token-privilege-will-expire')
  await soon()
  expect(client?.isLeft).toBe(true)
  expect(told.at(-1)).toBe('lost')
  await rests()
  await soon()
  expect(clients()).toHaveLength(1)
  stop()
})

test('where Agora lets nobody in and says nothing, whoever waits is told, and asks anew', async () => {
  played.isAgoraAway = true
  const { given, told, stop } = watches('agora')
  await soon()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toEqual(['lost'])
  expect(clients()[0]?.isLeft).toBe(true)
  await rests()
  await soon()
  expect(given.count).toBe(2)
  played.isAgoraAway = false
  stop()
})

test('camera and microphone go to Agora, and a line that is cut is made again', async () => {
  const { told, stop } = sends('agora')
  await soon()
  expect(clients()[0]?.config.role).toBe('host')
  expect(clients()[0]?.published).toHaveLength(2)
  expect(told).toEqual(['connecting', 'sending'])
  clients()[0]?.emit('connection-state-change', 'DISCONNECTED')
  expect(told.at(-1)).toBe('lost')
  await rests()
  await soon()
  expect(clients()).toHaveLength(2)
  stop()
})

test('whoever leaves while the library is still coming joins nothing', async () => {
  const { stop } = watches('livekit')
  stop()
  await soon()
  expect(rooms()).toEqual([])
})
