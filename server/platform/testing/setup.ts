import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applicationRole, clusterOwner } from '#server/platform/db/embedded-cluster.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { readCatalogue } from '#server/platform/testing/catalogue.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL: its socket folder, the application's role and the owner's, and the migrated database to copy. */
    postgres: { host: string; user: string; owner: string; template: string }
  }
}

/** Starts one PostgreSQL for the whole vitest run and migrates the template that every test file copies (see clone.ts). */
export default async function setup(project: TestProject) {
  const home = mkdtempSync(join(tmpdir(), 'stagedoor-test-'))
  const server = await startEmbedded(home, { ephemeral: true })
  const stop = async () => {
    await server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    if (existsSync(join(import.meta.dirname, '../../../database'))) await makeReady(server)
    await writeCatalogue(server)
    // The template takes no guests: a single open connection to it would make every copy fail.
    const client = new pg.Client({ host: server.socketDir, user: clusterOwner, database: 'postgres' })
    await client.connect()
    await client.query(`alter database ${server.database} with is_template true allow_connections false`)
    await client.end()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', { host: server.socketDir, user: applicationRole, owner: clusterOwner, template: server.database })
  return stop
}

/** The record of what is asked (asked.ts) begins anew, with what the tables are like. */
async function writeCatalogue({ socketDir, database }: { socketDir: string; database: string }) {
  const folder = join(import.meta.dirname, '../../../test-results/asked')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const client = new pg.Client({ host: socketDir, user: clusterOwner, database })
  await client.connect()
  try {
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(await readCatalogue(client)))
  } finally {
    await client.end()
  }
}
