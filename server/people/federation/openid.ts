// OpenID Connect (Google speaks it, too): going there with code, PKCE, state and nonce; the code for who somebody is; and what a token says by itself.
import { createRemoteJWKSet, customFetch as keyFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import * as openid from 'openid-client'
import type { Said } from '#server/people/accounts/accounts.ts'
import type { Asked } from '#server/platform/outside/fetching.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { addressIn, nameIn } from '#server/people/federation/claims.ts'
import { askProvider, type OpenIdClient } from '#server/people/federation/providers.ts'

/** What a browser and an address share: both follow from the state and the browser's own secret, and neither is kept. */
export interface Proofs {
  state: string
  verifier: string
  nonce: string
}

export async function authorizationUrl(
  client: OpenIdClient,
  redirectUri: string,
  { state, verifier, nonce }: Proofs,
  { scope, prompt }: { scope: string; prompt?: 'select_account' | 'login' | undefined },
): Promise<string> {
  const { configuration } = await knownBy(client)
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  }).href
}

type Claims = Omit<Said, 'provider' | 'label'>

/** @param proofs of the attempt that this site began; without them it is a code that Google's own script asked for */
export async function exchange(
  client: OpenIdClient,
  redirectUri: string,
  { code, iss }: { code: string; iss?: string | undefined },
  proofs: Proofs | undefined,
): Promise<Claims> {
  return claimsOf(client, await claimsBy(client, redirectUri, { code, iss }, proofs, ['email', 'name']))
}

/**
 * What the provider says of whoever came back: by the ID token, and where these claims are not all in it, by its userinfo as well.
 * Refuses sign_in_over, sign_in_refused, sign_in_unavailable.
 */
export async function claimsBy(
  client: OpenIdClient,
  redirectUri: string,
  { code, iss }: { code: string; iss?: string | undefined },
  proofs: Proofs | undefined,
  wanted: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { configuration } = await knownBy(client)
  const back = new URL(redirectUri)
  back.searchParams.set('code', code)
  if (iss !== undefined) back.searchParams.set('iss', iss)
  if (proofs) back.searchParams.set('state', proofs.state)
  const tokens = await asAnswer(() =>
    openid.authorizationCodeGrant(configuration, back, {
      idTokenExpected: true,
      ...(proofs ? { pkceCodeVerifier: proofs.verifier, expectedNonce: proofs.nonce, expectedState: proofs.state } : {}),
    }),
  )
  const claims = tokens.claims() ?? refuse('sign_in_refused')
  if (wanted.every((name) => claims[name] !== undefined)) return claims
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await asAnswer(() => openid.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  return { ...claims, ...more }
}

/** An ID token that Google's own button brought, with the instant until which it is good. */
export async function byIdToken(client: OpenIdClient, token: string, now: Date): Promise<{ claims: Claims; expiresAt: Date }> {
  const { keys } = await knownBy(client)
  // Google's older tokens name their issuer without the protocol.
  const issuer = [client.issuer, client.issuer.replace(/^https:\/\//, '')]
  const { payload } = await asAnswer(() =>
    jwtVerify(token, keys, {
      issuer,
      audience: client.clientId,
      currentDate: now,
      clockTolerance: 5,
      requiredClaims: ['sub', 'exp', 'iat'],
    }),
  )
  return { claims: claimsOf(client, payload), expiresAt: new Date((payload.exp ?? 0) * 1000) }
}

/**
 * An access token that the provider gave to a page of ours (calls.md section 2, pan). One that it gave to another site opens nothing here: whom it was
 * made for is asked first. Refuses sso_expired, sso_malformed, sign_in_refused.
 */
export async function byAccessToken(client: OpenIdClient, token: string, now: Date): Promise<Claims> {
  if (!/^[\x21-\x7e]{10,8000}$/.test(token)) return refuse('sso_malformed')
  const { configuration, keys } = await knownBy(client)
  const { introspection_endpoint: asksThere, userinfo_endpoint: saysMore } = configuration.serverMetadata()
  const judged = asksThere ? await introspected(client, configuration, token) : await readBy(client, keys, token, now)
  if (!saysMore) return claimsOf(client, judged)
  const more = await asAnswer(() => openid.fetchUserInfo(configuration, token, judged.sub ?? refuse('sign_in_refused'))).catch(expired)
  return claimsOf(client, more)
}

async function introspected(client: OpenIdClient, configuration: openid.Configuration, token: string): Promise<JWTPayload> {
  const said = await asAnswer(() => openid.tokenIntrospection(configuration, token, { token_type_hint: 'access_token' }))
  if (!said.active) return refuse('sso_expired')
  if (said.client_id !== client.clientId && !audienceOf(said.aud).includes(client.clientId)) return refuse('sign_in_refused')
  return said as JWTPayload
}

/** Where the provider answers no such question, the token must say it itself, signed. */
async function readBy(client: OpenIdClient, keys: Keys, token: string, now: Date): Promise<JWTPayload> {
  if (token.split('.').length !== 3) return refuse('sso_malformed')
  const { payload } = await asAnswer(() =>
    jwtVerify(token, keys, { issuer: client.issuer, currentDate: now, requiredClaims: ['sub', 'exp'] }),
  ).catch(expired)
  const isOurs = [payload['client_id'], payload['azp'], ...audienceOf(payload.aud)].includes(client.clientId)
  return isOurs ? payload : refuse('sign_in_refused')
}

const audienceOf = (aud: string | string[] | undefined): string[] => (aud === undefined ? [] : [aud].flat())

function expired(error: unknown): never {
  if (error instanceof Refusal && error.code === 'sign_in_over') return refuse('sso_expired')
  throw error
}

function claimsOf(client: OpenIdClient, claims: Readonly<Record<string, unknown>>): Claims {
  const text = (name: string, most: number) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' && value.length <= most ? value.trim() : undefined
  }
  const email = addressIn(text('email', 254))
  return {
    issuer: client.issuer,
    subject: subjectIn(text('sub', 255)),
    email,
    // Some say it as a word.
    isEmailVerified: email !== undefined && (claims['email_verified'] === true || claims['email_verified'] === 'true'),
    name: nameIn(text('name', 1000)),
    picture: text('picture', 2000),
  }
}

/** At most 255 ASCII characters, as OpenID Connect Core has it. */
const subjectIn = (said: string | undefined): string => (said && /^[\x20-\x7e]+$/.test(said) ? said : refuse('sign_in_refused'))

type Keys = ReturnType<typeof createRemoteJWKSet>
interface Known {
  configuration: openid.Configuration
  keys: Keys
}

const keptMs = 10 * 60_000
const known = new Map<string, { at: number; found: Promise<Known> }>()

/** What the provider says of itself, kept for ten minutes; what went wrong is not kept. */
function knownBy(client: OpenIdClient): Promise<Known> {
  const name = JSON.stringify(client)
  const before = known.get(name)
  if (before && performance.now() - before.at < keptMs) return before.found
  const found = discover(client)
  known.set(name, { at: performance.now(), found })
  found.catch(() => known.get(name)?.found === found && known.delete(name))
  return found
}

async function discover({ issuer, clientId, secret }: OpenIdClient): Promise<Known> {
  const configuration = await openid
    .discovery(new URL(issuer), clientId, secret, openid.ClientSecretBasic(secret), {
      [openid.customFetch]: asked,
      // Whether http may be asked at all is judged by the fetch.
      // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out
      execute: [openid.allowInsecureRequests],
    })
    .catch((error: unknown) => {
      throw refusalIn(error) ?? new Refusal('sign_in_unavailable')
    })
  // The token's signature is looked at too, and not only the line that it came by.
  openid.enableNonRepudiationChecks(configuration)
  const { jwks_uri: keysAt, authorization_endpoint: goesTo } = configuration.serverMetadata()
  if (!keysAt || !goesTo || !/^https?:/.test(goesTo)) return refuse('sign_in_unavailable')
  return { configuration, keys: createRemoteJWKSet(new URL(keysAt), { [keyFetch]: asked }) }
}

const asked = (
  url: string,
  { method, headers, body }: { method: string; headers: Headers | Record<string, string>; body?: unknown },
): Promise<Response> => {
  const sent: Asked = { method, headers: Object.fromEntries(new Headers(headers)) }
  return askProvider(
    url,
    body === undefined || body === null ? sent : { ...sent, body: typeof body === 'string' ? body : String(body as URLSearchParams) },
  )
}

/** What asking refused, which libraries wrap in errors of their own. */
function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined
}

/** A provider's no, in our words: what is used up or too old, and what was never meant for us. */
async function asAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const own = refusalIn(error)
    if (own) throw own
    if (error instanceof errors.JWTExpired) return refuse('sign_in_over')
    if (error instanceof openid.ResponseBodyError)
      return refuse(error.error === 'invalid_grant' || error.error === 'invalid_token' ? 'sign_in_over' : 'sign_in_unavailable')
    if (error instanceof openid.WWWAuthenticateChallengeError) return refuse(error.status === 401 ? 'sign_in_over' : 'sign_in_unavailable')
    if (error instanceof errors.JOSEError || error instanceof openid.ClientError || error instanceof openid.AuthorizationResponseError)
      return refuse('sign_in_refused')
    throw error
  }
}
