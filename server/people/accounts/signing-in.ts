// Signing in by password. Everything about a wrong try looks the same from outside, whether the name exists or not.
import type { Database } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { digestOf, matches } from '#server/people/accounts/passwords.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { enter, sessionOf, type Entered, type Entry } from '#server/people/accounts/entering.ts'
import { countTries } from '#server/people/accounts/login-throttle.ts'

export interface Login extends Entry {
  /** E-mail address or username. */
  username: string
  /** As the body had it: plain, or sha256:<hex> when the site asks for that. */
  password: string
}

/** Refuses `incorrect_credentials`, `account_locked` {minutes}, and, to someone who knows the password, what keeps the account closed, or `two_factor_required` {ticket}. */
export async function login(db: Database, { username, password, ...how }: Login): Promise<Entered> {
  const name = username.trim().normalize('NFC').toLowerCase()
  const digest = digestOf(password)
  const account = await queries.byLogin(db, name)
  // Of an account that stands behind another's sign-in, that one's password.
  const holder = account?.holderId ? await queries.byId(db, account.holderId) : account
  const { isLocked, keys } = await countTries(db, name, holder, how)
  if (!(await matches(holder?.passwordHash, digest)) || !account || isLocked) return refuse('incorrect_credentials')
  const entering = await db.transaction(async (tx) => {
    await queries.forgetTries(tx, keys)
    return enter(tx, account, how)
  })
  return sessionOf(entering)
}
