// What PostgreSQL asks to be tried again is tried again, and nothing else is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, raw, sql, type Database, type Tx } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

const fails = (code: string) => sql`do ${codeBlock(code)}`
// A DO block takes no parameters.
const codeBlock = (code: string) => raw(`$$ begin raise exception 'as asked' using errcode = '${code}'; end $$`)

/** Fails with this code so many times, then not. Answers how often it was begun, and how it ended. */
async function failing(code: string, times: number) {
  let begun = 0
  let committed = 0
  const ended = await db
    .transaction(async (tx) => {
      begun++
      tx.afterCommit(() => committed++)
      if (begun <= times) await tx.run(fails(code))
      return 'done'
    })
    .catch((error: { code?: string }) => error.code)
  return { begun, committed, ended }
}

test.each(['40001', '40P01'])('a serialization failure or a deadlock (%s) is tried again, up to four times in all', async (code) => {
  expect(await failing(code, 1)).toEqual({ begun: 2, committed: 1, ended: 'done' })
  expect(await failing(code, 3)).toEqual({ begun: 4, committed: 1, ended: 'done' })
  expect(await failing(code, 4)).toEqual({ begun: 4, committed: 0, ended: code })
})

test('anything else is its caller’s at once', async () => {
  for (const code of ['23505', '22012', 'P0001']) expect(await failing(code, 1)).toEqual({ begun: 1, committed: 0, ended: code })
})

test('two who read the same under repeatable read and write upon it both come through, one after the other', async () => {
  await db.transaction((tx) => tx.run(sql`insert into settings.settings (key, value, changed_at) values ('x', '0', now())`))
  const both = Promise.withResolvers<void>()
  let waiting = 0
  const adds = async (tx: Tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`)
    const { value } = await tx.one<{ value: number }>(sql`select value from settings.settings where key = 'x'`)
    if (++waiting === 2) both.resolve()
    await both.promise
    await tx.run(sql`update settings.settings set value = ${JSON.stringify(value + 1)} where key = 'x'`)
  }
  await Promise.all([db.transaction(adds), db.transaction(adds)])
  expect(await db.one(sql`select value from settings.settings where key = 'x'`)).toEqual({ value: 2 })
})
