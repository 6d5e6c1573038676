// A creator's account at the provider that carries payouts. Whether it can be paid is kept, and asked for anew when the provider says
// that something changed.
import * as bank from '#server/money/destinations/bank-details.ts'
import * as queries from '#server/money/destinations/queries.ts'
import type { ProviderAccount } from '#server/money/destinations/queries.ts'
import { payoutProvider } from '#server/money/payments/payments.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** The provider's page for this creator, whose account is made at the first time. It reaches the network. @throws gateway_unavailable */
export async function open(db: Database, accountId: string): Promise<ProviderAccount & { url: string }> {
  const provider = payoutProvider()
  if (!provider.isReady()) return refuse('gateway_unavailable')
  const ref = (await of(db, accountId))?.ref ?? (await make(db, accountId))
  const url = await provider.link(ref, `${siteUrl()}/creator/payouts`)
  const kept = await of(db, accountId)
  return { ref, payoutsEnabled: kept?.payoutsEnabled ?? false, url }
}

async function make(db: Database, accountId: string): Promise<string> {
  const provider = payoutProvider()
  const account = await accounts.find(db, accountId)
  if (!account) throw new Error('who is signed in has an account')
  const { details } = (await bank.find(db, accountId)) ?? {}
  const made = await provider.openAccount({ accountId, email: account.email, country: details?.country })
  // Two tabs at once: the one that was kept first stays.
  return db.transaction((tx) => queries.keepProviderAccount(tx, accountId, { provider: provider.name, ref: made }))
}

export function of(db: Db, accountId: string): Promise<ProviderAccount | undefined> {
  return queries.providerAccountOf(db, accountId, payoutProvider().name)
}

/** True when the creator may choose it: the operator has set it up. */
export const isOffered = () => payoutProvider().isReady()

/** Asks what an account is now. An answer that took longer than a later one is forgotten. */
export async function renew(db: Database, ref: string): Promise<void> {
  const askedAt = db.now
  const provider = payoutProvider()
  const account = { provider: provider.name, ref }
  if (!(await queries.hasProviderAccount(db, account))) return
  const payoutsEnabled = await provider.payoutsEnabled(ref)
  await db.transaction((tx) => queries.setPayoutsEnabled(tx, account, payoutsEnabled, askedAt))
}
