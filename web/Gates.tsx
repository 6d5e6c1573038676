import { type ReactNode, useEffect } from 'react'
import { useMatches } from 'react-router'
import { useBoot } from '#web/app/session.tsx'
import { Closed } from '#web/app/shell/Closed.tsx'
import { closedBy, type Marks } from '#web/app/shell/door.ts'
import { ConnectionLost } from '#web/app/shell/ConnectionLost.tsx'
import { Counting } from '#web/app/shell/Counting.tsx'
import { AgeGate } from '#web/people/age/AgeGate.tsx'
import { untilBack } from '#web/ui/network.ts'

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
      {isMarked ? <AgeGate>{children}</AgeGate> : children}
      <ConnectionLost />
      <Counting />
    </>
  )
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
