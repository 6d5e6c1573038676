// Going on as another account: a whole new page afterwards, so that nothing of the one before stays in memory or on a socket.
import { forgetOwn } from '#web/app/own-storage.ts'
import { useAct } from '#web/app/act.ts'

/** Nothing of the account before stays: not in storage, not in memory. */
export function leaveFor(path: string): void {
  forgetOwn()
  window.location.assign(path)
}

/** @returns goes on as that account, one's own, and there to where they were going; the server says whether it is */
export function useSwitch(): (accountId: string, to?: string) => Promise<unknown> {
  const { act } = useAct((api, _once, accountId: string, _to?: string) => api.switching.go({ accountId }), {
    done: (_session, _id, to = '/me') => leaveFor(to),
  })
  return act
}

/** @returns ends acting for another, back to oneself, or to the door where that session is over */
export function useWayBack(): { goBack: () => Promise<unknown>; busy: boolean } {
  const { act, busy } = useAct((api) => api.switching.back({}), { done: ({ token }) => leaveFor(token ? '/me' : '/auth/login') })
  return { goBack: act, busy }
}
