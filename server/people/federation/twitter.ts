// X, by OAuth 1.0a as its documents have it (Log in with X): a request token, X's own page, an access token, and who it is of. Kept of all that: nothing.
import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import type { Said } from '#server/people/accounts/accounts.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { addressIn, nameIn } from '#server/people/federation/claims.ts'
import { askProvider, type twitterApp } from '#server/people/federation/providers.ts'

type App = Awaited<ReturnType<typeof twitterApp>>
interface Token {
  key: string
  secret: string
}

const issuer = 'https://x.com'

/** Where somebody goes to say yes, and the token that it is about. */
export async function requestToken(app: App, callbackUrl: string): Promise<Token & { url: string }> {
  const said = await form(app, 'POST', '/oauth/request_token', { oauth_callback: callbackUrl })
  // Anything else than a 200 is about this site and not about who asks: a callback that X was not told of, a wrong key.
  if (said?.get('oauth_callback_confirmed') !== 'true') return refuse('sign_in_unavailable')
  const { key, secret } = tokenIn(said) ?? refuse('sign_in_unavailable')
  return { key, secret, url: `${app.url}/oauth/authenticate?oauth_token=${encodeURIComponent(key)}` }
}

export async function whoCameBack(app: App, token: Token, verifier: string): Promise<Omit<Said, 'provider' | 'label'>> {
  const said = await form(app, 'POST', '/oauth/access_token', { oauth_verifier: verifier }, token)
  const access = (said && tokenIn(said)) ?? refuse('sign_in_over')
  const answer = await send(
    app,
    'GET',
    '/1.1/account/verify_credentials.json?include_email=true&include_entities=false&skip_status=true',
    {},
    access,
  )
  if (answer.status !== 200) return refuse('sign_in_refused')
  const person = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  const text = (name: string) => (typeof person[name] === 'string' && person[name] !== '' ? (person[name] as string) : undefined)
  const subject = text('id_str')
  if (!subject || !/^\d{1,40}$/.test(subject)) return refuse('sign_in_refused')
  const email = addressIn(text('email'))
  return {
    issuer,
    subject,
    email,
    // X says an address only where its owner confirmed it there ("null if the user does not have a verified email").
    isEmailVerified: email !== undefined,
    name: nameIn(text('name')),
    picture: text('profile_image_url_https')?.replace(/_normal(?=\.\w+$)/, '_400x400'),
  }
}

function tokenIn(said: URLSearchParams): Token | undefined {
  const [key, secret] = [said.get('oauth_token'), said.get('oauth_token_secret')]
  return key && secret && key.length <= 300 && secret.length <= 300 ? { key, secret } : undefined
}

/** What it answered as a form; undefined where it said no. */
async function form(
  app: App,
  method: 'POST',
  path: string,
  extra: Record<string, string>,
  token?: Token,
): Promise<URLSearchParams | undefined> {
  const answer = await send(app, method, path, extra, token)
  return answer.status === 200 ? new URLSearchParams(await answer.text()) : undefined
}

/** @param extra further oauth_ parameters: signed, and sent in the header with the others */
function send({ url, key, secret }: App, method: string, path: string, extra: Record<string, string>, token?: Token): Promise<Response> {
  const oauth = new OAuth({
    consumer: { key, secret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, by) => createHmac('sha1', by).update(base).digest('base64'),
  })
  const signed = oauth.authorize({ url: url + path, method, data: extra }, token)
  return askProvider(url + path, { method, headers: { ...oauth.toHeader({ ...signed, ...extra }) } })
}
