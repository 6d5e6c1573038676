import { useEffect } from 'react'
import { cameBy } from '#web/app/arrival.ts'
import { useApi } from '#web/app/session.tsx'

const longest = 100

/** Tells that a visitor came by a creator's link. It draws nothing, and what goes wrong with it is nothing to the visitor. */
export function Arrival({ code }: { code: string }) {
  const api = useApi()
  useEffect(() => {
    if (code.length > longest || !cameBy(code)) return
    const [loaded] = performance.getEntriesByType('navigation')
    const again = (loaded as PerformanceNavigationTiming | undefined)?.type === 'reload'
    api.referrals.arrive({ code, again }).catch(() => {})
  }, [api, code])
  return null
}
