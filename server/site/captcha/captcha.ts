/**
 * Whether a person sends a form, where the operator wants that shown (calls.md section 7).
 * Promises: while there is a captcha, every row whose body has a `captchaToken` is refused without a token that passed for it, and one token is one form, in
 * all processes together; where nobody can tell, the form is refused, but for rows that say otherwise (`evenUnverified`: sign-in).
 * Leaves to others: how a provider is asked (platform/captchas), and biting at each row (platform/http/serve.ts).
 */
import { createHash } from 'node:crypto'
import { altcha, type Challenge, challengeFor } from '#server/platform/captchas/altcha.ts'
import { type Captcha, CaptchaAway, type Wanted } from '#server/platform/captchas/captcha.ts'
import { hcaptcha } from '#server/platform/captchas/hcaptcha.ts'
import { recaptchaV2, recaptchaV3 } from '#server/platform/captchas/recaptcha.ts'
import { turnstile } from '#server/platform/captchas/turnstile.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import type { FormSent } from '#server/platform/http/serve.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/site/captcha/queries.ts'
import { current, type Rule, type Settings } from '#server/site/settings/settings.ts'

/** What the program was started with. */
export interface Keys {
  turnstile: string | undefined
  hcaptcha: string | undefined
  recaptcha: string | undefined
  /** Where all of them answer, in tests. */
  apiUrl: string | undefined
  /** Under which the site is reached; none: whatever a request names. */
  hosts: readonly string[]
  warn: (sentence: string) => void
}

let keys: Keys = { turnstile: undefined, hcaptcha: undefined, recaptcha: undefined, apiUrl: undefined, hosts: [], warn: () => {} }

export function useKeys(given: Keys): void {
  keys = given
}

/** The one that the settings name; undefined where they name none. */
function captchaOf({ captchaProvider, captchaScore }: Pick<Settings, 'captchaProvider' | 'captchaScore'>): Captcha | undefined {
  const at = { url: keys.apiUrl }
  if (captchaProvider === 'altcha') return altcha
  if (captchaProvider === 'turnstile') return turnstile(keys.turnstile, at)
  if (captchaProvider === 'hcaptcha') return hcaptcha(keys.hcaptcha, at)
  if (captchaProvider === 'recaptcha_v2') return recaptchaV2(keys.recaptcha, at)
  if (captchaProvider === 'recaptcha_v3') return recaptchaV3(keys.recaptcha, captchaScore, at)
  return undefined
}

/** What is chosen can tell people from programs: a provider of outside needs both its keys. */
export const isReadyToTell: Rule = (after, isChecked, before) => {
  const { captchaProvider, captchaSiteKey } = after
  const touched = (['captchaProvider', 'captchaSiteKey'] as const).filter((key) => isChecked(key) && after[key] !== before[key])
  if (touched.length === 0 || captchaProvider === 'none' || captchaProvider === 'altcha') return []
  const secret = captchaProvider === 'turnstile' ? keys.turnstile : captchaProvider === 'hcaptcha' ? keys.hcaptcha : keys.recaptcha
  return [
    ...(secret ? [] : [{ field: 'captchaProvider', code: 'captcha_not_ready' }]),
    ...(captchaSiteKey === '' ? [{ field: 'captchaSiteKey', code: 'required' }] : []),
  ]
}

/** Refuses a form that nobody showed to be a person's. @throws captcha_required, captcha_failed, captcha_unavailable */
export async function refusePrograms(db: Database, form: FormSent): Promise<void> {
  const captcha = captchaOf(await current(db))
  if (!captcha) return
  try {
    await spend(db, captcha, form)
  } catch (error) {
    if (!(error instanceof CaptchaAway)) throw error
    tell(error)
    if (!form.evenUnverified) refuse('captcha_unavailable')
  }
}

/** What an operator has to see to: at the log, because whoever sent the form can do nothing about it. */
function tell({ message, cause }: CaptchaAway): void {
  keys.warn(`The captcha cannot be checked: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}.`)
}

/** How long a client may take from its question to its form. */
const fromQuestionMs = 5 * 60_000

async function spend(db: Database, captcha: Captcha, { token, action, host }: FormSent): Promise<void> {
  if (!token) {
    // Who cannot be asked gave nobody a token either.
    await captcha.ensureThere()
    return refuse('captcha_required')
  }
  const digest = digestOf(captcha, token) ?? refuse('captcha_failed')
  if (await queries.isKnown(db, digest)) {
    const passedAfter = new Date(db.now.getTime() - fromQuestionMs)
    if ((await db.transaction((tx) => queries.spend(tx, { digest, action, passedAfter }))) === 0) refuse('captcha_failed')
    return
  }
  const verdict = await captcha.check(token, wanted(db, action, host))
  if (!verdict.passed) refuse('captcha_failed')
  // It may have come twice at once, and both may have been told yes.
  if ((await db.transaction((tx) => queries.keep(tx, { digest, action: verdict.action, isSpent: true }))) === 0) refuse('captcha_failed')
}

/** For a client that asks first. A token passes once here, and then for one form. @throws captcha_unavailable */
export async function verify(db: Database, token: string, host: string): Promise<{ success: boolean; score?: number }> {
  const captcha = captchaOf(await current(db))
  if (!captcha) return { success: true }
  const digest = digestOf(captcha, token)
  if (!digest || (await queries.isKnown(db, digest))) return { success: false }
  const verdict = await captcha.check(token, wanted(db, undefined, host)).catch((error: unknown) => {
    if (!(error instanceof CaptchaAway)) throw error
    tell(error)
    return refuse('captcha_unavailable')
  })
  if (!verdict.passed) return { success: false }
  const kept = await db.transaction((tx) => queries.keep(tx, { digest, action: verdict.action, isSpent: false }))
  return kept === 0 ? { success: false } : { success: true, ...(verdict.score !== undefined && { score: verdict.score }) }
}

/** @throws not_found where the captcha is not the site's own */
export async function challenge(db: Db, action: string): Promise<{ challenge: Challenge; expiresAt: Date }> {
  if ((await current(db)).captchaProvider !== 'altcha') refuse('not_found')
  return challengeFor(action, db.now)
}

function wanted({ now }: Db, action: string | undefined, host: string): Wanted {
  return { action, hosts: keys.hosts.length > 0 ? keys.hosts : [host], now }
}

function digestOf(captcha: Captcha, token: string): Buffer | undefined {
  const identity = captcha.identityOf(token)
  return identity === undefined ? undefined : createHash('sha256').update(`${captcha.name} ${identity}`).digest()
}

const keptMs = 86_400_000

export function forgetOld(db: Database): Promise<number> {
  return db.transaction((tx) => queries.forget(tx, new Date(tx.now.getTime() - keptMs)))
}
