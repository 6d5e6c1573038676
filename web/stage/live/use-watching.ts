// Watching: picture and sound come in, and where nothing comes the connection is made again.
import { type RefObject, useEffect, useState } from 'react'
import type { Api } from '#contract/client.ts'
import type { MediaRole } from '#contract/stage/live.ts'
import { refresh } from '#web/app/query.ts'
import { useApi, useBoot } from '#web/app/session.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { bytesIn, watchArrivals, type Watching } from '#web/stage/live/carrying.ts'
import { negotiate } from '#web/stage/live/negotiating.ts'
import { keepTrying } from '#web/stage/live/trying.ts'
import { otherWay } from '#web/stage/live/ways.ts'

/** @param wanted false while there is nothing to see: not begun, no picture, no right */
export function useWatching(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  { wanted, role }: { wanted: boolean; role: MediaRole },
): Watching {
  const api = useApi()
  const { apiBaseUrl } = useBoot()
  const isHydrated = useIsHydrated()
  const [state, setState] = useState<Watching>('connecting')
  useEffect(() => {
    if (!wanted || !canPlay()) return
    const show = (stream: MediaStream) => {
      if (video.current) video.current.srcObject = stream
    }
    return watch({ api, apiBaseUrl, streamId, role, show, tell: setState, onGone: () => void refresh('live.join') }).stop
  }, [api, apiBaseUrl, streamId, role, wanted, video])
  return isHydrated && !canPlay() ? 'none' : state
}

const canPlay = () => typeof RTCPeerConnection !== 'undefined'

interface Wanted {
  api: Pick<Api, 'live'>
  apiBaseUrl: string
  streamId: string
  role: MediaRole
  show: (stream: MediaStream) => void
  tell: (state: Watching) => void
  /** The right is gone, or the stream is: the page asks how they stand. */
  onGone: () => void
}

/** Lost so often with nothing in between, it may never come: a network that lets none of it through. */
const stuckTries = 3

/** Watches until it is stopped. */
export function watch({ api, apiBaseUrl, streamId, role, show, tell: say, onGone }: Wanted): { stop: () => void } {
  let [lost, isOurs] = [0, false]
  const tell = (state: Watching) => {
    lost = state === 'playing' ? 0 : lost + Number(state === 'lost')
    say(state === 'lost' && isOurs && lost >= stuckTries ? 'stuck' : state)
  }
  return keepTrying<Watching>({
    named: { stream_full: 'full', live_unavailable: 'unavailable' },
    lost: 'lost',
    tell,
    onGone,
    begin: async (one) => {
      const grant = await api.live.grant({ streamId, role })
      if (one.isOver()) return
      const way = await otherWay(grant.provider)
      if (one.isOver()) return
      isOurs = !way
      if (way) return way.watch(grant, one, { show, tell, renew: () => api.live.grant({ streamId, role }) })
      const peer = new RTCPeerConnection({ iceServers: grant.iceServers })
      one.owns(() => peer.close())
      const stream = new MediaStream()
      peer.addTransceiver('video', { direction: 'recvonly' })
      peer.addTransceiver('audio', { direction: 'recvonly' })
      peer.addEventListener('track', ({ track }) => stream.addTrack(track))
      peer.addEventListener('connectionstatechange', () => {
        if (peer.connectionState === 'failed') one.lost('lost')
      })
      watchArrivals(async () => bytesIn((await peer.getStats()).values()), one, tell)
      show(stream)
      await negotiate(peer, grant, apiBaseUrl, one.owns)
    },
  })
}
