// A stand-in for Google on the loopback, for tests, after its published documents (OpenID Connect): its description, its keys, and the exchange of a code,
// with every parameter looked at. Where somebody goes to say yes is no page here: `agrees` is what it would send back.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

export const googleKeys = { clientId: '1234-stage.apps.googleusercontent.com', secret: 'GOCSPX-a-secret-of-google' }

export interface Google {
  issuer: string
  /** Somebody says yes: the code that comes back to the address's redirect_uri. @throws for an address that Google would not take */
  agrees(url: string, person: JWTPayload & { sub: string }, by?: { isForged?: boolean }): { code: string; state: string }
  /** @param otherwise what its payload, or its maker, is instead */
  idToken(person: JWTPayload & { sub: string }, otherwise?: JWTPayload & { isForged?: boolean; agoSeconds?: number }): Promise<string>
  close(): Promise<void>
}

export async function openGoogle(redirectUri: () => string): Promise<Google> {
  const [own, forgers] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'today', alg: 'RS256', use: 'sig' }
  const codes = new Map<
    string,
    { challenge: string | null; person: JWTPayload & { sub: string }; nonce: string | null; isForged: boolean }
  >()
  let issuer = ''

  const idToken: Google['idToken'] = async (person, { isForged = false, agoSeconds = 0, ...otherwise } = {}) => {
    const now = Math.floor(Date.now() / 1000) - agoSeconds
    return new SignJWT({
      iss: issuer,
      aud: googleKeys.clientId,
      azp: googleKeys.clientId,
      iat: now,
      exp: now + 3600,
      ...person,
      ...otherwise,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'today' })
      .sign(isForged ? forgers.privateKey : own.privateKey)
  }

  async function exchange(request: IncomingMessage): Promise<[number, object]> {
    let body = ''
    for await (const part of request) body += String(part)
    const form = new URLSearchParams(body)
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    const [id, secret] = basic ? basic.split(':').map(decodeURIComponent) : [form.get('client_id'), form.get('client_secret')]
    if (id !== googleKeys.clientId || secret !== googleKeys.secret) return [401, { error: 'invalid_client' }]
    const found = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code' || form.get('redirect_uri') !== redirectUri())
      return [400, { error: 'redirect_uri_mismatch' }]
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!found || (found.challenge !== null && found.challenge !== challenge)) return [400, { error: 'invalid_grant' }]
    const id_token = await idToken(found.person, { isForged: found.isForged, ...(found.nonce !== null && { nonce: found.nonce }) })
    return [
      200,
      { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 3599, scope: 'openid email profile', id_token },
    ]
  }

  const server = createServer((request, response) => {
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (request.url === '/.well-known/openid-configuration')
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/certs`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['plain', 'S256'],
      })
    if (request.url === '/certs') return answer(200, { keys: [jwk] })
    if (request.url === '/token' && request.method === 'POST') return void exchange(request).then(([status, json]) => answer(status, json))
    return answer(404, { error: 'not_found' })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    idToken,
    agrees(url, person, { isForged = false } = {}) {
      const asked = new URL(url)
      const said = (name: string) => asked.searchParams.get(name)
      const isRight =
        asked.pathname === '/o/oauth2/v2/auth' &&
        said('client_id') === googleKeys.clientId &&
        said('redirect_uri') === redirectUri() &&
        said('response_type') === 'code' &&
        said('code_challenge_method') === 'S256' &&
        said('scope') === 'openid email profile' &&
        (said('state') ?? '').length >= 20 &&
        (said('nonce') ?? '').length >= 20
      if (!isRight) throw new Error(`Google would refuse ${url}`)
      const code = `4/${randomBytes(20).toString('base64url')}`
      codes.set(code, { challenge: said('code_challenge'), person, nonce: said('nonce'), isForged })
      return { code, state: said('state')! }
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
