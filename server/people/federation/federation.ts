/**
 * Signing in by somebody else's word: Google, X, and a provider of OpenID Connect (docs/adr/0023).
 * Promises: whoever comes back is in only in the browser that went, once, and by an answer that was meant for this site; a newcomer has no account
 * before they said their age and agreed; nothing of a provider's tokens is kept.
 * Leaves to others: which account an identity speaks for, and opening the session by the rules of all (accounts); documents (identity).
 */
import { hash } from 'node:crypto'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import type { Language } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { authorizationUrl, byAccessToken, byIdToken, exchange, type Proofs } from '#server/people/federation/openid.ts'
import { openIdClient, twitterApp } from '#server/people/federation/providers.ts'
import * as queries from '#server/people/federation/queries.ts'
import { requestToken, whoCameBack } from '#server/people/federation/twitter.ts'
import * as identity from '#server/people/identity/identity.ts'
import { current, isOwnPath, signInWays } from '#server/site/settings/settings.ts'
import { cleanText } from '#server/site/terms/terms.ts'

export { authorizationUrl, claimsBy } from '#server/people/federation/openid.ts'
export { isAskable, isReadyToSignIn, useSignInProviders } from '#server/people/federation/providers.ts'

const minuteMs = 60_000
const attemptMs = 15 * minuteMs
const ticketMs = 30 * minuteMs

export type Wish = Partial<Pick<queries.Wanted, 'role' | 'remember'>> & { redirect?: string | undefined; referralCode?: string | undefined }

export interface Left {
  url: string
  /** For the browser's cookie: without it nobody comes back. */
  browser: string
}

/** @param browser what its cookie holds already: it may be on its way in several tabs */
export async function begin(
  db: Database,
  provider: 'google' | 'openid',
  wish: Wish,
  { browser = accounts.newSecret().token, accountId = null }: { browser?: string | undefined; accountId?: string | null },
): Promise<Left> {
  const client = await openIdClient(db, provider)
  const { token: state, tokenHash: stateHash } = accounts.newSecret()
  const url = await authorizationUrl(client, callbackOf(provider), proofsOf(state, browser), {
    scope: 'openid email profile',
    prompt: provider === 'google' ? 'select_account' : undefined,
  })
  await keepAttempt(db, { provider, stateHash, browserHash: accounts.hashOf(browser), accountId }, wish)
  return { url, browser }
}

/** X's token is the state, and its secret the browser's own. */
export async function beginTwitter(
  db: Database,
  wish: Wish,
  accountId: string | null,
): Promise<{ token: string; secret: string; url: string }> {
  const { key, secret, url } = await requestToken(await twitterApp(db), callbackOf('twitter'))
  await keepAttempt(db, { provider: 'twitter', stateHash: accounts.hashOf(key), browserHash: accounts.hashOf(secret), accountId }, wish)
  return { token: key, secret, url }
}

export const callbackOf = (provider: accounts.Provider): string => `${siteUrl()}/auth/callback/${provider}`

/** 43 letters each, as PKCE asks for. */
export function proofsOf(state: string, browser: string): Proofs {
  const made = (what: string) => hash('sha256', `${what} ${state} ${browser}`, 'base64url')
  return { state, verifier: made('verifier'), nonce: made('nonce') }
}

async function keepAttempt(
  db: Database,
  attempt: { provider: accounts.Provider; stateHash: Buffer; browserHash: Buffer; accountId: string | null },
  { role = 'user', remember = true, redirect = '', referralCode }: Wish,
): Promise<void> {
  if (redirect !== '' && !isOwnPath(redirect)) throw new Refusal('invalid', {}, [{ field: 'redirect', code: 'wrong_form' }])
  await db.transaction((tx) =>
    queries.insertAttempt(tx, {
      ...attempt,
      role,
      remember,
      goesTo: redirect,
      referralCode: referralCode ?? null,
      expiresAt: new Date(tx.now.getTime() + attemptMs),
    }),
  )
}

/** Who comes back, and from where. */
export interface Comer extends accounts.Entry {
  accountId?: string | undefined
}

export type Outcome =
  | { is: 'in'; session: accounts.Entered; goesTo: string }
  | { is: 'new'; ticket: string; said: accounts.Said; role: queries.Wanted['role']; goesTo: string }
  | { is: 'linked'; goesTo: string }

/** Refuses sign_in_over where it was used, is too old, or another browser's. */
export async function complete(
  db: Database,
  provider: 'google' | 'openid',
  { code, state, iss }: { code: string; state: string; iss?: string | undefined },
  browser: string | undefined,
  comer: Comer,
): Promise<Outcome> {
  const client = await openIdClient(db, provider)
  const attempt = await takeAttempt(db, provider, state, browser, comer)
  const claims = await exchange(client, callbackOf(provider), { code, iss }, proofsOf(state, browser ?? ''))
  return settle(db, { ...claims, provider, label: client.label }, attempt, comer)
}

/** @param secret the browser's half of what X was asked for */
export async function completeTwitter(
  db: Database,
  { token, secret, verifier }: { token: string; secret: string | undefined; verifier: string },
  comer: Comer,
): Promise<Outcome> {
  const app = await twitterApp(db)
  const attempt = await takeAttempt(db, 'twitter', token, secret, comer)
  const claims = await whoCameBack(app, { key: token, secret: secret ?? '' }, verifier)
  return settle(db, { ...claims, provider: 'twitter', label: app.label }, attempt, comer)
}

/** Whoever began to link something comes back as themselves, or it is over. */
async function takeAttempt(db: Database, provider: accounts.Provider, state: string, browser: string | undefined, { accountId }: Comer) {
  if (browser === undefined) return refuse('sign_in_over')
  const attempt = await db.transaction((tx) => queries.useAttempt(tx, provider, accounts.hashOf(state), accounts.hashOf(browser)))
  if (!attempt || (attempt.accountId !== null && attempt.accountId !== accountId)) return refuse('sign_in_over')
  return attempt
}

/** A code that Google's own script brought to a page of ours: Google alone says whether it is good, and for which address. */
export async function exchangeGoogle(
  db: Database,
  { code, redirectUri }: { code: string; redirectUri: string },
  wish: Wish,
  comer: Comer,
): Promise<Outcome> {
  const client = await openIdClient(db, 'google')
  if (redirectUri !== callbackOf('google')) refuse('sign_in_refused')
  const claims = await exchange(client, redirectUri, { code }, undefined)
  return settle(db, { ...claims, provider: 'google', label: client.label }, plainly(wish), comer)
}

export async function enterByIdToken(db: Database, token: string, wish: Wish, comer: Comer): Promise<Outcome> {
  const client = await openIdClient(db, 'google')
  const { claims, expiresAt } = await byIdToken(client, token, db.now)
  if (!(await db.transaction((tx) => queries.spend(tx, accounts.hashOf(token), new Date(expiresAt.getTime() + minuteMs)))))
    refuse('sign_in_over')
  return settle(db, { ...claims, provider: 'google', label: client.label }, plainly(wish), comer)
}

/** The widget holds its token for as long as its visitor is there: it may let them in again. */
export async function enterByAccessToken(db: Database, token: string, comer: Comer): Promise<Outcome> {
  const client = await openIdClient(db, 'openid')
  const claims = await byAccessToken(client, token, db.now)
  return settle(db, { ...claims, provider: 'openid', label: client.label }, plainly({}), comer)
}

const plainly = ({ role = 'user', remember = true }: Wish): queries.Attempt => ({
  role,
  remember,
  goesTo: '',
  referralCode: null,
  accountId: null,
})

/** What is known of them decides: in, linked, or first of all a few questions. */
async function settle(
  db: Database,
  said: accounts.Said,
  { accountId, role, remember, goesTo, referralCode }: queries.Attempt,
  comer: Comer,
): Promise<Outcome> {
  type Known = { is: 'known'; entering: accounts.Entering }
  const found = await db.transaction(async (tx): Promise<Exclude<Outcome, { is: 'in' }> | Known> => {
    if (accountId !== null) {
      await accounts.link(tx, accountId, said, comer.ip)
      return { is: 'linked', goesTo }
    }
    const account = await accounts.accountOfIdentity(tx, said)
    if (account) {
      const { accountId: _ours, ...how } = comer
      const entering = await accounts.enter(tx, account, { ...how, remember })
      await bring(tx, account.id, said.picture)
      return { is: 'known', entering }
    }
    const { token, tokenHash } = accounts.newSecret()
    const { provider, issuer, subject, email = null, isEmailVerified, picture = null } = said
    const name = (said.name && cleanText(said.name)) || null
    const expiresAt = new Date(tx.now.getTime() + ticketMs)
    await queries.insertTicket(tx, {
      tokenHash,
      provider,
      issuer,
      subject,
      email,
      isEmailVerified,
      name,
      picture,
      role,
      remember,
      referralCode,
      expiresAt,
    })
    return { is: 'new', ticket: token, said: { ...said, name: name ?? undefined }, role, goesTo }
  })
  return found.is === 'known' ? { is: 'in', session: accounts.sessionOf(found.entering), goesTo } : found
}

async function bring(tx: Tx, accountId: string, picture: string | undefined): Promise<void> {
  const { avatarHosts } = await current(tx)
  if (picture === undefined || !URL.canParse(picture) || !avatarHosts.includes(new URL(picture).hostname)) return
  await addJob(tx, 'federation.bring_picture', { accountId, address: picture }, { key: `federation.picture ${accountId}`, maxAttempts: 3 })
}

export interface Newcomer {
  ticket: string
  name?: string | undefined
  username?: string | undefined
  email?: string | undefined
  dateOfBirth: string
  acceptedTermsVersion: string
  gender?: string | undefined
  country?: string | undefined
  /** By whose link they came; absent: as it was known when they went to the provider. */
  referralCode?: string | undefined
}

/** A fan. Undefined where an address must be verified first, or is somebody's: its letter says which. */
export async function register(
  db: Database,
  person: Newcomer,
  how: accounts.Entry,
  language: Language,
): Promise<accounts.Entered | undefined> {
  const typed = { email: '' }
  const make = ({ name, username }: { name: string; username: string }) =>
    db.transaction(async (tx) => {
      const { said, email, isProven, remember, referralCode } = await takeTicket(tx, person)
      typed.email = email
      await accounts.refuseOldTerms(tx, person.acceptedTermsVersion)
      const { dateOfBirth: birthDate, gender, country, acceptedTermsVersion } = person
      const { id } = await accounts.create(tx, {
        role: 'user',
        name,
        username,
        email,
        passwordHash: null,
        birthDate,
        gender,
        country,
        locale: language,
        acceptedTermsVersion,
        referralCode,
        emailVerified: isProven,
        isProven,
      })
      const account = (await accounts.find(tx, id)) ?? refuse('not_found')
      await accounts.beginWith(tx, id, said)
      await bring(tx, id, said.picture)
      if (!isProven) await accounts.sendLink(tx, account, 'verify_email', language)
      const { requireEmailVerification } = await current(tx)
      return requireEmailVerification && !isProven ? undefined : accounts.sessionOf(await accounts.enter(tx, account, { ...how, remember }))
    })
  return tellingOwner(
    db,
    () => typed.email,
    language,
    () => accounts.named(person, language, make),
  )
}

/** A performer: pending until their documents were looked at. */
export async function registerPerformer(
  db: Database,
  person: Newcomer & Omit<identity.Person, 'email' | 'dateOfBirth'> & { acceptedAgreement: boolean },
  files: { idVerification: ReceivedFile; documentVerification: ReceivedFile },
  language: Language,
): Promise<void> {
  const typed = { email: '' }
  await tellingOwner(
    db,
    () => typed.email,
    language,
    () =>
      identity.applyWith(db, person, files, language, async (tx, kept) => {
        const { said, email, isProven, referralCode } = await takeTicket(tx, person)
        typed.email = email
        await accounts.refuseOldTerms(tx, person.acceptedTermsVersion)
        const { name, username, gender, country, phone, legalName, dateOfBirth } = person
        const { id } = await identity.apply(
          tx,
          {
            name,
            username,
            gender,
            country,
            phone,
            legalName,
            dateOfBirth,
            referralCode,
            email,
            passwordHash: null,
            locale: language,
            emailVerified: isProven,
            isProven,
          },
          kept,
        )
        await accounts.beginWith(tx, id, said)
        return { id }
      }),
  )
}

/** Where the provider vouches for an address, it is that one, and whoever holds the identity reads its mailbox; else one is typed, and verified by letter. */
async function takeTicket(tx: Tx, { ticket, email: typed, referralCode }: Pick<Newcomer, 'ticket' | 'email' | 'referralCode'>) {
  const found = (await queries.useTicket(tx, accounts.hashOf(ticket))) ?? refuse('sign_in_over')
  const { provider, issuer, subject, isEmailVerified, remember } = found
  const email = isEmailVerified ? found.email! : (typed?.trim() ?? found.email)
  if (!email) throw new Refusal('invalid', {}, [{ field: 'email', code: 'required' }])
  const { label } = signInWays(await current(tx)).find((each) => each.provider === provider) ?? refuse('sign_in_not_offered')
  const said: accounts.Said = {
    provider,
    label,
    issuer,
    subject,
    isEmailVerified,
    email: found.email ?? undefined,
    name: found.name ?? undefined,
    picture: found.picture ?? undefined,
  }
  return { said, email, isProven: isEmailVerified, remember, referralCode: referralCode ?? found.referralCode ?? undefined }
}

/** The address is known only once the ticket is read. */
async function tellingOwner<T>(db: Database, email: () => string, language: Language, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error
    return accounts.tellingOwner(db, email(), language, () => Promise.reject(error))
  }
}

export interface Way {
  provider: accounts.Provider
  label: string
  isOffered: boolean
  identity?: accounts.Identity
}

/** All that are offered, and what was linked and is not offered any more. */
export async function waysOf(db: Db, accountId: string): Promise<{ hasPassword: boolean; ways: Way[] }> {
  const [account, linked, settings] = await Promise.all([accounts.find(db, accountId), accounts.linkedTo(db, accountId), current(db)])
  const offered = signInWays(settings)
  const left = linked.filter(({ provider }) => !offered.some((way) => way.provider === provider))
  return {
    hasPassword: account?.passwordHash != null,
    ways: [
      ...offered.map(({ provider, label }) => {
        const identity = linked.find((each) => each.provider === provider)
        return { provider, label, isOffered: true, ...(identity && { identity }) }
      }),
      ...left.map((identity) => ({ provider: identity.provider, label: labelOf(identity.provider), isOffered: false, identity })),
    ],
  }
}

export async function unlink(tx: Tx, accountId: string, id: string, ip: string): Promise<void> {
  const offered = signInWays(await current(tx))
  const label = (provider: accounts.Provider) => offered.find((way) => way.provider === provider)?.label ?? labelOf(provider)
  await accounts.unlink(tx, accountId, id, label, ip)
}

const labelOf = (provider: accounts.Provider): string => ({ google: 'Google', twitter: 'X', openid: 'OpenID' })[provider]

/** Whoever links shows that it is they (accounts.confirm). Refuses identity_already_linked. */
export async function mayLink(
  db: Database,
  accountId: string,
  sessionId: string,
  provider: accounts.Provider,
  currentPassword: string | undefined,
): Promise<void> {
  const account = (await accounts.find(db, accountId)) ?? refuse('not_found')
  await accounts.confirm(db, account, sessionId, currentPassword)
  const way = (await waysOf(db, accountId)).ways.find((each) => each.provider === provider)
  if (way?.identity && way.isOffered) refuse('identity_already_linked', { provider: way.label })
}
