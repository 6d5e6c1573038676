// The database goes away while people pay and jobs run: its connections are cut, or its server is killed and started again. Nobody is
// told that something broke which did not, nobody pays twice or for nothing, and the site goes on by itself.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { connect, sql } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

interface Answers {
  statuses: Set<number>
  /** Answers of 503 that do not say when to come back. */
  silent: number
}

/** Tips ten tokens again and again, each time until it is acknowledged, as a client does that keeps its key. @returns how often */
async function tips(house: House, fan: Person, creator: Person, heard: Answers, isOver: () => boolean): Promise<number> {
  let times = 0
  while (!isOver()) {
    times++
    let status = 503
    while (status === 503) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `${fan.id} ${times}` }
      const tip = { method: 'POST', url: `/api/wallet/charges/tip/${creator.id}`, headers, body: JSON.stringify({ amount: 10 }) }
      status = await note(house.raw(tip, fan.token), heard)
      if (status === 503) await sleep(20)
    }
  }
  return times
}

/** What anybody reads while they wait. */
async function reads(house: House, { token }: Person, heard: Answers, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const url of ['/api/user/feeds', '/api/users/me', '/api/settings/public', '/readyz']) await note(house.raw({ url }, token), heard)
    await sleep(5)
  }
}

async function note(answer: ReturnType<House['raw']>, heard: Answers): Promise<number> {
  const { status, headers } = await answer
  heard.statuses.add(status)
  if (status === 503 && !headers.get('retry-after')) heard.silent++
  return status
}

async function paysThrough(house: House, interruptions: () => Promise<unknown>): Promise<void> {
  const creator = await house.creator()
  const fans = await Promise.all([1, 2, 3, 4].map(() => house.fan({ balance: 100_000 })))
  const heard: Answers = { statuses: new Set(), silent: 0 }
  let over = false
  const isOver = () => over
  const going = Promise.all([reads(house, fans[0]!, heard, isOver), ...fans.map((fan) => tips(house, fan, creator, heard, isOver))])
  await interruptions().finally(() => (over = true))
  const [, ...tipped] = await going
  expect(heard.statuses).toEqual(new Set([200, 503]))
  expect(heard.silent).toBe(0)
  expect(await Promise.all(fans.map((fan) => fan.balance()))).toEqual(tipped.map((times) => 100_000 - 10 * times))
  await house.settle()
  const { findings } = await house.db.transaction((tx) => proofs.verify(proofs.liveBooks(tx), []))
  expect([...findings, ...(await disagreements(house.db))]).toEqual([])
}

test('connections that are cut again and again in the middle of payments cost nobody a token, and no answer is 500', async () => {
  const cloned = await cloneDatabase()
  const house = await openHouse({}, { place: Promise.resolve(cloned) })
  closing.push(() => house.close())
  const operator = connect({ connection: { host: cloned.host, user: cloned.user, database: cloned.database }, maxConnections: 1 })
  closing.push(() => operator.close())
  await paysThrough(house, async () => {
    for (let time = 0; time < 12; time++) {
      await sleep(60)
      await operator.many(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    }
  })
})

test('a database server that is killed while people pay and jobs run is started again, and everything goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stagedoor-interrupted-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbedded(dataDir)
  closing.push(() => server.stop())
  await makeReady(server)
  const house = await openHouse({}, { place: Promise.resolve({ ...server, host: server.socketDir, drop: async () => {} }) })
  closing.push(() => house.close())
  const letters = Array.from({ length: 10 }, (_, number) => `letter${number}@stagedoor.example`)
  await paysThrough(house, async () => {
    for (const some of [letters.slice(0, 5), letters.slice(5)]) {
      await house.db.transaction(async (tx) => {
        for (const to of some) await writeLetter(tx, { to, subject: 'Tonight', paragraphs: ['We open at eight.'] })
      })
      process.kill(Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
      while ((await house.raw({ url: '/readyz' })).status === 200) await sleep(2)
      while ((await house.raw({ url: '/readyz' })).status !== 200) await sleep(20)
    }
  })
  const kept = () =>
    house.db.one<{ count: number }>(sql`select count(*) from mail.letters where state = 'kept' and recipient = any(${letters})`)
  while ((await kept()).count < letters.length) await sleep(20)
}, 120_000)
