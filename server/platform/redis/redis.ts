// The Redis that several processes share (docs/adr/0015): what one of them says to all people, and what is counted for all of them together.
// Promises: nobody waits for it longer than half a second, and while it is away nobody waits at all; nothing is kept in it that is missed when
// it starts empty. Without REDIS_URL there is none, and nothing of it is loaded.
import { once } from 'node:events'
import type { Redis as Client, RedisOptions } from 'ioredis'

const answerMs = 500
/** Whoever was not answered asks nothing more for so long: one waits, and not everybody who comes meanwhile. */
const pauseMs = 1000
/** Once it is back it is found within this time. */
const retryMs = 250
/** How long a connection may owe an answer before it is given up: a network that fell silent says nothing of it. */
const silentMs = 2000

/** It does not answer. Nothing is wrong with what was asked, and asking again later is right. */
export class RedisAway extends Error {
  override name = 'RedisAway'

  constructor(cause?: unknown) {
    super('Redis is away', { cause })
  }
}

export interface Redis {
  /** Asks it something. @throws RedisAway at once while it is known to be away, after half a second otherwise */
  ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<Answer>
  /** A connection for somebody who waits to be told something: it outlives every interruption, and what waits on it is asked again. */
  listener(options?: { silentMs: number }): Client
  close(): Promise<void>
}

/** @param say tells the operator that it went away, and that it is back */
export async function connectRedis(url: string, say: (sentence: string) => void): Promise<Redis> {
  const { Redis: Connection } = await import('ioredis')
  const common = { connectTimeout: answerMs, retryStrategy: () => retryMs, disableClientInfo: true } satisfies RedisOptions
  const client = new Connection(url, {
    ...common,
    commandTimeout: answerMs,
    socketTimeout: silentMs,
    // What cannot be asked now is a no now: nothing is kept to be sent to a Redis that came back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  })
  const listeners = new Set<Client>()
  let silentUntil = 0
  let isAway = false
  const seen = (isAwayNow: boolean) => {
    if (isAway === isAwayNow) return
    isAway = isAwayNow
    say(isAway ? `Redis is away: ${reason}. Each process counts and speaks for itself until it is back.` : 'Redis is back.')
  }
  let reason = 'the connection was closed'
  client.on('error', (error: Error) => (reason = error.message || String((error as NodeJS.ErrnoException).code)))
  client.on('close', () => seen(true))
  client.on('ready', () => {
    silentUntil = 0
    seen(false)
  })
  // The first answer is worth a moment; a Redis that is not there keeps no site from opening.
  await once(client, 'ready', { signal: AbortSignal.timeout(2 * answerMs) }).catch(() => seen(true))

  return {
    async ask(question) {
      if (client.status !== 'ready' || performance.now() < silentUntil) throw new RedisAway()
      try {
        return await question(client)
      } catch (error) {
        silentUntil = performance.now() + pauseMs
        throw new RedisAway(error)
      }
    },
    listener({ silentMs: socketTimeout } = { silentMs: 0 }) {
      const own = new Connection(url, { ...common, maxRetriesPerRequest: null, ...(socketTimeout > 0 && { socketTimeout }) })
      own.on('error', () => {})
      listeners.add(own)
      return own
    },
    async close() {
      for (const each of [client, ...listeners]) each.removeAllListeners('close').disconnect()
    },
  }
}
