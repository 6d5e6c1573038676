// Somebody came in: tabs of this browser that wait at the door hear of it. It says that it happened, and not who it was.
import { useRevalidator } from 'react-router'
import { mutate } from 'swr'
import { type Entered, meKey, useEnter } from '#web/app/session.tsx'

const name = 'door'

export function tellEntering(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage('in')
  channel.close()
}

/** @returns what ends the hearing */
export function hearEntering(heard: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = heard
  return () => channel.close()
}

/** A visitor becomes a member where they stand: the place and all that was typed stay, and everything that was asked before is asked again. */
export function useComingIn(): (entered: Entered, act?: () => unknown) => Promise<void> {
  const enter = useEnter()
  const { revalidate } = useRevalidator()
  return async (entered, act) => {
    await mutate(meKey, entered.me, { revalidate: false })
    enter(entered)
    tellEntering()
    await act?.()
    await Promise.all([revalidate(), mutate(() => true)])
  }
}
