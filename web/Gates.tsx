import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useMatches, useSearchParams } from 'react-router'
import { useBoot } from '#web/app/session.tsx'
import { Closed } from '#web/app/shell/Closed.tsx'
import { closedBy, type Marks } from '#web/app/shell/door.ts'
import { ConnectionLost } from '#web/app/shell/ConnectionLost.tsx'
import { Door } from '#web/people/accounts/door/Door.tsx'
import { AgeGate } from '#web/people/age/AgeGate.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { whenIdle } from '#web/ui/idle.ts'
import { lazy, partUntilBack } from '#web/ui/network.ts'

// Few pages are a way back from paying.
const Finishing = lazy(() => import('#web/money/subscriptions/Finishing.tsx').then((file) => ({ default: file.Finishing })))
const Arrival = lazy(() => import('#web/app/shell/Arrival.tsx').then((file) => ({ default: file.Arrival })))
// Most sites count nobody.
const Counting = lazy(() => import('#web/app/shell/Counting.tsx').then((file) => ({ default: file.Counting })))

/** What may stand between a visitor and every page: a closed country, maintenance, the age gate (specification.md sections 2 and 4). */
export function Gates({ children }: { children: ReactNode }) {
  const boot = useBoot()
  const matches = useMatches()
  const isMarked = matches.some((match) => (match.handle as Marks | undefined)?.auth)
  useRealtime(boot.me !== null)

  const why = closedBy(boot, matches)
  if (why) return <Closed why={why} />
  return (
    <>
      <ConnectionLost />
      <Door>{isMarked ? <AgeGate>{children}</AgeGate> : children}</Door>
      {boot.me ? <Finish /> : <Came />}
      {boot.analytics !== 'none' && (
        <Suspense>
          <Counting />
        </Suspense>
      )}
    </>
  )
}

/** What was begun before a payment page goes on where it was begun. */
function Finish() {
  const isAsked = useSearchParams()[0].has('finish')
  const [isWanted, setWanted] = useState(false)
  if (isAsked && !isWanted) setWanted(true)
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Finishing />
      </Suspense>
    )
  )
}

/** Few come by somebody's link. The page that the server drew is one for all, and knows nothing of it. */
function Came() {
  const code = useSearchParams()[0].get('ref')
  const isHydrated = useIsHydrated()
  return (
    isHydrated &&
    code && (
      <Suspense fallback={null}>
        <Arrival code={code} />
      </Suspense>
    )
  )
}

/** The socket is for members, and its client is fetched only for them, once their page is there. */
function useRealtime(isMember: boolean): void {
  const { apiBaseUrl } = useBoot()
  useEffect(() => {
    if (!isMember) return
    let close = () => {}
    let gone = false
    const forget = whenIdle(() => {
      void partUntilBack(() => import('#web/app/realtime.ts')).then(({ connect }) => {
        if (!gone) close = connect(apiBaseUrl)
      })
    })
    return () => {
      gone = true
      forget()
      close()
    }
  }, [isMember, apiBaseUrl])
}
