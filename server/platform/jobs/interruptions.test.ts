import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { addJob, createJobs, type Jobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
/** Somebody on another connection, who pulls the plug of all of ours. */
let operator: Database
let jobs: Jobs
const done: string[] = []
const thenCut = new Set<string>()
beforeAll(async () => {
  const connection = await cloneDatabase()
  db = connect({ connection })
  operator = connect({ connection, maxConnections: 1 })
  await migrateJobs(db)
  jobs = createJobs(db, () => {})
  jobs.handle<{ name: string }>('test.work', async ({ name }) => {
    done.push(name)
    if (thenCut.delete(name)) await cutAll()
  })
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await db.close()
  await operator.close()
})

const cutAll = () =>
  operator.many(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
const add = (name: string) => operator.transaction((tx) => addJob(tx, 'test.work', { name }))
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await wait(20)
}
const left = () => operator.one<{ count: number }>(sql`select count(*) from graphile_worker._private_jobs`)

test('a job that ends while the database is away ends nothing else: what comes later is done, again and again', async () => {
  for (const round of ['one', 'two', 'three', 'four', 'five']) {
    thenCut.add(round)
    await add(round)
    await until(() => done.includes(round))
    await add(`after ${round}`)
    await until(() => done.includes(`after ${round}`))
  }
  // What nobody could write down as done is done again, and then written down.
  await until(async () => (await left()).count === 0)
  expect(new Set(done.filter((name) => name.startsWith('after'))).size).toBe(5)
})
