import { type ReactNode, Suspense, useEffect } from 'react'
import { useMatches } from 'react-router'
import { useBoot } from '#web/app/session.tsx'
import { ConnectionLost } from '#web/app/shell/ConnectionLost.tsx'
import { AgeGate } from '#web/people/age/AgeGate.tsx'
import { lazy, untilBack } from '#web/ui/network.ts'

const ClosedDoor = lazy(() => import('#web/app/shell/ClosedDoor.tsx').then((file) => ({ default: file.ClosedDoor })))

/** What may stand between a visitor and every page: a closed country, maintenance, the age gate (specification.md sections 2 and 4). */
export function Gates({ children }: { children: ReactNode }) {
  const boot = useBoot()
  const { maintenanceMode } = boot.settings
  const matches = useMatches()
  const isMarked = matches.some((match) => (match.handle as { auth?: boolean } | undefined)?.auth)
  const isSignIn = matches.some((match) => match.pathname.includes('/auth/'))
  useTimeZone()
  useRealtime(boot.me !== null)

  const isShut = maintenanceMode && !boot.me?.roles.includes('staff') && !isSignIn
  if (boot.geoBlocked || isShut) {
    return (
      <Suspense fallback={null}>
        <ClosedDoor why={boot.geoBlocked ? 'country' : 'maintenance'} />
      </Suspense>
    )
  }
  return (
    <>
      {isMarked ? <AgeGate>{children}</AgeGate> : children}
      <ConnectionLost />
    </>
  )
}

/** Tells the server which zone to write hours in, for the next page. */
function useTimeZone(): void {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (zone) document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`
  }, [])
}

/** The socket is for members, and its client is fetched only for them. */
function useRealtime(isMember: boolean): void {
  const { apiBaseUrl } = useBoot()
  useEffect(() => {
    if (!isMember) return
    let close = () => {}
    let gone = false
    void untilBack(() => import('#web/app/realtime.ts')).then(({ connect }) => {
      if (!gone) close = connect(apiBaseUrl)
    })
    return () => {
      gone = true
      close()
    }
  }, [isMember, apiBaseUrl])
}
