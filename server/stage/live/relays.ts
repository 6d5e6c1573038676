// STUN and TURN: how a browser behind a router, or in a network that lets no UDP through, still reaches the engine. TURN is somebody else's program (coturn);
// here is made what it admits people by: a name that holds its own end, and its HMAC under the secret that both know (coturn's REST scheme).
// An allocation that was made in time outlives its name: coturn asks for the key once a session.
import { createHmac } from 'node:crypto'
import type { MediaGrant } from '#contract/stage/live.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Grant } from '#server/stage/live/grants.ts'

export interface Relays {
  stunUrls: readonly string[]
  turnUrls: readonly string[]
  /** There wherever there are TURN's addresses (config.ts). */
  turnSecret: string | undefined
}

let relays: Relays | undefined

/** Wired once at start. Without them browsers know their own addresses alone. */
export function useRelays(given: Relays | undefined): void {
  relays = given
}

/** For one person at one stream, as long as the grant beside it. */
export function iceServers({ streamId, accountId }: Pick<Grant, 'streamId' | 'accountId'>, expiresAt: Date): MediaGrant['iceServers'] {
  const { stunUrls = [], turnUrls = [], turnSecret } = relays ?? {}
  const servers: MediaGrant['iceServers'] = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (turnUrls.length === 0 || turnSecret === undefined) return servers
  // It names nobody, and it is the same for one person at one stream, so that coturn's quota counts. Hexadecimal: coturn refuses two hyphens.
  const someone = createHmac('sha256', secretFor('live relay')).update(`${streamId} ${accountId}`).digest('hex').slice(0, 24)
  const username = `${Math.floor(expiresAt.getTime() / 1000)}:${someone}`
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64')
  return [...servers, { urls: [...turnUrls], username, credential }]
}

/** The same as headers `Link` of an answer to WHIP or WHEP (RFC 9725, 4.6). Nothing in them needs escaping: config.ts lets no quote or bracket through. */
export function linksTo(servers: MediaGrant['iceServers']): string[] {
  return servers.flatMap(({ urls, username, credential }) => {
    const key = username === undefined ? '' : `; username="${username}"; credential="${credential ?? ''}"; credential-type="password"`
    return urls.map((url) => `<${url}>; rel="ice-server"${key}`)
  })
}
