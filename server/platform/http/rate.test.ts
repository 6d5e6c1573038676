// Calls of two processes, counted in one Redis.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { limitOf, rates } from '#server/platform/http/rate.ts'
import { rateOf } from '#server/platform/http/serve.ts'
import { connectRedis, type Redis } from '#server/platform/redis/redis.ts'
import { programOf } from '#server/platform/testing/programs.ts'
import { type RedisServer, startRedis } from '#server/platform/testing/redis-server.ts'

const program = programOf('redis-server')
if (!program) console.info('Left out: limits over two processes were not tried, because redis-server is not installed here.')

test('what is guessed and what moves money is not let in uncounted, but for a line of chat and what protects somebody', () => {
  const rows = Object.entries(contract).flatMap(([slice, table]) =>
    Object.entries<Endpoint>(table).map(([name, row]) => ({ name: `${slice}.${name}`, row, closes: rateOf(row).failsClosed === true })),
  )
  const named = (is: (each: (typeof rows)[number]) => boolean) => rows.filter(is).map(({ name }) => name)
  expect(named(({ row, closes }) => !closes && (row.idempotent === true || row.rate === 'money' || row.rate === 'sign-in'))).toEqual([
    'blocks.blockUser',
    'subscriptions.cancel',
    'messaging.send',
    'admin.freezeWallet',
  ])
  expect(named(({ row, closes }) => closes && row.method === 'GET')).toEqual([])
  expect(named(({ closes }) => closes)).toEqual(
    expect.arrayContaining(['accounts.login', 'accounts.register', 'accounts.forgot', 'earnings.tip', 'feeds.charge', 'payouts.request']),
  )
})

describe.skipIf(!program)('limits of two processes', () => {
  let shared: RedisServer
  const processes: { http: FastifyInstance; redis: Redis }[] = []
  beforeAll(async () => {
    shared = await startRedis(program ?? '')
    for (let n = 0; n < 2; n++) {
      const redis = await connectRedis(shared.url, () => {})
      const http = await createHttp({ logLevel: 'silent', trustedProxies: ['127.0.0.1'], isSecure: false, redis, ready: async () => {} })
      for (const [path, rate] of Object.entries({ open: { ...rates.read, max: 4 }, closed: { ...rates['sign-in'], max: 4 } })) {
        const limit = limitOf(http, path, rate, 1)
        http.get(`/${path}`, { onRequest: (request) => limit.count(request) }, async () => ({ path }))
      }
      processes.push({ http, redis })
    }
  })
  afterAll(async () => {
    for (const { http, redis } of processes) {
      await http.close()
      await redis.close()
    }
    await shared.kill()
  })
  const ask = (process: number, path: 'open' | 'closed', from: string) =>
    processes[process]!.http.inject({ url: `/${path}`, headers: { 'x-forwarded-for': from, 'content-language': 'zh-TW' } })
  const statuses = async (path: 'open' | 'closed', from: string, asked: number[]) => {
    const found: number[] = []
    for (const process of asked) found.push((await ask(process, path, from)).statusCode)
    return found
  }

  test('who asks one and then the other is counted once, each caller and each kind of call for itself', async () => {
    for (const path of ['open', 'closed'] as const)
      expect(await statuses(path, '203.0.113.1', [0, 1, 0, 1, 0, 1])).toEqual([200, 200, 200, 200, 429, 429])
    const late = await ask(1, 'open', '203.0.113.1')
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await statuses('open', '203.0.113.2', [0, 1])).toEqual([200, 200])
  })

  for (const how of ['is gone', 'has fallen silent'] as const)
    test(`while Redis ${how} each process counts for itself, and what must be counted is refused in the reader’s language`, async () => {
      const from = how === 'is gone' ? '203.0.113.3' : '203.0.113.4'
      if (how === 'is gone') await shared.kill()
      else shared.freeze()
      expect(await statuses('open', from, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toEqual([200, 200, 200, 200, 429, 200, 200, 200, 200, 429])
      const refused = await ask(0, 'closed', from)
      expect(refused.statusCode).toBe(503)
      expect(refused.headers['retry-after']).toBe('5')
      expect(refused.json()).toMatchObject({ code: 'unavailable' })
      expect(refused.json<{ message: string }>().message).toMatch(/[一-鿿]/)
      if (how === 'is gone') await shared.start()
      else shared.thaw()
      for (const { redis } of processes)
        await expect.poll(() => redis.ask((client) => client.ping()).catch(() => 'away'), { timeout: 10_000 }).toBe('PONG')
      // Counted together again.
      expect(await statuses('closed', `${from}9`, [0, 1, 0, 1, 0, 1])).toEqual([200, 200, 200, 200, 429, 429])
    })
})
