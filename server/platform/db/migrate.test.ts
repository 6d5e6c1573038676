import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { type ClonedDatabase, cloneDatabase, emptyDatabase } from '#server/platform/testing/clone.ts'

let folder: string
let database: ClonedDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  database = await emptyDatabase()
  write('001-seats.sql', 'create schema hall; create table hall.seats (number int primary key);')
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

async function ask(sql: string) {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('each file is applied once, in order, and the record says which', async () => {
  expect(await migrate(database.url, folder)).toEqual(['001-seats.sql'])
  write('002-first-seat.sql', 'insert into hall.seats values (1);')
  expect(await migrate(database.url, folder)).toEqual(['002-first-seat.sql'])
  expect(await migrate(database.url, folder)).toEqual([])
  expect(await ask('select number from hall.seats')).toEqual([{ number: 1 }])
  expect(await ask('select name from platform.migrations order by name')).toEqual([
    { name: '001-seats.sql' },
    { name: '002-first-seat.sql' },
  ])
})

test('two processes that start together take turns', async () => {
  write('002-first-seat.sql', 'select pg_sleep(0.1); insert into hall.seats values (1);')
  const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder), migrate(database.url, folder)])
  expect(applied.flat()).toEqual(['001-seats.sql', '002-first-seat.sql'])
})

test('a file that fails leaves nothing of itself and says where it failed', async () => {
  write('002-broken.sql', 'create table hall.doors (number int);\ninsert into hall.windows values (1);')
  await expect(migrate(database.url, folder)).rejects.toThrow(/002-broken\.sql could not be applied \(line 2\).*hall\.windows/)
  expect(await ask(`select to_regclass('hall.doors') as doors`)).toEqual([{ doors: null }])
})

test('a file that was changed after it was applied is refused', async () => {
  await migrate(database.url, folder)
  write('001-seats.sql', 'create schema hall; create table hall.seats (number bigint primary key);')
  await expect(migrate(database.url, folder)).rejects.toThrow(/001-seats\.sql was changed after/)
})

test('other line ends are not a change', async () => {
  write('001-seats.sql', 'create schema hall;\ncreate table hall.seats (number int primary key);')
  await migrate(database.url, folder)
  write('001-seats.sql', 'create schema hall;\r\ncreate table hall.seats (number int primary key);')
  expect(await migrate(database.url, folder)).toEqual([])
})

test('a gap, a doubled number, a strange name and an unknown past are refused', async () => {
  write('003-late.sql', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow(/003-late\.sql is out of line: its number should be 002/)
  rmSync(join(folder, '003-late.sql'))
  write('001-twin.sql', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow(/001-twin\.sql is out of line/)
  rmSync(join(folder, '001-twin.sql'))
  write('notes.sql', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow(/notes\.sql is not named like/)
  rmSync(join(folder, 'notes.sql'))
  await migrate(database.url, folder)
  rmSync(join(folder, '001-seats.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/001-seats\.sql applied, which this version of Stagedoor does not know/)
})

test('a server that cannot be reached is one sentence that names the setting and hides the password', async () => {
  const failure = await migrate('postgresql://me:hunter2@127.0.0.1:1/nowhere', folder).catch((error: Error) => error.message)
  expect(failure).toMatch(/DATABASE_URL cannot be reached/)
  expect(failure).not.toContain('hunter2')
})

test("a test file's own database already has every migration of the product", async () => {
  const own = await cloneDatabase()
  expect(await migrate(own.ownerUrl)).toEqual([])
  await own.drop()
})
