import { accessSync, createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { connect } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'

export const about =
  'hashes import --list name --file hashes.txt   takes in a list of what may not come in: a line each, a SHA-256 or block:<256 bits>, in hexadecimal'

/** On the embedded database, stop the server first. Taking the same list in again adds what is new in it. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { list: { type: 'string' }, file: { type: 'string' } } })
  const { list, file } = values
  if (!list || !file) throw new Error(`Tell --list and --file: ${about}`)
  if (list.length > 80 || list === 'removed')
    throw new Error('The name of a list has at most 80 characters, and is not "removed", which is our own.')
  accessSync(file)

  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const url = config.databaseUrl ?? embedded!.url
  try {
    await migrate(url)
    const db = connect({ connection: { connectionString: url } })
    try {
      // Made when it is read: lines that come before somebody listens are lost.
      const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
      const { added, known, wrong } = await fingerprints.importList(db, list, lines)
      console.log(`${list}: ${added} added, ${known} known before.`)
      if (wrong.length > 0)
        console.log(`${wrong.length} lines are no hashes: ${wrong.slice(0, 20).join(', ')}${wrong.length > 20 ? ', …' : ''}`)
    } finally {
      await db.close()
    }
  } finally {
    await embedded?.stop()
  }
}
