// What will perhaps be wanted comes when nothing else is: after the page and its pictures are there, and never on a connection that saves.
import { useEffect } from 'react'

type Fetch = () => Promise<unknown>

const fetched = new Set<Fetch>()

/** Fetches the code of what a press would open, so that it opens at once. Many pieces may ask for the same. */
export function useWhenIdle(fetch: Fetch | undefined): void {
  useEffect(() => {
    if (!fetch || fetched.has(fetch) || savesData()) return
    fetched.add(fetch)
    // Whoever presses then fetches it again, and hears of it.
    whenIdle(() => void fetch().catch(() => fetched.delete(fetch)))
  }, [fetch])
}

/** Returns the way to take it back. */
function whenIdle(act: () => void): () => void {
  let isWanted = true
  const once = () => isWanted && act()
  const wait = () => (window.requestIdleCallback ? void window.requestIdleCallback(once, { timeout: 3000 }) : void setTimeout(once, 500))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    isWanted = false
    window.removeEventListener('load', wait)
  }
}

/** For parts that the server drew already. On the server nothing waits. */
export function idle(): Promise<void> {
  return typeof window === 'undefined' ? Promise.resolve() : new Promise((done) => void whenIdle(done))
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
}
