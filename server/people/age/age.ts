/**
 * Ages checked by a provider, where the site says that a birth date which somebody typed does not count (docs/adr/0029).
 * Promises: whoever calls from there without a result that is good is behind the gate in every row, page, socket, byte and letter, because who they are is
 * judged in one place (`seenFrom`); kept of a check are the result, its method and its end, and nothing else of what a provider said; staff are let in.
 * Leaves to others: what is open before the gate (access), what stays open to them besides (the rows' own marks, platform/http), talking to a provider (federation).
 */
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import { isStaff, type Viewer } from '#server/platform/http/viewer.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { byOpenId } from '#server/people/age/openid.ts'
import type { AgeAssurance, Back } from '#server/people/age/provider.ts'
import * as queries from '#server/people/age/queries.ts'
import { isGood, signed } from '#server/people/age/visitors.ts'
import { isAskable } from '#server/people/federation/federation.ts'
import { current, isOwnPath, type Rule, type Settings } from '#server/site/settings/settings.ts'

export { useSecret } from '#server/people/age/openid.ts'
export { forget } from '#server/people/age/queries.ts'

/** The one that there is. */
const provider: AgeAssurance = byOpenId
const attemptMs = 15 * 60_000
const dayMs = 86_400_000

/** Whether ages must be checked there. Who is from nowhere known is from none of the regions that are named (`unknownCountry` shuts them out). */
export function isAssured(
  { ageAssuranceMode, ageAssuranceRegions }: Pick<Settings, 'ageAssuranceMode' | 'ageAssuranceRegions'>,
  country: string | undefined,
): boolean {
  if (ageAssuranceMode !== 'provider') return false
  return ageAssuranceRegions.length === 0 || ageAssuranceRegions.some((region) => region === country)
}

/**
 * The same viewer, as the law of this country lets them see: without an adult's rights where their age must be checked and was not.
 * @param shown what their browser keeps as a visitor's; a member's result is their account's
 */
export async function seenFrom<V extends Viewer>(db: Db, viewer: V, country: string | undefined, shown?: string): Promise<V> {
  if (!isAssured(await current(db), country) || isStaff(viewer)) return viewer
  if (viewer.kind === 'visitor') return isGood(shown, db.now) ? viewer : { ...viewer, mustAssure: true }
  // An impersonated session is its staff member's.
  if (viewer.actorId !== undefined || (await assured(db, [viewer.accountId])).has(viewer.accountId)) return viewer
  return { ...viewer, isAdult: false, mustAssure: true }
}

const assured = gatheredById(queries.assured, ({ id }) => id)

/** @param browser what its cookie holds already: it may be on its way in several tabs */
export async function start(
  db: Database,
  {
    browser = accounts.newSecret().token,
    accountId = null,
    redirect = '',
  }: { browser?: string | undefined; accountId?: string | null; redirect?: string | undefined },
): Promise<{ url: string; browser: string }> {
  if (redirect !== '' && !isOwnPath(redirect)) throw new Refusal('invalid', {}, [{ field: 'redirect', code: 'wrong_form' }])
  const { token: state, tokenHash: stateHash } = accounts.newSecret()
  const { url } = await provider.start(db, { state, browser, returnsTo: returnsTo() })
  await db.transaction((tx) =>
    queries.insertAttempt(tx, {
      stateHash,
      browserHash: accounts.hashOf(browser),
      accountId,
      goesTo: redirect,
      expiresAt: new Date(tx.now.getTime() + attemptMs),
    }),
  )
  return { url, browser }
}

const returnsTo = (): string => `${siteUrl()}/age/return`

export interface Result {
  method: AgeAssurance['method']
  expiresAt: Date
  goesTo: string
  /** For a visitor's browser; a member's result is kept with their sign-in. */
  shown?: string
}

/** @throws age_check_over where it was used, is too old, or another browser's or account's; what the provider's no is */
export async function result(
  db: Database,
  { state, ...back }: Back & { state: string },
  { browser, accountId }: { browser: string | undefined; accountId: string | undefined },
): Promise<Result> {
  if (browser === undefined) return refuse('age_check_over')
  const attempt = await db.transaction((tx) => queries.useAttempt(tx, accounts.hashOf(state), accounts.hashOf(browser)))
  if (!attempt || (attempt.accountId !== null && attempt.accountId !== accountId)) return refuse('age_check_over')
  const { goesTo } = attempt
  const found = await provider.result(db, { state, browser, returnsTo: returnsTo() }, back).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(error.code, { ...error.details, redirect: goesTo }) : error
  })
  if (found === 'too young') return refuse('age_check_too_young', { redirect: goesTo })
  if (found === 'nothing') return refuse('age_check_says_nothing', { redirect: goesTo })
  const { ageAssuranceDays } = await current(db)
  const { method } = provider
  const expiresAt = new Date(db.now.getTime() + ageAssuranceDays * dayMs)
  const owner = attempt.accountId
  if (owner === null) return { method, expiresAt, goesTo, shown: signed(method, expiresAt) }
  await db.transaction((tx) => queries.keep(tx, { accountId: owner, method, expiresAt }))
  return { method, expiresAt, goesTo }
}

/** Where a provider may stand. That there is none yet is no mistake: then the regions are closed. */
export const isFitToAssure: Rule = (after, isChecked) =>
  isChecked('ageAssuranceIssuer') && !isAskable(after.ageAssuranceIssuer) ? [{ field: 'ageAssuranceIssuer', code: 'wrong_form' }] : []
