// Sessions: a random token in a cookie, kept here only as its SHA-256.
import { hash, randomBytes } from 'node:crypto'
import { latelyMinutes } from '#contract/people/accounts.ts'
import { batcher } from '#server/platform/batch/batch.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/people/accounts/queries.ts'
import type {} from '#server/people/accounts/events.ts'

const dayMs = 86_400_000
const rememberedDays = 365
/** As long as staff act for somebody (calls.md section 11). */
const actingMs = 3_600_000

export interface Opened {
  token: string
  expiresAt: Date
  sessionId: string
  maxAgeSeconds: number
}

export interface From {
  ip?: string | undefined
  userAgent?: string | undefined
}

/** 365 days when remembered, else one (specification.md section 9), or until then. @param actorId the staff member behind an impersonated session: an hour. @param after the session that it goes on from, where nothing was asked again */
export async function openSession(
  tx: Tx,
  accountId: string,
  {
    remember = false,
    until,
    actorId,
    after,
    ip,
    userAgent,
  }: From & { remember?: boolean | undefined; until?: Date | undefined; actorId?: string; after?: string } = {},
): Promise<Opened> {
  const { token, tokenHash } = newSecret()
  const lastsMs = actorId ? actingMs : until ? until.getTime() - tx.now.getTime() : (remember ? rememberedDays : 1) * dayMs
  const expiresAt = new Date(tx.now.getTime() + lastsMs)
  const sessionId = await queries.insertSession(tx, {
    accountId,
    tokenHash,
    expiresAt,
    actorId: actorId ?? null,
    provenAt: after === undefined ? tx.now : await queries.provenAt(tx, after),
    userAgent: userAgent ?? '',
    ip: ip ?? null,
  })
  return { token, expiresAt, sessionId, maxAgeSeconds: Math.floor(lastsMs / 1000) }
}

const seenEveryMs = 60_000

/**
 * Who this token belongs to: one query for everybody who asks in the same moment, and once a minute a note that they are here.
 * Undefined when it is unknown, over or revoked, or the account is not active.
 */
export async function identify(db: Database, token: string): Promise<Member | undefined> {
  const found = await bySession(db, hashOf(token))
  if (!found) return undefined
  const { actorId, holderId, seenAt, ...member } = found
  if (db.now.getTime() - seenAt.getTime() > seenEveryMs) await touch(db, member.sessionId)
  return { kind: 'member', ...member, ...(actorId && { actorId }), ...(holderId && { holderId }) }
}

const bySession = batcher(
  async (db: Database, hashes: Buffer[]) => {
    const found = await queries.bySessions(db, hashes)
    return hashes.map((hash) => found.get(hash.toString('hex')))
  },
  { maxSize: 200 },
)

const touch = batcher(
  async (db: Database, ids: string[]) => {
    await db.transaction((tx) => queries.touchSessions(tx, ids))
    return ids
  },
  { maxSize: 200 },
)

/** Ends one session of this account; answers how many, none when it is over or another's. */
export async function endSession(tx: Tx, accountId: string, sessionId: string): Promise<number> {
  const revoked = await queries.revoke(tx, accountId, sessionId)
  await tellRevoked(tx, revoked)
  return revoked.length
}

/** Ends every session of an account, or all but one, with those behind its sign-in and those in which it acts for others; answers how many. */
export async function endSessions(tx: Tx, accountId: string, { except }: { except?: string } = {}): Promise<number> {
  const revoked = await queries.revokeAll(tx, accountId, except)
  await tellRevoked(tx, revoked)
  return revoked.length
}

async function tellRevoked(tx: Tx, revoked: readonly queries.Revoked[]): Promise<void> {
  for (const { id: sessionId, accountId } of revoked) await announce(tx, 'session.revoked', { accountId, sessionId })
}

/** A session that somebody else has by now can be used, and changes nothing of who has the account. @throws sign_in_again */
export async function refuseLate(db: Db, sessionId: string): Promise<void> {
  if (db.now.getTime() - (await queries.provenAt(db, sessionId)).getTime() > latelyMinutes * 60_000) refuse('sign_in_again')
}

export function newSecret(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
