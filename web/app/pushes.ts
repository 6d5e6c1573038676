// Listening to what the server pushes, without fetching the socket's client: app/realtime.ts tells the window, which outlives every connection.
import { useEffect, useEffectEvent } from 'react'
import type { PushName, Pushes, SignalName, Signals } from '#contract/pushes.ts'

const eventOf = (name: PushName) => `push:${name}`

export function tellPush<Name extends PushName>(name: Name, payload: Pushes[Name]): void {
  window.dispatchEvent(new CustomEvent(eventOf(name), { detail: payload }))
}

const signalled = 'signal'

/** Says something over the socket, if there is one just now (app/realtime.ts): a hint that may be lost. */
export function signal<Name extends SignalName>(name: Name, payload: Signals[Name]): void {
  window.dispatchEvent(new CustomEvent(signalled, { detail: { name, payload } }))
}

/** For the socket alone. Returns the way to stop. */
export function onSignal(send: (name: SignalName, payload: unknown) => void): () => void {
  const onEvent = (event: Event) => {
    const { name, payload } = (event as CustomEvent<{ name: SignalName; payload: unknown }>).detail
    send(name, payload)
  }
  window.addEventListener(signalled, onEvent)
  return () => window.removeEventListener(signalled, onEvent)
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
