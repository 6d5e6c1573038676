import { type ReactNode, Suspense, useState } from 'react'
import { useMatches, useSearchParams } from 'react-router'
import { useBoot } from '#web/app/session.tsx'
import { Closed } from '#web/app/shell/Closed.tsx'
import { closedBy, type Marks } from '#web/app/shell/door.ts'
import { ConnectionLost } from '#web/app/shell/ConnectionLost.tsx'
import { Door } from '#web/people/accounts/door/Door.tsx'
import { AgeGate } from '#web/people/age/AgeGate.tsx'
import { idle } from '#web/ui/idle.ts'
import { lazy } from '#web/ui/network.ts'

// Few pages are a way back from paying.
const Finishing = lazy(() => import('#web/money/subscriptions/Finishing.tsx').then((file) => ({ default: file.Finishing })))
// Nobody waits for what is in it.
const Beside = lazy(() =>
  idle()
    .then(() => import('#web/Beside.tsx'))
    .then((file) => ({ default: file.Beside })),
)

/** What may stand between a visitor and every page: a closed country, maintenance, the age gate (specification.md sections 2 and 4). */
export function Gates({ children }: { children: ReactNode }) {
  const boot = useBoot()
  const matches = useMatches()
  const isMarked = matches.some((match) => (match.handle as Marks | undefined)?.auth)
  const why = closedBy(boot, matches)
  const beside = (
    <Suspense>
      <Beside isOpen={!why} />
    </Suspense>
  )
  if (why)
    return (
      <>
        {beside}
        <Closed why={why} />
      </>
    )
  return (
    <>
      <ConnectionLost />
      <Door>
        {beside}
        {isMarked ? <AgeGate>{children}</AgeGate> : children}
      </Door>
      {boot.me && <Finish />}
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
