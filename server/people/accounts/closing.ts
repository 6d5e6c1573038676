// An account that its owner closes: out of sight at once, theirs again for some days by a press, and then nobody's (docs/adr/0028). What else becomes of
// what they have is told by office/closing.
import { hash } from 'node:crypto'
import { dateTag } from '#contract/locales.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as closing from '#server/people/accounts/closing-queries.ts'
import { languageFor, write } from '#server/people/accounts/letters.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { endSessions, hashOf, newSecret } from '#server/people/accounts/sessions.ts'
import { current } from '#server/site/settings/settings.ts'

const path = (token: string) => `/auth/take-back?token=${token}`

/** Nobody is in it any more, and nobody sees it. Its owner is told by letter, with the way back. The caller asked for proof. */
export async function close(tx: Tx, accountId: string, until: Date): Promise<void> {
  await closing.close(tx, accountId, until)
  await announce(tx, 'account.changed', { accountId })
  await endSessions(tx, accountId)
  await tell(tx, accountId, 'closing')
}

/** A secret that takes this account back, as often as it is asked for. */
export async function wayBackTo(tx: Tx, accountId: string): Promise<string> {
  const { token, tokenHash } = newSecret()
  await closing.insertWayBack(tx, accountId, tokenHash)
  return token
}

/** The letter of the day, and the one before the end: each has the way back. */
export async function tell(tx: Tx, accountId: string, occasion: 'closing' | 'closing_soon'): Promise<void> {
  const account = (await queries.byId(tx, accountId)) ?? refuse('not_found')
  if (!account.closesAt) return
  const { defaultLocale } = await current(tx)
  const language = languageFor(account, defaultLocale)
  const until = new Intl.DateTimeFormat(dateTag(language), { dateStyle: 'long', timeZone: account.timezone ?? 'UTC' }).format(
    account.closesAt,
  )
  await write(tx, account, defaultLocale, occasion, { path: path(await wayBackTo(tx, accountId)) }, { username: account.username, until })
}

/** Somebody asked for what is kept of them: whoever reads the mailbox hears of it. The letter's link opens nothing by itself. */
export async function tellOfBelongings(tx: Tx, accountId: string, days: number): Promise<void> {
  const account = (await queries.byId(tx, accountId)) ?? refuse('not_found')
  const { defaultLocale } = await current(tx)
  await write(
    tx,
    account,
    defaultLocale,
    'belongings',
    { path: '/settings/belongings' },
    { username: account.username, days: String(days) },
  )
}

/** By the secret of a letter or of signing in. Every one of its ways back is over then. @throws link_expired, account_inactive where its holder's is not open */
export async function takeBack(tx: Tx, token: string): Promise<{ accountId: string }> {
  const found = (await closing.wayBack(tx, hashOf(token))) ?? refuse('link_expired')
  const account = (await queries.lock(tx, found.accountId)) ?? refuse('link_expired')
  if (account.state !== 'closing') refuse('link_expired')
  const holder = account.holderId === null ? undefined : await queries.byId(tx, account.holderId)
  if (holder && holder.state !== 'active') refuse('account_inactive')
  await queries.setState(tx, account.id, 'active')
  await closing.forgetWaysBack(tx, account.id)
  await announce(tx, 'account.changed', { accountId: account.id })
  const { defaultLocale } = await current(tx)
  await write(tx, account, defaultLocale, 'taken_back', undefined, { username: account.username })
  return { accountId: account.id }
}

/** What stands in the place of a name, in the site's own language: lines of theirs are read by others. */
async function goneName(tx: Tx): Promise<string> {
  return say((await current(tx)).defaultLocale, 'accounts.gone')
}

/** Its name is nobody's from now on, and nothing says whose it was. Again it changes nothing. */
export async function erase(tx: Tx, account: Pick<queries.Account, 'id' | 'username' | 'email' | 'holderId'>): Promise<void> {
  await closing.keepName(tx, hash('sha256', account.username, 'buffer'))
  await queries.forgetTriesAt(tx, [account.id, account.username, account.email.toLowerCase()])
  await closing.forgetWaysIn(tx, account.id)
  // An account that stands behind another's sign-in has that one's address, and is in its holder's hands no more.
  await closing.erase(tx, account.id, await goneName(tx))
  await announce(tx, 'account.changed', { accountId: account.id })
}
