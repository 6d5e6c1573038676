// How often one caller may ask: in all from one address, per class of call, and for pages. A caller is an account, or an address for
// visitors; an IPv6 address stands for its /64, which is what one connection gets. RATE_LIMIT_FACTOR widens all of them.
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateClass } from '#contract/endpoint.ts'
import { isWithinPage } from '#server/platform/http/page.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

export interface Rate {
  max: number
  perSeconds: number
  by: 'caller' | 'address'
}

export const rates: Readonly<Record<RateClass | 'page' | 'everything', Rate>> = {
  read: { max: 600, perSeconds: 60, by: 'caller' },
  write: { max: 120, perSeconds: 60, by: 'caller' },
  money: { max: 60, perSeconds: 60, by: 'caller' },
  upload: { max: 60, perSeconds: 60, by: 'caller' },
  // Passwords and registrations are guessed from addresses, so an account in hand does not widen them.
  'sign-in': { max: 20, perSeconds: 60, by: 'address' },
  // calls.md section 7: five letters an hour from one address.
  letter: { max: 5, perSeconds: 3600, by: 'address' },
  // A page is counted once, whatever it asks for to be drawn.
  page: { max: 600, perSeconds: 60, by: 'address' },
  // Generous, because a school or a telephone network may stand behind one address: it ends what asks without a pause.
  everything: { max: 6000, perSeconds: 60, by: 'address' },
}

export interface Limit {
  readonly by: Rate['by']
  /** Counts this request. @throws too_many_requests with the seconds to wait */
  count(request: FastifyRequest): Promise<void>
}

export function limitOf(app: FastifyInstance, { max, perSeconds, by }: Rate, factor: number): Limit {
  const look = app.createRateLimit({
    max: Math.ceil(max * factor),
    timeWindow: perSeconds * 1000,
    keyGenerator: (request) => (by === 'caller' && idOf(request.viewer)) || network(request.ip),
  })
  return {
    by,
    async count(request) {
      // It was counted with its page.
      if (isWithinPage()) return
      const found = await look(request)
      if (!found.isAllowed && found.isExceeded) throw new Refusal('too_many_requests', { seconds: Math.max(1, found.ttlInSeconds) })
    },
  }
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
