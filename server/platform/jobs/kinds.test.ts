import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { addJob, createJobs, type Jobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { deliverLetters, writeLetter } from '#server/platform/mail/mail.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
let jobs: Jobs
const open: (() => void)[] = []
beforeEach(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  jobs = createJobs(db, () => {})
})
afterEach(async () => {
  for (const end of open.splice(0)) end()
  await jobs.stop()
  await db.close()
})

/** Takes every call and never says a word. */
async function silentMailServer(): Promise<{ url: string; callers: () => number }> {
  const sockets = new Set<{ destroy(): void }>()
  const server: Server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, callers: () => sockets.size }
}

const delivers = (smtpUrl?: string) =>
  deliverLetters(db, jobs, { smtpUrl, from: 'Stagedoor <no-reply@stagedoor.example>', siteUrl: () => '' })
const letters = (names: readonly string[]) =>
  db.transaction(async (tx) => {
    for (const name of names) await writeLetter(tx, { to: `${name}@stagedoor.example`, subject: 'Tonight', paragraphs: ['Eight.'] })
  })
const many = (what: string, count: number) => Array.from({ length: count }, (_, number) => `${what}${number}`)
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await sleep(10)
}

test('a mail server that never answers keeps no renewal waiting, nor anything else', async () => {
  const { url, callers } = await silentMailServer()
  const done: string[] = []
  delivers(url)
  jobs.handle('test.renewal', async () => void done.push('renewal'), { kind: 'money' })
  jobs.handle('test.tidying', async () => void done.push('tidying'))
  await letters(many('fan', 30))
  await jobs.start()
  // Everybody who could take letters stands before that server.
  await until(() => callers() >= 2)
  await db.transaction(async (tx) => {
    await addJob(tx, 'test.renewal', {})
    await addJob(tx, 'test.tidying', {})
  })
  await until(() => done.length === 2)
  const { kept } = await db.one<{ kept: number }>(sql`select count(*) as kept from mail.letters where state = 'waiting'`)
  expect(kept, 'no letter has moved').toBe(30)
})

test('pushes to a service that never answers keep no letter waiting', async () => {
  const end = Promise.withResolvers<void>()
  delivers()
  jobs.handle('test.push', () => end.promise, { kind: 'pushes' })
  await db.transaction(async (tx) => {
    for (let number = 0; number < 10; number++) await addJob(tx, 'test.push', { number })
  })
  await jobs.start()
  await letters(['lan'])
  await until(async () => (await db.one<{ count: number }>(sql`select count(*) from mail.letters where state = 'kept'`)).count === 1)
  end.resolve()
})

test('a thousand renewals that wait for their bank keep no letter waiting', async () => {
  const letterLeft = Promise.withResolvers<void>()
  let begun = 0
  delivers()
  const waitsForItsBank = () => {
    begun++
    return letterLeft.promise
  }
  jobs.handle('test.renewal', waitsForItsBank, { kind: 'money' })
  await db.transaction(async (tx) => {
    for (let number = 0; number < 1000; number++) await addJob(tx, 'test.renewal', { number })
  })
  await jobs.start()
  await until(() => begun > 0)
  await letters(['lan'])
  await until(async () => (await db.one<{ count: number }>(sql`select count(*) from mail.letters where state = 'kept'`)).count === 1)
  letterLeft.resolve()
})
