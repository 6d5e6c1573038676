// Where money goes is sealed with a key that is not in the database, each for its own row: moved to another it does not open. The purpose is
// called as it was before the first row was sealed, and so stays.
import { secretFor } from '#server/platform/config/keys.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'

export const seal = (about: string, text: string): Buffer => sealText(secretFor('payouts'), about, text)
export const unseal = (about: string, sealed: Buffer): string | undefined => unsealText(secretFor('payouts'), about, sealed)

export const lastFour = (account: string) => account.replaceAll(/[^A-Za-z0-9]/g, '').slice(-4)
