import { isDeepStrictEqual } from 'node:util'
import { isTransaction, type Db } from '#server/platform/db/db.ts'

const freshMs = 1000

export interface Remembered<Found> {
  current(db: Db): Promise<Found>
  /** Once what is read has changed: the next who asks reads anew. */
  forget(): void
}

/**
 * What everybody asks for and seldom changes: read once a second at most, so that other processes are heard within a second.
 * While nothing changed it is the same object, so that what is made of it can be kept beside it.
 */
export function remembered<Found>(read: (db: Db) => Promise<Found>): Remembered<Found> {
  let last: { found: Found } | undefined
  let freshUntil = 0
  let loading: Promise<Found> | undefined
  let generation = 0

  async function load(db: Db): Promise<Found> {
    const asked = generation
    try {
      const found = await read(db)
      // What was read before a change must not be remembered after it.
      if (asked !== generation) return found
      if (!last || !isDeepStrictEqual(last.found, found)) last = { found }
      freshUntil = performance.now() + freshMs
      return last.found
    } finally {
      if (asked === generation) loading = undefined
    }
  }

  return {
    current(db) {
      if (last && performance.now() < freshUntil) return Promise.resolve(last.found)
      // A transaction sees what it has not committed, and may break at any statement: what it reads is nobody else's.
      if (isTransaction(db)) return read(db)
      return (loading ??= load(db))
    },
    forget() {
      generation++
      freshUntil = 0
      loading = undefined
    },
  }
}
