import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClonedDatabase, cloneDatabase, emptyDatabase } from '#server/platform/testing/clone.ts'
import { describeSchema } from './schema.ts'
import { schemaFile } from './stagedoor/schema-dump.ts'

let migrated: ClonedDatabase
let empty: ClonedDatabase
beforeAll(async () => {
  migrated = await cloneDatabase()
  empty = await emptyDatabase()
})
afterAll(async () => {
  await migrated.drop()
  await empty.drop()
})

async function tell(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

test('database/schema.sql shows what the migrations make (else: npm run stagedoor -- schema dump)', async () => {
  expect(await describeSchema(migrated.ownerUrl)).toBe(readFileSync(schemaFile, 'utf8').replaceAll('\r\n', '\n'))
})

test('a changed column, constraint, index, function or trigger changes the dump', async () => {
  const before = await describeSchema(migrated.ownerUrl)
  const changes = [
    'create schema hall',
    'create table hall.seats (number int)',
    'alter table hall.seats alter number set not null',
    'alter table hall.seats add constraint positive check (number > 0)',
    'create index by_number on hall.seats (number) where number > 3',
    'create function hall.stop() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger closed before delete on hall.seats for each row execute function hall.stop()',
    `create type hall.tier as enum ('stalls', 'circle')`,
    'create view hall.front as select number from hall.seats where number < 10',
  ]
  const seen = new Set([before])
  for (const change of changes) {
    await tell(migrated.ownerUrl, change)
    seen.add(await describeSchema(migrated.ownerUrl))
  }
  expect(seen.size).toBe(changes.length + 1)
})

test('the dump, run on an empty database, makes the same schema again', async () => {
  await tell(
    empty.url,
    `create extension pg_trgm with schema public; create schema hall; create sequence hall.tickets;
     create type hall.tier as enum ('stalls', 'circle'); create domain hall.price as bigint check (value >= 0);
     create table hall.rows (id bigint generated always as identity primary key, name text not null default '追光');
     create table hall.seats (row_id bigint not null references hall.rows (id) on delete cascade, number int, tier hall.tier, price hall.price,
       label text generated always as (number || '號') stored, constraint one_each unique (row_id, number), check (number > 0));
     create index by_price on hall.seats (price desc) where price > 0; create unique index by_name on hall.rows (lower(name));
     create view hall.front as select number from hall.seats where number < 10;
     create function hall.stop() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger closed before delete on hall.seats for each row execute function hall.stop();
     comment on table hall.rows is 'It''s a row';`,
  )
  const dump = await describeSchema(empty.url)
  const second = await emptyDatabase()
  await tell(second.url, dump)
  expect(await describeSchema(second.url)).toBe(dump)
  await second.drop()
})
