import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { forgetChanges, generationOf } from '#server/platform/page-cache/changes.ts'
import { cloneDatabase, type ClonedDatabase } from '#server/platform/testing/clone.ts'

let cloned: ClonedDatabase
let db: Database
beforeAll(async () => {
  cloned = await cloneDatabase()
  db = connect({ connection: { connectionString: cloned.url } })
})
afterAll(async () => {
  await db.close()
  await cloned.drop()
})

const says = (value: string) =>
  sql`insert into translations.messages (locale, key, value, changed_at) values ('zh-TW', ${value}, 'x', now())`
const rows = async () => (await db.one<{ count: number }>(sql`select count(*) as count from platform.page_changes`)).count

test('a change is another generation for everybody from its commit on, and not before', async () => {
  const before = await generationOf(db)
  let during = ''
  await db.transaction(async (tx) => {
    await tx.run(says('a'))
    during = await generationOf(db)
  })
  expect(during).toBe(before)
  expect(await generationOf(db)).not.toBe(before)
})

test('of two changes, the one that began first and was committed last is another generation, too', async () => {
  const seen = new Set([await generationOf(db)])
  let commit = () => {}
  let begun = () => {}
  const hasBegun = new Promise<void>((done) => (begun = done))
  const slow = db.transaction(async (tx) => {
    await tx.run(says('slow'))
    begun()
    await new Promise<void>((done) => (commit = done))
  })
  await hasBegun
  await db.transaction((tx) => tx.run(says('quick')))
  seen.add(await generationOf(db))
  commit()
  await slow
  seen.add(await generationOf(db))
  expect(seen.size).toBe(3)
})

test('a transaction leaves one row, however much it changes, and none if it is undone', async () => {
  const before = await rows()
  await db.transaction(async (tx) => {
    for (const each of ['1', '2', '3']) await tx.run(says(`many ${each}`))
  })
  expect(await rows()).toBe(before + 1)
  await db
    .transaction(async (tx) => {
      await tx.run(says('undone'))
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await rows()).toBe(before + 1)
})

test('what changes after a savepoint was undone is noted all the same', async () => {
  const client = await db.pool.connect()
  const before = await rows()
  try {
    await client.query('begin; savepoint one')
    await client.query(`insert into translations.messages values ('zh-TW', 'in a savepoint', 'x', now())`)
    await client.query('rollback to savepoint one')
    await client.query(`insert into translations.messages values ('zh-TW', 'after it', 'x', now())`)
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await rows()).toBe(before + 1)
})

test('forgetting changes is one itself, also when one is committed meanwhile that began before', async () => {
  const seen = [await generationOf(db)]
  await db.transaction(async (tx) => {
    await tx.run(says('began before'))
    await forgetChanges(db)
    seen.push(await generationOf(db))
  })
  seen.push(await generationOf(db))
  expect(new Set(seen).size).toBe(3)
  expect(await rows()).toBe(2)
})
