// The socket in the browser: a push is a hint, so most only say what to ask for again; whenever it connects, everything is asked for.
// Statuses and delays are those of specification.md sections 4 and 9.
import { io } from 'socket.io-client'
import { mutate } from 'swr'
import { changedBy, type PushName, type Pushes } from '#contract/pushes.ts'
import { onJoins } from '#web/app/joins.ts'
import { onSignal, tellPush } from '#web/app/pushes.ts'
import { refresh } from '#web/app/query.ts'
import { registerWorker } from '#web/app/worker.ts'

type RealtimeStatus = 'initialized' | 'connected' | 'disconnect' | 'failed' | 'reconnecting'

/** Connects with the session's cookie and signs in; again after every reconnect. Returns the way to close. */
export function connect(apiBaseUrl: string): () => void {
  void registerWorker()
  const own = io(apiBaseUrl ? new URL(apiBaseUrl).origin : window.location.origin, {
    transports: ['websocket', 'polling'],
    withCredentials: true,
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
  })
  tell('initialized')
  let asking: ReturnType<typeof setTimeout> | undefined
  // Everybody hears it in the same moment, and often twice: they do not all ask in the next one.
  own.on('pushes/missed' satisfies PushName, () => {
    asking ??= setTimeout(
      () => {
        asking = undefined
        void mutate(() => true)
      },
      500 + 1000 * Math.random(),
    )
  })
  const rooms = onJoins({
    // While there is no connection it is asked for when there is one.
    join: ({ name, asks, joined }) => {
      if (own.connected)
        own.emit(name, asks, (answer: { joined: boolean; change: number }) => joined(answer.joined ? { change: answer.change } : undefined))
    },
    leave: ({ asks }) => void own.emit('stream/leave', asks),
  })
  own.on('connect', () => {
    // The session's cookie is HttpOnly: the server reads the token from the handshake, the event asks it to.
    own.emit('auth/login', {}, () => rooms.again())
    tell('connected')
    // The first time, too: between the page's making and now something may have changed that nobody could tell it.
    void mutate(() => true)
  })
  own.on('disconnect', () => tell('disconnect'))
  own.on('connect_error', () => tell('failed'))
  own.io.on('reconnect_attempt', () => tell('reconnecting'))

  for (const name of Object.keys(changedBy) as PushName[])
    own.on(name, (payload: Pushes[typeof name]) => {
      tellPush(name, payload)
      void refresh(...changedBy[name])
    })
  const stop = onSignal((name, payload) => void own.volatile.emit(name, payload))
  return () => {
    stop()
    rooms.stop()
    clearTimeout(asking)
    own.close()
    tell('disconnect')
  }
}

/** To be read on the page itself, by whoever wonders why nothing moves. */
function tell(status: RealtimeStatus): void {
  document.documentElement.dataset['socket'] = status
}
