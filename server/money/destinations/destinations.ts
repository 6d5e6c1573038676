/**
 * Where creators' payouts go: a bank, an account at PayPal or another way, an account at the provider that carries them.
 * Promises: what they say is sealed with a key that is not in the database and masked for every reader but who pays; a change is told by
 * letter and holds payouts there for 72 hours, and so does, until its owner looked, that one came back.
 * Leaves to others: payouts, with the sealed copy that each keeps of where it goes; speaking to the provider (payments).
 */
import * as bank from '#server/money/destinations/bank-details.ts'
import * as accounts from '#server/money/destinations/payout-accounts.ts'

export {
  allOf as banksOf,
  doubt as doubtBank,
  find as bankOf,
  isSameBank,
  maskedOf as maskedBankOf,
  read as readBank,
  save as saveBank,
  standing,
} from '#server/money/destinations/bank-details.ts'
export {
  all as accountsOf,
  doubt as doubtAccount,
  isDoubted as isAccountDoubted,
  mask,
  ready as readyAccount,
  save as saveAccount,
  type PayoutAccount,
} from '#server/money/destinations/payout-accounts.ts'
export {
  isOffered as isProviderOffered,
  of as providerAccountOf,
  open as openProviderAccount,
} from '#server/money/destinations/provider-accounts.ts'
export { isSameName } from '#server/money/destinations/names.ts'
export { forget, takeTurns } from '#server/money/destinations/queries.ts'
export { lastFour, seal, unseal } from '#server/money/destinations/sealing.ts'
export { writeToCreator } from '#server/money/destinations/letters.ts'

/** For a change of the site's key. */
export const sealed = [bank.sealed, accounts.sealed]
