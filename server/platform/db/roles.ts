// Two roles: the owner, who migrates, and the application, which reads and writes rows and owns nothing (database/grants.sql). What the
// guards of the schema refuse they refuse to both; only the owner could switch them off.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import { connect } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'

const grants = join(import.meta.dirname, '../../../database/grants.sql')

export interface Way {
  /** The application's. */
  url: string
  /** The same database as somebody who may alter it. */
  ownerUrl: string
}

/**
 * Brings the database up to date as its owner and says what the application's role may do. Any number of processes may do so at once.
 * @returns what the operator should know: that this role could do more
 * @throws CannotStart
 */
export async function makeReady({ url, ownerUrl }: Way): Promise<{ warning: string | undefined }> {
  await migrate(ownerUrl).catch(refuseStranger)
  const application = await roleOf(url)
  await asOwner(ownerUrl, async (pool) => {
    await migrateJobs({ pool })
    const { rows } = await pool.query<{ role: string }>('select current_user as role')
    if (rows[0]?.role !== application) await grantTo(pool, application)
  })
  return { warning: await warningOf(url) }
}

/** Somebody who may not even look. */
function refuseStranger(error: unknown): never {
  if ((error as pg.DatabaseError).code !== '42501') throw error
  throw new CannotStart(
    `The role that migrates has to own the tables (DATABASE_OWNER_URL, else DATABASE_URL): ${(error as Error).message}.`,
  )
}

async function asOwner(url: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const owner = connect({ connection: { connectionString: url }, maxConnections: 1 })
  try {
    await work(owner.pool)
  } finally {
    await owner.close()
  }
}

async function grantTo(pool: pg.Pool, application: string): Promise<void> {
  // In one transaction, and in turns: two processes that grant at once would each find the other's row changed.
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('platform.grants')), set_config('stagedoor.application', $1, true)`, [
      application,
    ])
    await client.query(readFileSync(grants, 'utf8'))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new CannotStart(
      `The role of DATABASE_OWNER_URL cannot grant ${application} what the application needs: ${(error as Error).message}. It has to own the tables.`,
      { cause: error },
    )
  } finally {
    client.release()
  }
}

async function roleOf(url: string): Promise<string> {
  const { role, isReady } = await ask<{ role: string; isReady: boolean }>(
    url,
    `select current_user as role, exists (select from pg_namespace where nspname = 'platform') as "isReady"`,
  )
  if (!isReady) throw new CannotStart('DATABASE_URL and DATABASE_OWNER_URL lead to different databases.')
  return role
}

async function warningOf(url: string): Promise<string | undefined> {
  const { role, mayAlter } = await ask<{ role: string; mayAlter: boolean }>(
    url,
    `select current_user as role,
      exists (select from pg_namespace where nspname = 'platform' and pg_has_role(nspowner, 'usage')) as "mayAlter"`,
  )
  return mayAlter
    ? `The role ${role} of DATABASE_URL may alter the tables, and so switch off what guards the ledger: give it a role of its own, and the owner's as DATABASE_OWNER_URL (README.md, Two roles).`
    : undefined
}

async function ask<Row extends pg.QueryResultRow>(url: string, question: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<Row>(question)
    return rows[0]!
  } catch (error) {
    // The address itself may hold a password, so only the reason is repeated.
    throw new CannotStart(
      `The PostgreSQL of DATABASE_URL cannot be reached: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
