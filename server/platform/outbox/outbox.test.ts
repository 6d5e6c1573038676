import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, type Jobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { announce, createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    'test.happened': { n: number }
  }
}

let db: Database
let jobs: Jobs
let outbox: Outbox
const heard: Record<string, number[]> = { steady: [], shaky: [] }
let shakes = 0

beforeAll(async () => {
  const { host, user, database } = await cloneDatabase()
  db = connect({ connection: { host, user, database } })
  await migrateJobs(db)
  jobs = createJobs(db, () => {})
  outbox = createOutbox(db, jobs, () => {})
  outbox.on('test.happened', 'steady', async (_tx, { n }) => void heard['steady']!.push(n))
  outbox.on('test.happened', 'shaky', async (tx, { n }) => {
    // What a listener wrote before it failed must be gone.
    await tx.run(
      sql`insert into platform.idempotency (account_id, key, call, input_hash, answer, created_at) values (gen_random_uuid(), ${`${n}-${shakes}`}, 'test', '', '{}', now())`,
    )
    if (shakes-- > 0) throw new Error('not now')
    heard['shaky']!.push(n)
  })
})
afterAll(() => db.close())

const waiting = async () => (await db.one<{ n: number }>(sql`select count(*) as n from outbox.events`)).n

test('a fact is heard by everyone, in order, once its transaction is durable', async () => {
  await db.transaction(async (tx) => {
    for (const n of [1, 2, 3]) await announce(tx, 'test.happened', { n })
  })
  await outbox.drain()
  expect(heard).toEqual({ steady: [1, 2, 3], shaky: [1, 2, 3] })
  expect(await waiting()).toBe(0)
})

test('a fact of a transaction that rolled back is never heard', async () => {
  await expect(
    db.transaction(async (tx) => {
      await announce(tx, 'test.happened', { n: 99 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await outbox.drain()
  expect(heard['steady']).not.toContain(99)
})

test('a listener that fails is tried again alone, and what it half did is gone', async () => {
  shakes = 1
  await db.transaction((tx) => announce(tx, 'test.happened', { n: 4 }))
  await outbox.drain()
  expect(heard['steady']).toEqual([1, 2, 3, 4])
  expect(heard['shaky']).toEqual([1, 2, 3])
  const { n } = await db.one<{ n: number }>(sql`select count(*) as n from platform.idempotency where key like '4-%'`)
  expect(n).toBe(0)
  await jobs.runDue()
  expect(heard['steady'], 'the other one does not hear it twice').toEqual([1, 2, 3, 4])
  expect(heard['shaky']).toEqual([1, 2, 3, 4])
})

test('two processes that drain at once hear each fact once', async () => {
  const second = createOutbox(
    db,
    createJobs(db, () => {}),
    () => {},
  )
  const other: number[] = []
  second.on('test.happened', 'steady', async (_tx, { n }) => void other.push(n))
  await db.transaction(async (tx) => {
    for (let n = 1000; n < 1300; n++) await announce(tx, 'test.happened', { n })
  })
  await Promise.all([outbox.drain(), second.drain()])
  const all = [...heard['steady']!.filter((n) => n >= 1000), ...other]
  expect(all.length).toBe(300)
  expect(new Set(all).size).toBe(300)
})
