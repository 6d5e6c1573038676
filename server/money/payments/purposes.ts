// What payments are for: a payment's end happens in the slice that sold, in the transaction that ends it.
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Transaction, TransactionPurpose } from '#server/money/payments/queries.ts'

export type Why = 'refund' | 'chargeback'

/** A sale that no longer stands, or of which a part does not. */
export interface Undone {
  sellerId: string
  title: string
  tokens: number
  isPart?: boolean
}

/** What a higher slice does when a payment that it started ends. All run in the transaction that ends it. */
export interface Fulfilment {
  paid(tx: Tx, payment: Transaction): Promise<void>
  failed(tx: Tx, payment: Transaction): Promise<void>
  /**
   * The money went back, and no wallet had been credited with it. Answers who sold what no longer stands.
   * @param part so many tokens of it, and the rest stands; without it all that is left, which asked twice is done once
   */
  takenBack?(tx: Tx, payment: Transaction, why: Why, part?: number): Promise<Undone[]>
  /**
   * A gateway that renews by itself has collected again: what that further payment carries. Undefined: nothing, it becomes tokens.
   * @param isLast the agreement is over by now: it was received late
   */
  renewed?(tx: Tx, first: Transaction, isLast: boolean): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Such a gateway could not collect, or will not do so again. */
  renewalFailed?(tx: Tx, first: Transaction): Promise<void>
  cancelled?(tx: Tx, first: Transaction): Promise<void>
  /** What is paid by this card in the future, as its owner reads it. */
  usesOf?: (db: Db, cardId: string) => Promise<string[]>
}

const fulfilments = new Map<TransactionPurpose, Fulfilment>()

/** Wired once at start: nobody can start a payment of a purpose whose slice is not there. */
export function fulfil(purpose: TransactionPurpose, fulfilment: Fulfilment): void {
  fulfilments.set(purpose, fulfilment)
}

export function fulfilmentOf(purpose: TransactionPurpose): Fulfilment {
  const fulfilment = fulfilments.get(purpose)
  if (!fulfilment) throw new Error(`nobody fulfils payments for a ${purpose}`)
  return fulfilment
}

const others = new Set<(db: Db, cardId: string) => Promise<string[]>>()

/** Wired once at start, for slices that use a card without a purpose of their own, such as topping up by itself. */
export function alsoUsesCards(usesOf: (db: Db, cardId: string) => Promise<string[]>): void {
  others.add(usesOf)
}

export async function usesOfCard(db: Db, cardId: string): Promise<string[]> {
  const asked = [...[...fulfilments.values()].flatMap(({ usesOf }) => usesOf ?? []), ...others]
  return (await Promise.all(asked.map((usesOf) => usesOf(db, cardId)))).flat()
}
