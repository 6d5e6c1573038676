// Whether one may still watch: asked every few seconds while it plays, so that a right that ended (a refund, an expiry, a takedown) stops
// what is loaded already too. The server refuses the next piece by itself; this is for the seconds before.
import { useEffect, useEffectEvent } from 'react'
import type { Static } from 'typebox'
import type { FileProgress } from '#contract/media/file.ts'

export type StatusOf = () => Promise<Static<typeof FileProgress>>

const askEveryMs = 7000

export function useRightToPlay(isPlaying: boolean, statusOf: StatusOf | undefined, onLost: () => void): void {
  const ask = useEffectEvent(async () => {
    if (!statusOf) return
    try {
      const { url, status } = await statusOf()
      if (status === 'finished' && !url) onLost()
    } catch (error) {
      // Not found: taken down, or hidden by a block. A network that is away for a moment is no loss of a right.
      if (error instanceof Error && 'status' in error && (error.status === 404 || error.status === 403)) onLost()
    }
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => void ask(), askEveryMs)
    return () => clearInterval(timer)
  }, [isPlaying])
}
