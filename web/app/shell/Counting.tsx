import { Suspense, useEffect } from 'react'
import { count, useIsAsking } from '#web/app/counting.ts'
import { useBoot } from '#web/app/session.tsx'
import { bringWords } from '#web/app/words.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { lazy } from '#web/ui/network.ts'

const CountingQuestion = lazy(async () => {
  const [file] = await Promise.all([import('#web/app/shell/CountingQuestion.tsx'), bringWords('own')])
  return { default: file.CountingQuestion }
})

/** Where the office set an analytics code: counts those who said yes, and asks those who have not answered. */
export function Counting() {
  const { analytics, settings } = useBoot()
  const isAsking = useIsAsking()
  const isHydrated = useIsHydrated()
  useEffect(() => {
    if (analytics === 'yes') count(settings.gaCode)
  }, [analytics, settings.gaCode])
  // Never in what the server drew: an answer that is pressed before its part has come would be lost.
  if (!isHydrated || (analytics !== 'unasked' && !isAsking)) return null
  return (
    <Suspense fallback={null}>
      <CountingQuestion />
    </Suspense>
  )
}
