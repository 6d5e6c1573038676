// Another e-mail address. Asked for by whoever knows the password, confirmed by whoever reads the new mailbox, undone for a week by whoever reads the old
// one. Nobody learns whether an address is somebody's: a letter goes out either way, and a job looks which.
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { Language } from '#server/platform/words/words.ts'
import { forgetWaysBackOf } from '#server/people/accounts/closing-queries.ts'
import { newCode } from '#server/people/accounts/codes.ts'
import * as changes from '#server/people/accounts/email-queries.ts'
import { forgetIdentitiesSince } from '#server/people/accounts/identity-queries.ts'
import { write } from '#server/people/accounts/letters.ts'
import { digestOf, hourMs, mayBeSent, type LinkReader, type Secret } from '#server/people/accounts/links.ts'
import { forgetPasskeysSince } from '#server/people/accounts/passkey-queries.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { refuseNobodysAddress } from '#server/people/accounts/registration.ts'
import { endSessions, newSecret } from '#server/people/accounts/sessions.ts'
import { dropTickets } from '#server/people/accounts/two-factor-queries.ts'
import type {} from '#server/people/accounts/events.ts'

const lastsMs = { change: 24 * hourMs, undo: 7 * 24 * hourMs }

interface Wish {
  accountId: string
  email: string
  language: Language
}

/** Somebody who was asked for their password wants another address. Refuses `email_is_yours`; says nothing of others' addresses. */
export async function ask(tx: Tx, { accountId, email, language }: Wish, ip: string): Promise<void> {
  const account = (await queries.byId(tx, accountId)) ?? refuse('not_found')
  const wanted = email.trim()
  refuseNobodysAddress(wanted)
  if (wanted.toLowerCase() === account.email.toLowerCase()) refuseField('email', 'email_is_yours')
  await record(tx, { actorId: accountId, action: 'accounts.email_change_asked', subject: { kind: 'account', id: accountId }, ip })
  await addJob(tx, 'accounts.send_change', { accountId, email: wanted, language }, { isAwaited: true })
}

export function workChanges(jobs: Jobs, db: Database): void {
  jobs.handle('accounts.send_change', (wish: Wish) => db.transaction((tx) => send(tx, wish)), { kind: 'letters' })
}

/** An address that is somebody's is written to as well, without a way to confirm anything, and counted like any other. */
async function send(tx: Tx, { accountId, email, language }: Wish): Promise<void> {
  const account = await queries.byId(tx, accountId)
  if (account?.state !== 'active' || !(await mayBeSent(tx, account, 'change_email'))) return
  const isFree = await changes.isFree(tx, email, accountId)
  // What was asked for before is not wanted any more.
  await queries.spendLinks(tx, accountId, 'change_email')
  const { token, tokenHash } = newSecret()
  const beside = isFree ? newCode({ accountId, purpose: 'change_email', tokenHash }) : undefined
  await queries.insertLink(tx, {
    accountId,
    purpose: 'change_email',
    email,
    tokenHash,
    codeHash: beside?.codeHash ?? null,
    expiresAt: new Date(tx.now.getTime() + lastsMs.change),
  })
  if (beside) await write(tx, { ...account, email }, language, 'change_email', { path: `/auth/verify?next=${token}`, code: beside.code })
  else await tellTaken(tx, email, language)
  await write(tx, account, language, 'change_email_asked', undefined, { email })
}

async function tellTaken(tx: Tx, email: string, language: Language): Promise<void> {
  const owner = await queries.byLogin(tx, email)
  if (owner && owner.state !== 'closed') await write(tx, owner, language, 'change_email_taken')
}

/**
 * The new address is the account's. Refuses `link_expired`, also where somebody else has it by now. @param reader who confirms it in a browser that is
 * signed in: their session stays, and it is known then that one person reads the mailbox and holds the account's ways in.
 */
export async function confirm(tx: Tx, secret: Secret, language: Language, reader?: LinkReader): Promise<void> {
  const link = (await queries.useLink(tx, 'change_email', digestOf(secret))) ?? refuse('link_expired')
  const account = (await queries.byId(tx, link.accountId)) ?? refuse('link_expired')
  if (account.state !== 'active' || !(await changes.isFree(tx, link.email, account.id))) refuse('link_expired')
  const own = reader?.accountId === account.id && !reader.actorId ? reader.sessionId : undefined
  await changes.moveTo(tx, account.id, link.email, { isProven: own !== undefined })
  await settle(tx, account.id, own)
  await record(tx, { actorId: account.id, action: 'accounts.email_changed', subject: { kind: 'account', id: account.id } })
  await write(tx, { ...account, email: link.email }, language, 'email_is_new')
  await tellOld(tx, account, link.email, language)
}

/** The way back goes to an address that was known to be theirs: one that was never verified may be a stranger's, by a slip of the pen. */
async function tellOld(tx: Tx, account: queries.Account, email: string, language: Language): Promise<void> {
  if (!account.emailVerifiedAt) return write(tx, account, language, 'email_was_other', undefined, { email })
  const { token, tokenHash } = newSecret()
  await queries.insertLink(tx, {
    accountId: account.id,
    purpose: 'undo_email',
    email: account.email,
    tokenHash,
    codeHash: null,
    expiresAt: new Date(tx.now.getTime() + lastsMs.undo),
  })
  await write(tx, account, language, 'email_was_yours', { path: `/auth/reset?undo=${token}` }, { email })
}

/**
 * The old address again, with a new password: whoever changed it knew the one before. What was changed after it is over with it, and what was changed before
 * it can still be undone. Refuses `link_expired`.
 */
export async function undo(tx: Tx, token: string, passwordHash: string, language: Language): Promise<void> {
  const link = (await changes.useUndo(tx, digestOf(token))) ?? refuse('link_expired')
  const account = (await queries.byId(tx, link.accountId)) ?? refuse('link_expired')
  if (account.state === 'closed' || !(await changes.isFree(tx, link.email, account.id))) refuse('link_expired')
  await changes.moveTo(tx, account.id, link.email, { isProven: true })
  await queries.setPassword(tx, account.id, passwordHash)
  await queries.forgetDevices(tx, account.id)
  await changes.spendLaterUndos(tx, account.id, link.createdAt)
  // What was linked and added since is of whoever changed it.
  await forgetIdentitiesSince(tx, account.id, link.createdAt)
  await forgetPasskeysSince(tx, account.id, link.createdAt)
  await forgetWaysBackOf(tx, account.id)
  await settle(tx, account.id, undefined)
  await announce(tx, 'account.password_changed', { accountId: account.id })
  await record(tx, { actorId: account.id, action: 'accounts.email_change_undone', subject: { kind: 'account', id: account.id } })
  await write(tx, { ...account, email: link.email }, language, 'email_undone')
  if (account.email.toLowerCase() !== link.email.toLowerCase()) await write(tx, account, language, 'email_undone')
}

/** Whatever went to another address opens nothing any more, and nobody is in but who confirmed it. */
async function settle(tx: Tx, accountId: string, own: string | undefined): Promise<void> {
  for (const purpose of ['verify_email', 'reset_password', 'change_email']) await queries.spendLinks(tx, accountId, purpose)
  await dropTickets(tx, accountId)
  await endSessions(tx, accountId, own === undefined ? {} : { except: own })
}
