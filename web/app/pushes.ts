// Listening to what the server pushes, without fetching the socket's client: app/realtime.ts tells the window, which outlives every connection.
import { useEffect, useEffectEvent } from 'react'
import type { PushName, Pushes } from '#contract/pushes.ts'

const eventOf = (name: PushName) => `push:${name}`

export function tellPush<Name extends PushName>(name: Name, payload: Pushes[Name]): void {
  window.dispatchEvent(new CustomEvent(eventOf(name), { detail: payload }))
}

/** Does more about a push than asking again for the rows that it names (contract/pushes.ts). */
export function usePush<Name extends PushName>(name: Name, listener: (payload: Pushes[Name]) => void): void {
  const onPush = useEffectEvent(listener)
  useEffect(() => {
    const onEvent = (event: Event) => onPush((event as CustomEvent<Pushes[Name]>).detail)
    window.addEventListener(eventOf(name), onEvent)
    return () => window.removeEventListener(eventOf(name), onEvent)
  }, [name])
}
