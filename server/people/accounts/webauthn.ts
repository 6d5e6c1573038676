// What of WebAuthn is checked, by @simplewebauthn/server: that a key of this site made it, of what was asked, where its owner was. The library is brought by
// the first who need it: most processes never do.
import { isIP } from 'node:net'
import type { Input } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/people/passkeys.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Passkey } from '#server/people/accounts/passkey-queries.ts'

export type Made = Pick<Input<(typeof passkeys)['addPasskey']>, 'id' | 'clientDataJSON' | 'attestationObject' | 'transports'>
export type Signed = Pick<
  Input<(typeof passkeys)['enterByPasskey']>,
  'id' | 'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle'
>

/** ES256, EdDSA and RS256, by their COSE numbers: what the level 3 recommendation asks every site to take. */
export const algorithms = [-8, -7, -257]

export interface Site {
  id: string
  origin: string
}

/**
 * For whom keys are made: the site's configured address, and no header's. Browsers make none for numbers; on one's own machine they do for localhost.
 * @throws passkeys_unavailable
 */
export function ownSite(): Site {
  const url = URL.parse(siteUrl()) ?? refuse('passkeys_unavailable')
  if (['127.0.0.1', '0.0.0.0', '[::1]', '[::]'].includes(url.hostname)) url.hostname = 'localhost'
  const isLocal = url.hostname === 'localhost'
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0 || (url.protocol !== 'https:' && !isLocal)) refuse('passkeys_unavailable')
  return { id: url.hostname, origin: url.origin }
}

interface ClientData {
  type: string
  challenge: string
  origin: string
}

/** What the browser says of the occasion: signed with the rest, and so good for looking up what it answers. @throws passkey_invalid */
export function clientData(encoded: string, type: 'webauthn.create' | 'webauthn.get'): ClientData {
  const said = parsed(Buffer.from(encoded, 'base64url').toString('utf8'))
  if (!isClientData(said) || said.type !== type) return refuse('passkey_invalid')
  return said
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isClientData(said: unknown): said is ClientData {
  return (
    typeof said === 'object' &&
    said !== null &&
    ['type', 'challenge', 'origin'].every((key) => typeof (said as Record<string, unknown>)[key] === 'string')
  )
}

/** @throws passkey_invalid, passkey_wrong_site */
export async function verifyMade({ id: rpId, origin }: Site, { id, clientDataJSON, attestationObject }: Made) {
  const { challenge, origin: theirs } = clientData(clientDataJSON, 'webauthn.create')
  if (theirs !== origin) refuse('passkey_wrong_site')
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const made = await orUndefined(() =>
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // Judged by whoever asked: it depends on what the key is for.
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!made?.verified || made.registrationInfo.credential.id !== id) return refuse('passkey_invalid')
  const { credential, userVerified } = made.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isVerified: userVerified,
  }
}

/** How often it signed by its own word is not judged here: that is written down with the same glance. @throws passkey_invalid, passkey_wrong_site */
export async function verifySigned(
  { id: rpId, origin }: Site,
  key: Passkey,
  { id, clientDataJSON, authenticatorData, signature }: Signed,
): Promise<{ counter: number; isVerified: boolean }> {
  const { challenge, origin: theirs } = clientData(clientDataJSON, 'webauthn.get')
  if (theirs !== origin) refuse('passkey_wrong_site')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const signed = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
      requireUserVerification: false,
    }),
  )
  if (!signed?.verified) return refuse('passkey_invalid')
  return { counter: signed.authenticationInfo.newCounter, isVerified: signed.authenticationInfo.userVerified }
}

/** The library throws for whatever does not hold, as for what it cannot read: both are the sender's. */
async function orUndefined<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
