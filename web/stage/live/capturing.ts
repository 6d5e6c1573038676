// The camera and the microphone of this device, or its screen in the camera's place. Nothing is sent from here.
// A device is let go before another one of its kind is asked for, because a phone gives one camera at a time; where the other one fails, the one before comes back.

/** Why there is no camera, or no microphone. */
type NoDevice = 'denied' | 'none' | 'busy'

type Device = 'camera' | 'microphone'

export interface Captured {
  stream: MediaStream | undefined
  cameras: readonly MediaDeviceInfo[]
  microphones: readonly MediaDeviceInfo[]
  /** Why there is nothing at all. */
  no: NoDevice | undefined
  /** There is a picture, and no sound with it. */
  noSound: NoDevice | undefined
  /** It was there, and was unplugged or taken away. */
  gone: Device | undefined
  /** The one that was chosen could not be had, and the one before is back. */
  kept: Device | undefined
  isOpening: boolean
  isSharing: boolean
  isCameraOff: boolean
  isMuted: boolean
  cameraId: string | undefined
  microphoneId: string | undefined
}

export interface Capturing {
  now: () => Captured
  onChange: (listener: () => void) => () => void
  /** Camera and microphone, those that the device gives first. */
  open: () => Promise<void>
  /** @param id without one, whichever the device gives first */
  chooseCamera: (id?: string) => Promise<void>
  chooseMicrophone: (id?: string) => Promise<void>
  /** The screen in the camera's place, and back. */
  share: () => Promise<void>
  turnCamera: () => void
  mute: () => void
  /** Lets everything go. */
  close: () => void
}

export const nothing: Captured = {
  stream: undefined,
  cameras: [],
  microphones: [],
  no: undefined,
  noSound: undefined,
  gone: undefined,
  kept: undefined,
  isOpening: false,
  isSharing: false,
  isCameraOff: false,
  isMuted: false,
  cameraId: undefined,
  microphoneId: undefined,
}

const whyNot = (error: unknown): NoDevice => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

const pictureOf = (id: string | undefined): MediaTrackConstraints => ({
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
  ...(id && { deviceId: { exact: id } }),
})

const soundOf = (id: string | undefined): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: true,
  ...(id && { deviceId: { exact: id } }),
})

const idOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId

/** @param media what the browser gives them by; asked for only when something is opened, for the server has none */
export function capturing(media: () => MediaDevices): Capturing {
  let now = nothing
  let picture: MediaStreamTrack | undefined
  let sound: MediaStreamTrack | undefined
  let isClosed = false
  let queue = Promise.resolve()
  const listeners = new Set<() => void>()

  const tell = (change: Partial<Captured>) => {
    now = { ...now, ...change }
    for (const listener of listeners) listener()
  }
  /** One after the other: whoever chooses twice in one breath has the second. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(async () => {
      if (isClosed) return
      tell({ isOpening: true })
      await work()
      tell({ isOpening: false })
    })
    queue = done.catch(() => {})
    return done
  }
  const asks = async (wanted: MediaStreamConstraints): Promise<MediaStreamTrack[]> => {
    const tracks = (await media().getUserMedia(wanted)).getTracks()
    // The page went away while somebody thought about it.
    if (isClosed) for (const track of tracks) track.stop()
    return isClosed ? [] : tracks
  }
  const took = (tracks: readonly MediaStreamTrack[]) => {
    for (const track of tracks) {
      if (track.kind === 'video') {
        picture = track
        track.enabled = !now.isCameraOff
        track.addEventListener('ended', () => track === picture && tell({ gone: 'camera' }))
      } else {
        sound = track
        track.enabled = !now.isMuted
        track.addEventListener('ended', () => track === sound && tell({ gone: 'microphone' }))
      }
    }
    shows()
  }
  const shows = () => {
    const tracks = [picture, sound].filter((track) => track !== undefined)
    tell({
      stream: tracks.length > 0 ? new MediaStream(tracks) : undefined,
      cameraId: now.isSharing ? undefined : idOf(picture),
      microphoneId: idOf(sound),
    })
  }
  const lists = async () => {
    const all = await media().enumerateDevices()
    const of = (wanted: MediaDeviceKind) => all.filter(({ kind, deviceId }) => kind === wanted && deviceId !== '')
    tell({ cameras: of('videoinput'), microphones: of('audioinput') })
  }
  const onDevices = () => void lists().catch(() => {})

  /** Both at once, which asks the reader once; where there is no sound to be had, the picture alone. */
  const opens = async () => {
    letGo('picture')
    letGo('sound')
    tell({ no: undefined, noSound: undefined, gone: undefined, kept: undefined, isSharing: false })
    try {
      took(await asks({ video: pictureOf(undefined), audio: soundOf(undefined) }))
    } catch (error) {
      const noSound = whyNot(error)
      try {
        if (noSound === 'denied' && !(await isCameraAllowed())) throw error
        took(await asks({ video: pictureOf(undefined) }))
        tell({ noSound })
      } catch (no) {
        shows()
        tell({ no: whyNot(no) })
      }
    }
    if (isClosed) return
    media().addEventListener('devicechange', onDevices)
    await lists()
  }
  const letGo = (which: 'picture' | 'sound') => {
    const track = which === 'picture' ? picture : sound
    if (which === 'picture') picture = undefined
    else sound = undefined
    track?.stop()
  }
  const without = (device: Device) => (now.gone === device ? undefined : now.gone)
  const choosesCamera = async (id: string | undefined) => {
    const before = now.cameraId
    letGo('picture')
    tell({ isSharing: false, no: undefined, kept: undefined, gone: without('camera') })
    try {
      took(await asks({ video: pictureOf(id) }))
    } catch (error) {
      const again = await asks({ video: pictureOf(before) }).catch(() => [])
      took(again)
      tell(again.length > 0 ? { kept: 'camera' } : { no: whyNot(error) })
    }
  }
  const choosesMicrophone = async (id: string | undefined) => {
    const before = now.microphoneId
    letGo('sound')
    tell({ noSound: undefined, kept: undefined, gone: without('microphone') })
    try {
      took(await asks({ audio: soundOf(id) }))
    } catch (error) {
      const again = await asks({ audio: soundOf(before) }).catch(() => [])
      took(again)
      tell(again.length > 0 ? { kept: 'microphone' } : { noSound: whyNot(error) })
    }
  }
  const shares = async () => {
    const screen = await media().getDisplayMedia({ video: { frameRate: { ideal: 30 } }, audio: false })
    const [track] = screen.getVideoTracks()
    if (!track || isClosed) return screen.getTracks().forEach((each) => each.stop())
    letGo('picture')
    picture = track
    // Ended from the browser's own bar.
    track.addEventListener('ended', () => track === picture && void inTurn(() => choosesCamera(undefined)))
    tell({ isSharing: true, isCameraOff: false, no: undefined, kept: undefined, gone: without('camera') })
    shows()
  }

  return {
    now: () => now,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: () => {
      isClosed = false
      return inTurn(opens)
    },
    chooseCamera: (id) => inTurn(() => choosesCamera(id)),
    chooseMicrophone: (id) => inTurn(() => choosesMicrophone(id)),
    share: () =>
      inTurn(() =>
        now.isSharing
          ? choosesCamera(undefined)
          : // They changed their mind.
            shares().catch(() => {}),
      ),
    turnCamera: () => {
      tell({ isCameraOff: !now.isCameraOff })
      if (picture) picture.enabled = !now.isCameraOff
    },
    mute: () => {
      tell({ isMuted: !now.isMuted })
      if (sound) sound.enabled = !now.isMuted
    },
    close: () => {
      isClosed = true
      letGo('picture')
      letGo('sound')
      if (now.stream) media().removeEventListener('devicechange', onDevices)
      tell({ ...nothing, isCameraOff: now.isCameraOff, isMuted: now.isMuted })
    },
  }
}

/** Where it was the microphone that was denied, the camera is still there. A browser that does not tell is not asked twice. */
async function isCameraAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}
