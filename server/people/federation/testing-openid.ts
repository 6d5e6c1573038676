// A real provider of OpenID Connect on the loopback, for tests: the library that providers are built with, its own pages, and the people that a test names.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

export const openIdKeys = { clientId: 'stagedoor', secret: 'a-secret-of-the-openid-client' }

interface Known {
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  birthdate?: string
  age_over_18?: boolean
  assurance_level?: string
}

export interface OpenIdProvider {
  issuer: string
  /** Who is who there, by the name that they sign in with: what it says of them. */
  people: Map<string, Known>
  /** Walks through its pages as this person, from the address where a site sends them to the one where they come back. */
  signsIn(url: string, login: string): Promise<URL>
  /** An access token of this person, as a page of that client would hold one. */
  tokenFor(login: string, clientId?: string, seconds?: number): Promise<string>
  /** What it answers instead of everything, while it is set. */
  answersOnly: { status: number; headers?: Record<string, string> } | undefined
  close(): Promise<void>
}

/** @param callbacks where it may send people back to */
export async function openProvider(callbacks: string[], port = 0): Promise<OpenIdProvider> {
  const people = new Map<string, Known>()
  let handle: ReturnType<Provider['callback']> | undefined
  const provided: { answersOnly: OpenIdProvider['answersOnly'] } = { answersOnly: undefined }
  const server = createServer((request, response) => {
    const { answersOnly } = provided
    if (answersOnly) return void response.writeHead(answersOnly.status, answersOnly.headers).end('{}')
    void handle?.(request, response)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const client = (clientId: string) => ({
    client_id: clientId,
    client_secret: clientId === openIdKeys.clientId ? openIdKeys.secret : `${openIdKeys.secret}-${clientId}`,
    redirect_uris: callbacks,
    grant_types: ['authorization_code'],
    response_types: ['code' as const],
  })
  const provider = new Provider(issuer, {
    clients: [client(openIdKeys.clientId), client('another')],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['for the tests only'] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture', 'birthdate'],
      age: ['age_over_18', 'assurance_level'],
    },
    features: { devInteractions: { enabled: true }, introspection: { enabled: true, allowedPolicy: () => true } },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 600, Session: 3600 },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) }),
  })
  handle = provider.callback()
  return Object.assign(provided, {
    issuer,
    people,
    signsIn: (url: string, login: string) => walk(url, login, callbacks),
    async tokenFor(login: string, clientId = openIdKeys.clientId, seconds = 3600) {
      const found = (await provider.Client.find(clientId))!
      const grant = new provider.Grant({ accountId: login, clientId })
      grant.addOIDCScope('openid email profile')
      const grantId = await grant.save()
      const token = new provider.AccessToken({
        accountId: login,
        client: found,
        grantId,
        gty: 'authorization_code',
        scope: 'openid email profile',
        expiresIn: seconds,
      } as never)
      return token.save()
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  })
}

/** Its two pages, which ask who somebody is and whether they agree, as a browser would go through them. */
async function walk(start: string, login: string, callbacks: readonly string[]): Promise<URL> {
  const cookies = new Map<string, string>()
  let [url, body]: [URL, URLSearchParams | undefined] = [new URL(start), undefined]
  for (let steps = 0; steps < 20; steps++) {
    if (callbacks.includes(url.origin + url.pathname)) return url
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { body }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!
      cookies.set(name!, value!)
    }
    body = undefined
    const page = await answer.text()
    const next = answer.headers.get('location')
    if (next) url = new URL(next, url)
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (!prompt) throw new Error(`the provider says ${answer.status}: ${page.slice(0, 500)}`)
      body = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  throw new Error('the provider does not lead back')
}
