// The database of an operator's command: the one that the site is configured to use; the embedded one of a site that runs; or the
// embedded one, started for as long as the command takes.
import { resolve } from 'node:path'
import { readConfig } from '#server/platform/config/config.ts'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { hasEmbedded, runningEmbedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'

/** For commands that may run beside the site, and only read: the database as it is, with a site in it. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const running = databaseUrl ?? (await runningEmbedded(dataDir))
  const ofSite = async (db: Database) => {
    if (!(await hasSite(db)))
      throw new CannotStart('The database has no site in it: it was never started, or a restore into it did not come to its end.')
    return work(db)
  }
  if (running) return connected(running, ofSite)
  refuseNone()
  return withOwnDatabase(ofSite)
}

/** For commands that the site must not be running beside: brought up to date first. On the embedded database the site has to be stopped. */
export function withOwnDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return ready(({ url }) => connected(url, work))
}

/** The same as the owner of the tables, whom no guard stops: for changing a site that is there. */
export async function withOwnersDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  refuseNone()
  return ready(({ ownerUrl }) => connected(ownerUrl, work))
}

/** Who asks about a site, or changes one, shall not get an answer from a new one. */
function refuseNone(): void {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (!databaseUrl && !hasEmbedded(dataDir))
    throw new CannotStart(`DATA_DIR ${resolve(dataDir)} has no database: name the folder of the site, or its DATABASE_URL.`)
}

/** A site notes its keys when it first starts; a restore brings them in last, with everything else. */
async function hasSite(db: Database): Promise<boolean> {
  const { schema, keys } = await db.one<{ schema: boolean; keys: boolean }>(
    sql`select to_regclass('platform.migrations') is not null as schema, to_regclass('platform.keys') is not null as keys`,
  )
  // A site of before has no such table yet.
  return schema && (!keys || (await db.maybe(sql`select name from platform.keys limit 1`)) !== undefined)
}

async function ready<T>(work: (way: { url: string; ownerUrl: string }) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = readConfig(process.env)
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir)
  const way = embedded ?? { url: databaseUrl!, ownerUrl: databaseOwnerUrl ?? databaseUrl! }
  try {
    await makeReady(way)
    return await work(way)
  } finally {
    await embedded?.stop()
  }
}

async function connected<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ connection: { connectionString: url } })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
