// What every wallet must hold if the town's history happened as it is told: reckoned from the data alone, without the product.
import { costOf } from './cost.ts'
import { type Event, packages } from './event.ts'

export interface Books {
  /** By username, in hundredths of a token. */
  balances: Map<string, number>
  /** Every moment at which a wallet would have been overdrawn. */
  debts: string[]
}

/** @param history oldest first */
export function reckon(history: readonly Event[]): Books {
  const balances = new Map<string, number>()
  const debts: string[] = []
  for (const event of history) {
    if (!('fan' in event)) continue
    let balance = (balances.get(event.fan) ?? 0) - Math.round(costOf(event) * 100)
    if (event.kind === 'topUp') {
      const bought = packages.find((one) => one.key === event.package)
      balance += ((bought?.tokens ?? 0) + (bought?.bonusTokens ?? 0)) * 100
    }
    if (event.kind === 'refund') balance += Math.round(costOf({ ...event, kind: 'unlock' }) * 100)
    if (balance < 0) debts.push(`${event.fan} ${event.kind} ${event.hoursAgo}`)
    balances.set(event.fan, balance)
  }
  return { balances, debts }
}
