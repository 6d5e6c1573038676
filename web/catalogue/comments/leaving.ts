// Comments that were deleted a moment ago: they are out of sight at once, and gone for good when nobody took that back. It lives here
// and not in a page, so that leaving the page does not bring them back.
import { useSyncExternalStore } from 'react'

const undoMs = 6000
const none: ReadonlySet<string> = new Set()
let leaving: ReadonlySet<string> = none
const goodbyes = new Map<string, { timer: ReturnType<typeof setTimeout>; go: () => Promise<void> }>()
const watchers = new Set<() => void>()

export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => leaving,
    () => none,
  )
}

/** @param remove what deletes it; when that fails the comment is back */
export function leave(id: string, remove: () => Promise<unknown>): void {
  const go = async () => {
    goodbyes.delete(id)
    await remove().finally(() => show(id))
  }
  goodbyes.set(id, { timer: setTimeout(() => void go(), undoMs), go })
  tell(new Set([...leaving, id]))
  if (goodbyes.size === 1) window.addEventListener('pagehide', goAtOnce)
}

/** Takes a deletion back. */
export function stay(id: string): void {
  const waiting = goodbyes.get(id)
  if (!waiting) return
  clearTimeout(waiting.timer)
  goodbyes.delete(id)
  show(id)
}

/** Whoever closes the page has not taken it back. */
function goAtOnce(): void {
  for (const { timer, go } of goodbyes.values()) {
    clearTimeout(timer)
    void go()
  }
}

function show(id: string): void {
  tell(new Set([...leaving].filter((other) => other !== id)))
  if (goodbyes.size === 0) window.removeEventListener('pagehide', goAtOnce)
}

function tell(now: ReadonlySet<string>): void {
  leaving = now
  for (const watcher of watchers) watcher()
}
