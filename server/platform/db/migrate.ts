import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '#server/platform/db/cannot-start.ts'

/**
 * Brings a database to the newest schema: applies database/NNN-name.sql in order, forward only.
 * Promises: each file runs once, in one transaction with its own record in `platform.migrations`; two processes that
 * start together take turns; history that no longer matches the files is refused, not guessed at.
 */
export interface Migration {
  name: string
  sql: string
  sha256: string
}

const migrationsFolder = join(import.meta.dirname, '../../../database')

/** Made together with the first record, after the first file ran, so that the files are free to create schema `platform` themselves. */
const recordTable = `
  create schema if not exists platform;
  create table if not exists platform.migrations (
    name       text primary key,
    sha256     text not null,
    applied_at timestamptz not null default now()
  )`

/** Any number that nobody else uses; it only has to be the same in every process. */
const migrationLock = 7_284_531

/**
 * Migrates the database at `url` and returns the names of the files it applied now.
 * @param last stops after this file: for a backup, which has the rows of its own time
 * Throws CannotStart when the server cannot be reached or is older than 18, a file was changed after it was applied,
 * numbers are missing or doubled, or a file fails (then nothing of that file stays).
 */
export async function migrate(url: string, folder = migrationsFolder, last?: string): Promise<string[]> {
  const all = readMigrations(folder)
  const migrations = last === undefined ? all : all.slice(0, all.findIndex(({ name }) => name === last) + 1)
  const client = await connect(url)
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const fresh = withoutApplied(migrations, await appliedTo(client))
    for (const migration of fresh) await apply(client, migration)
    return fresh.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The migration files of a folder, in order. Throws CannotStart when a name or a number is out of line. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && !['schema.sql', 'grants.sql'].includes(name))
  return names.toSorted().map((name, index) => {
    const expected = String(index + 1).padStart(3, '0')
    if (!/^\d{3}-[a-z0-9-]+\.sql$/.test(name)) throw new CannotStart(`database/${name} is not named like 001-what-it-adds.sql.`)
    if (!name.startsWith(`${expected}-`)) throw new CannotStart(`database/${name} is out of line: its number should be ${expected}.`)
    // Git may hand out the same file with other line ends; that is not a change.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return client
  } catch (error) {
    // The address itself may hold a password, so only the reason is repeated.
    throw new CannotStart(
      `The PostgreSQL of DATABASE_URL cannot be reached: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
    )
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  )
  const version = rows[0]
  if (!version || version.number < 180_000)
    throw new CannotStart(`DATABASE_URL points to PostgreSQL ${version?.text ?? '?'}: Stagedoor needs version 18 or newer.`)
}

async function appliedTo(client: pg.Client): Promise<{ name: string; sha256: string }[]> {
  const found = await client.query<{ table: string | null }>(`select to_regclass('platform.migrations') as table`)
  if (!found.rows[0]?.table) return []
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from platform.migrations order by name')
  return rows
}

function withoutApplied(migrations: Migration[], applied: { name: string; sha256: string }[]): Migration[] {
  applied.forEach(({ name, sha256 }, index) => {
    const file = migrations[index]
    if (file?.name !== name) throw new CannotStart(`This database has had ${name} applied, which this version of Stagedoor does not know.`)
    if (file.sha256 !== sha256)
      throw new CannotStart(
        `database/${name} was changed after this database had it applied: put it back and add a new migration (or, in development, delete DATA_DIR).`,
      )
  })
  return migrations.slice(applied.length)
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query(recordTable)
    await client.query('insert into platform.migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { message, position } = error as pg.DatabaseError
    const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : ''
    throw new CannotStart(`database/${name} could not be applied${line}: ${message}`)
  }
}
