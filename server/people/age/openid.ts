// Ages by a claim of OpenID Connect. Signature, audience, issuer, end and nonce of the ID token are looked at where signing in does it (federation).
import * as federation from '#server/people/federation/federation.ts'
import { foundIn, nameIn } from '#server/people/age/claims.ts'
import type { AgeAssurance } from '#server/people/age/provider.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { current, publicSettings } from '#server/site/settings/settings.ts'

let secret: string | undefined

/** Answers whether there is one, for the settings. */
export function useSecret(given: string | undefined): boolean {
  secret = given
  return given !== undefined
}

export const byOpenId: AgeAssurance = {
  method: 'openid',

  async start(db, { state, browser, returnsTo }) {
    const { ageAssuranceScope } = await current(db)
    const scope = ['openid', ageAssuranceScope].filter(Boolean).join(' ')
    const url = await inOurWords(async () =>
      federation.authorizationUrl(await client(db), returnsTo, federation.proofsOf(state, browser), {
        scope,
        // Whoever sits there now says who they are: a browser may be signed in there as somebody older.
        prompt: 'login',
      }),
    )
    return { url }
  },

  async result(db, { state, browser, returnsTo }, { code, iss, error }) {
    if (error !== undefined || code === undefined) return refuse('age_check_declined')
    const { ageAssuranceClaim: rule } = await current(db)
    const claims = await inOurWords(async () =>
      federation.claimsBy(await client(db), returnsTo, { code, iss }, federation.proofsOf(state, browser), [nameIn(rule)]),
    )
    return foundIn(claims, rule, db.now)
  },
}

async function client(db: Db) {
  const { ageAssuranceIssuer: issuer, ageAssuranceClientId: clientId } = await current(db)
  if (!(await publicSettings(db)).ageAssurance.isOffered || secret === undefined) return refuse('age_check_not_offered')
  return { label: new URL(issuer).host, issuer, clientId, secret }
}

const ours = {
  sign_in_over: 'age_check_over',
  sign_in_refused: 'age_check_refused',
  sign_in_unavailable: 'age_check_unavailable',
} as const

/** The same no as signing in says, in words about ages. */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Refusal && ours[error.code as keyof typeof ours]
    if (code) throw new Refusal(code)
    throw error
  }
}
