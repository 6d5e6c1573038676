// The database of an operator's command: the one that the site is configured to use; the embedded one of a site that runs; or the
// embedded one, started for as long as the command takes.
import { readConfig } from '#server/platform/config/config.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { runningEmbedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'

/** For commands that may run beside the site: the database as it is. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const running = databaseUrl ?? (await runningEmbedded(dataDir))
  return running ? connected(running, work) : withOwnDatabase(work)
}

/** For commands that the site must not be running beside: brought up to date first. On the embedded database the site has to be stopped. */
export function withOwnDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return ready(({ url }) => connected(url, work))
}

/** The same as the owner of the tables, whom no guard stops. */
export function withOwnersDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return ready(({ ownerUrl }) => connected(ownerUrl, work))
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
