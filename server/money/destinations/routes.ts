import { destinations as table, type PayoutAccount } from '#contract/money/destinations.ts'
import * as door from '#server/money/destinations/destinations.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

export const handlers: Handlers<typeof table> = {
  async stripeAccount({ db, viewer }) {
    if (viewer.actorId) refuse('not_allowed')
    const { ref: accountId, ...account } = await door.openProviderAccount(db, viewer.accountId)
    return { ...account, accountId }
  },

  async stripeAccountState({ db, viewer }) {
    const account = await door.providerAccountOf(db, viewer.accountId)
    return {
      isOffered: door.isProviderOffered(),
      payoutsEnabled: account?.payoutsEnabled ?? false,
      ...(account && { accountId: account.ref }),
    }
  },

  async saveBank({ db, viewer }, details) {
    if (viewer.actorId) refuse('not_allowed')
    await db.transaction((tx) => door.saveBank(tx, viewer.accountId, details))
    return (await door.maskedBankOf(db, viewer.accountId)).details ?? refuse('bank_unreadable')
  },

  bank: ({ db, viewer }) => door.maskedBankOf(db, viewer.accountId),

  async savePayoutAccount({ db, viewer }, { type, payoutAccount }) {
    if (viewer.actorId) refuse('not_allowed')
    await db.transaction((tx) => door.saveAccount(tx, viewer.accountId, type, payoutAccount))
    const saved = (await door.accountsOf(db, viewer.accountId)).find((each) => each.type === type)
    return shown(saved ?? refuse('not_found'), db.now)
  },

  async payoutAccounts({ db, viewer }) {
    return { data: (await door.accountsOf(db, viewer.accountId)).map((each) => shown(each, db.now)) }
  },
}

function shown({ type, account, ...standing }: door.PayoutAccount, now: Date): PayoutAccount {
  const told = account === undefined ? { needsAgain: true } : { payoutAccount: door.mask(account) }
  return { type, ...told, ...door.standing(standing, now) }
}
