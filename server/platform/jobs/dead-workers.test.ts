import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { addJob, createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { unlockDeadWorkers } from '#server/platform/jobs/dead-workers.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(() => db.close())

const held = () => db.many<{ by: string }>(sql`select locked_by as by from graphile_worker._private_jobs where locked_by is not null`)
/** As if it had been taken a minute ago. */
const age = () =>
  db.transaction((tx) =>
    tx.run(sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null`),
  )

test('a killed worker’s jobs are done by the next within seconds; those of a living one stay with it', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const done: string[] = []
  const slow = createJobs(db, () => {})
  slow.handle('test.slow', async () => {
    begun.resolve()
    await end.promise
    done.push('slow')
  })
  await slow.start()
  await db.transaction((tx) => addJob(tx, 'test.slow', {}))
  await begun.promise
  await age()
  await unlockDeadWorkers(db)
  expect(await held()).toHaveLength(1)

  // Somebody who was killed: their locks went with their connection.
  await db.transaction(async (tx) => {
    await addJob(tx, 'test.left', {})
    await tx.run(sql`
      update graphile_worker._private_jobs set locked_by = ${`pool-${randomUUID()}`}, locked_at = now() - interval '1 minute', attempts = 1
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.left')`)
  })
  const next = createJobs(db, () => {})
  next.handle('test.left', async () => void done.push('left'))
  await next.start()
  for (let tries = 0; done.length === 0 && tries < 100; tries++) await wait(50)
  expect(done).toEqual(['left'])
  end.resolve()
  await Promise.all([slow.stop(), next.stop()])
  expect(done).toEqual(['left', 'slow'])
})
