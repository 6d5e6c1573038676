// What the office gave out: one that still runs, one for a season, one that is nearly used up, and one that was a mistake.
import * as coupons from '#server/money/coupons/coupons.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'

const dayMs = 86_400_000

interface Plan {
  code: string
  type: 'percent' | 'fixed'
  /** Percents, or minor units. */
  value: number
  minimumAmount?: number
  maxUses?: number
  daysAgo: number
  /** After it began. */
  lastsDays?: number
  endedDaysAgo?: number
}

const plans: readonly Plan[] = [
  { code: 'WELCOME', type: 'percent', value: 10, daysAgo: 58 },
  { code: 'AUTUMN', type: 'fixed', value: 500, minimumAmount: 3000, maxUses: 50, daysAgo: 30, lastsDays: 60 },
  { code: 'MIDAUTUMN26', type: 'percent', value: 15, daysAgo: 57, lastsDays: 10 },
  { code: 'HALFPRICE', type: 'percent', value: 50, daysAgo: 12, endedDaysAgo: 11.9 },
]

export function couponChapters({ staffId }: Cast): Chapter[] {
  const by = { by: staffId, ip: '127.0.0.1' }
  return plans.flatMap(({ code, type, value, minimumAmount, maxUses, daysAgo, lastsDays, endedDaysAgo }) => [
    {
      hoursAgo: daysAgo * 24,
      async happen(tx: Tx) {
        const expiresAt = lastsDays === undefined ? null : new Date(tx.now.getTime() + lastsDays * dayMs)
        const given = { code, type, value, minimumAmount: minimumAmount ?? null, maxUses: maxUses ?? null, startsAt: null, expiresAt }
        await coupons.create(tx, given, by)
      },
    },
    ...(endedDaysAgo === undefined
      ? []
      : [
          {
            hoursAgo: endedDaysAgo * 24,
            async happen(tx: Tx) {
              const [found] = (await coupons.all(tx, { q: code, limit: 1, offset: 0 })).rows
              if (found) await coupons.end(tx, found.id, by)
            },
          },
        ]),
  ])
}
