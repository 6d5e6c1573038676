import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Member } from '#server/platform/http/viewer.ts'
import { createRealtime, type Realtime } from '#server/platform/realtime/realtime.ts'

const server = createServer()
let realtime: Realtime
let address: string
let isAway = false
const people: Record<string, Member> = Object.fromEntries(
  ['lan', 'mei'].map((name) => [
    `token-of-${name}`,
    { kind: 'member', accountId: name, sessionId: `session-of-${name}`, role: 'user', username: name, isAdult: true },
  ]),
)
const sockets: Socket[] = []
/** Until when lan's session lasts. */
let lasts: Date | undefined

beforeAll(async () => {
  realtime = createRealtime(server, {
    identify: async (token) =>
      isAway ? Promise.reject(new Error('away')) : people[token] && { ...people[token], ...(lasts && { expiresAt: lasts }) },
    allowedOrigins: [],
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  lasts = undefined
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => realtime.close())

async function connects(options: object = {}): Promise<{ socket: Socket; heard: unknown[] }> {
  const socket = io(address, { transports: ['websocket'], forceNew: true, ...options })
  sockets.push(socket)
  const heard: unknown[] = []
  socket.onAny((event: string, payload: unknown) => heard.push([event, payload]))
  await new Promise<void>((done, failed) => {
    socket.once('connect', () => done())
    socket.once('connect_error', failed)
  })
  return { socket, heard }
}
const signsIn = (socket: Socket, token: unknown) =>
  socket.timeout(2000).emitWithAck('auth/login', { token }) as Promise<{ loggedIn: boolean }>

test('whoever signs in by the event hears what is theirs, and only that (specification section 7)', async () => {
  const [lan, mei] = [await connects(), await connects()]
  expect(await signsIn(lan.socket, 'token-of-lan')).toEqual({ loggedIn: true })
  expect(await signsIn(mei.socket, 'token-of-mei')).toEqual({ loggedIn: true })
  realtime.toAccount('lan', 'balance/updated', { balance: 5, delta: -1 })
  await expect.poll(() => lan.heard).toEqual([['balance/updated', { balance: 5, delta: -1 }]])
  expect(mei.heard).toEqual([])
})

test('a token in the query or in the cookie is enough', async () => {
  const byQuery = await connects({ query: { token: 'token-of-lan' } })
  const byCookie = await connects({ extraHeaders: { cookie: 'theme=dark; token=token-of-lan' } })
  await expect
    .poll(() => {
      realtime.toAccount('lan', 'settings/changed', {})
      return [byQuery.heard.length > 0, byCookie.heard.length > 0]
    })
    .toEqual([true, true])
})

test('whoever connects while nobody can say who they are comes again by themselves, and hears what is theirs then', async () => {
  isAway = true
  const { socket, heard } = await connects({ query: { token: 'token-of-lan' }, reconnectionDelay: 20 })
  await new Promise((broken) => socket.once('disconnect', broken))
  isAway = false
  await expect
    .poll(() => {
      realtime.toAccount('lan', 'settings/changed', {})
      return heard.length > 0
    })
    .toBe(true)
})

test('a token that is none joins nothing, whatever it is', async () => {
  const stranger = await connects()
  for (const token of ['nonsense', '', 5, null, {}, 'x'.repeat(10_000)])
    expect(await signsIn(stranger.socket, token)).toEqual({ loggedIn: false })
  realtime.toAccount('lan', 'order/updated', { _id: 'secret' })
  await new Promise((later) => setTimeout(later, 100))
  expect(stranger.heard).toEqual([])
})

test('signing out, or signing in as someone else, leaves what one heard before', async () => {
  const { socket, heard } = await connects()
  await signsIn(socket, 'token-of-lan')
  await signsIn(socket, 'token-of-mei')
  realtime.toAccount('lan', 'order/updated', { _id: 'of lan' })
  realtime.toAccount('mei', 'order/updated', { _id: 'of mei' })
  await expect.poll(() => heard).toEqual([['order/updated', { _id: 'of mei' }]])
  socket.emit('auth/logout')
  await new Promise((later) => setTimeout(later, 50))
  realtime.toAccount('mei', 'order/updated', { _id: 'too late' })
  await new Promise((later) => setTimeout(later, 100))
  expect(heard).toHaveLength(1)
})

test('a session that ended loses its sockets at once; the account’s others stay', async () => {
  const ended = await connects()
  await signsIn(ended.socket, 'token-of-lan')
  await realtime.disconnect('lan', 'session-of-lan')
  await expect.poll(() => ended.socket.connected).toBe(false)
})

test('a session that runs out loses its sockets then, whichever way it came; one that lasts keeps them', async () => {
  lasts = new Date(Date.now() + 300)
  const over = await connects()
  const byCookie = await connects({ extraHeaders: { cookie: 'token=token-of-lan' }, reconnection: false })
  over.socket.emit('auth/login', { token: 'token-of-lan' })
  await expect.poll(() => [over, byCookie].map(({ socket }) => socket.connected), { timeout: 60_000 }).toEqual([false, false])
  // Longer than a timer can be set for.
  lasts = new Date(Date.now() + 365 * 86_400_000)
  const lasting = await connects()
  await signsIn(lasting.socket, 'token-of-mei')
  realtime.toAccount('mei', 'settings/changed', {})
  await expect.poll(() => lasting.heard, { timeout: 60_000 }).toEqual([['settings/changed', {}]])
})

test('who signed out before their session ran out keeps the socket', async () => {
  // On a busy machine it may have run out before one could sign out: then it is given twice as long.
  for (let ms = 300, isInTime = false; !isInTime; ms *= 2) {
    lasts = new Date(Date.now() + ms)
    const { socket } = await connects()
    await signsIn(socket, 'token-of-lan').catch(() => {})
    socket.emit('auth/logout')
    const heard = await new Promise((done) => socket.timeout(ms).emit('auth/login', { token: 'nobody' }, done))
    isInTime = heard === null && Date.now() < lasts.getTime()
    while (Date.now() < lasts.getTime() + 50) await new Promise((later) => setTimeout(later, 20))
    if (isInTime) expect(socket.connected).toBe(true)
  }
})

test('another site’s page cannot open a socket with our cookie', async () => {
  await expect(
    connects({ extraHeaders: { origin: 'https://evil.example', cookie: 'token=token-of-lan' }, reconnection: false }),
  ).rejects.toThrow()
})
