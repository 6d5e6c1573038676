import { Suspense, useEffect, useState } from 'react'
import { cameBy } from '#web/app/arrival.ts'
import { mayTellOn } from '#web/app/install.ts'
import { useApi, useBoot } from '#web/app/session.tsx'
import { bringWords } from '#web/app/words.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { lazy, partUntilBack } from '#web/ui/network.ts'

const InstallHint = lazy(async () => {
  const [file] = await Promise.all([import('#web/app/shell/InstallHint.tsx'), bringWords('own')])
  return { default: file.InstallHint }
})

const Widget = lazy(async () => {
  const [file] = await Promise.all([import('#web/people/widget/Widget.tsx'), bringWords('door')])
  return { default: file.Widget }
})

// Most sites count nobody.
const Counting = lazy(() => import('#web/app/shell/Counting.tsx').then((file) => ({ default: file.Counting })))

/** What nobody waits for: it comes once the page is there and its browser has nothing else to do. */
export function Beside({ isOpen }: { isOpen: boolean }) {
  const { me, analytics, settings } = useBoot()
  const isHydrated = useIsHydrated()
  useRealtime(me !== null)
  useArrival(me === null)
  if (!isHydrated || !isOpen) return null
  return (
    <>
      {analytics !== 'none' && (
        <Suspense fallback={null}>
          <Counting />
        </Suspense>
      )}
      {(me || settings.loginWidget) && (
        <Suspense fallback={null}>
          <Widget />
        </Suspense>
      )}
      {/* Whoever works here, or acts for somebody, has banners of their own. */}
      {me && !me.roles.includes('staff') && !me.impersonatedBy && <Installing />}
    </>
  )
}

function Installing() {
  const { timeZone } = useBoot()
  const [today] = useState(() => dayIn(Date.now(), timeZone))
  const [isDue] = useState(() => mayTellOn(today))
  return (
    isDue && (
      <Suspense fallback={null}>
        <InstallHint today={today} />
      </Suspense>
    )
  )
}

/** The socket is for members, and its client is fetched only for them. */
function useRealtime(isMember: boolean): void {
  const { apiBaseUrl } = useBoot()
  useEffect(() => {
    if (!isMember) return
    let close = () => {}
    let gone = false
    void partUntilBack(() => import('#web/app/realtime.ts')).then(({ connect }) => {
      if (!gone) close = connect(apiBaseUrl)
    })
    return () => {
      gone = true
      close()
    }
  }, [isMember, apiBaseUrl])
}

const longestCode = 100

/** Tells that a visitor came by a creator's link. The page that the server drew is one for all, and knows nothing of it; what goes wrong is nothing to them. */
function useArrival(isVisitor: boolean): void {
  const api = useApi()
  useEffect(() => {
    if (!isVisitor) return
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // Whoever was quick is on another page by now.
    const code = codeIn(window.location.href) ?? (loaded && codeIn(loaded.name))
    if (!code || code.length > longestCode || !cameBy(code)) return
    api.referrals.arrive({ code, again: loaded !== undefined && loaded.type !== 'navigate' }).catch(() => {})
  }, [api, isVisitor])
}

const codeIn = (address: string) => new URL(address, window.location.href).searchParams.get('ref')
