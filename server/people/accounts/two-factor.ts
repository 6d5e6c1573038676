// The second factor: codes of an authenticator app (RFC 6238, by otpauth), and recovery codes for whoever lost it. Its secret is sealed; a code is good for its
// half minute and one on either side, once; wrong ones are counted before they are looked at, as passwords are. Whoever acts for another does nothing about it.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { record } from '#server/platform/audit/audit.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import type { SealedColumn } from '#server/platform/keys/resealing.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'
import type { Language } from '#server/platform/words/words.ts'
import { write } from '#server/people/accounts/letters.ts'
import { countOwnTry } from '#server/people/accounts/login-throttle.ts'
import { openedIn, openOrLeadBack, type Entered, type Entry } from '#server/people/accounts/opening.ts'
import { digestOf, matches } from '#server/people/accounts/passwords.ts'
import * as people from '#server/people/accounts/queries.ts'
import { hashOf, newSecret, refuseLate } from '#server/people/accounts/sessions.ts'
import * as queries from '#server/people/accounts/two-factor-queries.ts'
import { current } from '#server/site/settings/settings.ts'
import type {} from '#server/people/accounts/events.ts'

const purpose = 'two-factor'
const about = (accountId: string) => `two-factor:${accountId}`

/** For a change of the site's key. */
export const sealed: SealedColumn[] = [
  { what: 'a second factor', purpose, table: 'accounts.two_factor', column: 'sealed', about: "'two-factor:' || account_id" },
]

const stepMs = 30_000
const ticketMs = 5 * 60_000
const howMany = 10

/** Who is signed in, with their password or beyond it. */
export interface Owner {
  accountId: string
  ip?: string
  language: Language
}

export type SignedIn = Owner & { sessionId: string }

export async function stateOf(db: Db, { accountId, isStaff }: { accountId: string; isStaff: boolean }) {
  const [factor, left, { staffNeedTwoFactor }] = await Promise.all([
    queries.factorOf(db, accountId),
    queries.codesLeft(db, accountId),
    current(db),
  ])
  const since = factor?.confirmedAt
  return { isOn: Boolean(since), ...(since && { since }), recoveryCodesLeft: left, isRequired: isStaff && staffNeedTwoFactor }
}

/**
 * Where the site asks a second factor of its staff, whoever has none is nobody's staff: whatever asks for a role sees a fan, in every row, page, socket and
 * file alike (viewer.ts).
 */
export async function asProven(db: Db, member: Member): Promise<Member> {
  if (member.role !== 'staff' || !(await current(db)).staffNeedTwoFactor || (await queries.isOn(db, member.accountId))) return member
  return { ...member, role: 'user', mustProve: true }
}

/** After the right password: a ticket for the second step, where there is one. */
export async function ticketFor(tx: Tx, { id, holderId }: people.Account, isRemembered: boolean): Promise<string | undefined> {
  const accountId = holderId ?? id
  if (!(await queries.isOn(tx, accountId))) return undefined
  const { token, tokenHash } = newSecret()
  await queries.insertTicket(tx, { accountId, opensId: id, isRemembered, tokenHash, expiresAt: new Date(tx.now.getTime() + ticketMs) })
  return token
}

/** The second step, which an account that is closing asks for, too. @throws ticket_over, wrong_code, account_locked, authenticator_lost, account_closing {token, until} */
export async function enter(
  db: Database,
  { ticket, code, language, ...how }: { ticket: string; code: string; language: Language } & Entry,
): Promise<Entered> {
  const tokenHash = hashOf(ticket)
  const { accountId, opensId, isRemembered } = (await queries.ticketOf(db, tokenHash)) ?? refuse('ticket_over')
  await countCode(db, accountId)
  const opening = await db.transaction(async (tx) => {
    const [owner, account] = [await people.byId(tx, accountId), await people.byId(tx, opensId)]
    if (!account || !owner || !isThere(account, owner)) refuse('ticket_over')
    await takeCode(tx, { accountId, language, ...(how.ip && { ip: how.ip }) }, code)
    if ((await queries.spendTicket(tx, tokenHash)) === 0) refuse('ticket_over')
    return openOrLeadBack(tx, account, { ...how, remember: isRemembered })
  })
  return openedIn(opening)
}

/** Open, or closing, with whose sign-in it is. */
export const isThere = ({ id, state }: people.Account, owner: people.Account): boolean =>
  (state === 'active' || state === 'closing') && (owner.id === id || owner.state === 'active')

/** A secret that an app reads, and that is asked for once a code of it came. @throws wrong_password, account_locked, two_factor_is_on */
export async function begin(db: Database, owner: Owner, currentPassword: string) {
  const account = await provenBy(db, owner, currentPassword)
  const { siteName } = await current(db)
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer })
  const box = sealText(secretFor(purpose), about(owner.accountId), secret.base32)
  if ((await db.transaction((tx) => queries.begin(tx, owner.accountId, box))) === 0) refuse('two_factor_is_on')
  const uri = new TOTP({ issuer: siteName, label: account.username, secret }).toString()
  return { secret: secret.base32, uri, qr: encode(uri, { ecc: 'M', border: 0 }).data.map((row) => row.map(Number).join('')) }
}

/** It is on. @throws wrong_code, account_locked, two_factor_is_on, two_factor_not_begun, authenticator_lost */
export async function confirm(db: Database, owner: Owner, code: string): Promise<string[]> {
  const factor = (await queries.factorOf(db, owner.accountId)) ?? refuse('two_factor_not_begun')
  if (factor.confirmedAt) refuse('two_factor_is_on')
  await countCode(db, owner.accountId)
  return db.transaction(async (tx) => {
    if (!(await takeOfApp(tx, owner.accountId, code))) refuseField('code', 'wrong_code')
    if ((await queries.confirm(tx, owner.accountId)) === 0) refuse('two_factor_is_on')
    await people.forgetTries(tx, [triesOf(owner.accountId)])
    const codes = await newCodes(tx, owner.accountId)
    await announce(tx, 'account.two_factor', { accountId: owner.accountId, event: 'two_factor_on' })
    await tell(tx, owner, 'two_factor_on')
    return codes
  })
}

/** @throws wrong_password, wrong_code, account_locked, two_factor_is_off, authenticator_lost */
export async function turnOff(
  db: Database,
  owner: Owner,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<void> {
  await provenTwice(db, owner, currentPassword)
  await db.transaction(async (tx) => {
    await takeCode(tx, owner, code)
    await queries.remove(tx, owner.accountId)
    await announce(tx, 'account.two_factor', { accountId: owner.accountId, event: 'two_factor_off' })
    await tell(tx, owner, 'two_factor_off')
  })
}

/** The earlier ones end. @throws wrong_password, wrong_code, account_locked, two_factor_is_off, authenticator_lost */
export async function renewCodes(
  db: Database,
  owner: Owner,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<string[]> {
  await provenTwice(db, owner, currentPassword)
  return db.transaction(async (tx) => {
    await takeCode(tx, owner, code)
    await tell(tx, owner, 'recovery_codes_renewed')
    return newCodes(tx, owner.accountId)
  })
}

/** Staff take it off somebody who lost the app and all codes: with the password alone they come in again. @throws two_factor_is_off */
export async function reset(tx: Tx, accountId: string, language: Language): Promise<void> {
  if ((await queries.remove(tx, accountId)) === 0) refuse('two_factor_is_off')
  await people.forgetTries(tx, [triesOf(accountId)])
  await announce(tx, 'account.two_factor', { accountId, event: 'two_factor_off' })
  const account = (await people.byId(tx, accountId)) ?? refuse('not_found')
  await write(tx, account, language, 'two_factor_reset')
}

type Occasion = 'two_factor_on' | 'two_factor_off' | 'recovery_code_used' | 'recovery_codes_renewed'

async function tell(tx: Tx, { accountId, ip, language }: Owner, occasion: Occasion): Promise<void> {
  const account = (await people.byId(tx, accountId)) ?? refuse('not_found')
  await record(tx, { actorId: accountId, action: `accounts.${occasion}`, subject: { kind: 'account', id: accountId }, ip })
  await write(tx, account, language, occasion)
}

async function provenBy(db: Database, { accountId }: Owner, currentPassword: string): Promise<people.Account> {
  const account = (await people.byId(db, accountId)) ?? refuse('not_found')
  const digest = digestOf(currentPassword, 'currentPassword')
  const tries = `password ${accountId}`
  await countOwnTry(db, tries)
  if (!(await matches(account.passwordHash, digest))) refuseField('currentPassword', 'wrong_password')
  await db.transaction((tx) => people.forgetTries(tx, [tries]))
  return account
}

async function provenTwice(db: Database, owner: Owner, currentPassword: string): Promise<void> {
  if (!(await queries.isOn(db, owner.accountId))) refuse('two_factor_is_off')
  await provenBy(db, owner, currentPassword)
  await countCode(db, owner.accountId)
}

/**
 * Before what changes who has the account: the password, where there is one, and a code, where there is a second factor. Where there is neither, whoever is
 * in came in lately.
 * @throws wrong_password, wrong_code, account_locked, authenticator_lost, sign_in_again
 */
export async function proveOwner(
  db: Database,
  owner: SignedIn,
  { currentPassword, code }: { currentPassword?: string | undefined; code?: string | undefined },
): Promise<void> {
  const account = (await people.byId(db, owner.accountId)) ?? refuse('not_found')
  if (account.passwordHash) await provenBy(db, owner, currentPassword ?? refuseField('currentPassword', 'wrong_password'))
  if (!(await queries.isOn(db, owner.accountId))) return account.passwordHash ? undefined : refuseLate(db, owner.sessionId)
  const typed = code ?? refuseField('code', 'wrong_code')
  await countCode(db, owner.accountId)
  await db.transaction((tx) => takeCode(tx, owner, typed))
}

/** Under which name tries at the second step are counted, whatever they are made with. */
export const triesOf = (accountId: string) => `two-factor ${accountId}`

/** Before it is looked at, so that many at once cannot all slip through. @throws account_locked */
const countCode = (db: Database, accountId: string) => countOwnTry(db, triesOf(accountId))

/** Of the app or a recovery code: used up by this. @throws wrong_code, authenticator_lost */
async function takeCode(tx: Tx, owner: Owner, typed: string): Promise<void> {
  const { accountId } = owner
  const code = plain(typed)
  if (/^\d{6}$/.test(code)) {
    if (!(await takeOfApp(tx, accountId, code))) refuseField('code', 'wrong_code')
  } else {
    if ((await queries.useCode(tx, accountId, hashOf(code))) === 0) refuseField('code', 'wrong_code')
    await announce(tx, 'account.two_factor', { accountId, event: 'recovery_code_used' })
    await tell(tx, owner, 'recovery_code_used')
  }
  await people.forgetTries(tx, [triesOf(accountId)])
}

async function takeOfApp(tx: Tx, accountId: string, typed: string): Promise<boolean> {
  const factor = await queries.factorOf(tx, accountId)
  if (!factor) return false
  const secret = unsealText(secretFor(purpose), about(accountId), factor.sealed)
  if (secret === undefined) throw new Refusal('authenticator_lost')
  const timestamp = tx.now.getTime()
  const off = TOTP.validate({
    token: plain(typed),
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1000,
    timestamp,
    window: 1,
  })
  if (off === null) return false
  return (await queries.takeStep(tx, accountId, Math.floor(timestamp / stepMs) + off)) > 0
}

/** As it is read off a screen or a paper. */
const plain = (typed: string) => typed.replaceAll(/[\s-]/g, '').toLowerCase()

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Eighty bits each, without letters that are taken for others; none is six digits. */
async function newCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await queries.putCodes(
    tx,
    accountId,
    codes.map((code) => hashOf(plain(code))),
  )
  return codes
}

function newCode(): string {
  let code = ''
  while (code.length < 16) {
    // What does not divide evenly is drawn again.
    const [byte = 255] = randomBytes(1)
    if (byte < letters.length * 8) code += letters[byte % letters.length]
  }
  return code.match(/.{4}/g)!.join('-')
}
