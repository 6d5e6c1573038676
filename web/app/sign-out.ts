import { forgetOwn } from '#web/app/own-storage.ts'
import { useApi } from '#web/app/session.tsx'
import { askWidget, useStandingWidget } from '#web/app/widget.ts'

/** As long as a widget of somebody else's may take to end its own session. */
const patienceMs = 3000

/** A whole new page afterwards: nothing of this account may stay in memory. @param redirect where they go on once they signed in again */
export function useSignOut(): (redirect?: string) => Promise<void> {
  const api = useApi()
  const standing = useStandingWidget()
  return async (redirect) => {
    // Else it would let them in again on the next page.
    if (standing?.isOutside)
      await Promise.race([askWidget((widget) => widget.logout()), new Promise((late) => setTimeout(late, patienceMs))])
    await api.accounts.logout({})
    forgetOwn()
    window.location.assign(redirect === undefined ? '/auth/login' : `/auth/login?${new URLSearchParams({ redirect })}`)
  }
}
