// How loud somebody likes it: kept in this browser, and until they said so the site's setting (specification.md sections 3 and 9).
import { useState } from 'react'
import { useSettings } from '#web/app/session.tsx'

const key = 'player.volume'

export interface Volume {
  /** 0 to 1 */
  level: number
  muted: boolean
}

export function useVolume(): [Volume, (next: Volume) => void] {
  const { volume: usual } = useSettings()
  const [volume, set] = useState<Volume>(() => kept() ?? { level: Math.min(1, Math.max(0, usual)), muted: false })
  return [
    volume,
    (next) => {
      set(next)
      keep(next)
    },
  ]
}

function kept(): Volume | undefined {
  if (typeof localStorage === 'undefined') return undefined
  const found = /^(m?)([01](?:\.\d{1,2})?)$/.exec(localStorage.getItem(key) ?? '')
  return found ? { muted: found[1] === 'm', level: Math.min(1, Number(found[2])) } : undefined
}

function keep({ level, muted }: Volume): void {
  try {
    localStorage.setItem(key, `${muted ? 'm' : ''}${Math.round(level * 100) / 100}`)
  } catch {
    // A browser that keeps nothing still plays.
  }
}
