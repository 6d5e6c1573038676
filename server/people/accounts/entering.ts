// The one place where a session of one's own is opened: whoever showed who they are, by a password or by another's word, is judged here by the same
// rules, and asked for their second factor where they have one.
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { openedIn, openOrLeadBack, type Entered, type Entry, type Opening } from '#server/people/accounts/opening.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { ticketFor } from '#server/people/accounts/two-factor.ts'
import { current } from '#server/site/settings/settings.ts'

export type { Entered, Entry } from '#server/people/accounts/opening.ts'

/** In, or asked for the second step, whose ticket is kept, or shown the way back to an account that is closing. */
export type Entering = Opening | { ticket: string }

/**
 * Refuses what keeps the account closed: account_inactive, performer_pending, performer_rejected, email_not_verified. Where it stands behind another's
 * sign-in, that one has to be open as well, and has the second factor.
 */
export async function enter(tx: Tx, account: queries.Account, how: Entry): Promise<Entering> {
  await refuseClosed(tx, account)
  const ticket = await ticketFor(tx, account, how.remember ?? false)
  return ticket === undefined ? openOrLeadBack(tx, account, how) : { ticket }
}

/** By what is both steps in one: a passkey that saw who holds it. Refuses the same. */
export async function enterProven(tx: Tx, account: queries.Account, how: Entry): Promise<Opening> {
  await refuseClosed(tx, account)
  return openOrLeadBack(tx, account, how)
}

async function refuseClosed(tx: Tx, account: queries.Account): Promise<void> {
  if (account.state === 'closed') refuse('account_inactive')
  if (account.state === 'pending') refuse('performer_pending')
  if (account.state === 'rejected') refuse('performer_rejected')
  const holder = account.holderId === null ? undefined : await queries.byId(tx, account.holderId)
  if (holder && holder.state !== 'active') refuse('account_inactive')
  const { requireEmailVerification } = await current(tx)
  if (requireEmailVerification && !account.emailVerifiedAt && !account.closesAt) refuse('email_not_verified')
}

/** To be asked once the ticket or the way back is kept: after the transaction. @throws two_factor_required {ticket}, account_closing {token, until} */
export function sessionOf(entering: Entering): Entered {
  return 'ticket' in entering ? refuse('two_factor_required', { ticket: entering.ticket }) : openedIn(entering)
}
