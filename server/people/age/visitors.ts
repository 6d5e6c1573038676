// What was found of a visitor, for their own browser to keep: that they are old enough, by which method and until when, signed. It names nobody.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'

const form = /^(openid)\.(\d{10})\.([A-Za-z0-9_-]{43})$/

export function signed(method: 'openid', expiresAt: Date): string {
  const said = `${method}.${Math.floor(expiresAt.getTime() / 1000)}`
  return `${said}.${signatureOf(said)}`
}

/** True for one that this site wrote and that has not run out. */
export function isGood(shown: string | undefined, now: Date): boolean {
  const [, method, expiry, signature = ''] = form.exec(shown ?? '') ?? []
  if (!method || Number(expiry) * 1000 <= now.getTime()) return false
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(`${method}.${expiry}`))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const signatureOf = (said: string) => createHmac('sha256', secretFor('age')).update(said).digest('base64url')
