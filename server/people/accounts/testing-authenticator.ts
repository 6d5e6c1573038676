// An authenticator in a few lines, for tests: it makes P-256 keys and signs what a site asks, as WebAuthn level 3 says, or otherwise where a test wants it wrong.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Made, Signed } from '#server/people/accounts/webauthn.ts'

export interface Ways {
  /** Where the browser was. */
  origin?: string
  rpId?: string
  /** Whether it looked who holds it. */
  verifies?: boolean
  /** What it says of how often it signed; undefined: one more than before. */
  counter?: number
  type?: string
}

export interface Key {
  id: string
  privateKey: KeyObject
  userHandle: string
  counter: number
}

const site = { origin: 'https://stage.example', rpId: 'stage.example' }

/** Answers what a page was given to make a key of, with the key. */
export function makes(
  options: { challenge: string; user: { id: string } },
  { origin = site.origin, rpId = site.rpId, verifies = true, counter = 0, type = 'webauthn.create' }: Ways = {},
): { key: Key; made: Made } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const cose = Buffer.concat([
    // kty EC2, alg ES256, crv P-256, then both coordinates.
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ])
  const attested = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, cose])
  const authData = Buffer.concat([dataOf(rpId, 0x40 | (verifies ? 0x05 : 0x01), counter), attested])
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes(authData),
  ])
  const id = credentialId.toString('base64url')
  return {
    key: { id, privateKey, userHandle: options.user.id, counter },
    made: {
      id,
      clientDataJSON: clientData(type, options.challenge, origin),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  }
}

/** Signs what a page was given to come in by. */
export function signs(
  key: Key,
  { challenge }: { challenge: string },
  { origin = site.origin, rpId = site.rpId, verifies = true, counter = key.counter + 1, type = 'webauthn.get' }: Ways = {},
): Signed {
  key.counter = counter
  const authData = dataOf(rpId, verifies ? 0x05 : 0x01, counter)
  const clientDataJSON = clientData(type, challenge, origin)
  const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
  return {
    id: key.id,
    clientDataJSON,
    authenticatorData: authData.toString('base64url'),
    signature: sign('sha256', signed, key.privateKey).toString('base64url'),
    userHandle: key.userHandle,
  }
}

const sha256 = (what: string | Buffer) => createHash('sha256').update(what).digest()

function dataOf(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

function uint16(value: number): Buffer {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(value)
  return two
}

const text = (words: string) => Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)])
const bytes = (what: Buffer) => Buffer.concat([Buffer.from([0x59]), uint16(what.length), what])
