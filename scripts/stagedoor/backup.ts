import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'
import * as files from '#server/media/files/files.ts'
import * as copies from '#server/office/copies/copies.ts'
import * as identity from '#server/people/identity/identity.ts'
import { backUp } from '#server/platform/backup/backup.ts'
import { readConfig } from '#server/platform/config/config.ts'

export const about =
  'backup folder [--without-keys]          copies the database, the files and the keys into a new folder, beside the running site as well'

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { 'without-keys': { type: 'boolean' } } })
  const [folder] = positionals
  if (!folder) throw new Error(`Tell the folder: ${about}`)
  const { dataDir } = readConfig(process.env)
  const {
    rows,
    files: count,
    missing,
    hasKeys,
  } = await withDatabase((db) =>
    backUp({ db, dataDir, withKeys: !values['without-keys'] }, resolve(folder), async (at) => [
      ...(await files.storedKeys(at)),
      ...(await identity.storedKeys(at)),
      ...(await copies.storedKeys(at)),
    ]),
  )
  console.log(
    `The backup is in ${folder}: ${rows} rows and ${count} files${hasKeys ? ', with the keys' : ''}. Who has it has everything: keep it locked.`,
  )
  if (!hasKeys)
    console.log('Its keys are not in it: keep them elsewhere, without them the site does not start again and nothing sealed opens.')
  if (missing.length > 0) {
    console.error(`${missing.length} files that the database refers to are not on this site's disk: ${missing.slice(0, 10).join(', ')}`)
    process.exitCode = 2
  }
}
