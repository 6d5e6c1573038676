// A site of two processes that answer and one that works. People are with one or the other, and one of the processes, or the Redis between
// them, dies while they talk. Whoever was told that a line is kept has it read, once, by the other one; nobody has to do anything for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clip } from '#server/media/footage/testing.ts'
import { sql } from '#server/platform/db/db.ts'
import { picture } from '#journeys/people.ts'
import { openProcesses, type Processes, programs } from '#journeys/processes.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { type Reader, mayTalk, shown, sitsDown, textsOf } from '#journeys/reader.ts'

const missing = Object.entries(programs).filter(([, program]) => !program)
if (missing.length > 0)
  console.info(
    `Left out: a site of two processes was not tried, because ${missing.map(([name]) => name).join(' and ')} is not installed here.`,
  )

describe.skipIf(missing.length > 0)('a site of two processes', () => {
  let site: Processes
  /** Addresses whose sockets are with the one process, and with the other. */
  const from: string[] = []
  /** Each couple is apart: one is with the first process, the other with the second. */
  const couples: (readonly [Reader, Reader])[] = []
  const everybody = () => couples.flat()

  beforeAll(async () => {
    site = await openProcesses(await cloneDatabase())
    for (let last = 2; from.filter(Boolean).length < 2; last++) {
      const address = `127.0.0.${last}`
      const { by } = await site.visit('/socket.io/?EIO=4&transport=polling', { from: address })
      from[by] ??= address
    }
    for (let n = 0; n < 2; n++) {
      const [lan, mei] = [await site.creator({ name: `Lan ${n}` }), await site.fan({ name: `Mei ${n}`, balance: 100 })]
      const id = await mayTalk(site.db, lan, mei)
      couples.push([
        await sitsDown(site.address, lan, id, { localAddress: from[0] }),
        await sitsDown(site.address, mei, id, { localAddress: from[1] }),
      ])
    }
  }, 300_000)
  afterAll(async () => {
    for (const { socket } of everybody()) socket.close()
    await site?.close()
  })

  /** Nobody asks for anything here: what they do not hear of by themselves they do not have. */
  async function allIsRead(timeout: number): Promise<void> {
    await expect.poll(() => everybody().flatMap(({ outbox }) => outbox.lines()), { timeout }).toEqual([])
    for (const [lan, mei] of couples) {
      const written = [...lan.kept, ...mei.kept].toSorted()
      for (const reader of [lan, mei]) await expect.poll(() => textsOf(reader).toSorted(), { timeout }).toEqual(written)
      expect(shown(lan)).toEqual(shown(mei))
      for (const { kept } of [lan, mei]) expect(textsOf(lan).filter((text) => kept.includes(text))).toEqual(kept)
    }
  }

  /** All write, a line every so often, until it is over. */
  async function talkThrough(name: string, work: () => Promise<void>): Promise<void> {
    let isOver = false
    const talking = (async () => {
      for (let line = 0; !isOver; line++) {
        for (const reader of everybody()) reader.write(`${name} ${line} of ${reader.person.username}`)
        await sleep(250)
      }
    })()
    await work().finally(() => (isOver = true))
    await talking
  }

  test('people on different processes talk, and hear of it by the socket', async () => {
    const [lan, mei] = couples[0]!
    lan.write('Are you there?')
    await expect.poll(() => mei.heard.includes('message/created')).toBe(true)
    mei.write('In the first row.')
    await allIsRead(10_000)
    expect(shown(mei).map((line) => line.replace(/^\d+ /, ''))).toEqual(['Are you there?', 'In the first row.'])
  })

  test('what the worker does reaches screens on either; it answers nobody itself, and those that answer do none of its work', async () => {
    const [lan, mei] = couples[0]!
    await mei.person.api.earnings.tip({ id: lan.person.id, amount: 10 })
    await expect.poll(() => lan.heard.includes('tip/created'), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => mei.heard.includes('balance/updated'), { timeout: 60_000 }).toBe(true)
    const { _id: fileId } = await lan.person.api.feeds.uploadPhoto({ file: await picture(1200, 800, 7) })
    await expect.poll(async () => (await lan.person.api.uploads.status({ id: fileId })).status, { timeout: 60_000 }).toBe('finished')
    // A face is waited for, a film is not.
    await mei.person.api.profiles.uploadAvatar({ file: await picture(300, 300, 8) })
    const film = new File([new Uint8Array(await clip({ seconds: 1 }))], 'film.mp4')
    const { _id: filmId } = await lan.person.api.feeds.uploadVideo({ file: film })
    await expect.poll(async () => (await lan.person.api.uploads.status({ id: filmId })).status, { timeout: 90_000 }).toBe('finished')
    expect((await fetch(`${site.worker}/readyz`)).status).toBe(200)
    expect((await fetch(`${site.worker}/healthz`)).status).toBe(200)
    expect((await fetch(`${site.worker}/api/settings/public`)).status).toBe(404)
    expect((await fetch(`${site.worker}/socket.io/?EIO=4&transport=polling`)).status).toBe(404)
    const { pools } = await site.db.one<{ pools: number }>(
      sql`
        select count(distinct pid)::int as pools from pg_locks
        where locktype = 'advisory' and classid = 7103 and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(pools).toBe(1)
  })

  test('one process is killed: its people are with the other within ten seconds, and nothing is lost', async () => {
    const [lan] = couples[0]!
    await talkThrough('dark', async () => {
      await sleep(1000)
      await site.kill(0)
      await expect.poll(() => lan.socket.connected).toBe(false)
      await expect.poll(() => everybody().every(({ socket }) => socket.connected), { timeout: 10_000 }).toBe(true)
      expect((await site.visit('/api/settings/public', { from: from[0]! })).by).toBe(1)
    })
    await allIsRead(10_000)
    await site.start(0)
  })

  test('Redis is killed for five seconds: people go on writing, and open conversations catch up within five seconds after', async () => {
    // Back where they belong: with a process each.
    for (const { socket } of everybody()) socket.disconnect().connect()
    await expect.poll(() => everybody().every(({ socket }) => socket.connected), { timeout: 10_000 }).toBe(true)
    await expect
      .poll(async () => (await site.visit('/socket.io/?EIO=4&transport=polling', { from: from[0]! })).by, { timeout: 10_000 })
      .toBe(0)
    for (const reader of everybody()) reader.heard.splice(0)
    let before = 0
    await talkThrough('silence', async () => {
      await sleep(1000)
      await site.redis.kill()
      before = everybody().flatMap(({ kept }) => kept).length
      await sleep(5000)
      expect(everybody().flatMap(({ kept }) => kept).length).toBeGreaterThan(before + 20)
    })
    await site.redis.start()
    await allIsRead(5000)
    await expect.poll(() => everybody().every(({ heard }) => heard.includes('pushes/missed')), { timeout: 5000 }).toBe(true)
  })

  test('calls are counted over both; while Redis is away reading goes on, and sign-in and payments wait', async () => {
    const stranger = '127.0.0.77'
    // One name would be locked before long.
    let guessed = 0
    const guess = () =>
      site.visit('/api/auth/login', { from: stranger, body: { username: `nobody-${++guessed}`, password: 'a guess' }, language: 'zh-TW' })
    const guesses = []
    for (let n = 0; n < 22; n++) guesses.push(await guess())
    expect(new Set(guesses.map(({ by }) => by))).toEqual(new Set([0, 1]))
    expect(guesses.map(({ status }) => status)).toEqual([...Array<number>(20).fill(400), 429, 429])

    const [lan, mei] = couples[0]!
    const tip = () => site.visit(`/api/wallet/charges/tip/${lan.person.id}`, { token: mei.person.token, body: { amount: 10 } })
    const balance = await mei.person.balance()
    await site.redis.kill()
    for (let n = 0; n < 4; n++) {
      const refused = await guess()
      expect([refused.status, refused.json['code'], refused.retryAfter]).toEqual([503, 'unavailable', '5'])
      expect(refused.json['message']).toMatch(/[一-鿿]/)
      expect((await tip()).json['code']).toBe('unavailable')
      expect((await site.visit('/api/settings/public', { from: stranger })).status).toBe(200)
      expect(await mei.person.balance()).toBe(balance)
    }
    await site.redis.start()
    await expect.poll(async () => (await tip()).json['code'], { timeout: 10_000 }).toBe(undefined)
    await expect.poll(() => mei.person.balance()).toBe(balance - 10)
    await expect.poll(async () => (await guess()).status, { timeout: 10_000 }).toBe(400)
  })
})
