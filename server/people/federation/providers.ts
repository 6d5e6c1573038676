// Who may be asked, and how. Which of them is on stands in the settings, their secrets in the environment: wired at the start.
import type { SignInProvider } from '#contract/people/federation.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AwayError, fetchingBy, type Fetching } from '#server/platform/outside/fetching.ts'
import { outside, type Reach } from '#server/platform/outside/outside.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { current, signInWays, type Rule } from '#server/site/settings/settings.ts'

type Given = Pick<
  Config,
  'googleClientSecret' | 'twitterConsumerSecret' | 'openidClientSecret' | 'googleUrl' | 'twitterApiUrl' | 'signInLoopback'
>

let given: Given | undefined
let fetching: Fetching = fetchingBy(outside, { mostMs: 8000, mostBytes: 1024 * 1024 })

/** For those that stand on this machine, in tests: nothing else of the judgement is lifted. */
const withLoopback: Reach = {
  addressesOf: async (host) => (host === '127.0.0.1' ? [host] : outside.addressesOf(host)),
  mayConnect: (address) => address === '127.0.0.1' || outside.mayConnect(address),
}

/** Answers whose secrets were given, for the settings. */
export function useSignInProviders(config: Given): readonly SignInProvider[] {
  given = config
  fetching = fetchingBy(config.signInLoopback ? withLoopback : outside, { mostMs: 8000, mostBytes: 1024 * 1024 })
  return [
    ...(config.openidClientSecret ? (['openid'] as const) : []),
    ...(config.googleClientSecret ? (['google'] as const) : []),
    ...(config.twitterConsumerSecret ? (['twitter'] as const) : []),
  ]
}

export interface OpenIdClient {
  label: string
  issuer: string
  clientId: string
  secret: string
}

/** Refuses sign_in_not_offered. */
export async function openIdClient(db: Db, provider: 'google' | 'openid'): Promise<OpenIdClient> {
  const label = await labelOf(db, provider)
  const { googleClientId, openidIssuer, openidClientId } = await current(db)
  const { googleUrl, googleClientSecret, openidClientSecret } = given ?? refuse('sign_in_not_offered')
  return provider === 'google'
    ? { label, issuer: googleUrl, clientId: googleClientId, secret: googleClientSecret! }
    : { label, issuer: openidIssuer, clientId: openidClientId, secret: openidClientSecret! }
}

/** Refuses sign_in_not_offered. */
export async function twitterApp(db: Db): Promise<{ label: string; url: string; key: string; secret: string }> {
  const label = await labelOf(db, 'twitter')
  const { twitterConsumerKey: key } = await current(db)
  const { twitterApiUrl: url, twitterConsumerSecret } = given ?? refuse('sign_in_not_offered')
  return { label, url, key, secret: twitterConsumerSecret! }
}

/** How people call it. Refuses sign_in_not_offered. */
async function labelOf(db: Db, provider: SignInProvider): Promise<string> {
  const way = signInWays(await current(db)).find((each) => each.provider === provider)
  return way?.label ?? refuse('sign_in_not_offered')
}

/** Asks a provider. What it says of itself (away, too often) is refused here; any other answer is the asker's to read. */
export const askProvider: Fetching = async (url, asked) => {
  const answer = await fetching(url, asked).catch((error: unknown) => {
    if (error instanceof AwayError) return refuse('sign_in_unavailable')
    throw error
  })
  if (answer.status === 429) throw new Refusal('too_many_requests', { seconds: secondsOf(answer.headers.get('retry-after')) })
  if (answer.status >= 500) refuse('sign_in_unavailable')
  return answer
}

function secondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  return Number.isInteger(seconds) && seconds > 0 && seconds < 86_400 ? seconds : 60
}

const flags = { google: 'googleEnable', twitter: 'twitterEnable', openid: 'openidEnable' } as const

/** Whether a provider may stand there: without TLS in tests alone. */
export const isAskable = (issuer: string): boolean => !issuer.startsWith('http:') || given?.signInLoopback === true

/** What is switched on can let people in: it has its secret, its id, and a place that may be asked. */
export const isReadyToSignIn: Rule = (after, isChecked) => {
  const missing = (['googleClientId', 'twitterConsumerKey', 'openidIssuer', 'openidClientId'] as const).filter((key) => {
    const flag = key.startsWith('google') ? flags.google : key.startsWith('twitter') ? flags.twitter : flags.openid
    return after[flag] && after[key] === '' && (isChecked(flag) || isChecked(key))
  })
  const secretless = (['google', 'twitter', 'openid'] as const).filter((provider) => {
    const secret = { google: given?.googleClientSecret, twitter: given?.twitterConsumerSecret, openid: given?.openidClientSecret }[provider]
    return after[flags[provider]] && isChecked(flags[provider]) && !secret
  })
  const isPlain = !isAskable(after.openidIssuer) && isChecked('openidIssuer')
  return [
    ...missing.map((field) => ({ field, code: 'required' })),
    ...secretless.map((provider) => ({ field: flags[provider], code: 'sign_in_not_ready' })),
    ...(isPlain ? [{ field: 'openidIssuer', code: 'wrong_form' }] : []),
  ]
}
