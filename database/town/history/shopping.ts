// What the town's people ordered, as events among all others. Whoever shops tops up before: an evening is enough for any of it.
import { orders } from '../shop.ts'
import type { Event } from './event.ts'

export function shopping(): Event[] {
  const filled = new Set<string>()
  return orders
    .toSorted((a, b) => b.hoursAgo - a.hoursAgo)
    .flatMap(({ fan, product, hoursAgo, quantity, note, steps }): Event[] => {
      const isFirst = !filled.has(fan)
      filled.add(fan)
      return [
        ...(isFirst ? [{ kind: 'topUp' as const, hoursAgo: hoursAgo + 0.4, fan, package: 'evening' as const }] : []),
        { kind: 'order', hoursAgo, fan, product, quantity, ...(note !== undefined && { note }) },
        ...steps.map(([status, by, at]): Event => ({ kind: 'orderStep', hoursAgo: at, fan, product, quantity, status, by })),
      ]
    })
}
