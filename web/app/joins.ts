// Rooms that a page listens in over the socket (contract/pushes.ts, Joins): asked for now, and again whenever the socket connects anew. Apart from
// pushes.ts, which every first page brings.
import { useEffect, useEffectEvent } from 'react'
import type { JoinName, Joins } from '#contract/pushes.ts'

interface Wanted {
  name: JoinName
  asks: Joins[JoinName]['asks']
  /** With what stands there; undefined where nobody is let in. */
  joined: (answer: Joins[JoinName]['answer'] | undefined) => void
}

const wanted = new Set<Wanted>()
const changed = new EventTarget()

/** For the socket alone (app/realtime.ts). Returns the way to stop. */
export function onJoins(socket: { join: (each: Wanted) => void; leave: (each: Wanted) => void }): {
  again: () => void
  stop: () => void
} {
  const onAdded = (event: Event) => socket.join((event as CustomEvent<Wanted>).detail)
  const onGone = (event: Event) => socket.leave((event as CustomEvent<Wanted>).detail)
  changed.addEventListener('added', onAdded)
  changed.addEventListener('gone', onGone)
  return {
    again: () => wanted.forEach(socket.join),
    stop: () => {
      changed.removeEventListener('added', onAdded)
      changed.removeEventListener('gone', onGone)
    },
  }
}

/** Listens in a room while the page stands there. @param onJoined each time it is let in: what happened before that is asked for then */
export function useJoin<Name extends JoinName>(
  name: Name,
  asks: Joins[Name]['asks'] | undefined,
  onJoined: (answer: Joins[Name]['answer'] | undefined) => void,
): void {
  const joined = useEffectEvent(onJoined)
  const key = asks && JSON.stringify(asks)
  useEffect(() => {
    if (key === undefined) return
    const each: Wanted = { name, asks: JSON.parse(key) as Joins[Name]['asks'], joined: (answer) => joined(answer) }
    wanted.add(each)
    changed.dispatchEvent(new CustomEvent('added', { detail: each }))
    return () => {
      wanted.delete(each)
      changed.dispatchEvent(new CustomEvent('gone', { detail: each }))
    }
  }, [name, key])
}
