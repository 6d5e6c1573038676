// Hearing what the server pushes, without fetching the socket's client: app/realtime.ts tells the window, which outlives every connection.
import { useEffect, useEffectEvent } from 'react'
import type { PushName, Pushes } from '#contract/pushes.ts'

const eventOf = (name: PushName) => `push:${name}`

export function tellPush<Name extends PushName>(name: Name, payload: Pushes[Name]): void {
  window.dispatchEvent(new CustomEvent(eventOf(name), { detail: payload }))
}

/** Does more about a push than asking again for the rows that it names (contract/pushes.ts). */
export function usePush<Name extends PushName>(name: Name, heard: (payload: Pushes[Name]) => void): void {
  const hear = useEffectEvent(heard)
  useEffect(() => {
    const listener = (event: Event) => hear((event as CustomEvent<Pushes[Name]>).detail)
    window.addEventListener(eventOf(name), listener)
    return () => window.removeEventListener(eventOf(name), listener)
  }, [name])
}
