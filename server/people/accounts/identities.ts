// Who somebody is elsewhere, and what follows from it here (docs/adr/0023). An identity is linked by its owner, signed in, or by the address alone where
// nobody else can be in that account: its issuer says that the address is theirs, we know that it is, and whoever holds the account's other ways in was
// shown to read the same mailbox.
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { violates } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { languages } from '#server/platform/words/words.ts'
import { isFree } from '#server/people/accounts/email-queries.ts'
import * as identities from '#server/people/accounts/identity-queries.ts'
import { write } from '#server/people/accounts/letters.ts'
import { isNobodysAddress } from '#server/people/accounts/names.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { naming } from '#server/people/accounts/registration.ts'
import { cleanText, isProhibited } from '#server/site/terms/terms.ts'

/** What an issuer says of somebody. */
export interface Said {
  provider: identities.Provider
  /** How people call the provider: Google, X, the house's own. */
  label: string
  issuer: string
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  picture: string | undefined
}

/**
 * The account that this identity speaks for, with what its issuer says anew; undefined where it is nobody's. Linked by the address now, or
 * refused: `identity_email_taken`. An address that the issuer does not vouch for is not looked up, and so tells nobody whether it is known here.
 */
export async function accountOf(tx: Tx, said: Said): Promise<queries.Account | undefined> {
  const known = await identities.identityOf(tx, said.issuer, said.subject)
  if (known) {
    const account = (await queries.byId(tx, known.accountId)) ?? refuse('not_found')
    await identities.usedIdentity(tx, known.id, { email: said.email ?? known.email, name: said.name ?? known.name })
    return follow(tx, account, known, said)
  }
  if (said.email === undefined || !said.isEmailVerified) return undefined
  const account = await queries.byLogin(tx, said.email)
  if (!account) return undefined
  // Staff open the office by it: they link it themselves.
  if (!account.emailVerifiedAt || !account.provenAt || account.role === 'staff')
    return refuse('identity_email_taken', { provider: said.label })
  await link(tx, account.id, said)
  return account
}

/** Refuses `identity_linked_elsewhere`, and `identity_already_linked` where the account has another one of this issuer. Its owner is told by letter. */
export async function link(tx: Tx, accountId: string, said: Said, ip?: string): Promise<void> {
  const known = await identities.identityOf(tx, said.issuer, said.subject)
  if (known?.accountId === accountId) return
  await keep(tx, accountId, said, known)
  const account = (await queries.byId(tx, accountId)) ?? refuse('not_found')
  await tell(tx, account, 'linked', said, ip)
}

/** The one that an account is made with: nobody has to be told. Refuses `identity_linked_elsewhere`. */
export async function beginWith(tx: Tx, accountId: string, said: Said): Promise<void> {
  await keep(tx, accountId, said, await identities.identityOf(tx, said.issuer, said.subject))
}

async function keep(tx: Tx, accountId: string, said: Said, known: identities.Identity | undefined): Promise<void> {
  if (known) refuse('identity_linked_elsewhere', { provider: said.label })
  const { provider, issuer, subject, email = null, name = null } = said
  try {
    await identities.insertIdentity(tx, { accountId, provider, issuer, subject, email, name })
  } catch (error) {
    if (violates(error, 'identities_account_id_issuer_key')) refuse('identity_already_linked', { provider: said.label })
    if (violates(error, 'identities_issuer_subject_key')) refuse('identity_linked_elsewhere', { provider: said.label })
    throw error
  }
}

/** Never the last way in: `last_way_in`. Its owner is told by letter. @param labelOf how people call a provider */
export async function unlink(
  tx: Tx,
  accountId: string,
  id: string,
  labelOf: (provider: identities.Provider) => string,
  ip?: string,
): Promise<void> {
  const ways = await identities.lockWaysIn(tx, accountId)
  const removed = (await identities.removeIdentity(tx, accountId, id)) ?? refuse('not_found')
  if (!ways.hasPassword && ways.identities <= 1) refuse('last_way_in')
  const account = (await queries.byId(tx, accountId)) ?? refuse('not_found')
  await tell(tx, account, 'unlinked', { ...removed, label: labelOf(removed.provider) }, ip)
}

async function tell(
  tx: Tx,
  account: queries.Account,
  what: 'linked' | 'unlinked',
  { provider, issuer, label }: Pick<Said, 'provider' | 'issuer' | 'label'>,
  ip?: string,
): Promise<void> {
  await record(tx, {
    actorId: account.id,
    action: `accounts.identity_${what}`,
    subject: { kind: 'account', id: account.id },
    detail: { provider, issuer },
    ip,
  })
  await write(tx, account, languages[0], what, undefined, { provider: label })
}

/** The oldest first. */
export const linkedTo = (db: Db, accountId: string): Promise<identities.Identity[]> => identities.identitiesOf(db, accountId)

/** What changed at the issuer changes here where it still is what the issuer said last: what somebody chose here themselves stays. */
async function follow(tx: Tx, account: queries.Account, before: identities.Identity, said: Said): Promise<queries.Account> {
  let now = account
  const name = said.name && cleanText(said.name)
  if (name && name !== account.name && account.name === before.name && !(await isProhibited(tx, name))) {
    now = await queries.update(tx, account.id, { name })
    await announce(tx, 'account.changed', { accountId: account.id })
  }
  const isOfIssuer = before.email?.toLowerCase() === account.email.toLowerCase()
  const isOther = said.email !== undefined && said.email.toLowerCase() !== account.email.toLowerCase()
  if (!isOfIssuer || !isOther || !said.isEmailVerified || isNobodysAddress(said.email!) || !(await isFree(tx, said.email!, account.id)))
    return now
  await naming(() => queries.setEmail(tx, account.id, said.email!))
  await record(tx, {
    actorId: account.id,
    action: 'accounts.email_followed',
    subject: { kind: 'account', id: account.id },
    detail: { issuer: said.issuer },
  })
  // To the address that it was: whoever reads it learns that it is not theirs any more.
  await write(tx, account, languages[0], 'email_changed', undefined, { provider: said.label })
  return (await queries.byId(tx, account.id)) ?? refuse('not_found')
}
