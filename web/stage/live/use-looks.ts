import { useEffect } from 'react'
import { refresh } from '#web/app/query.ts'

/** Asks again by itself who is live: nobody pushes what everybody would have to be told. Not while nobody looks. */
export function useLooks(wanted: boolean, everyMs: number): void {
  useEffect(() => {
    if (!wanted) return
    const look = () => {
      if (document.visibilityState === 'visible') void refresh('live.search')
    }
    const each = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(each)
      document.removeEventListener('visibilitychange', look)
    }
  }, [wanted, everyMs])
}
