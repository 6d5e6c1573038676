import { join } from 'node:path'
import { withOwnersDatabase } from './database.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { accept } from '#server/platform/keys/media.ts'

export const about =
  'media accept                            takes DATA_DIR/media for the site’s folder of files, whatever is missing in it'

/** On the embedded database, stop the server first; with a database of your own, too. */
export async function run(): Promise<void> {
  const folder = join(readConfig(process.env).dataDir, 'media')
  await withOwnersDatabase((db) => accept(db, folder))
  console.log(`${folder} is the site's folder of files now. A folder that was it before is taken for another site's.`)
}
