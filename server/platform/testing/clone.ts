import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of one's own, with every migration applied and nothing in it. */
export interface ClonedDatabase {
  url: string
  /** Socket folder, for `new pg.Pool({ host, user, database })`. */
  host: string
  user: string
  database: string
  /** Optional: everything goes with the run's server anyway. Closes connections that are still open. */
  drop(): Promise<void>
}

/** Copies the migrated template: one for each test file, in beforeAll. Takes about 0.05 s. */
export function cloneDatabase(): Promise<ClonedDatabase> {
  return createFrom(inject('postgres').template)
}

/** An empty database without any migration, for tests of the migrations themselves. */
export function emptyDatabase(): Promise<ClonedDatabase> {
  return createFrom('template0')
}

async function createFrom(template: string): Promise<ClonedDatabase> {
  const { host, user } = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await command(`create database ${database} template ${template}`)
  return {
    url: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
    host,
    user,
    database,
    drop: () => command(`drop database if exists ${database} with (force)`),
  }
}

async function command(sql: string): Promise<void> {
  const { host, user } = inject('postgres')
  const client = new pg.Client({ host, user, database: 'postgres' })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
