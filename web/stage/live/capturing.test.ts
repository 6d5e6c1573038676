// Camera and microphone, with a device that is played here: one camera at a time, as phones have it.
import { beforeEach, expect, test, vi } from 'vitest'
import { capturing } from '#web/stage/live/capturing.ts'

let cameras: string[]
let microphones: string[]
let broken: string[]
let denied: boolean
let held: Track[]
/** What the device gives one camera at a time says when it is asked for a second one. */
let asked: MediaStreamConstraints[]
let mayUseCamera: string
/** The reader thinks about it. */
let thinks: Promise<void>

class Track extends EventTarget {
  readonly kind: 'video' | 'audio'
  readonly id: string
  enabled = true
  isLive = true
  constructor(kind: 'video' | 'audio', id: string) {
    super()
    this.kind = kind
    this.id = id
    held.push(this)
  }
  getSettings = () => ({ deviceId: this.id })
  stop = () => {
    this.isLive = false
  }
  /** Its cable is pulled. */
  unplugged(): void {
    this.isLive = false
    this.dispatchEvent(new Event('ended'))
  }
}

class Stream {
  readonly #tracks: Track[]
  constructor(tracks: Track[] = []) {
    this.#tracks = tracks
  }
  getTracks = () => this.#tracks
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio')
}

const idIn = (wanted: unknown) => (wanted as { deviceId?: { exact: string } }).deviceId?.exact

const device = Object.assign(new EventTarget(), {
  async getUserMedia(wanted: MediaStreamConstraints) {
    asked.push(wanted)
    await thinks
    if (denied && wanted.audio) throw new DOMException('no', 'NotAllowedError')
    const pick = (there: string[], what: unknown) => {
      const id = idIn(what) ?? there[0]
      if (id === undefined || !there.includes(id)) throw new DOMException('none', 'NotFoundError')
      if (broken.includes(id)) throw new DOMException('busy', 'NotReadableError')
      return id
    }
    const camera = wanted.video ? pick(cameras, wanted.video) : undefined
    const microphone = wanted.audio ? pick(microphones, wanted.audio) : undefined
    if (camera && held.some(({ kind, isLive, id }) => kind === 'video' && isLive && id !== 'screen'))
      throw new DOMException('one at a time', 'NotReadableError')
    return new Stream([...(camera ? [new Track('video', camera)] : []), ...(microphone ? [new Track('audio', microphone)] : [])])
  },
  getDisplayMedia: async () => new Stream([new Track('video', 'screen')]),
  enumerateDevices: async () => [
    ...cameras.map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId })),
    ...microphones.map((deviceId) => ({ kind: 'audioinput', deviceId, label: deviceId })),
  ],
})

const opened = async () => {
  const capture = capturing(() => device as unknown as MediaDevices)
  await capture.open()
  return capture
}

const live = () => held.filter(({ isLive }) => isLive).map(({ id }) => id)

beforeEach(() => {
  ;[cameras, microphones, broken, denied, held, asked] = [['front', 'back'], ['inner', 'headset'], [], false, [], []]
  ;[mayUseCamera, thinks] = ['prompt', Promise.resolve()]
  vi.stubGlobal('MediaStream', Stream)
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: mayUseCamera }) } })
})

test('a phone is given its other camera, because the one before was let go first', async () => {
  const capture = await opened()
  await capture.chooseCamera('back')
  expect(capture.now()).toMatchObject({ cameraId: 'back', no: undefined, kept: undefined })
  expect(live().toSorted()).toEqual(['back', 'inner'])
})

test('where the chosen camera fails the one before comes back, and that is said', async () => {
  const capture = await opened()
  broken = ['back']
  await capture.chooseCamera('back')
  expect(capture.now()).toMatchObject({ cameraId: 'front', no: undefined, kept: 'camera' })
  expect(live().toSorted()).toEqual(['front', 'inner'])
})

test('another microphone leaves a shared screen as it is', async () => {
  const capture = await opened()
  await capture.share()
  expect(live().toSorted()).toEqual(['inner', 'screen'])
  await capture.chooseMicrophone('headset')
  expect(capture.now()).toMatchObject({ isSharing: true, microphoneId: 'headset' })
  expect(live().toSorted()).toEqual(['headset', 'screen'])
})

test('a screen that is not shared any more makes way for the camera', async () => {
  const capture = await opened()
  await capture.share()
  held.find(({ id }) => id === 'screen')?.unplugged()
  await vi.waitFor(() => expect(capture.now()).toMatchObject({ isSharing: false, cameraId: 'front', gone: undefined }))
})

test('without a microphone there is the picture alone, and why is said; one that is plugged in later is taken', async () => {
  microphones = []
  const capture = await opened()
  expect(capture.now()).toMatchObject({ no: undefined, noSound: 'none', cameraId: 'front' })
  expect(capture.now().stream?.getAudioTracks()).toHaveLength(0)
  microphones = ['headset']
  device.dispatchEvent(new Event('devicechange'))
  await vi.waitFor(() => expect(capture.now().microphones).toHaveLength(1))
  await capture.chooseMicrophone()
  expect(capture.now()).toMatchObject({ noSound: undefined, microphoneId: 'headset', cameraId: 'front' })
})

test('where only the microphone was denied the picture is there; where both were, nobody is asked twice', async () => {
  denied = true
  mayUseCamera = 'granted'
  expect((await opened()).now()).toMatchObject({ no: undefined, noSound: 'denied', cameraId: 'front' })
  mayUseCamera = 'denied'
  held = []
  asked = []
  expect((await opened()).now()).toMatchObject({ no: 'denied', stream: undefined })
  expect(asked).toHaveLength(1)
})

test('a device that is unplugged is noticed, and opened again', async () => {
  const capture = await opened()
  held.find(({ kind }) => kind === 'video')?.unplugged()
  expect(capture.now().gone).toBe('camera')
  cameras = ['back']
  await capture.chooseCamera()
  expect(capture.now()).toMatchObject({ gone: undefined, cameraId: 'back' })
  held.find(({ kind }) => kind === 'audio')?.unplugged()
  expect(capture.now().gone).toBe('microphone')
})

test('what was turned off stays off, whichever device takes its place', async () => {
  const capture = await opened()
  capture.mute()
  capture.turnCamera()
  await capture.chooseCamera('back')
  await capture.chooseMicrophone('headset')
  expect(held.filter(({ isLive }) => isLive).map(({ enabled }) => enabled)).toEqual([false, false])
})

test('a device that is given after the page went is let go', async () => {
  let allows = () => {}
  thinks = new Promise((resolve) => (allows = resolve))
  const capture = capturing(() => device as unknown as MediaDevices)
  const opening = capture.open()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  capture.close()
  allows()
  await opening
  expect(held).toHaveLength(2)
  expect(live()).toEqual([])
})
