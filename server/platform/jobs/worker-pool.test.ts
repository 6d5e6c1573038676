import { Logger } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/db.ts'
import { addJob, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { startWorkerPool } from '#server/platform/jobs/worker-pool.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(() => db.close())

/**
 * The pool, but for the notes that jobs have ended: of two that are written at once the first fails, and then the second is kept. Whoever asks for another
 * job meanwhile is answered after both.
 */
function forgetful(pool: Pool): Pool {
  const second = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<void>()
  const kept = Promise.withResolvers<void>()
  let notes = 0
  const heard = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (name !== 'query' || typeof value !== 'function') return typeof value === 'function' ? value.bind(target) : value
        return async (asked: { text?: string }, ...rest: unknown[]) => {
          const answer = () => Reflect.apply(value, target, [asked, ...rest]) as Promise<unknown>
          const text = asked.text ?? ''
          if (/skip locked/i.test(text) && notes > 0) await kept.promise
          if (!/delete from/i.test(text) || !/_private_jobs/.test(text)) return answer()
          if (++notes === 1) {
            await second.promise
            setTimeout(failed.resolve, 50)
            throw new Error('the line was cut')
          }
          second.resolve()
          await failed.promise
          setTimeout(kept.resolve, 50)
          return answer()
        }
      },
    })
  return new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      if (name !== 'connect' || typeof value !== 'function') return typeof value === 'function' ? value.bind(target) : value
      return (hear?: (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void) =>
        hear ? target.connect((error, client, release) => hear(error, client && heard(client), release)) : target.connect().then(heard)
    },
  })
}

test('workers who cannot say how a job ended leave all the same, and what they had is given to others', async () => {
  const [there, dismissed, done] = [[] as string[], [] as string[], [] as string[]]
  const both = Promise.withResolvers<void>()
  const troubles: unknown[] = []
  for (const name of ['one', 'two']) await db.transaction((tx) => addJob(tx, 'test.pair', { name }))
  const pool = await startWorkerPool(
    { add: (id) => there.push(id), dismiss: (id) => dismissed.push(id), start: async () => {}, stop: async () => {} },
    {
      pgPool: forgetful(db.pool),
      concurrency: 2,
      parsedCronItems: [],
      logger: new Logger(() => () => {}),
      taskList: {
        'test.pair': async (payload) => {
          done.push((payload as { name: string }).name)
          if (done.length === 2) both.resolve()
          await both.promise
          // Those that end in the same turn are written down together.
          if (done[1] === (payload as { name: string }).name) await new Promise((later) => setTimeout(later, 30))
        },
      },
    },
    (error) => troubles.push(error),
  )
  await expect.poll(() => troubles.length, { timeout: 20_000 }).toBe(1)
  await expect.poll(() => dismissed, { timeout: 20_000 }).toContain(there[0])
  await pool.stop()
  expect(done.toSorted()).toEqual(['one', 'two'])
  expect(new Set(dismissed)).toEqual(new Set(there))
})
