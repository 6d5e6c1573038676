import { useState } from 'react'
import { Intentions, type Once } from '#web/app/act.ts'

/** One key for one intention (web/app/act.ts), for forms that say by themselves how an attempt ended. */
export function useIntention() {
  const [intentions] = useState(() => new Intentions())
  return <Answer>(wanted: unknown, does: (once: Once) => Promise<Answer>): Promise<Answer> => intentions.attempt([wanted], does)
}
