import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { describeSchema } from '../schema.ts'

export const about = 'schema dump                      writes database/schema.sql from the migrations (in a PostgreSQL of its own)'

export const schemaFile = join(import.meta.dirname, '../../database/schema.sql')

export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'stagedoor-schema-'))
  const server = await startEmbedded(home, { ephemeral: true })
  try {
    await migrate(server.ownerUrl)
    writeFileSync(schemaFile, await describeSchema(server.ownerUrl))
    console.log('database/schema.sql is up to date.')
  } finally {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
