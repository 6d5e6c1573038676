import { beforeAll, expect, test } from 'vitest'
import { grantToken, readGrant, uidOf } from '#server/stage/live/grants.ts'
import { useSecret } from '#server/platform/config/keys.ts'

beforeAll(() => useSecret(Buffer.alloc(32, 7)))

const now = new Date('2026-11-25T12:00:00Z')
const grant = {
  role: 'host' as const,
  streamId: '019ab000-0000-7000-8000-000000000001',
  accountId: '019ab000-0000-7000-8000-000000000002',
  sessionId: '019ab000-0000-7000-8000-000000000003',
}

test('a media token says what it was made of, for ten minutes', () => {
  const { token, expiresAt } = grantToken(grant, now)
  expect(readGrant(token, now)).toEqual(grant)
  expect(expiresAt.getTime() - now.getTime()).toBe(600_000)
  expect(readGrant(token, new Date(expiresAt.getTime() - 1))).toEqual(grant)
  expect(readGrant(token, expiresAt)).toBeUndefined()
})

test('each part that somebody may have in a stream is read as itself', () => {
  for (const role of ['host', 'audience', 'guest', 'facing'] as const)
    expect(readGrant(grantToken({ ...grant, role }, now).token, now)?.role).toBe(role)
})

test('not a bit of it can be another', () => {
  const bytes = Buffer.from(grantToken({ ...grant, role: 'audience' }, now).token, 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const other = Buffer.from(bytes)
    other[place] = (other[place] ?? 0) ^ 1
    expect(readGrant(other.toString('base64url'), now)).toBeUndefined()
  }
  for (const nonsense of ['', 'x', bytes.subarray(1).toString('base64url'), `${bytes.toString('base64url')}AAAA`])
    expect(readGrant(nonsense, now)).toBeUndefined()
})

test('a person has one number at a stream, and another at the next', () => {
  expect(uidOf(grant)).toBe(uidOf(grant))
  expect(uidOf(grant)).not.toBe(uidOf({ ...grant, streamId: grant.accountId }))
  expect(uidOf(grant)).toBeLessThan(2 ** 32)
})
