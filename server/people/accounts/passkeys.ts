// Passkeys (docs/adr/0027): keys that sign in by themselves, and keys that stand in the place of the second step's code. Which of the two a key is was said when
// it was made, and stays. What is signed is asked for here, once and for one purpose; a key that counts backwards is refused, and its owner told.
import { randomBytes } from 'node:crypto'
import type { PasskeyKind } from '#contract/people/passkeys.ts'
import { record } from '#server/platform/audit/audit.ts'
import { violates, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { languages } from '#server/platform/words/words.ts'
import { enterProven, type Entered, type Entry } from '#server/people/accounts/entering.ts'
import { write } from '#server/people/accounts/letters.ts'
import { countOwnTry } from '#server/people/accounts/login-throttle.ts'
import { openedIn, openOrLeadBack, type Opening } from '#server/people/accounts/opening.ts'
import * as queries from '#server/people/accounts/passkey-queries.ts'
import * as people from '#server/people/accounts/queries.ts'
import { hashOf } from '#server/people/accounts/sessions.ts'
import { isThere, proveOwner, triesOf, type Owner, type SignedIn } from '#server/people/accounts/two-factor.ts'
import * as factors from '#server/people/accounts/two-factor-queries.ts'
import { algorithms, clientData, ownSite, verifyMade, verifySigned, type Made, type Signed } from '#server/people/accounts/webauthn.ts'
import { current } from '#server/site/settings/settings.ts'
import { refuseProhibited, requireText } from '#server/site/terms/terms.ts'

const challengeMs = 10 * 60_000
const promptMs = 5 * 60_000
const most = 20

const adding = { passwordless: 'add_passwordless', secondFactor: 'add_second_factor' } as const satisfies Record<
  PasskeyKind,
  queries.Purpose
>

export const listed = (db: Db, accountId: string): Promise<queries.Passkey[]> => queries.passkeysOf(db, accountId)

/** @throws passkeys_unavailable, wrong_password, wrong_code, account_locked, authenticator_lost, two_factor_is_off, passkeys_full */
export async function begin(db: Database, owner: SignedIn, kind: PasskeyKind, proof: Parameters<typeof proveOwner>[2]) {
  const site = ownSite()
  await proveOwner(db, owner, proof)
  if (kind === 'secondFactor' && !(await factors.isOn(db, owner.accountId))) refuse('two_factor_is_off')
  const [account, keys, { siteName }] = [
    (await people.byId(db, owner.accountId)) ?? refuse('not_found'),
    await queries.passkeysOf(db, owner.accountId),
    await current(db),
  ]
  if (keys.length >= most) refuse('passkeys_full')
  const isAlone = kind === 'passwordless'
  return {
    challenge: await ask(db, adding[kind], owner.accountId),
    rp: { id: site.id, name: siteName },
    user: {
      // An authenticator keeps one key for a handle: one of the second step has its own, or the next that signs in alone would take its place.
      id: isAlone ? handleOf(account.id) : randomBytes(16).toString('base64url'),
      name: account.username,
      displayName: account.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: promptMs,
    attestation: 'none' as const,
    // The same authenticator may hold one of each kind.
    excludeCredentials: keys.filter((key) => key.kind === kind).map(described),
    authenticatorSelection: {
      residentKey: isAlone ? ('required' as const) : ('discouraged' as const),
      requireResidentKey: isAlone,
      userVerification: isAlone ? ('required' as const) : ('discouraged' as const),
    },
  }
}

/** @throws passkey_over, passkey_invalid, passkey_wrong_site, passkey_unverified, passkey_taken, passkeys_full, two_factor_is_off, prohibited_term */
export async function add(
  db: Database,
  owner: Owner,
  { kind, name, ...made }: Made & { kind: PasskeyKind; name: string },
): Promise<queries.Passkey> {
  const site = ownSite()
  const { accountId } = owner
  const called = requireText('name', name)
  await answered(db, clientData(made.clientDataJSON, 'webauthn.create').challenge, adding[kind], accountId)
  const { isVerified, ...key } = await verifyMade(site, made)
  if (kind === 'passwordless' && !isVerified) refuse('passkey_unverified')
  return db.transaction(async (tx) => {
    await refuseProhibited(tx, { name: called })
    // Two at once count each other.
    const account = (await people.lock(tx, accountId)) ?? refuse('not_found')
    if (kind === 'secondFactor' && !(await factors.isOn(tx, accountId))) refuse('two_factor_is_off')
    if ((await queries.passkeysOf(tx, accountId)).length >= most) refuse('passkeys_full')
    const kept = await orTaken(() =>
      queries.insertPasskey(tx, { accountId, kind, ...key, isVerified, transports: made.transports ?? [], name: called }),
    )
    await tell(tx, owner, account, kind === 'passwordless' ? 'passkey_added' : 'security_key_added', called)
    return kept
  })
}

async function orTaken<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert()
  } catch (error) {
    if (violates(error, 'passkeys_credential_id_key')) return refuse('passkey_taken')
    throw error
  }
}

/** @throws not_found, prohibited_term */
export async function rename(tx: Tx, accountId: string, id: string, name: string): Promise<queries.Passkey> {
  const called = requireText('name', name)
  await refuseProhibited(tx, { name: called })
  return (await queries.rename(tx, accountId, id, called)) ?? refuse('not_found')
}

/** @throws not_found */
export async function remove(tx: Tx, owner: Owner, id: string): Promise<void> {
  const removed = (await queries.remove(tx, owner.accountId, id)) ?? refuse('not_found')
  const account = (await people.byId(tx, owner.accountId)) ?? refuse('not_found')
  await tell(tx, owner, account, 'passkey_removed', removed.name)
}

/** What is signed to come in. With a ticket: by the keys of that second step, or undefined where there are none. @throws passkeys_unavailable, ticket_over */
export async function options(db: Database, ticket: string | undefined) {
  const { id: rpId } = ownSite()
  if (ticket === undefined)
    return {
      challenge: await ask(db, 'sign_in', null),
      rpId,
      timeout: promptMs,
      userVerification: 'required' as const,
      allowCredentials: [],
    }
  const { accountId } = (await factors.ticketOf(db, hashOf(ticket))) ?? refuse('ticket_over')
  const keys = (await queries.passkeysOf(db, accountId)).filter(({ kind }) => kind === 'secondFactor')
  if (keys.length === 0) return undefined
  return {
    challenge: await ask(db, 'second_step', accountId),
    rpId,
    timeout: promptMs,
    userVerification: 'discouraged' as const,
    allowCredentials: keys.map(described),
  }
}

/**
 * A passkey that verified its owner is both steps in one.
 * @throws passkeys_unavailable, passkey_over, passkey_unknown, passkey_second_step, account_locked, passkey_invalid, passkey_wrong_site, passkey_unverified,
 * passkey_copied, and what keeps an account closed
 */
export async function enter(db: Database, { signed, ...how }: { signed: Signed } & Entry): Promise<Entered> {
  const site = ownSite()
  await answered(db, clientData(signed.clientDataJSON, 'webauthn.get').challenge, 'sign_in', null)
  const key = (await queries.byCredential(db, Buffer.from(signed.id, 'base64url'))) ?? refuse('passkey_unknown')
  if (key.kind !== 'passwordless') refuse('passkey_second_step')
  const tries = `passkey ${key.accountId}`
  await countOwnTry(db, tries)
  const { counter, isVerified } = await verifySigned(site, key, signed)
  if (signed.userHandle !== undefined && signed.userHandle !== handleOf(key.accountId)) refuse('passkey_invalid')
  if (!isVerified) refuse('passkey_unverified')
  return byKey(db, key, counter, how, async (tx, account) => {
    await people.forgetTries(tx, [tries])
    return enterProven(tx, account, how)
  })
}

/** The second step by a key: as by a code. @throws ticket_over, account_locked, and as enter */
export async function enterSecond(db: Database, { ticket, signed, ...how }: { ticket: string; signed: Signed } & Entry): Promise<Entered> {
  const site = ownSite()
  const tokenHash = hashOf(ticket)
  const { accountId, opensId, isRemembered } = (await factors.ticketOf(db, tokenHash)) ?? refuse('ticket_over')
  await countOwnTry(db, triesOf(accountId))
  await answered(db, clientData(signed.clientDataJSON, 'webauthn.get').challenge, 'second_step', accountId)
  const key = await queries.byCredential(db, Buffer.from(signed.id, 'base64url'))
  if (key?.kind !== 'secondFactor' || key.accountId !== accountId) return refuse('passkey_unknown')
  const { counter } = await verifySigned(site, key, signed)
  return byKey(db, key, counter, how, async (tx, owner) => {
    const account = await people.byId(tx, opensId)
    if (!account || !isThere(account, owner)) return refuse('ticket_over')
    await people.forgetTries(tx, [triesOf(accountId)])
    if ((await factors.spendTicket(tx, tokenHash)) === 0) refuse('ticket_over')
    return openOrLeadBack(tx, account, { ...how, remember: isRemembered })
  })
}

/** Whoever copied a key, or its owner after them, signs for a time that was before: that is told, and kept though nobody comes in. */
async function byKey(
  db: Database,
  { id, accountId, name, counter: before }: queries.Passkey,
  counter: number,
  { ip }: Entry,
  open: (tx: Tx, account: people.Account) => Promise<Opening>,
): Promise<Entered> {
  const opening = await db.transaction(async (tx) => {
    const account = (await people.byId(tx, accountId)) ?? refuse('passkey_unknown')
    if ((await queries.use(tx, id, counter)) > 0) return open(tx, account)
    const isKept = (await queries.passkeysOf(tx, accountId)).some((key) => key.id === id)
    if (!isKept) return refuse('passkey_unknown')
    await record(tx, {
      action: 'accounts.passkey_copied',
      subject: { kind: 'account', id: accountId },
      detail: { passkey: name, before, now: counter },
      ip,
    })
    await write(tx, account, languages[0], 'passkey_copied', undefined, { passkey: name })
    return undefined
  })
  return opening ? openedIn(opening) : refuse('passkey_copied')
}

async function ask(db: Database, purpose: queries.Purpose, accountId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.transaction((tx) =>
    queries.insertChallenge(tx, { challengeHash: hashOf(challenge), purpose, accountId }, new Date(tx.now.getTime() + challengeMs)),
  )
  return challenge
}

/** Before anything else is looked at, so that one answer is one try. @throws passkey_over */
async function answered(db: Database, challenge: string, purpose: queries.Purpose, accountId: string | null): Promise<void> {
  const taken = await db.transaction((tx) => queries.takeChallenge(tx, { challengeHash: hashOf(challenge), purpose, accountId }))
  if (taken === 0) refuse('passkey_over')
}

/** The account's id, as bytes: it says nothing of its owner, and is the same for all of their keys that sign in alone. */
const handleOf = (accountId: string): string => Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')

const described = ({ credentialId, transports }: queries.Passkey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

type Occasion = 'passkey_added' | 'security_key_added' | 'passkey_removed'

async function tell(tx: Tx, { ip, language }: Owner, account: people.Account, what: Occasion, passkey: string): Promise<void> {
  await record(tx, {
    actorId: account.id,
    action: `accounts.${what}`,
    subject: { kind: 'account', id: account.id },
    detail: { passkey },
    ip,
  })
  await write(tx, account, language, what, undefined, { passkey })
}
