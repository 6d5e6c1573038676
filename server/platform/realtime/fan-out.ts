// What one process says reaches the sockets of all: through a stream in the Redis that they share (docs/adr/0015), by socket.io's own adapter.
// The adapter gives everything to this process's sockets as well when Redis did not take it, so people here hear each other while it is away.
// Promises: whoever may have missed something is told so. Leaves to others: telling them, and what they do then (realtime.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Redis as Client } from 'ioredis'
import type { Redis } from '#server/platform/redis/redis.ts'

/** How long a reader waits for news before it asks again. */
const waitMs = 2000
/** What is older than this many others is found by asking: nobody who was away for so long is told it one by one. */
const mostKept = 10_000
const readAtOnce = 500
const pauseMs = 1000
/** Between the connection being back and being listened on again. */
const settleMs = 250

interface Hearers {
  /** What this process said did not reach the others; now Redis takes it again. */
  onLost(): void
  /** This process did not hear the others for a while, and does again. */
  onDeaf(): void
}

export interface FanOut {
  adapter: ReturnType<typeof createAdapter>
  /** How often something could not be said to the others. */
  readonly lost: number
  tell(hearers: Hearers): void
  close(): void
}

export function fanOutBy(redis: Redis): FanOut {
  let hearers: Hearers = { onLost() {}, onDeaf() {} }
  let lost = 0
  let isDeaf = false
  let isClosed = false
  let knocking: Promise<void> | undefined

  async function knock(): Promise<void> {
    for (;;) {
      await sleep(pauseMs, undefined, { ref: false })
      if (isClosed) return
      const isThere = await redis
        .ask((client) => client.ping())
        .then(
          () => true,
          () => false,
        )
      if (isThere) return hearers.onLost()
    }
  }

  function loses(): void {
    lost++
    knocking ??= knock().finally(() => (knocking = undefined))
  }

  const said = <Answer>(question: (client: Client) => Promise<Answer>) =>
    redis.ask(question).catch((error: unknown) => {
      loses()
      throw error
    })

  function listener(): Client {
    const own = redis.listener({ silentMs: 2 * waitMs })
    own.on('close', () => (isDeaf = true))
    own.on('ready', () => {
      if (!isDeaf) return
      isDeaf = false
      setTimeout(() => !isClosed && hearers.onDeaf(), settleMs).unref()
    })
    // The adapter asks again at once, whatever it was answered: an error that stays would keep this process busy with nothing else.
    const xread = own.xread.bind(own) as (...words: never[]) => Promise<unknown>
    const patiently = (...words: never[]) =>
      xread(...words).catch(async (error: unknown) => {
        await sleep(isClosed ? 0 : pauseMs)
        throw error
      })
    // Nobody waits for the answer to this one. It is asked again after every interruption, and fails when the connection is closed for good.
    const subscribe = own.subscribe.bind(own) as (...words: never[]) => Promise<unknown>
    const quietly = (...words: never[]) => subscribe(...words).catch(() => undefined)
    return Object.assign(own, { xread: patiently, subscribe: quietly })
  }

  /** All that the adapter asks of a connection that speaks: each word of it within half a second, or not at all. */
  const speaker = {
    options: {},
    duplicate: listener,
    xadd: (words: (string | number)[]) => said((client) => client.call('XADD', words)),
    publish: (channel: string, payload: Buffer) => said((client) => client.publish(channel, payload)),
  }

  return {
    adapter: createAdapter(speaker, {
      streamName: 'stagedoor:pushes',
      channelPrefix: 'stagedoor:pushes',
      maxLen: mostKept,
      readCount: readAtOnce,
      blockTimeInMs: waitMs,
      onlyPlaintext: true,
    }),
    get lost() {
      return lost
    },
    tell: (given) => void (hearers = given),
    close: () => void (isClosed = true),
  }
}
