// Whose process an upload in pieces is with: one at a time writes it, and makes its file. Known by a lock of the database's on one connection,
// which takes the locks of a process with it when that ends, however it ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Locker, MemoryLocker } from '@tus/server'
import type pg from 'pg'
import { asAway } from '#server/platform/db/away.ts'
import type { Database } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** The first half of our locks' names. */
const family = 7_104
const pauseMs = 100
const mostWaitMs = 30_000

export interface Holding {
  /** Waits until no other process has it. @returns false when that took too long, or nobody waits for it any more */
  hold(id: string, signal?: AbortSignal): Promise<boolean>
  letGo(id: string): Promise<void>
  /** Does it while no other process has the upload. @throws unavailable when one has it for too long */
  within<Result>(id: string, work: () => Promise<Result>): Promise<Result>
}

export function holdingOf(db: Database): Holding {
  let connection: Promise<pg.PoolClient> | undefined
  let holders = 0

  async function ask(text: 'pg_try_advisory_lock' | 'pg_advisory_unlock', id: string): Promise<boolean> {
    const own = (connection ??= db.pool.connect())
    try {
      const client = await own
      const { rows } = await client.query<{ is: boolean }>(`select ${text}($1, hashtext($2)) as "is"`, [family, id])
      return rows[0]?.is === true
    } catch (error) {
      // What it held is held no more: nobody may go on with it.
      if (connection === own) connection = undefined
      void own.then((client) => client.release(true)).catch(() => {})
      throw asAway(error)
    }
  }

  function leave(): void {
    if (--holders > 0 || !connection) return
    const own = connection
    connection = undefined
    void own.then((client) => client.release()).catch(() => {})
  }

  async function hold(id: string, signal?: AbortSignal): Promise<boolean> {
    holders++
    let isHeld = false
    try {
      for (let waitedMs = 0; !signal?.aborted && waitedMs < mostWaitMs; waitedMs += pauseMs) {
        isHeld = await ask('pg_try_advisory_lock', id)
        if (isHeld) return true
        await sleep(pauseMs)
      }
      return false
    } finally {
      if (!isHeld) leave()
    }
  }

  async function letGo(id: string): Promise<void> {
    try {
      // Where the connection is another one by now, the lock went with the one before.
      if (connection) await ask('pg_advisory_unlock', id)
    } catch {
    } finally {
      leave()
    }
  }

  return {
    hold,
    letGo,
    async within(id, work) {
      if (!(await hold(id))) return refuse('unavailable')
      try {
        return await work()
      } finally {
        await letGo(id)
      }
    },
  }
}

/** For tus: requests of this process take turns as ever, and whoever's turn it is waits for those of others. */
export function lockerOf(holding: Holding): Locker {
  const turns = new MemoryLocker()
  return {
    newLock(id) {
      const turn = turns.newLock(id)
      return {
        async lock(signal, cancel) {
          await turn.lock(signal, cancel)
          let isHeld = false
          try {
            isHeld = await holding.hold(id, signal)
          } finally {
            if (!isHeld) await turn.unlock()
          }
          if (!isHeld) throw ERRORS.ERR_LOCK_TIMEOUT
        },
        async unlock() {
          await holding.letGo(id)
          await turn.unlock()
        },
      }
    },
  }
}
