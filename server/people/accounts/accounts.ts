/**
 * Who is who: fans, performers and staff are one table, so that a name or an address belongs to one person only.
 * Promises: a password is never kept, a session's token neither; whoever is not active, or whose session was ended, is nobody at the
 * next call; nobody under 18 years of 365 days has a birth date here (specification.md section 4).
 * Leaves to others: documents and approval (identity), faces and prices (profiles), what anyone may see (blocks, access).
 */
import { record } from '#server/platform/audit/audit.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import { containing, type Database, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import type { Language } from '#server/platform/words/words.ts'
import { type DrawnName, drawName } from '#server/people/accounts/drawn-names.ts'
import { askForLink, sendLink } from '#server/people/accounts/links.ts'
import { write } from '#server/people/accounts/letters.ts'
import { digestOf, hashChosen, hashChosenPlain, matches } from '#server/people/accounts/passwords.ts'
import * as queries from '#server/people/accounts/queries.ts'
import { create, naming, refuseCountry, refuseMinor, refuseName, refuseOldTerms } from '#server/people/accounts/registration.ts'
import { enter, sessionOf, type Entered, type Entry } from '#server/people/accounts/entering.ts'
import { endSessions, identify as bearerOf, refuseLate } from '#server/people/accounts/sessions.ts'
import { asProven } from '#server/people/accounts/two-factor.ts'
import { countOwnTry, countTries, knowDevice, type Place } from '#server/people/accounts/login-throttle.ts'
import { dropTickets } from '#server/people/accounts/two-factor-queries.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited, requireText } from '#server/site/terms/terms.ts'
import type {} from '#server/people/accounts/events.ts'

export { arrivalCookie, codeOf, forgetArrival, mayRemember, useArrivals, type Arrival } from '#server/people/accounts/arrivals.ts'
export { isAdultOn } from '#server/people/accounts/adulthood.ts'
export { languageFor } from '#server/people/accounts/letters.ts'
export {
  accountOf as accountOfIdentity,
  beginWith,
  link,
  linkedTo,
  unlink,
  type Said,
} from '#server/people/accounts/identities.ts'
export type { Identity, Provider } from '#server/people/accounts/identity-queries.ts'
export { linkOf as linkOfCode } from '#server/people/accounts/codes-typed.ts'
export { askForLink, resetPassword, sendLink, verifyEmail } from '#server/people/accounts/links.ts'

export { isReserved } from '#server/people/accounts/names.ts'
export { hashChosen, hashPassword } from '#server/people/accounts/passwords.ts'
export { countByRole, isAnybodyThere, isOpen, sessionsOf, type Account, type Card } from '#server/people/accounts/queries.ts'
export { create, refuseOldTerms, type NewAccount } from '#server/people/accounts/registration.ts'
export { endSession, endSessions, hashOf, newSecret, openSession, type Opened } from '#server/people/accounts/sessions.ts'
export { sessionBefore, switchCookies } from '#server/people/accounts/signed-in.ts'
export { leave } from '#server/people/accounts/acting.ts'
export { login } from '#server/people/accounts/signing-in.ts'
export { isOn as hasTwoFactor } from '#server/people/accounts/two-factor-queries.ts'
export { proveOwner, reset as resetTwoFactor, sealed } from '#server/people/accounts/two-factor.ts'
export { actable, heldBy, lock } from '#server/people/accounts/queries.ts'
export { formerAddresses, inState, isGone } from '#server/people/accounts/closing-queries.ts'
export { close, erase, takeBack, tell, tellOfBelongings } from '#server/people/accounts/closing.ts'
export { enter, sessionOf, type Entered, type Entering, type Entry } from '#server/people/accounts/entering.ts'

/** Who this token belongs to, as they may act. Undefined when it is unknown, over or revoked, or the account is not active. */
export async function identify(db: Database, token: string): Promise<Member | undefined> {
  const member = await bearerOf(db, token)
  return member && asProven(db, member)
}

export interface Registration extends Entry {
  /** Without a name or a username one is drawn. */
  name?: string | undefined
  username?: string | undefined
  email: string
  /** As the body had it. */
  password: string
  gender?: string | undefined
  dateOfBirth?: string | undefined
  country?: string | undefined
  acceptedTermsVersion: string
  referralCode?: string | undefined
}

/**
 * A fan comes in (calls.md section 2). Answers a session unless the address must be verified first; the letter goes out either way. No
 * session for an address that somebody has: its owner is told by letter, and whoever asks sees what a newcomer sees who must verify first.
 */
export async function register(db: Database, person: Registration, language: Language): Promise<Entered | undefined> {
  const passwordHash = await hashChosen(person.password)
  const make = ({ name, username }: DrawnName) =>
    db.transaction(async (tx) => {
      await refuseOldTerms(tx, person.acceptedTermsVersion)
      const { email, gender, dateOfBirth: birthDate, country, acceptedTermsVersion, referralCode } = person
      const { id } = await create(tx, {
        role: 'user',
        name,
        username,
        email,
        passwordHash,
        gender,
        birthDate,
        country,
        locale: language,
        acceptedTermsVersion,
        referralCode,
      })
      const account = (await queries.byId(tx, id)) ?? refuse('not_found')
      await sendLink(tx, account, 'verify_email', language)
      const { requireEmailVerification } = await current(tx)
      if (requireEmailVerification) return undefined
      return sessionOf(await enter(tx, account, { ip: person.ip, userAgent: person.userAgent, device: person.device }))
    })
  return tellingOwner(db, person.email, language, () => named(person, language, make))
}

const draws = 5

/** With the names that they gave; what is drawn and does not do (somebody has it, the site's list of terms knows it) is drawn again. */
export async function named<T>(
  given: Pick<Registration, 'name' | 'username'>,
  language: Language,
  enter: (name: DrawnName) => Promise<T>,
): Promise<T> {
  for (let left = draws; ; left--) {
    const drawn = drawName(language)
    try {
      return await enter({ name: given.name ?? drawn.name, username: given.username ?? drawn.username })
    } catch (error) {
      if (left <= 1 || !(error instanceof Refusal) || !isOfDrawn(error, given)) throw error
    }
  }
}

function isOfDrawn({ code, fields }: Refusal, given: Pick<Registration, 'name' | 'username'>): boolean {
  const isOfName = code === 'username_taken' || code === 'username_reserved' || code === 'prohibited_term'
  return isOfName && fields.some(({ field }) => (field === 'name' || field === 'username') && given[field] === undefined)
}

/** Where the work finds the address taken, its owner gets a letter instead, and nobody else learns it: undefined. */
export async function tellingOwner<T>(db: Database, email: string, language: Language, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error
    await db.transaction((tx) => askForLink(tx, email.trim(), 'reset_password', language, 'taken'))
    return undefined
  }
}

/** For `npm run stagedoor -- admin create`: someone who may do everything in the office. @param password plain, as typed on the command line */
export async function createStaff(
  tx: Tx,
  { name, username, email, password }: { name: string; username: string; email: string; password: string },
): Promise<{ id: string }> {
  const passwordHash = await hashChosenPlain(password)
  const { id } = await create(tx, { role: 'staff', name, username, email, passwordHash, emailVerified: true })
  await record(tx, { action: 'accounts.staff_created', subject: { kind: 'account', id }, detail: { username } })
  return { id }
}

/**
 * Needs the current password unless there is none yet. Ends the account's other sessions, forgets its devices but for this one, and tells its owner by
 * letter. Answers what this device's cookie is to hold.
 * @param who whose password it is (signInOf), in whichever of their accounts
 */
export async function changePassword(
  db: Database,
  who: { accountId: string; sessionId: string; ip?: string; device?: string | undefined },
  change: { password: string; currentPassword?: string | undefined },
  language: Language,
): Promise<string> {
  const account = (await queries.byId(db, who.accountId)) ?? refuse('not_found')
  await confirm(db, account, who.sessionId, change.currentPassword)
  const passwordHash = await hashChosen(change.password)
  return db.transaction(async (tx) => {
    await queries.setPassword(tx, account.id, passwordHash)
    await queries.spendLinks(tx, account.id, 'reset_password')
    await queries.spendLinks(tx, account.id, 'change_email')
    await queries.forgetDevices(tx, account.id)
    await dropTickets(tx, account.id)
    await endSessions(tx, account.id, { except: who.sessionId })
    await record(tx, { actorId: account.id, action: 'accounts.password_changed', subject: { kind: 'account', id: account.id }, ip: who.ip })
    await announce(tx, 'account.password_changed', { accountId: account.id })
    await write(tx, account, language, 'password_changed')
    return knowDevice(tx, account.id, who.device)
  })
}

/** Whoever is signed in shows that they know the password; where there is none, they came in lately. Refuses wrong_password {currentPassword}, account_locked, sign_in_again. */
export async function confirm(
  db: Database,
  account: Pick<queries.Account, 'id' | 'passwordHash'>,
  sessionId: string,
  currentPassword: string | undefined,
): Promise<void> {
  if (!account.passwordHash) return refuseLate(db, sessionId)
  if (currentPassword === undefined) return refuseField('currentPassword', 'wrong_password')
  const given = digestOf(currentPassword, 'currentPassword')
  const tries = `password ${account.id}`
  await countOwnTry(db, tries)
  if (!(await matches(account.passwordHash, given))) refuseField('currentPassword', 'wrong_password')
  await db.transaction((tx) => queries.forgetTries(tx, [tries]))
}

export interface Edit {
  name?: string | undefined
  username?: string | undefined
  gender?: string | undefined
  country?: string | undefined
  timezone?: string | undefined
  bio?: string | undefined
  locale?: string | undefined
  dateOfBirth?: string | undefined
  notificationPrefs?: { email?: boolean } | undefined
  hidesPresence?: boolean | undefined
}

/** Edits one's own account; what is not named stays. A birth date is given once. */
export async function update(tx: Tx, accountId: string, edit: Edit): Promise<queries.Account> {
  const account = (await queries.lock(tx, accountId)) ?? refuse('not_found')
  const name = edit.name === undefined ? undefined : requireText('name', edit.name)
  const bio = edit.bio === undefined ? undefined : cleanText(edit.bio)
  if (edit.username !== undefined && edit.username !== account.username) refuseName(edit.username)
  refuseCountry(edit.country)
  if (edit.timezone !== undefined && !isTimezone(edit.timezone))
    throw new Refusal('invalid', {}, [{ field: 'timezone', code: 'not_an_option' }])
  if (
    edit.locale !== undefined &&
    edit.locale !== account.locale &&
    !(await current(tx)).supportedLocales.some((each) => each === edit.locale)
  )
    throw new Refusal('invalid', {}, [{ field: 'locale', code: 'not_an_option' }])
  if (edit.dateOfBirth !== undefined && edit.dateOfBirth !== account.birthDate) {
    if (account.birthDate) refuseField('dateOfBirth', 'locked_after_approval')
    refuseMinor(tx.now, edit.dateOfBirth)
  }
  await refuseProhibited(tx, { name, username: edit.username, bio })
  const { username, gender, country, timezone, locale, dateOfBirth: birthDate, hidesPresence } = edit
  const { notificationPrefs: notificationPreferences } = edit
  const after = await naming(() =>
    queries.update(tx, accountId, {
      name,
      username,
      gender,
      country,
      timezone,
      locale,
      bio,
      birthDate,
      notificationPreferences,
      hidesPresence,
    }),
  )
  if (after.name !== account.name || after.username !== account.username || after.bio !== account.bio)
    await announce(tx, 'account.changed', { accountId })
  if (after.username !== account.username)
    await record(tx, {
      actorId: accountId,
      action: 'accounts.renamed',
      subject: { kind: 'account', id: accountId },
      detail: { from: account.username, to: after.username },
    })
  return after
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const areOne = gathered(queries.areOne)

/** What is paid, asked or rated between two accounts of one person says nothing. @throws own_account */
export async function refuseOwn(db: Db, one: string, other: string): Promise<void> {
  if (await areOne(db, [one, other])) refuse('own_account')
}

/** On record: a member of staff does something in somebody's name. */
export async function noteActing(
  tx: Tx,
  { row, actorId, accountId, ip }: { row: string; actorId: string; accountId: string; ip: string },
): Promise<void> {
  await record(tx, { actorId, action: 'accounts.acted', subject: { kind: 'account', id: accountId }, detail: { row }, ip })
}

/** One account with everything that its owner and staff may know. Whoever else asks about somebody takes findByName or people. */
export function find(db: Db, id: string): Promise<queries.Account | undefined> {
  return queries.byId(db, id)
}

/** By username or, where it is one, by id, with no more than a stranger may read. Of any role and state: the asker judges. */
export function findByName(db: Db, usernameOrId: string): Promise<queries.Known | undefined> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(usernameOrId)
  return isId ? queries.knownById(db, usernameOrId) : queries.knownByUsername(db, usernameOrId)
}

/** Several accounts by id, whole. */
export async function findAll(db: Db, ids: readonly string[]): Promise<Map<string, queries.Account>> {
  return new Map((await queries.byIds(db, ids)).map((account) => [account.id, account]))
}

/** Names for lists, by id. Someone who closed their account keeps a card, so that old lines can be drawn. */
export async function people(db: Db, ids: readonly string[]): Promise<Map<string, queries.Card>> {
  return new Map((await queries.cards(db, ids)).map((card) => [card.id, card]))
}

/** For staff: a query of the ids of those whose name, username or address contains this, for lists that are paged and counted in the database. */
export function matching(q: string, role?: queries.Account['role']): Sql {
  return queries.matching(containing(q), role)
}

/** Everybody, the newest first, or those who are in each of these queries of ids. */
export function page(db: Db, among: readonly Sql[], window: { limit: number; offset: number }) {
  return queries.page(db, among, window)
}

/** Who works here and may sign in. */
export function staff(db: Db): Promise<queries.Account[]> {
  return queries.byRole(db, 'staff')
}

const onlineMs = 3 * 60_000

/** The condition that somebody asked for something in the last three minutes and shows that they are here, for queries that have the account's id. */
export const isOnline = (db: Db, account: Sql): Sql => queries.wasSeen(account, new Date(db.now.getTime() - onlineMs))

/** The same of these people. */
export async function onlineAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : await queries.seenAmong(db, ids, new Date(db.now.getTime() - onlineMs)))
}

/**
 * The account of a rejected application, for whoever knows its password: they may apply again. To everybody else its address is taken, as
 * any other. Wrong ones count as those at sign-in do, so that this is no second door.
 */
export async function rejectedWith(
  db: Database,
  { email, password, ...place }: { email: string; password: string } & Place,
): Promise<queries.Account | undefined> {
  const typed = email.trim().toLowerCase()
  const account = typed.includes('@') ? await queries.byLogin(db, typed) : undefined
  const digest = digestOf(password)
  if (account?.state !== 'rejected') {
    // As long as for somebody who was rejected.
    await matches(undefined, digest)
    return undefined
  }
  const { isLocked, keys } = await countTries(db, typed, account, place)
  if (!(await matches(account.passwordHash, digest)) || isLocked) return undefined
  await db.transaction((tx) => queries.forgetTries(tx, keys))
  return account
}

/** A rejected account waits again, under the name and with the facts of its second application. */
export async function reapply(
  tx: Tx,
  accountId: string,
  { birthDate, ...person }: { name: string; username: string; gender: string; country: string; birthDate: string },
): Promise<void> {
  refuseMinor(tx.now, birthDate)
  await update(tx, accountId, person)
  await queries.update(tx, accountId, { birthDate })
  await setState(tx, accountId, 'pending')
}

/**
 * identity decided: an approved performer may sign in; a rejected one is told so at sign-in. Where it is closed to whoever holds another account, that one
 * is, too; whoever loses only the performer's account stays a fan.
 */
export async function setState(tx: Tx, accountId: string, state: Exclude<queries.Account['state'], 'closing'>): Promise<void> {
  await queries.setState(tx, accountId, state)
  await announce(tx, 'account.changed', { accountId })
  if (state !== 'active') await endSessions(tx, accountId)
  const held = state === 'closed' ? await queries.heldBy(tx, accountId) : undefined
  if (held && held.state !== 'closed') await setState(tx, held.id, 'closed')
}
