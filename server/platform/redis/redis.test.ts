import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectRedis, type Redis, RedisAway } from '#server/platform/redis/redis.ts'
import { freePort, programOf } from '#server/platform/testing/programs.ts'
import { type RedisServer, startRedis } from '#server/platform/testing/redis-server.ts'

const program = programOf('redis-server')
if (!program) console.info('Left out: a Redis that goes away was not tried, because redis-server is not installed here.')

const asks = (redis: Redis) => redis.ask((client) => client.ping())
/** It was asked and did not answer, or was not even asked because it is known to be away. */
async function refused(redis: Redis): Promise<'unanswered' | 'unasked'> {
  const error = await asks(redis).then(
    () => undefined,
    (why: unknown) => why,
  )
  expect(error).toBeInstanceOf(RedisAway)
  return (error as RedisAway).cause === undefined ? 'unasked' : 'unanswered'
}

test('a Redis that is not there keeps nobody from starting, and is known to be away', async () => {
  const said: string[] = []
  const redis = await connectRedis(`redis://127.0.0.1:${await freePort()}`, (sentence) => said.push(sentence))
  expect(await refused(redis)).toBe('unasked')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('ECONNREFUSED')
  await redis.close()
})

describe.skipIf(!program)('a Redis that goes away', () => {
  let server: RedisServer
  let redis: Redis
  const said: string[] = []
  beforeAll(async () => {
    server = await startRedis(program ?? '')
    redis = await connectRedis(server.url, (sentence) => said.push(sentence))
  })
  afterEach(() => said.splice(0))
  afterAll(async () => {
    await redis.close()
    await server.kill()
  })
  const isBack = () => expect.poll(() => asks(redis).catch(() => 'away'), { timeout: 10_000 }).toBe('PONG')

  test('is said to be away once, asked nothing more while it is, and found again by itself', async () => {
    expect(await asks(redis)).toBe('PONG')
    await server.kill()
    await refused(redis)
    for (let time = 0; time < 20; time++) expect(await refused(redis)).toBe('unasked')
    await server.start()
    await isBack()
    expect(said.map((sentence) => sentence.slice(0, 13))).toEqual(['Redis is away', 'Redis is back'])
  })

  test('and falls silent without a word keeps one waiting for a moment, and nobody after them', async () => {
    server.freeze()
    expect(await refused(redis)).toBe('unanswered')
    for (let time = 0; time < 20; time++) expect(await refused(redis)).toBe('unasked')
    server.thaw()
    await isBack()
  })

  test('leaves who listens waiting, and what they wait for is asked again', async () => {
    const listener = redis.listener()
    const heard = listener.blpop('letterbox', 0)
    await sleep(100)
    await server.kill()
    await sleep(600)
    await server.start()
    await isBack()
    await redis.ask((client) => client.rpush('letterbox', 'a letter'))
    expect(await heard).toEqual(['letterbox', 'a letter'])
  })
})
