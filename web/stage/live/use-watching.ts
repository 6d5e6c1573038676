// Watching: a connection that is made, noticed when it is lost, and made again for as long as the page wants it.
import { type RefObject, useEffect, useState } from 'react'
import { Refused } from '#contract/client.ts'
import { useApi, useBoot } from '#web/app/session.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { MediaRefused, type MediaSession, negotiate, restMs } from '#web/stage/live/negotiating.ts'

/** `lost`: it was there, or should be; it is tried again by itself. `none`: this browser cannot. */
export type Watching = 'connecting' | 'playing' | 'lost' | 'full' | 'unavailable' | 'none'

/** Nothing arrived for so long: the connection says nothing, and is dead. */
const silentMs = 5000

/** @param wanted false while there is nothing to see: not begun, no picture, no right */
export function useWatching(video: RefObject<HTMLVideoElement | null>, streamId: string, wanted: boolean): Watching {
  const api = useApi()
  const { apiBaseUrl } = useBoot()
  const isHydrated = useIsHydrated()
  const [state, setState] = useState<Watching>('connecting')
  useEffect(() => {
    if (!wanted || !canPlay()) return
    let isOver = false
    let tries = 0
    let current: { peer: RTCPeerConnection; session: MediaSession | undefined; watch: ReturnType<typeof setInterval> } | undefined
    let again: ReturnType<typeof setTimeout> | undefined

    const hangUp = () => {
      if (!current) return
      clearInterval(current.watch)
      current.peer.close()
      current.session?.end()
      current = undefined
    }
    const retry = (why: Watching) => {
      hangUp()
      if (isOver) return
      setState(why)
      clearTimeout(again)
      again = setTimeout(() => void begin(), restMs(tries++))
    }
    const begin = async () => {
      hangUp()
      try {
        const grant = await api.live.grant({ streamId, role: 'audience' })
        if (isOver) return
        const peer = new RTCPeerConnection({ iceServers: grant.iceServers })
        const stream = new MediaStream()
        peer.addTransceiver('video', { direction: 'recvonly' })
        peer.addTransceiver('audio', { direction: 'recvonly' })
        peer.addEventListener('track', ({ track }) => stream.addTrack(track))
        peer.addEventListener('connectionstatechange', () => {
          if (peer.connectionState === 'failed') retry('lost')
        })
        current = { peer, session: undefined, watch: watchOver(peer, retry, setState, () => (tries = 0)) }
        if (video.current) video.current.srcObject = stream
        const session = await negotiate(peer, grant, apiBaseUrl)
        if (current?.peer === peer) current.session = session
        else session.end()
      } catch (error) {
        if (error instanceof MediaRefused && error.code === 'stream_full') return retry('full')
        if (error instanceof MediaRefused && error.code === 'live_unavailable') return retry('unavailable')
        // Whoever lost the right is told by the page itself, which asks how they stand.
        if (error instanceof Refused && error.status < 500 && error.code !== 'too_many_requests') return hangUp()
        retry('lost')
      }
    }
    const leave = () => current?.session?.end()
    const onBack = () => void begin()
    addEventListener('pagehide', leave)
    addEventListener('online', onBack)
    void begin()
    return () => {
      isOver = true
      clearTimeout(again)
      removeEventListener('pagehide', leave)
      removeEventListener('online', onBack)
      hangUp()
    }
  }, [api, apiBaseUrl, streamId, wanted, video])
  return isHydrated && !canPlay() ? 'none' : state
}

const canPlay = () => typeof RTCPeerConnection !== 'undefined'

/** Looks whether something still arrives. */
function watchOver(
  peer: RTCPeerConnection,
  retry: (why: Watching) => void,
  tell: (state: Watching) => void,
  onPlaying: () => void,
): ReturnType<typeof setInterval> {
  let [before, at] = [0, performance.now()]
  return setInterval(() => {
    void peer.getStats().then((reports) => {
      let bytes = 0
      reports.forEach((report: { type: string; bytesReceived?: number }) => {
        if (report.type === 'inbound-rtp') bytes += report.bytesReceived ?? 0
      })
      if (bytes > before) {
        ;[before, at] = [bytes, performance.now()]
        onPlaying()
        tell('playing')
      } else if (performance.now() - at > silentMs) retry('lost')
    })
  }, 1000)
}
