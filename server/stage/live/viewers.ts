// Who watches or sends, as rights are asked for: where no session speaks for them, but a media token or the engine's word.
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/** Undefined for an account that is not active any more. */
export function memberOf(account: accounts.Account | undefined, now: Date): Member | undefined {
  if (account?.state !== 'active') return undefined
  const { id: accountId, role, username, birthDate } = account
  const isAdult = birthDate !== null && accounts.isAdultOn(birthDate, now)
  return { kind: 'member', accountId, sessionId: '', role, username, isAdult }
}
