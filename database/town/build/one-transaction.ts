// The town is built in one transaction, in which time moves: either all of it is there afterwards or nothing is,
// and no fact of it is heard before the last one is told.
import type { Database, Tx } from '#server/platform/db/db.ts'

/** Something that happened so long before the instant that the town is built for. */
export interface Chapter {
  hoursAgo: number
  happen: (tx: Tx) => Promise<void>
}

/** The same transaction at another instant of the town's past. */
export function at(tx: Tx, instant: Date): Tx {
  return { ...tx, now: instant }
}

/** For doors that open transactions of their own: what they commit is kept if the whole is. */
export function inside(tx: Tx, db: Database): Database {
  return {
    ...tx,
    transaction: (work, options) => work(at(tx, options?.at ?? tx.now)),
    pool: db.pool,
    close: () => Promise.resolve(),
  }
}
