// A stand-in for X on the loopback, for tests, after its published documents (Log in with X, OAuth 1.0a): each signature is made anew here, from what was
// sent, and nothing is taken twice. Where somebody says yes is no page: `agrees` is what X would send back.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const twitterKeys = { key: 'consumerkeyofthestage', secret: 'consumer-secret-of-the-stage' }

interface Person {
  id_str: string
  name: string
  screen_name: string
  email?: string | null
  profile_image_url_https?: string
}

export interface Twitter {
  url: string
  /** Somebody says yes on X's page: what comes back to the site. */
  agrees(authenticateUrl: string, person: Person): { oauthToken: string; oauthVerifier: string }
  close(): Promise<void>
}

export async function openTwitter(callbackUrl: () => string): Promise<Twitter> {
  const [requests, access] = [
    new Map<string, { secret: string; verifier?: string; person?: Person }>(),
    new Map<string, { secret: string; person: Person }>(),
  ]
  const heard = new Set<string>()
  const secrets = (token: string) => requests.get(token)?.secret ?? access.get(token)?.secret

  const server = createServer((request, response) => {
    const said = readSigned(request, `http://${request.headers.host}`, secrets, heard)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const form = (values: Record<string, string>) => response.writeHead(200).end(new URLSearchParams(values).toString())
    if (!said) return response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[{"code":32}]}')
    if (request.method === 'POST' && pathname === '/oauth/request_token') {
      if (said['oauth_callback'] !== callbackUrl()) return response.writeHead(403).end('{"errors":[{"code":415}]}')
      const [token, secret] = [randomBytes(12).toString('hex'), randomBytes(16).toString('hex')]
      requests.set(token, { secret })
      return form({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' })
    }
    if (request.method === 'POST' && pathname === '/oauth/access_token') {
      const found = requests.get(said['oauth_token'] ?? '')
      requests.delete(said['oauth_token'] ?? '')
      if (!found?.person || found.verifier !== said['oauth_verifier']) return response.writeHead(401).end('')
      const [token, secret] = [`${found.person.id_str}-${randomBytes(8).toString('hex')}`, randomBytes(16).toString('hex')]
      access.set(token, { secret, person: found.person })
      return form({ oauth_token: token, oauth_token_secret: secret, user_id: found.person.id_str, screen_name: found.person.screen_name })
    }
    const person = access.get(said['oauth_token'] ?? '')?.person
    if (request.method !== 'GET' || pathname !== '/1.1/account/verify_credentials.json' || !person) return response.writeHead(404).end('{}')
    const { email = null, ...shown } = person
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...shown, ...(searchParams.get('include_email') === 'true' && { email }) }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    agrees(authenticateUrl, person) {
      const asked = new URL(authenticateUrl)
      const oauthToken = asked.searchParams.get('oauth_token') ?? ''
      const found = requests.get(oauthToken)
      if (asked.origin !== url || asked.pathname !== '/oauth/authenticate' || !found)
        throw new Error(`X knows nothing of ${authenticateUrl}`)
      found.person = person
      found.verifier = randomBytes(12).toString('hex')
      return { oauthToken, oauthVerifier: found.verifier }
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** RFC 5849: the parameters, if they are signed by who knows both secrets, fresh, and heard for the first time. */
function readSigned(
  request: IncomingMessage,
  origin: string,
  secretOf: (token: string) => string | undefined,
  heard: Set<string>,
): Record<string, string> | undefined {
  const header = request.headers.authorization ?? ''
  if (!header.startsWith('OAuth ')) return undefined
  const said = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeURIComponent(value!)]))
  const { oauth_signature: signature, ...rest } = said
  const url = new URL(request.url ?? '/', origin)
  const pairs = [...Object.entries(rest), ...url.searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).toSorted()
  const base = [request.method ?? '', strict(url.origin + url.pathname), strict(pairs.join('&'))].join('&')
  const tokenSecret = rest['oauth_token'] ? secretOf(rest['oauth_token']) : ''
  const right = createHmac('sha1', `${strict(twitterKeys.secret)}&${strict(tokenSecret ?? '')}`)
    .update(base)
    .digest('base64')
  const isFresh = Math.abs(Number(rest['oauth_timestamp']) - Date.now() / 1000) < 300 && !heard.has(rest['oauth_nonce'] ?? '')
  heard.add(rest['oauth_nonce'] ?? '')
  const isWhole =
    rest['oauth_consumer_key'] === twitterKeys.key && rest['oauth_signature_method'] === 'HMAC-SHA1' && rest['oauth_version'] === '1.0'
  return tokenSecret !== undefined && right === signature && isFresh && isWhole ? said : undefined
}

const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
