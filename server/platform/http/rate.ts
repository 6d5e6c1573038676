// How often one caller may ask: in all from one address, per class of call, and for pages. A caller is an account, or an address for
// visitors; an IPv6 address stands for its /64, which is what one connection gets. RATE_LIMIT_FACTOR widens all of them.
// With REDIS_URL they are counted there, for all processes together. While it is away each process counts for itself, but for what is guessed
// (passwords) and what moves money: that is refused until somebody can count it again.
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateClass } from '#contract/endpoint.ts'
import { isWithinPage } from '#server/platform/http/page.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { type Redis, RedisAway } from '#server/platform/redis/redis.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where calls are counted for all processes together; undefined where there is one alone. */
    redis: Redis | undefined
  }
}

export interface Rate {
  max: number
  perSeconds: number
  by: 'caller' | 'address'
  /** Nobody is let in uncounted: it is refused as unavailable while Redis is away. */
  failsClosed?: true
}

export const rates: Readonly<Record<RateClass | 'page' | 'media' | 'everything', Rate>> = {
  read: { max: 600, perSeconds: 60, by: 'caller' },
  write: { max: 120, perSeconds: 60, by: 'caller' },
  money: { max: 60, perSeconds: 60, by: 'caller', failsClosed: true },
  upload: { max: 60, perSeconds: 60, by: 'caller' },
  // Passwords and registrations are guessed from addresses, so an account in hand does not widen them.
  'sign-in': { max: 20, perSeconds: 60, by: 'address', failsClosed: true },
  // calls.md section 7: five letters an hour from one address.
  letter: { max: 5, perSeconds: 3600, by: 'address' },
  // A page is counted once, whatever it asks for to be drawn.
  page: { max: 600, perSeconds: 60, by: 'address' },
  // Pictures and pieces of films: a page asks for a hundred, and many stand behind one address.
  media: { max: 12_000, perSeconds: 60, by: 'address' },
  // Generous, because a school or a telephone network may stand behind one address: it ends what asks without a pause.
  everything: { max: 6000, perSeconds: 60, by: 'address' },
}

export interface Limit {
  readonly by: Rate['by']
  /** Counts this request. @throws too_many_requests with the seconds to wait; RedisAway */
  count(request: FastifyRequest): Promise<void>
}

/** @param name what is counted: by it every process counts the same */
export function limitOf(app: FastifyInstance, name: string, { max, perSeconds, by, failsClosed }: Rate, factor: number): Limit {
  const [most, windowMs] = [Math.ceil(max * factor), perSeconds * 1000]
  const callerOf = (request: FastifyRequest) => (by === 'caller' && idOf(request.viewer)) || network(request.ip)
  const look = app.createRateLimit({ max: most, timeWindow: windowMs, keyGenerator: callerOf })
  const { redis } = app

  /** How long this caller has to wait, in milliseconds. */
  async function alone(request: FastifyRequest): Promise<number> {
    const found = await look(request)
    return !found.isAllowed && found.isExceeded ? found.ttl : 0
  }

  async function together(shared: Redis, request: FastifyRequest): Promise<number> {
    const { count, leftMs } = await countIn(shared, `stagedoor:calls:${name}:${callerOf(request)}`, windowMs)
    return count > most ? leftMs : 0
  }

  return {
    by,
    async count(request) {
      // It was counted with its page.
      if (isWithinPage()) return
      const waitMs = redis
        ? await together(redis, request).catch((error: unknown) => {
            if (failsClosed || !(error instanceof RedisAway)) throw error
            return alone(request)
          })
        : await alone(request)
      if (waitMs > 0) throw new Refusal('too_many_requests', { seconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    },
  }
}

/** The first of a window begins it; in one step, so that none is left that never ends. */
const counting = `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }`

async function countIn(redis: Redis, key: string, windowMs: number): Promise<{ count: number; leftMs: number }> {
  const [count, leftMs] = (await redis.ask((client) => client.eval(counting, 1, key, windowMs))) as [number, number]
  return { count, leftMs }
}

/** The first 64 bits of an IPv6 address; others as they are. */
export function network(address: string): string {
  if (!isIPv6(address)) return address
  const [left = '', right] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(left), groups(right ?? '')]
  const zeros = right === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
