import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsHydrated } from '#web/ui/hydrated.ts'

interface Place {
  /** How many pages of the list were open. */
  open: number
  /** How far one had read, in px. */
  y: number
}

/**
 * How many pages of a list are open, kept for each step of the history: whoever comes Back finds as much of the list as they had, at the
 * place where they were. Kept for the tab, so that it survives a page loaded anew.
 * @param list names the list among others of the same page
 */
export function useScrollRestoration(list: string): { open: number; openMore: () => void } {
  const { key, pathname } = useLocation()
  const name = `place ${key} ${pathname} ${list}`
  // The server drew one page, and the first drawing must agree with it.
  const isHydrated = useIsHydrated()
  const [kept] = useState(() => (typeof window === 'undefined' ? undefined : read(name)))
  const [more, setMore] = useState(0)
  const open = (isHydrated && kept ? kept.open : 1) + more

  useEffect(() => (kept ? goOnceThere(kept.y) : undefined), [kept])

  useLayoutEffect(() => {
    // As it was last scrolled: while what is drawn goes, a bar that has gone already has moved the page by its height.
    let y = Math.round(window.scrollY)
    const scrolled = () => {
      y = Math.round(window.scrollY)
    }
    const keep = () => sessionStorage.setItem(name, JSON.stringify({ open, y } satisfies Place))
    window.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', scrolled)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [name, open])

  return { open, openMore: () => setMore((count) => count + 1) }
}

function read(name: string): Place | undefined {
  const text = sessionStorage.getItem(name)
  return text === null ? undefined : (JSON.parse(text) as Place)
}

/** Goes to a place as soon as the page is long enough, unless its reader moves first. */
function goOnceThere(y: number): () => void {
  const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
    for (const move of moves) window.removeEventListener(move, stop)
  }
  const watch = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < y + window.innerHeight) return
    if (Math.abs(window.scrollY - y) > 1) window.scrollTo(0, y)
    stop()
  })
  const timer = setTimeout(stop, 15_000)
  for (const move of moves) window.addEventListener(move, stop, { passive: true })
  watch.observe(document.body)
  return stop
}
