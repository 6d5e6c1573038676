// The rooms that a connection asks into and leaves again. Which exist, and for whom they are, the slices say.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import type { JoinName, Joins } from '#contract/pushes.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/**
 * The room, a part of it where somebody may have to be left out by what they are, and what is answered to who asked; undefined when it is not for them, or
 * they said more than what is asked for.
 */
export type Judge<Name extends JoinName = JoinName> = (
  from: Viewer,
  country: string | undefined,
  asks: Partial<Joins[Name]['asks']>,
) => Promise<{ room: string; part?: string; answer: Joins[Name]['answer'] } | undefined>

/** One connection is in so many at most, beside its own. */
const mostRooms = 20

interface Connection {
  socket: Socket
  judges: ReadonlyMap<string, Judge>
  /** Who is signed in on it; waits for a sign-in that is under way. */
  viewer: () => Promise<Viewer>
  countryOf: ((request: IncomingMessage) => string | undefined) | undefined
}

export interface Joining {
  join(name: string, asks: object): Promise<{ joined: boolean }>
  leave(asks: object): void
  /** It is not for them any more, whatever they asked for. */
  putOut(room: string): void
  /** Somebody else signed in here, or nobody is any more: what was open to the one before is not heard on. */
  leaveAll(): void
}

export function joiningOf({ socket, judges, viewer, countryOf }: Connection): Joining {
  /** By the room that was judged, so that other words for it are not another one: the words by which it is left. */
  const rooms = new Map<string, { words: string; part: string | undefined }>()
  /** Who asked before they left is not let in afterwards, however long it took to judge. */
  let departures = 0
  const forget = (room: string) => {
    const part = rooms.get(room)?.part
    rooms.delete(room)
    void socket.leave(room)
    if (part !== undefined) void socket.leave(part)
  }
  return {
    async join(name, asks) {
      const who = await viewer()
      const before = departures
      const judged = await judges.get(name)?.(who, countryOf?.(socket.request), asks)
      if (!judged || socket.disconnected || departures !== before || (rooms.size >= mostRooms && !rooms.has(judged.room)))
        return { joined: false }
      const { room, part, answer } = judged
      rooms.set(room, { words: JSON.stringify(asks), part })
      await socket.join(part === undefined ? room : [room, part])
      return { joined: true, ...answer }
    },
    leave(asks) {
      const said = JSON.stringify(asks)
      for (const [room, { words }] of rooms) if (words === said) forget(room)
    },
    putOut: forget,
    leaveAll() {
      departures++
      for (const room of rooms.keys()) forget(room)
    },
  }
}
