// What is walked through or put in order by its ids alone has ids that begin with their time: PostgreSQL's uuidv7(). Node makes others (randomUUID), so a table
// whose rows come with an id of the program's own either refuses those or is named here with why their order means nothing.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

const unordered: Readonly<Record<string, string>> = {
  'addresses.addresses': 'its id is PostgreSQL’s, asked for before, since what is sealed carries it',
  'copies.lookups': 'in the order of when they were asked',
  'files.files': 'in the order of created_at; by id alone only where each is asked for by name',
  'payments.sandbox_checkouts': 'of the sandbox, and never in an order',
  'payouts.requests': 'its id is PostgreSQL’s, asked for with its number; in the order of numbers',
  'shop.orders': 'its id is PostgreSQL’s, asked for before, since what is sealed carries it',
  'uploads.unfinished': 'in the order of created_at',
  'wallet.transfers': 'its id is PostgreSQL’s, made by the statement that writes it; in the order of numbers',
}

/** Tables into which the server writes ids of its own. */
const given = globSync('server/**/*.ts', { cwd: join(import.meta.dirname, '..') })
  .filter((name) => !/\.test\.ts$|\/testing\b/.test(name))
  .flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, '..', name), 'utf8').matchAll(/insert into ([a-z_]+\.[a-z_]+)(?: as \w+)? \(id\b/g)].map(
      ([, table]) => table!,
    ),
  )

test('ids that the program gives are in the order of time where anything is found by that', async () => {
  const guards = await db.many<{ table: string }>(sql`
    select tgrelid::regclass::text as table from pg_trigger where pg_get_triggerdef(oid) like '%uuid\_extract\_version(new.id)%'`)
  expect(given).toContain('messaging.messages')
  const guarded = new Set(guards.map(({ table }) => table))
  expect([...new Set(given)].filter((table) => !guarded.has(table) && !(table in unordered)).toSorted()).toEqual([])
  expect(Object.keys(unordered).filter((table) => !given.includes(table))).toEqual([])
})
