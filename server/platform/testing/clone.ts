import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { sql, type Database, type Sql } from '#server/platform/db/db.ts'

/** A database of one's own, with every migration applied and nothing in it, as the application finds it: its role owns nothing. */
export interface ClonedDatabase {
  url: string
  /** The same database as its owner: for tests of what holds against anybody, and of what only the owner may do. */
  ownerUrl: string
  /** Socket folder, for `new pg.Pool({ host, user, database })`. */
  host: string
  user: string
  database: string
  /** Optional: everything goes with the run's server anyway. Closes connections that are still open. */
  drop(): Promise<void>
}

/** Copies the migrated template: one for each test file, in beforeAll. Takes about 0.05 s. */
export function cloneDatabase(): Promise<ClonedDatabase> {
  return createFrom(inject('postgres').template, inject('postgres').user)
}

/** An empty database without any migration, as its owner: for tests of the migrations themselves. */
export function emptyDatabase(): Promise<ClonedDatabase> {
  return createFrom('template0', inject('postgres').owner)
}

async function createFrom(template: string, user: string): Promise<ClonedDatabase> {
  const { host, owner } = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await command(`create database ${database} template ${template}`)
  // A copy has its template's tables with everybody's rights, and not the rights on the template itself.
  await command(`revoke temporary on database ${database} from public`)
  return {
    url: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
    ownerUrl: `postgresql://${owner}@/${database}?host=${encodeURIComponent(host)}`,
    host,
    user,
    database,
    drop: () => command(`drop database if exists ${database} with (force)`),
  }
}

/** This database as its owner finds it. */
export async function ownerUrl(db: Database): Promise<string> {
  const { host, owner } = inject('postgres')
  const { name } = await db.one<{ name: string }>(sql`select current_database() as name`)
  return `postgresql://${owner}@/${name}?host=${encodeURIComponent(host)}`
}

/** In this database, as its owner: what the application may not even try is refused to the owner by a guard. */
export async function asOwner(db: Database, { text, values }: Sql): Promise<void> {
  const client = new pg.Client(await ownerUrl(db))
  await client.connect()
  try {
    await client.query(text, values as unknown[])
  } finally {
    await client.end()
  }
}

async function command(statement: string): Promise<void> {
  const { host, owner } = inject('postgres')
  const client = new pg.Client({ host, user: owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
