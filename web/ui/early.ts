import { useEffect, useEffectEvent } from 'react'

/** What was chosen before the page was alive counts: it is what its reader sees. @param take looks at the boxes, once, as they come alive */
export function useEarlyChoice(take: () => void): void {
  const once = useEffectEvent(take)
  useEffect(() => once(), [])
}
