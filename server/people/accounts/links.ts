// What is proven by a letter: that an address is one's own, and that one may set a new password. A link works once.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { record } from '#server/platform/audit/audit.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Language } from '#server/platform/words/words.ts'
import { newCode, triesAt } from '#server/people/accounts/codes.ts'
import { forgetWaysBackOf } from '#server/people/accounts/closing-queries.ts'
import { write, type Occasion, type Reader } from '#server/people/accounts/letters.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { dropTickets } from '#server/people/accounts/two-factor-queries.ts'
import { forgetIdentities } from '#server/people/accounts/identity-queries.ts'
import { forgetPasskeys, forgetPasswordless } from '#server/people/accounts/passkey-queries.ts'
import { endSessions, hashOf, newSecret } from '#server/people/accounts/sessions.ts'

export const hourMs = 3_600_000
const lastsMs = { verify_email: 24 * hourMs, reset_password: hourMs }
/** Pages of the web that take the link's secret. */
const paths = { verify_email: '/auth/verify', reset_password: '/auth/reset' }
/** calls.md section 2: one letter a minute and five a day for an address. */
const perDay = 5

const occasions: Record<Purpose, Occasion> = { verify_email: 'verify', reset_password: 'reset' }

export type Purpose = keyof typeof lastsMs

/** Sends a link, now; with a code beside it where somebody asked for it themselves, and so waits for one. */
export async function sendLink(
  tx: Tx,
  account: Reader & { id: string },
  purpose: Purpose,
  language: Language,
  occasion: Occasion = occasions[purpose],
): Promise<void> {
  const { token, tokenHash } = newSecret()
  const beside = occasion === occasions[purpose] ? newCode({ accountId: account.id, purpose, tokenHash }) : undefined
  await queries.insertLink(tx, {
    accountId: account.id,
    purpose,
    email: account.email,
    tokenHash,
    codeHash: beside?.codeHash ?? null,
    expiresAt: new Date(tx.now.getTime() + lastsMs[purpose]),
  })
  await write(tx, account, language, occasion, { path: `${paths[purpose]}?token=${token}`, code: beside?.code })
}

/**
 * Somebody asks for a link to this address. A job looks whether there is such an account, so that the answer is the same
 * and takes as long for an address that nobody has.
 */
export async function askForLink(tx: Tx, email: string, purpose: Purpose, language: Language, occasion?: Occasion): Promise<void> {
  await queries.forgetTries(tx, [triesAt(purpose, email)])
  await addJob(tx, 'accounts.send_link', { email, purpose, language, ...(occasion && { occasion }) }, { isAwaited: true })
}

/** A link's secret as it stood in the letter, or its digest, which the code beside it leads to. */
export type Secret = string | Buffer

export interface LinkReader {
  accountId: string
  sessionId: string
  actorId?: string
}

export const digestOf = (secret: Secret): Buffer => (typeof secret === 'string' ? hashOf(secret) : secret)

interface Asked {
  email: string
  purpose: Purpose
  language: Language
  occasion?: Occasion
}

export function workLinks(jobs: Jobs, db: Database): void {
  const send = (asked: Asked) => db.transaction((tx) => sendIfDue(tx, asked))
  jobs.handle('accounts.send_link', send, { kind: 'letters' })
}

async function sendIfDue(tx: Tx, { email, purpose, language, occasion }: Asked): Promise<void> {
  const account = email.includes('@') ? await queries.byLogin(tx, email) : undefined
  if (!account || account.state === 'closed') return
  if (purpose === 'verify_email' && account.emailVerifiedAt) return
  if (!(await mayBeSent(tx, account, purpose))) return
  await sendLink(tx, account, purpose, language, occasion)
}

/**
 * Whether another letter may go out now: one a minute and five a day. Strangers who use up the day's letters and then lock the door would keep its owner
 * out: while it is locked there is always a link that is good.
 */
export async function mayBeSent(tx: Tx, account: Pick<queries.Account, 'id' | 'username' | 'email'>, purpose: string): Promise<boolean> {
  const since = (ms: number) => new Date(tx.now.getTime() - ms)
  const sent = await queries.linksSince(tx, account.id, purpose, { minute: since(60_000), hour: since(hourMs), day: since(24 * hourMs) })
  if (sent.minute > 0) return false
  return sent.day < perDay || (sent.hour === 0 && (await queries.isLockedEverywhere(tx, account)))
}

/**
 * The address is the account's own. Refuses `link_expired` when the link was used, is older than 24 hours, or meant another address.
 * Whoever registered with another's address is out by it: all sessions end but the reader's own, which also shows that both are one person.
 * @param reader who reads the letter in a browser that is signed in
 */
export async function verifyEmail(tx: Tx, secret: Secret, reader?: LinkReader): Promise<{ accountId: string }> {
  const link = (await queries.useLink(tx, 'verify_email', digestOf(secret))) ?? refuse('link_expired')
  if ((await queries.verifyEmail(tx, link.accountId, link.email)) > 0) {
    const own = reader?.accountId === link.accountId && !reader.actorId ? reader.sessionId : undefined
    if (own) await queries.prove(tx, link.accountId)
    await endSessions(tx, link.accountId, own ? { except: own } : {})
    await announce(tx, 'account.email_verified', { accountId: link.accountId })
  }
  return { accountId: link.accountId }
}

/**
 * A new password by a letter's link: every session ends, a lock is lifted, and the address is proven by the way. Whatever somebody with the old password could
 * come in by is over with it: keys that sign in alone, and ways back to what is closing.
 */
export async function resetPassword(tx: Tx, secret: Secret, passwordHash: string): Promise<{ accountId: string }> {
  const link = (await queries.useLink(tx, 'reset_password', digestOf(secret))) ?? refuse('link_expired')
  const account = await queries.byId(tx, link.accountId)
  if (!account || account.state === 'closed' || account.email.toLowerCase() !== link.email.toLowerCase()) return refuse('link_expired')
  await queries.setPassword(tx, account.id, passwordHash)
  await queries.spendLinks(tx, account.id, 'reset_password')
  // Whoever knew the password before may have asked for another address with it.
  await queries.spendLinks(tx, account.id, 'change_email')
  await queries.forgetTriesAt(tx, [account.id, account.username, account.email.toLowerCase()])
  await queries.forgetDevices(tx, account.id)
  if ((await queries.verifyEmail(tx, account.id, link.email)) > 0) await announce(tx, 'account.email_verified', { accountId: account.id })
  await dropTickets(tx, account.id)
  // What was linked and added before is of whoever had the account, and it was not known whether they read this mailbox.
  if (!account.provenAt) {
    await forgetIdentities(tx, account.id)
    await forgetPasskeys(tx, account.id)
  }
  await forgetPasswordless(tx, account.id)
  await forgetWaysBackOf(tx, account.id)
  await queries.prove(tx, account.id)
  await endSessions(tx, account.id)
  await announce(tx, 'account.password_changed', { accountId: account.id })
  await record(tx, { actorId: account.id, action: 'accounts.password_reset', subject: { kind: 'account', id: account.id } })
  return { accountId: account.id }
}
