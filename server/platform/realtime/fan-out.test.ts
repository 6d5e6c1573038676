// Two processes in one: each has a server, sockets and a way to Redis of its own.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '#server/platform/http/viewer.ts'
import { fanOutBy } from '#server/platform/realtime/fan-out.ts'
import { createRealtime, type Realtime } from '#server/platform/realtime/realtime.ts'
import { connectRedis, type Redis, RedisAway } from '#server/platform/redis/redis.ts'
import { programOf } from '#server/platform/testing/programs.ts'
import { type RedisServer, startRedis } from '#server/platform/testing/redis-server.ts'

const program = programOf('redis-server')
if (!program) console.info('Left out: pushes over two processes were not tried, because redis-server is not installed here.')

/** Sessions that are over. */
const over = new Set<string>()
const identify = async (token: string): Promise<Member | undefined> =>
  over.has(token)
    ? undefined
    : { kind: 'member', accountId: token, sessionId: `session-of-${token}`, role: 'user', username: token, isAdult: true }

interface Process {
  realtime: Realtime
  redis: Redis
  address: string
  server: Server
}

describe.skipIf(!program)('sockets of two processes', () => {
  let shared: RedisServer
  let one: Process
  let two: Process
  /** It has no sockets: it only speaks. */
  let worker: { realtime: Realtime; redis: Redis }
  const sockets: Socket[] = []

  async function starts(): Promise<Process> {
    const redis = await connectRedis(shared.url, () => {})
    const server = createServer()
    const realtime = createRealtime(server, { identify, allowedOrigins: [], fanOut: fanOutBy(redis) })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    return { realtime, redis, server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  beforeAll(async () => {
    shared = await startRedis(program ?? '')
    ;[one, two] = [await starts(), await starts()]
    const redis = await connectRedis(shared.url, () => {})
    worker = { redis, realtime: createRealtime(undefined, { identify, allowedOrigins: [], fanOut: fanOutBy(redis) }) }
  })
  afterEach(() => {
    over.clear()
    for (const socket of sockets.splice(0)) socket.close()
  })
  afterAll(async () => {
    for (const { realtime, redis } of [one, two, worker]) {
      await realtime.close()
      await redis.close()
    }
    await shared.kill()
  })

  async function comesTo({ address }: Process, name: string) {
    const socket = io(address, { transports: ['websocket'], forceNew: true, reconnection: false })
    sockets.push(socket)
    const heard: string[] = []
    socket.onAny((event: string) => heard.push(event))
    await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed))
    expect(await socket.timeout(5000).emitWithAck('auth/login', { token: name })).toEqual({ loggedIn: true })
    return { socket, heard }
  }
  const balance = { balance: 1, delta: 1 }
  const isHeardOf = (heard: string[], name: string) => expect.poll(() => heard.includes(name), { timeout: 15_000 }).toBe(true)
  const speaks = (name: string) => expect.poll(() => worker.redis.ask((client) => client.ping()).catch(() => name), { timeout: 10_000 })
  const isBack = () => speaks('away').toBe('PONG')

  test('what one process says reaches whom it is for, once, wherever they are; a worker is heard as well', async () => {
    const [lan, mei] = [await comesTo(one, 'lan'), await comesTo(two, 'mei')]
    one.realtime.toAccount('lan', 'balance/updated', balance)
    one.realtime.toAccount('mei', 'order/updated', { _id: '1' })
    worker.realtime.toAccount('mei', 'file/status', { fileId: '1', status: 'finished' })
    worker.realtime.toEveryone('settings/changed', {})
    await expect.poll(() => lan.heard.toSorted()).toEqual(['balance/updated', 'settings/changed'])
    await expect.poll(() => mei.heard.toSorted()).toEqual(['file/status', 'order/updated', 'settings/changed'])
  })

  test('a session that is over loses its connections on every process', async () => {
    const [here, there] = [await comesTo(one, 'lan'), await comesTo(two, 'lan')]
    const mei = await comesTo(two, 'mei')
    await worker.realtime.disconnect('lan', 'session-of-lan')
    await expect.poll(() => [here, there, mei].map(({ socket }) => socket.connected)).toEqual([false, false, true])
  })

  test('a process that stops lets its people go in a way that brings them back', async () => {
    const third = await starts()
    const lan = await comesTo(third, 'lan')
    const why = new Promise<string>((told) => lan.socket.once('disconnect', told))
    await third.realtime.close()
    await third.redis.close()
    // Of 'io server disconnect' a client makes nothing more.
    expect(await why).toBe('transport close')
  })

  test('a process that stops before it has begun to listen leaves no question behind', async () => {
    const unheard: unknown[] = []
    const note = (why: unknown) => unheard.push(why)
    process.on('unhandledRejection', note)
    for (let n = 0; n < 20; n++) {
      const early = await starts()
      if (n % 2 === 0) await new Promise((turn) => setTimeout(turn, n))
      await early.realtime.close()
      await early.redis.close()
    }
    await new Promise((turn) => setTimeout(turn, 50))
    process.off('unhandledRejection', note)
    expect(unheard).toEqual([])
  })

  test('while Redis is away people of one process hear each other, nobody waits, and afterwards all are told to ask for what they missed', async () => {
    const [lan, mei] = [await comesTo(one, 'lan'), await comesTo(two, 'mei')]
    await shared.kill()
    for (let n = 0; n < 50; n++) one.realtime.toAccount('lan', 'balance/updated', balance)
    await expect.poll(() => lan.heard.filter((name) => name === 'balance/updated')).toHaveLength(50)
    one.realtime.toAccount('mei', 'balance/updated', balance)
    await shared.start()
    await isHeardOf(mei.heard, 'pushes/missed')
    await isHeardOf(lan.heard, 'pushes/missed')
    expect(mei.heard).not.toContain('balance/updated')
    one.realtime.toAccount('mei', 'order/updated', { _id: '1' })
    await isHeardOf(mei.heard, 'order/updated')
  })

  test('a Redis that falls silent holds nobody up either', async () => {
    const lan = await comesTo(one, 'lan')
    shared.freeze()
    for (let n = 0; n < 50; n++) one.realtime.toAccount('lan', 'balance/updated', balance)
    await expect.poll(() => lan.heard.filter((name) => name === 'balance/updated'), { timeout: 10_000 }).toHaveLength(50)
    shared.thaw()
    await isHeardOf(lan.heard, 'pushes/missed')
  })

  test('who could not be told that a session is over is told again, and asks itself once it hears again', async () => {
    await isBack()
    const [lan, mei] = [await comesTo(two, 'lan'), await comesTo(two, 'mei')]
    await shared.kill()
    over.add('lan')
    // A listener that fails is tried again until it is done.
    await expect(one.realtime.disconnect('lan')).rejects.toThrow(RedisAway)
    expect(lan.socket.connected).toBe(true)
    await shared.start()
    await expect.poll(() => lan.socket.connected, { timeout: 15_000 }).toBe(false)
    expect(mei.socket.connected).toBe(true)
  })
})
