import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/db.ts'
import { createJobs, type Jobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
let jobs: Jobs
const done: string[] = []
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  jobs = createJobs(db, () => {})
  jobs.every('31 4 29 2 *', 'test.catch_up', async () => void done.push('catch_up'), { atStart: true })
  jobs.every('31 4 29 2 *', 'test.by_night', async () => void done.push('by_night'))
})
afterAll(async () => {
  await jobs.stop()
  await db.close()
})

test('what has to catch up runs once after the start; what is for the night waits for it', async () => {
  await jobs.start()
  for (let tries = 0; done.length === 0 && tries < 100; tries++) await wait(100)
  await wait(300)
  expect(done).toEqual(['catch_up'])
})
