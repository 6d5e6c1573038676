import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { iceServers, linksTo, useRelays } from '#server/stage/live/relays.ts'

beforeAll(() => useSecret(Buffer.alloc(32, 7)))
afterEach(() => useRelays(undefined))

const person = { streamId: '019ab000-0000-7000-8000-000000000001', accountId: '019ab000-0000-7000-8000-000000000002' }
const expiresAt = new Date('2026-11-25T12:10:00Z')
const turnSecret = 'a secret that both know'
const turnUrls = ['turn:turn.stage.example', 'turns:turn.stage.example:443?transport=tcp']

test('without relays a grant names none', () => {
  expect(iceServers(person, expiresAt)).toEqual([])
  expect(linksTo([])).toEqual([])
})

test('STUN is named as it is, TURN with a key that ends with the grant and that coturn can recompute', () => {
  useRelays({ stunUrls: ['stun:stun.stage.example'], turnUrls, turnSecret })
  const [stun, turn] = iceServers(person, expiresAt)
  expect(stun).toEqual({ urls: ['stun:stun.stage.example'] })
  expect(turn?.urls).toEqual(turnUrls)
  expect(turn?.username).toMatch(/^1795608600:[0-9a-f]{24}$/)
  expect(turn?.credential).toBe(
    createHmac('sha1', turnSecret)
      .update(turn?.username ?? '')
      .digest('base64'),
  )
})

test('the name is one person’s at one stream, says nothing of either, and the secret is nowhere', () => {
  useRelays({ stunUrls: [], turnUrls, turnSecret })
  const nameOf = (one: typeof person) => iceServers(one, expiresAt)[0]?.username
  expect(nameOf(person)).toBe(nameOf({ ...person }))
  expect(nameOf(person)).not.toBe(nameOf({ ...person, accountId: person.streamId }))
  expect(nameOf(person)).not.toBe(nameOf({ ...person, streamId: person.accountId }))
  const said = JSON.stringify(iceServers(person, expiresAt)) + linksTo(iceServers(person, expiresAt)).join()
  for (const known of [turnSecret, person.accountId, person.accountId.replaceAll('-', '')]) expect(said).not.toContain(known)
})

test('links are as RFC 9725 writes them, one for each address', () => {
  const servers = [
    { urls: ['stun:stun.example.net'] },
    { urls: ['turn:turn.example.net?transport=udp'], username: 'user', credential: 'myPassword' },
  ]
  expect(linksTo(servers)).toEqual([
    '<stun:stun.example.net>; rel="ice-server"',
    '<turn:turn.example.net?transport=udp>; rel="ice-server"; username="user"; credential="myPassword"; credential-type="password"',
  ])
})
