import { accessSync, createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { withOwnDatabase } from './database.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'

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

  await withOwnDatabase(async (db) => {
    // Made when it is read: lines that come before somebody listens are lost.
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    const { added, known, wrong } = await fingerprints.importList(db, list, lines)
    console.log(`${list}: ${added} added, ${known} known before.`)
    if (wrong.length > 0)
      console.log(`${wrong.length} lines are no hashes: ${wrong.slice(0, 20).join(', ')}${wrong.length > 20 ? ', …' : ''}`)
  })
}
