import { useEffect } from 'react'
import type { RowName } from '#contract/client.ts'
import { refresh } from '#web/app/query.ts'

/** Asks a row again by itself, where nobody pushes what everybody would have to be told. Not while nobody looks. @param everyMs undefined: not now */
export function useLooks(row: RowName, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return
    const look = () => {
      if (document.visibilityState === 'visible') void refresh(row)
    }
    const each = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(each)
      document.removeEventListener('visibilitychange', look)
    }
  }, [row, everyMs])
}
