// Watching some seconds late: where this browser takes no WebRTC, or its network lets none of it through.
import { type RefObject, useEffect, useState } from 'react'
import { type Api, Refused } from '#contract/client.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import type { Watching } from '#web/stage/live/carrying.ts'
import { keepTrying, type Try } from '#web/stage/live/trying.ts'

/** It is made when somebody asks for it. */
const againMs = 1000
/** Whoever makes it is away. */
const mostAsked = 40

/** @param wanted false while it is watched by WebRTC, or there is nothing to see */
export function useWatchingLate(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  wanted: boolean,
): { state: Watching; secondsLate: number | undefined; again: () => void } {
  const api = useApi()
  const [state, setState] = useState<Watching>('connecting')
  const [secondsLate, setSecondsLate] = useState<number>()
  /** How often it was pressed for here, after another window had it. */
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (!wanted) return
    return keepTrying<Watching>({
      named: { stream_full: 'full' },
      lost: 'lost',
      tell: setState,
      onGone: () => void refresh('live.join'),
      begin: async (one) => {
        const url = await addressOf(api, streamId, one, setSecondsLate)
        if (url === undefined || one.isOver()) return
        const { show } = await import('#web/stage/live/by-hls.ts')
        if (video.current && !one.isOver()) await show(video.current, url, one, setState)
      },
    }).stop
  }, [api, streamId, wanted, video, presses])
  const again = () => {
    setState('connecting')
    setPresses((before) => before + 1)
  }
  return { state, secondsLate, again }
}

/** Undefined where this try is over. */
async function addressOf(
  api: Pick<Api, 'live'>,
  id: string,
  one: Try<Watching>,
  onLate: (seconds: number) => void,
): Promise<string | undefined> {
  try {
    for (let asked = 0; asked < mostAsked && !one.isOver(); asked++) {
      const { url, secondsLate } = await api.live.watchByHls({ id, ...(asked > 0 && { goesOn: true }) })
      onLate(secondsLate)
      if (url !== undefined) return url
      await new Promise((passed) => setTimeout(passed, againMs))
    }
    one.lost('unavailable')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'webrtc_only') one.ends('none')
    else if (error.code === 'watched_elsewhere') one.ends('elsewhere')
    else throw error
  }
  return undefined
}
