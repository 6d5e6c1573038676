// The site's own captcha, without anybody else: a browser works out a puzzle (ALTCHA's protocol, by its library) that is signed here, ends, and is made
// for one form. A person does nothing for it; a program pays for every form with some tenths of a second of a processor, which is what spam cannot afford.
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import Type, { type Static } from 'typebox'
import { Body } from '#contract/endpoint.ts'
import type { Captcha } from '#server/platform/captchas/captcha.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import { checker } from '#server/platform/http/validation.ts'

/** Long enough for a form that asks for papers; a page that stood longer works out another. */
const lastsMs = 20 * 60_000
/**
 * Each of 100 to 300 guesses takes one core about a millisecond and a half, so a form costs 0.15 to 0.5 s, and a slow telephone five times that.
 * Checking one is a single comparison of signatures.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5000, least: 100, most: 300 }

const secrets = () => ({
  hmacSignatureSecret: secretFor('captcha: a challenge').toString('hex'),
  hmacKeySignatureSecret: secretFor('captcha: its solution').toString('hex'),
})

const Payload = Body({
  challenge: Body({
    parameters: Body({
      algorithm: Type.Literal(work.algorithm),
      nonce: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      cost: Type.Integer(),
      keyLength: Type.Integer(),
      keyPrefix: Type.String({ pattern: '^[0-9a-f]{1,64}$' }),
      keySignature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      expiresAt: Type.Integer(),
      data: Body({ action: Type.String() }),
    }),
    signature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
  solution: Body({ counter: Type.Integer(), derivedKey: Type.String({ pattern: '^[0-9a-f]{64}$' }), time: Type.Optional(Type.Number()) }),
})
type Payload = Static<typeof Payload>
const checkPayload = checker(Payload, 'json')

export type Challenge = Payload['challenge']

/** @param action the form that it is for */
export async function challengeFor(action: string, now: Date): Promise<{ challenge: Challenge; expiresAt: Date }> {
  const expiresAt = new Date(Math.floor((now.getTime() + lastsMs) / 1000) * 1000)
  const challenge = await createChallenge({
    algorithm: work.algorithm,
    cost: work.cost,
    counter: randomInt(work.least, work.most + 1),
    data: { action },
    deriveKey,
    expiresAt,
    ...secrets(),
  })
  return { challenge: challenge as Challenge, expiresAt }
}

export const altcha: Captcha = {
  name: 'altcha',
  // The signed number, and not the text around it, which could be written in many ways.
  identityOf: (token) => payloadOf(token)?.challenge.parameters.nonce,
  async check(token, { action, now }) {
    const payload = payloadOf(token)
    if (!payload) return { passed: false }
    const { challenge, solution } = payload
    const { data, expiresAt } = challenge.parameters
    if (expiresAt * 1000 <= now.getTime() || (action !== undefined && data.action !== action)) return { passed: false }
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets() })
    return verified ? { passed: true, action: data.action } : { passed: false }
  },
  ensureThere: async () => {},
}

function payloadOf(token: string): Payload | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
    checkPayload(payload)
    return payload as Payload
  } catch {
    return undefined
  }
}
