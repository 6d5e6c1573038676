// Media tokens: who may send or watch which stream, for a short while. They are signed and hold what they say, so that the call that brings the
// picture asks the database once and trusts nothing that came with it.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { MediaRole } from '#contract/stage/live.ts'
import { secretFor } from '#server/platform/config/keys.ts'

export interface Grant {
  role: MediaRole
  streamId: string
  accountId: string
  /** The one that asked: the token ends with it. */
  sessionId: string
}

/** As a byte of the token says it: a new one comes last. */
const roles: readonly MediaRole[] = ['audience', 'host', 'guest', 'facing']

/** It opens a session; whoever watches already is asked about again and again (watching.ts). */
export const grantSeconds = 600

const bodyBytes = 53

export function grantToken({ role, streamId, accountId, sessionId }: Grant, now: Date): { token: string; expiresAt: Date } {
  const expiresAt = endOf(now)
  const body = Buffer.alloc(bodyBytes)
  body.writeUInt8(roles.indexOf(role), 0)
  bytesOf(streamId).copy(body, 1)
  bytesOf(accountId).copy(body, 17)
  bytesOf(sessionId).copy(body, 33)
  body.writeUInt32BE(expiresAt.getTime() / 1000, 49)
  return { token: Buffer.concat([body, signed(body)]).toString('base64url'), expiresAt }
}

/** When what is given now ends. */
export const endOf = (now: Date): Date => new Date((Math.floor(now.getTime() / 1000) + grantSeconds) * 1000)

/** Undefined for what is none of ours, or too old. */
export function readGrant(token: string, now: Date): Grant | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const [body, signature] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)]
  if (bytes.length !== bodyBytes + 32 || !timingSafeEqual(signature, signed(body))) return undefined
  if (body.readUInt32BE(49) * 1000 <= now.getTime()) return undefined
  const role = roles[body.readUInt8(0)]
  if (!role) return undefined
  return {
    role,
    streamId: idOf(body.subarray(1, 17)),
    accountId: idOf(body.subarray(17, 33)),
    sessionId: idOf(body.subarray(33, 49)),
  }
}

/** 32 bits, one for each person and stream, for providers that name people by numbers. */
export const uidOf = ({ streamId, accountId }: Pick<Grant, 'streamId' | 'accountId'>): number =>
  createHmac('sha256', secretFor('live uid')).update(`${streamId} ${accountId}`).digest().readUInt32BE(0)

/** What is kept of an encoder's key. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const signed = (body: Buffer) => createHmac('sha256', secretFor('live grant')).update(body).digest()
