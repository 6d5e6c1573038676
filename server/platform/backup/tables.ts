// The rows of a database, out and in, in the form that COPY writes. The schema is not ours to copy: it is made by the migrations.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export type Tables = {
  /** With its schema. */
  name: string
  columns: string[]
  rows: number
}[]

/** Filled while the schema is made. */
const records = ['platform.migrations', 'graphile_worker.migrations']
const sequenceFile = 'sequences'
const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** Values are written and read in one way, whatever the server's settings. */
async function plainly(client: pg.Client): Promise<void> {
  await client.query(`
    set local client_encoding to 'UTF8'; set local timezone to 'UTC'; set local datestyle to 'ISO, YMD';
    set local intervalstyle to 'postgres'; set local extra_float_digits to 3`)
}

async function tablesOf(client: pg.Client): Promise<Omit<Tables[number], 'rows'>[]> {
  const { rows } = await client.query<Omit<Tables[number], 'rows'>>(
    `select n.nspname || '.' || c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${ours} and n.nspname || '.' || c.relname <> all ($1) order by 1`,
    [records],
  )
  return rows
}

/** Every table of the snapshot that the client's transaction is in; and where the sequences stand, which is never before it. */
export async function copyOut(client: pg.Client, keep: (name: string, bytes: Readable) => Promise<void>): Promise<Tables> {
  await plainly(client)
  const tables: Tables = []
  for (const { name, columns } of await tablesOf(client)) {
    const stream = client.query(copyTo(`copy ${quoted(name)} (${listed(columns)}) to stdout`))
    await keep(name, stream)
    tables.push({ name, columns, rows: stream.rowCount })
  }
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${ours} order by 1`,
  )
  const each = rows.map(({ name }) => `select '${name}', last_value, is_called from ${quoted(name)}`)
  await keep(sequenceFile, client.query(copyTo(`copy (${each.join(' union all ')}) to stdout`)))
  return tables
}

export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} limit 1`)
  return rows.length === 0
}

/**
 * All rows in one transaction. What a trigger did was done when the rows were written first, so triggers rest meanwhile; references are
 * checked once everything is there, and all other constraints row by row: what is in at the end holds as if it had been written here.
 * The database's owner may do all of this; it takes no superuser.
 */
export async function copyIn(client: pg.Client, tables: Tables, open: (name: string) => Readable): Promise<void> {
  const there = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]))
  const strange = tables.filter(({ name, columns }) => there.get(name)?.toSorted().join() !== columns.toSorted().join())
  if (strange.length > 0 || there.size !== tables.length)
    throw new Error(`The backup has other tables than this version makes${strange[0] ? `: ${strange[0].name} differs` : ''}.`)
  await client.query('begin')
  try {
    await plainly(client)
    const { rows: references } = await client.query<{ name: string; constraint: string; form: string }>(
      `select n.nspname || '.' || c.relname as name, k.conname as constraint,
         case when not k.condeferrable then 'not deferrable' when k.condeferred then 'deferrable initially deferred' else 'deferrable initially immediate' end as form
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where k.contype = 'f' and ${ours}`,
    )
    const forAll = async (statement: (name: string) => string) => {
      for (const { name } of tables) await client.query(statement(quoted(name)))
    }
    await forAll((name) => `alter table ${name} disable trigger user`)
    for (const { name, constraint } of references)
      await client.query(`alter table ${quoted(name)} alter constraint ${listed([constraint])} deferrable initially deferred`)
    // Some migrations put rows of their own in.
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const { name, columns, rows } of tables) {
      const into = client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`))
      await pipeline(open(name), into)
      if (into.rowCount !== rows) throw new Error(`${name} has ${into.rowCount} rows and not ${rows}.`)
    }
    await client.query('create temporary table sequence_values (name text, last_value bigint, is_called boolean) on commit drop')
    await pipeline(open(sequenceFile), client.query(copyFrom('copy sequence_values from stdin')))
    await client.query('select setval(name::regclass, last_value, is_called) from sequence_values')
    await client.query('set constraints all immediate')
    for (const { name, constraint, form } of references)
      await client.query(`alter table ${quoted(name)} alter constraint ${listed([constraint])} ${form}`)
    await forAll((name) => `alter table ${name} enable trigger user`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

const listed = (names: readonly string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
const quoted = (name: string) => listed(name.split('.')).replace(', ', '.')
