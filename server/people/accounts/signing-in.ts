// Signing in by password. Everything about a wrong try looks the same from outside, whether the name exists or not.
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { digestOf, matches } from '#server/people/accounts/passwords.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { openSession, type From, type Opened } from '#server/people/accounts/sessions.ts'
import { current } from '#server/site/settings/settings.ts'

/** calls.md section 2: five failures lock for 15 minutes. */
const mostFailures = 5
const lockMs = 15 * 60_000

export interface Login extends From {
  /** E-mail address or username. */
  username: string
  /** As the body had it: plain, or sha256:<hex> when the site asks for that. */
  password: string
  remember?: boolean | undefined
}

/** Refuses `incorrect_credentials`, `account_locked` {minutes}, and, to someone who knows the password, what keeps the account closed. */
export async function login(db: Database, { username, password, ...how }: Login): Promise<Opened> {
  const name = username.trim().normalize('NFC').toLowerCase()
  const digest = digestOf(password)
  await guardTries(db, name)
  const account = await queries.byLogin(db, name)
  if (!(await matches(account?.passwordHash, digest)) || !account) return refuse('incorrect_credentials')
  const settings = await current(db)
  if (account.state === 'closed') refuse('account_inactive')
  if (account.state === 'pending') refuse('performer_pending')
  if (account.state === 'rejected') refuse('performer_rejected')
  if (settings.requireEmailVerification && !account.emailVerifiedAt) refuse('email_not_verified')
  return db.transaction(async (tx) => {
    await queries.forgetTries(tx, [name])
    const session = await openSession(tx, account.id, how)
    if (account.role === 'staff')
      await record(tx, {
        actorId: account.id,
        action: 'accounts.staff_signed_in',
        subject: { kind: 'account', id: account.id },
        ip: how.ip,
      })
    return session
  })
}

/** Counts a try at this name and refuses `account_locked` when there were too many. A right password takes the count back by `forgetTries`. */
export async function guardTries(db: Database, name: string): Promise<void> {
  const counted = await db.transaction((tx) =>
    queries.countTry(tx, name, {
      failures: mostFailures,
      forgetBefore: new Date(tx.now.getTime() - lockMs),
      lockUntil: new Date(tx.now.getTime() + lockMs),
    }),
  )
  if (counted) return
  const lock = await queries.lockOf(db, name)
  refuse('account_locked', { minutes: lock ? Math.max(1, Math.ceil((lock.lockedUntil.getTime() - db.now.getTime()) / 60_000)) : 1 })
}
