// Coming in: the checks that every new account passes, whoever makes it.
import type { Tx } from '#server/platform/db/db.ts'
import { violates } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { isAdultOn } from '#server/people/accounts/adulthood.ts'
import { noteArrival } from '#server/people/accounts/arrivals.ts'
import { isFree } from '#server/people/accounts/email-queries.ts'
import { isNobodysAddress, isReserved } from '#server/people/accounts/names.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { isCountry } from '#server/site/reference/reference.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited, requireText } from '#server/site/terms/terms.ts'
import type {} from '#server/people/accounts/events.ts'

export interface NewAccount {
  role: 'user' | 'performer' | 'staff'
  /** A performer begins pending; everyone else active. */
  state?: 'active' | 'pending'
  name: string
  username: string
  email: string
  emailVerified?: boolean
  /** Whoever makes it is known to read its mailbox. */
  isProven?: boolean
  /** By `hashDigest` or `hashPassword`: made before the transaction, because it takes its time. */
  passwordHash: string | null
  birthDate?: string | undefined
  gender?: string | undefined
  country?: string | undefined
  locale?: string | undefined
  bio?: string | undefined
  acceptedTermsVersion?: string | undefined
  /** Whose sign-in it stands behind: a performer's account alone, with the holder's address. */
  holderId?: string | undefined
  /** By whose link they came, as it was sent. */
  referralCode?: string | undefined
}

/** Makes an account. Refuses `username_taken`, `username_reserved`, `email_taken`, `under_age`, `unknown_country`, `prohibited_term`, `performs_already`. */
export async function create(tx: Tx, account: NewAccount): Promise<{ id: string }> {
  const name = requireText('name', account.name)
  const bio = cleanText(account.bio ?? '')
  refuseName(account.username)
  refuseNobodysAddress(account.email)
  if (account.birthDate !== undefined) refuseMinor(tx.now, account.birthDate)
  refuseCountry(account.country)
  await refuseProhibited(tx, { name, username: account.username, bio })
  const id = await naming(() =>
    queries.insert(tx, {
      role: account.role,
      state: account.state ?? 'active',
      name,
      username: account.username,
      email: account.email.trim(),
      emailVerifiedAt: account.emailVerified ? tx.now : null,
      passwordHash: account.passwordHash,
      provenAt: account.isProven ? tx.now : null,
      birthDate: account.birthDate ?? null,
      gender: account.gender ?? null,
      country: account.country ?? null,
      locale: account.locale ?? null,
      bio,
      acceptedTermsVersion: account.acceptedTermsVersion ?? null,
      holderId: account.holderId ?? null,
    }),
  )
  // Somebody's address of a few days ago may still be taken back; the one behind a sign-in is its holder's.
  if (account.holderId === undefined && !(await isFree(tx, account.email.trim(), id))) refuseField('email', 'email_taken')
  await noteArrival(tx, id, account.referralCode)
  await announce(tx, 'account.registered', { accountId: id, role: account.role })
  return { id }
}

export function refuseName(username: string): void {
  if (!/^[a-z0-9._]{3,30}$/.test(username)) throw new Refusal('invalid', {}, [{ field: 'username', code: 'wrong_form' }])
  if (isReserved(username)) refuseField('username', 'username_reserved')
}

export function refuseNobodysAddress(email: string): void {
  if (isNobodysAddress(email)) throw new Refusal('invalid', {}, [{ field: 'email', code: 'not_an_email' }])
}

export function refuseMinor(now: Date, birthDate: string): void {
  if (!isAdultOn(birthDate, now)) refuseField('dateOfBirth', 'under_age')
}

export function refuseCountry(country: string | undefined): void {
  if (country !== undefined && !isCountry(country)) refuseField('country', 'unknown_country')
}

/** Registration accepts the terms as they are now. */
export async function refuseOldTerms(tx: Tx, accepted: string): Promise<void> {
  const { termsVersion } = await current(tx)
  if (accepted !== termsVersion) refuseField('acceptedTermsVersion', 'terms_outdated', { termsVersion })
}

/** The database alone knows whether a name is free: two who ask at once cannot both have it. */
export async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'username_unique')) refuseField('username', 'username_taken')
    if (violates(error, 'email_unique')) refuseField('email', 'email_taken')
    if (violates(error, 'one_held_account')) refuse('performs_already')
    if (violates(error, 'adults_only')) refuseField('dateOfBirth', 'under_age')
    throw error
  }
}
