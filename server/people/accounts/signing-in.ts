// Signing in by password. Everything about a wrong try looks the same from outside, whether the name exists or not.
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { digestOf, matches } from '#server/people/accounts/passwords.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { openSession, type From, type Opened } from '#server/people/accounts/sessions.ts'
import { countTries, knowDevice, type Place } from '#server/people/accounts/login-throttle.ts'
import { ticketFor } from '#server/people/accounts/two-factor.ts'
import { current } from '#server/site/settings/settings.ts'

export interface Login extends From, Place {
  /** E-mail address or username. */
  username: string
  /** As the body had it: plain, or sha256:<hex> when the site asks for that. */
  password: string
  remember?: boolean | undefined
}

/** Refuses `incorrect_credentials`, `account_locked` {minutes}, and, to someone who knows the password, what keeps the account closed, or `two_factor_required` {ticket}. */
export async function login(db: Database, { username, password, device, ...how }: Login): Promise<Opened & { device: string }> {
  const name = username.trim().normalize('NFC').toLowerCase()
  const digest = digestOf(password)
  const account = await queries.byLogin(db, name)
  const { isLocked, keys } = await countTries(db, name, account, { ip: how.ip, device })
  if (!(await matches(account?.passwordHash, digest)) || !account || isLocked) return refuse('incorrect_credentials')
  const settings = await current(db)
  if (account.state === 'closed') refuse('account_inactive')
  if (account.state === 'pending') refuse('performer_pending')
  if (account.state === 'rejected') refuse('performer_rejected')
  if (settings.requireEmailVerification && !account.emailVerifiedAt) refuse('email_not_verified')
  const ticket = await db.transaction(async (tx) => {
    await queries.forgetTries(tx, keys)
    return ticketFor(tx, account.id, how.remember ?? false)
  })
  if (ticket) refuse('two_factor_required', { ticket })
  return db.transaction(async (tx) => {
    const session = await openSession(tx, account.id, how)
    if (account.role === 'staff')
      await record(tx, {
        actorId: account.id,
        action: 'accounts.staff_signed_in',
        subject: { kind: 'account', id: account.id },
        ip: how.ip,
      })
    return { ...session, device: await knowDevice(tx, account.id, device) }
  })
}
