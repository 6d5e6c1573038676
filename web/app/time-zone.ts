import { startTransition, useEffect, useState } from 'react'

/**
 * The reader's zone. The server wrote the page in the one that the cookie told it, or in a guess on somebody's first visit: the first drawing
 * agrees with that, and right after it hours are those of this browser, which tells the server for the next page.
 */
export function useTimeZone(told: string): string {
  const [timeZone, setTimeZone] = useState(told)
  useEffect(() => {
    const own = ownTimeZone()
    if (!own) return
    document.cookie = `tz=${own}; path=/; max-age=31536000; samesite=lax`
    // What is still to come alive must not be drawn anew for it.
    startTransition(() => setTimeZone(own))
  }, [])
  return timeZone
}

export function ownTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
}
