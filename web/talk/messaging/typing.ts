// Who writes just now: said every few seconds while somebody types, and over when it is said no more. Hints, both ways.
import { useEffect, useRef, useState } from 'react'
import { signal, usePush } from '#web/app/pushes.ts'

const sayEveryMs = 3000
const lastsMs = 6000

/** @param heard how far the conversation goes: what was written is there, so nobody writes it any more */
export function useIsWriting(conversationId: string, heard: number): boolean {
  const [since, setSince] = useState<{ at: number; heard: number }>()
  usePush('message/typing', (payload) => {
    if (payload.conversationId === conversationId) setSince({ at: Date.now(), heard })
  })
  useEffect(() => {
    if (!since) return
    const timer = setTimeout(() => setSince(undefined), lastsMs)
    return () => clearTimeout(timer)
  }, [since])
  return since !== undefined && since.heard === heard
}

/** To be called at each letter, and with false when the field is empty: what is begun then is said at once. */
export function useSaysWriting(conversationId: string): (isWriting: boolean) => void {
  const said = useRef(0)
  return (isWriting) => {
    if (!isWriting) {
      said.current = 0
      return
    }
    const now = Date.now()
    if (now - said.current < sayEveryMs) return
    said.current = now
    signal('typing', { conversationId })
  }
}
