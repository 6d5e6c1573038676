// What the proof's clients ask for, and how one is made up. A seed gives the same questions again (not the same interleaving).

export type Operation =
  | { kind: 'top_up'; fan: string; amount: number; key: string }
  | { kind: 'tip'; fan: string; creator: string; amount: number; key: string }
  | { kind: 'unlock'; fan: string; creator: string; work: string; amount: number; key: string }
  | { kind: 'renew'; fan: string; creator: string; amount: number; key: string }
  | { kind: 'card'; fan: string; creator: string; amount: number; key: string }
  | { kind: 'refund'; transferId: string; part?: number; key: string }
  | { kind: 'fold'; key: string }

/** What the house answers. `lost` is no answer at all: the client cannot know what happened. */
export type Answer =
  | { outcome: 'done'; transferId: string; amount: number; already: boolean }
  | { outcome: 'folded' }
  | { outcome: 'refused'; code: string }
  | { outcome: 'lost' }
  | { outcome: 'failed'; message: string }

export interface Cast {
  fans: readonly string[]
  creators: readonly string[]
}

/** A small seeded generator (mulberry32): good enough to choose, and repeatable. */
export class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  from(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  one<T>(of: readonly T[]): T {
    const chosen = of[this.from(0, of.length - 1)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
}

const worksPerCreator = 12

/** An id that this creator and number always give, so that many fans want the same works and one fan wants them twice. */
function workOf(creator: string, number: number): string {
  return `${creator.slice(0, 24)}${number.toString(16).padStart(12, '0')}`
}

/**
 * Makes up the next question. Half of all sales go to the first creator: the hot one.
 * @param done transfers that were acknowledged and may be asked back
 */
export function nextOperation(
  dice: Dice,
  cast: Cast,
  done: readonly { transferId: string; amount: number; kind: string }[],
  number: number,
): Operation {
  const fan = dice.one(cast.fans)
  const creator = dice.next() < 0.5 ? (cast.creators[0] ?? dice.one(cast.creators)) : dice.one(cast.creators)
  const key = `proof:${number}`
  const roll = dice.next()
  if (roll < 0.2) return { kind: 'top_up', fan, amount: dice.from(1, 20_000), key }
  if (roll < 0.45) return { kind: 'tip', fan, creator, amount: dice.from(1, 3_000), key }
  if (roll < 0.75) {
    const work = dice.from(1, worksPerCreator)
    return { kind: 'unlock', fan, creator, work: workOf(creator, work), amount: work * 101, key }
  }
  if (roll < 0.82) return { kind: 'renew', fan, creator, amount: dice.from(500, 3_000), key }
  if (roll < 0.88) return { kind: 'card', fan, creator, amount: dice.from(500, 3_000), key }
  if (roll < 0.98 && done.length > 0) {
    const { transferId, amount, kind } = dice.one(done)
    const isSubscription = kind === 'renew' || kind === 'card'
    return { kind: 'refund', transferId, key, ...(isSubscription && dice.next() < 0.5 && { part: dice.from(1, amount) }) }
  }
  return { kind: 'fold', key }
}

/** The clients' own arithmetic, written apart from the ledger's on purpose. */
export const siteBasisPoints = 2_000
export function commissionOf(amount: number): number {
  return Number((BigInt(amount) * BigInt(siteBasisPoints)) / 10_000n)
}
export function commissionOfPart(part: number, amount: number): number {
  return Number((BigInt(commissionOf(amount)) * BigInt(part)) / BigInt(amount))
}
