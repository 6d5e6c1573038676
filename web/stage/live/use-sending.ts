// Sending from the browser: devices, what is sent, how it gets through, and the connection that is made again when it breaks.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Refused } from '#contract/client.ts'
import type { MediaGrant } from '#contract/stage/live.ts'
import { useApi, useBoot } from '#web/app/session.tsx'
import { type MediaSession, MediaRefused, negotiate, restMs } from '#web/stage/live/negotiating.ts'

/** Why there is no camera. */
export type NoDevice = 'denied' | 'none' | 'busy'

interface Devices {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
}

export interface Capture {
  stream: MediaStream | undefined
  devices: Devices
  no: NoDevice | undefined
  isSharing: boolean
  isCameraOff: boolean
  isMuted: boolean
  cameraId: string | undefined
  microphoneId: string | undefined
  open: (wanted?: { cameraId?: string; microphoneId?: string }) => Promise<void>
  share: () => Promise<void>
  turnCamera: () => void
  mute: () => void
}

const whyNot = (error: unknown): NoDevice => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

const idOf = (tracks: MediaStreamTrack[]) => tracks[0]?.getSettings().deviceId

/** The camera and the microphone of this device, or its screen in the camera's place. They are let go with the page. */
export function useCapture(): Capture {
  const [stream, setStream] = useState<MediaStream>()
  const [devices, setDevices] = useState<Devices>({ cameras: [], microphones: [] })
  const [no, setNo] = useState<NoDevice>()
  const [isSharing, setSharing] = useState(false)
  const [isCameraOff, setCameraOff] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const held = useRef<MediaStream | undefined>(undefined)
  // What was turned off stays off, whichever device takes its place.
  const off = useRef({ picture: false, sound: false })

  const take = useCallback((next: MediaStream) => {
    for (const track of held.current?.getTracks() ?? []) if (!next.getTracks().includes(track)) track.stop()
    held.current = next
    setStream(next)
  }, [])
  const open = useCallback(
    async ({ cameraId, microphoneId }: { cameraId?: string; microphoneId?: string } = {}) => {
      try {
        const next = await navigator.mediaDevices.getUserMedia({
          video: {
            width: { ideal: 1280 },
            height: { ideal: 720 },
            frameRate: { ideal: 30 },
            ...(cameraId && { deviceId: { exact: cameraId } }),
          },
          audio: { echoCancellation: true, noiseSuppression: true, ...(microphoneId && { deviceId: { exact: microphoneId } }) },
        })
        for (const track of next.getVideoTracks()) track.enabled = !off.current.picture
        for (const track of next.getAudioTracks()) track.enabled = !off.current.sound
        take(next)
        setNo(undefined)
        setSharing(false)
        const all = await navigator.mediaDevices.enumerateDevices()
        setDevices({
          cameras: all.filter(({ kind }) => kind === 'videoinput'),
          microphones: all.filter(({ kind }) => kind === 'audioinput'),
        })
      } catch (error) {
        setNo(whyNot(error))
      }
    },
    [take],
  )
  const share = useCallback(async () => {
    if (isSharing) return open()
    try {
      const screen = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 30 } }, audio: false })
      const [picture] = screen.getVideoTracks()
      if (!picture) return
      // Ended from the browser's own bar.
      picture.addEventListener('ended', () => void open())
      take(new MediaStream([picture, ...(held.current?.getAudioTracks() ?? [])]))
      setSharing(true)
      off.current.picture = false
      setCameraOff(false)
    } catch {
      // They changed their mind.
    }
  }, [isSharing, open, take])
  useEffect(() => () => held.current?.getTracks().forEach((track) => track.stop()), [])

  const turn = (tracks: MediaStreamTrack[] | undefined, isOff: boolean) => tracks?.forEach((track) => (track.enabled = !isOff))
  return {
    stream,
    devices,
    no,
    isSharing,
    isCameraOff,
    isMuted,
    cameraId: stream && !isSharing ? idOf(stream.getVideoTracks()) : undefined,
    microphoneId: stream && idOf(stream.getAudioTracks()),
    open,
    share,
    turnCamera: () => {
      off.current.picture = !isCameraOff
      turn(stream?.getVideoTracks(), !isCameraOff)
      setCameraOff(!isCameraOff)
    },
    mute: () => {
      off.current.sound = !isMuted
      turn(stream?.getAudioTracks(), !isMuted)
      setMuted(!isMuted)
    },
  }
}

export type Sending = 'off' | 'connecting' | 'sending' | 'lost' | 'taken' | 'unavailable'

export interface Quality {
  kbits: number
  /** Percent. */
  loss: number
  roundTripMs: number
}

export const gradeOf = ({ loss, roundTripMs, kbits }: Quality): 'good' | 'fair' | 'poor' =>
  loss > 8 || kbits < 150 ? 'poor' : loss > 2 || roundTripMs > 300 ? 'fair' : 'good'

/** Two or three sizes of the picture: each viewer gets the one that their way carries. */
function layersOf(maxKbits: number, height: number): RTCRtpEncodingParameters[] {
  const top = maxKbits * 1000
  const small = { rid: 'q', scaleResolutionDownBy: 4, maxBitrate: Math.min(200_000, top) }
  const middle = { rid: 'h', scaleResolutionDownBy: 2, maxBitrate: Math.min(700_000, top) }
  const full = { rid: 'f', scaleResolutionDownBy: 1, maxBitrate: top }
  return height >= 540 ? [small, middle, full] : [{ ...middle, rid: 'h' }, full]
}

/** Sends while there is something to send and it is wanted. Another camera or the screen takes the place of the one before without a break. */
export function useSending(
  streamId: string,
  stream: MediaStream | undefined,
  wanted: boolean,
): { state: Sending; quality: Quality | undefined } {
  const api = useApi()
  const { apiBaseUrl } = useBoot()
  const [state, setState] = useState<Sending>('off')
  const [quality, setQuality] = useState<Quality>()
  const newest = useRef(stream)
  const connection = useRef<RTCPeerConnection | undefined>(undefined)
  const isThere = stream !== undefined

  useEffect(() => {
    newest.current = stream
    for (const sender of connection.current?.getSenders() ?? []) {
      const track = stream?.getTracks().find(({ kind }) => kind === sender.track?.kind)
      if (track && track !== sender.track) void sender.replaceTrack(track)
    }
  }, [stream])

  useEffect(() => {
    if (!wanted || !isThere) return
    let isOver = false
    let tries = 0
    let again: ReturnType<typeof setTimeout> | undefined
    let figures: ReturnType<typeof setInterval> | undefined
    let session: MediaSession | undefined

    const hangUp = () => {
      clearInterval(figures)
      connection.current?.close()
      connection.current = undefined
      session?.end()
      session = undefined
    }
    const retry = (why: Sending) => {
      hangUp()
      if (isOver) return
      setState(why)
      clearTimeout(again)
      again = setTimeout(() => void begin(), restMs(tries++))
    }
    const begin = async () => {
      hangUp()
      setState((before) => (before === 'lost' ? before : 'connecting'))
      try {
        const grant = await api.live.grant({ streamId, role: 'host' })
        if (isOver || !newest.current) return
        const peer = peerOf(newest.current, grant)
        connection.current = peer
        peer.addEventListener('connectionstatechange', () => {
          if (connection.current !== peer) return
          if (peer.connectionState === 'connected') {
            tries = 0
            setState('sending')
          } else if (peer.connectionState === 'failed' || peer.connectionState === 'disconnected') retry('lost')
        })
        figures = setInterval(() => void qualityOf(peer).then(setQuality), 2000)
        session = await negotiate(peer, grant, apiBaseUrl)
      } catch (error) {
        if (error instanceof MediaRefused && error.code === 'stream_taken') return retry('taken')
        if (error instanceof MediaRefused && error.code === 'live_unavailable') return retry('unavailable')
        if (error instanceof Refused && error.status < 500 && error.code !== 'too_many_requests') {
          hangUp()
          return setState('off')
        }
        retry('lost')
      }
    }
    const leave = () => session?.end()
    addEventListener('pagehide', leave)
    void begin()
    return () => {
      isOver = true
      clearTimeout(again)
      removeEventListener('pagehide', leave)
      hangUp()
      setState('off')
      setQuality(undefined)
    }
  }, [api, apiBaseUrl, streamId, wanted, isThere])
  return { state, quality }
}

function peerOf(stream: MediaStream, { iceServers, maxBitrate }: MediaGrant): RTCPeerConnection {
  const peer = new RTCPeerConnection({ iceServers })
  const [picture, sound] = [stream.getVideoTracks()[0], stream.getAudioTracks()[0]]
  if (picture)
    peer.addTransceiver(picture, {
      direction: 'sendonly',
      streams: [stream],
      sendEncodings: layersOf(maxBitrate, picture.getSettings().height ?? 720),
    })
  if (sound) peer.addTransceiver(sound, { direction: 'sendonly', streams: [stream] })
  return peer
}

const before = new WeakMap<RTCPeerConnection, { bytes: number; at: number }>()

async function qualityOf(peer: RTCPeerConnection): Promise<Quality> {
  let [bytes, loss, roundTripMs] = [0, 0, 0]
  ;(await peer.getStats()).forEach((report: Record<string, unknown>) => {
    if (report['type'] === 'outbound-rtp') bytes += Number(report['bytesSent'] ?? 0)
    if (report['type'] === 'remote-inbound-rtp') {
      loss = Math.max(loss, Number(report['fractionLost'] ?? 0) * 100)
      roundTripMs = Math.max(roundTripMs, Number(report['roundTripTime'] ?? 0) * 1000)
    }
  })
  const [last, at] = [before.get(peer), performance.now()]
  before.set(peer, { bytes, at })
  const kbits = last ? Math.max(0, ((bytes - last.bytes) * 8) / (at - last.at)) : 0
  return { kbits: Math.round(kbits), loss: Math.round(loss * 10) / 10, roundTripMs: Math.round(roundTripMs) }
}
