import { resolve } from 'node:path'
import { checked, refuseTaken, restore } from '#server/platform/backup/backup.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'

export const about =
  'restore folder                          makes a site of a backup: in an empty DATA_DIR, and in an empty database where DATABASE_URL names one'

export async function run([folder]: string[]): Promise<void> {
  if (!folder) throw new Error(`Tell the folder: ${about}`)
  const from = resolve(folder)
  const { dataDir, databaseUrl, databaseOwnerUrl } = readConfig(process.env)
  await refuseTaken(dataDir)
  // Read as a whole before anything is touched.
  const whole = await checked(from)
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir)
  try {
    // Whoever owns the tables makes them; what the application may do is said at the next start.
    await restore(from, { url: databaseOwnerUrl ?? databaseUrl ?? embedded!.ownerUrl, dataDir }, whole)
  } finally {
    await embedded?.stop()
  }
  console.log(
    `The site of ${whole.manifest.madeAt} is in ${dataDir}. Look at it with \`npm run stagedoor -- ledger verify\`, then start it.`,
  )
}
