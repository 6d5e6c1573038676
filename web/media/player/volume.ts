// How loud somebody likes it: kept in this browser, and until they said so the site's setting (specification.md sections 3 and 9).
import { useSyncExternalStore } from 'react'
import { useSettings } from '#web/app/session.tsx'

const key = 'player.volume'

export interface Volume {
  /** 0 to 1 */
  level: number
  muted: boolean
}

/** One volume for all players of the page. What is kept is not known to the server, so the first drawing has the usual one. */
export function useVolume(): [Volume, (next: Volume) => void] {
  const { volume: usual } = useSettings()
  const kept = useSyncExternalStore(watch, read, () => '')
  return [parse(kept) ?? { level: Math.min(1, Math.max(0, usual)), muted: false }, keep]
}

const listeners = new Set<() => void>()
/** Where the browser keeps nothing, it is remembered as long as the page is open. */
let last = ''

function watch(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? last
  } catch {
    return last
  }
}

function parse(kept: string): Volume | undefined {
  const found = /^(m?)([01](?:\.\d{1,2})?)$/.exec(kept)
  return found ? { muted: found[1] === 'm', level: Math.min(1, Number(found[2])) } : undefined
}

function keep({ level, muted }: Volume): void {
  last = `${muted ? 'm' : ''}${Math.round(level * 100) / 100}`
  try {
    localStorage.setItem(key, last)
  } catch {
    // A browser that keeps nothing still plays.
  }
  for (const listener of listeners) listener()
}
