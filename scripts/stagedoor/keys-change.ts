import { withOwnersDatabase } from './database.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as merchants from '#server/money/merchants/merchants.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { changeKey, keyNames, type Changed, type KeyName } from '#server/platform/keys/keys.ts'

export const about =
  'keys change secret|documents            gives the site another key: the one that you put in the old one’s place, or a new one'

/** All that is sealed in rows. */
export const sealed = [...destinations.sealed, ...payouts.sealed, merchants.sealed, ...accounts.sealed, ...addresses.sealed, ...shop.sealed]

const told = {
  secret:
    'Signed links are void. Addresses for webhooks that creators gave to their gateways stay good where the old key was there or they were saved since the site notes them; their pages show new ones.',
  documents: 'What the old key sealed stays closed: identity documents, and files that are sold as downloads, have to be sent again.',
}

/** On the embedded database, stop the server first; with a database of your own, too. */
export async function run([wanted]: string[]): Promise<void> {
  const name = keyNames.find((each) => each === wanted)
  if (!name) throw new Error(`Tell which key: ${about}`)
  const { dataDir, secretKey, documentKey } = readConfig(process.env)
  const place = { dataDir, given: { secret: secretKey, documents: documentKey } }
  const changed = await withOwnersDatabase((db) => db.transaction((tx) => changeKey(tx, name, place, sealed)))
  for (const line of report(name, changed)) console.log(line)
}

export function report(name: KeyName, { keptAt, moved, closed }: Changed): string[] {
  const which = [...Map.groupBy(closed, ({ what }) => what)].map(([what, all]) => `  ${what}: ${all.map((each) => each.about).join(', ')}`)
  return [
    `The key "${name}" is another one now. ${told[name]}`,
    ...(moved > 0
      ? [`Sealed anew with it: ${moved} (bank details, payouts, accounts at gateways, postal addresses, second factors).`]
      : []),
    ...(closed.length > 0
      ? [
          `Nothing here opens ${closed.length} of what an old key sealed. Their owners are asked to give it again; payouts that are under way with it are rejected and asked for anew:`,
          ...which,
        ]
      : []),
    ...(keptAt ? [`The old key lies in ${keptAt}.`] : []),
  ]
}
