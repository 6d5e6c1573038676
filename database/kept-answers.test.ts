import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { type ClonedDatabase, emptyDatabase } from '#server/platform/testing/clone.ts'

let folder: string
let database: ClonedDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  database = await emptyDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

/** Applies what is not applied yet, up to this number. */
async function migrateTo(number: string): Promise<void> {
  for (const name of readdirSync(import.meta.dirname).filter((each) => /^\d{3}-/.test(each) && each.slice(0, 3) <= number))
    cpSync(join(import.meta.dirname, name), join(folder, name))
  await migrate(database.ownerUrl, folder)
}

async function ask(sql: string) {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('who pressed before the calls were renamed and asks again with the same key afterwards is given the first answer', async () => {
  await migrateTo('067')
  await ask(`
    insert into platform.idempotency (account_id, key, call, input_hash, answer, created_at)
    select '00000000-0000-4000-8000-000000000001', call, call, '\\x00', '{}', now()
    from unnest(array['subscriptions.give', 'subscriptions.change', 'subscriptions.payWith', 'subscriptions.subscribe', 'shop.charge']) as call`)
  await migrateTo('068')
  expect(await ask('select key as "was", call as "is" from platform.idempotency order by 1')).toEqual([
    { was: 'shop.charge', is: 'shop.charge' },
    { was: 'subscriptions.change', is: 'renewals.change' },
    { was: 'subscriptions.give', is: 'gifts.give' },
    { was: 'subscriptions.payWith', is: 'renewals.payWith' },
    { was: 'subscriptions.subscribe', is: 'subscriptions.subscribe' },
  ])
})
