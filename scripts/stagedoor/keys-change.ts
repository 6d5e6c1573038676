import { withOwnDatabase } from './database.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { changeKey, keyNames } from '#server/platform/keys/keys.ts'

export const about =
  'keys change secret|documents            gives the site another key: the one that you put in the old one’s place, or a new one'

const lost = {
  secret:
    'Signed links are void, and what the old key sealed stays closed: creators’ bank details and gateway accounts, and postal addresses, have to be given again.',
  documents: 'What the old key sealed stays closed: identity documents, and files that are sold as downloads, have to be sent again.',
}

/** On the embedded database, stop the server first; with a database of your own, too. */
export async function run([wanted]: string[]): Promise<void> {
  const name = keyNames.find((each) => each === wanted)
  if (!name) throw new Error(`Tell which key: ${about}`)
  const { dataDir, secretKey, documentKey } = readConfig(process.env)
  const place = { dataDir, given: { secret: secretKey, documents: documentKey } }
  const { keptAt } = await withOwnDatabase((db) => db.transaction((tx) => changeKey(tx, name, place)))
  console.log(`The key "${name}" is another one now. ${lost[name]}`)
  if (keptAt) console.log(`The old key lies in ${keptAt}.`)
}
