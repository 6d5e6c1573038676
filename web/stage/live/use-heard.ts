import { useEffect, useState } from 'react'
import { usePush } from '#web/app/pushes.ts'

/** The room says every ten seconds how many watch: nothing for so long, and the socket is away, or this page is let in no more. */
const silentMs = 25_000

/** Whether the room of a stream is heard just now: then it says what is new by itself. @param onWatched each time it says how many watch */
export function useHeard(conversationId: string | undefined, onWatched?: (viewerCount: number) => void): boolean {
  const [heardAt, setHeardAt] = useState(0)
  usePush('stream/watched', (told) => {
    if (told.conversationId !== conversationId) return
    setHeardAt(performance.now())
    onWatched?.(told.viewerCount)
  })
  useEffect(() => {
    if (heardAt === 0) return
    const silent = setTimeout(() => setHeardAt(0), silentMs)
    return () => clearTimeout(silent)
  }, [heardAt])
  return heardAt !== 0
}
