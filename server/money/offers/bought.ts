// What was bought of an offer. Subscriptions stand above: they answer, and offers ask through here.
import type { Db } from '#server/platform/db/db.ts'

export interface Bought {
  /** How many subscribers' running time is of each of these tiers; those without any have no entry. */
  subscribersOf(db: Db, tierIds: readonly string[]): Promise<Map<string, number>>
  /** Whether this fan has ever paid this performer for a subscription and not been given all of it back. */
  hasPaid(db: Db, fanId: string, performerId: string): Promise<boolean>
}

let answers: Bought | undefined

/** Wired once at start. */
export function useBought(given: Bought): void {
  answers = given
}

function asked(): Bought {
  if (!answers) throw new Error('nobody answers for what was bought: see useBought')
  return answers
}

export const subscribersOf: Bought['subscribersOf'] = (db, tierIds) => asked().subscribersOf(db, tierIds)
export const hasPaid: Bought['hasPaid'] = (db, fanId, performerId) => asked().hasPaid(db, fanId, performerId)
