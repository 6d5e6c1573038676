// Signatures over a time and the exact bytes: `t=<unix seconds>,v1=<hmac-sha256 of "t.body">`, the form that gateways share.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** How far a signature's time may lie from ours, in either direction: a captured webhook is worthless after this. */
export const toleranceSeconds = 300

export function signed(key: Buffer, body: string | Buffer, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${macOf(key, time, body).toString('hex')}`
}

/**
 * Passes when the bytes were signed with this key within the tolerance.
 * @throws signature_invalid; signature_expired for a good signature that is old or from the future
 */
export function verifySigned(key: Buffer, body: Buffer, header: string | undefined, now: Date): void {
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? refuse('signature_invalid')
  if (!time || !mac || !timingSafeEqual(Buffer.from(mac, 'hex'), macOf(key, Number(time), body))) refuse('signature_invalid')
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) refuse('signature_expired')
}

function macOf(key: Buffer, time: number, body: string | Buffer): Buffer {
  return createHmac('sha256', key).update(`${time}.`).update(body).digest()
}
