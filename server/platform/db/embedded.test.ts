import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded.ts'

let dataDir: string

beforeEach(() => {
  // A closed home, spaces, Chinese, and a path far longer than a socket's may be: all of these happen to people.
  dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'my 資料', 'a-long-name-'.repeat(10))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(join(dataDir, '../..'), 0o700)
})

afterEach(() => rmSync(join(dataDir, '../..'), { recursive: true, force: true }))

async function ask(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts the database over the same folder and stays, as `npm start` does. */
async function startElsewhere() {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    const server = await startEmbedded(${JSON.stringify(dataDir)})
    console.log(server.ownerUrl)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: String(line).trim() }
}

const serverPid = () => Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function untilGone(pid: number) {
  for (let waited = 0; isRunning(pid) && waited < 10_000; waited += 20) await sleep(20)
  expect(isRunning(pid)).toBe(false)
}

test('Chinese text sorts, searches and counts as text, and what is written is on disk before it is acknowledged', async () => {
  const server = await startEmbedded(dataDir)
  expect(
    await ask(
      server.url,
      `select current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
       current_setting('listen_addresses') as network, length('夜航電臺') as length, '夜航' ~ '^\\w+$' as is_word`,
    ),
  ).toEqual([{ encoding: 'UTF8', commit: 'on', fsync: 'on', network: '', length: 4, is_word: true }])
  await server.stop()
  await server.stop()
  expect(existsSync(server.socketDir)).toBe(false)
})

test('killed without warning, the database stops by itself and the next start finds everything', async () => {
  const first = await startElsewhere()
  await ask(first.url, `create table kept (name text); insert into kept values ('夜航電臺')`)
  const pid = serverPid()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  // At once: the old server may still be on its way out.
  const second = await startEmbedded(dataDir)
  expect(await ask(second.ownerUrl, 'select name from kept')).toEqual([{ name: '夜航電臺' }])
  expect(isRunning(pid)).toBe(false)
  await second.stop()
})

test.runIf(process.platform === 'linux')('an orphan whose keeper was killed too is stopped by the next start', async () => {
  const first = await startElsewhere()
  await ask(first.url, `create table kept as select 1 as id`)
  const pid = serverPid()
  // The keeper is the parent of the server. Stopped, it cannot do its work; killed, it never will.
  const keeper = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  process.kill(-keeper, 'SIGSTOP')
  process.kill(keeper, 'SIGKILL')
  first.child.kill('SIGKILL')
  process.kill(pid, 'SIGCONT')
  await sleep(100)
  const second = await startEmbedded(dataDir)
  expect(await ask(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }])
  await untilGone(pid)
  await second.stop()
  process.kill(-keeper, 'SIGKILL')
})

/** As somebody who asks again and again until the database answers. */
async function askUntilAnswered(url: string, sql: string) {
  for (;;) {
    const answer = await ask(url, sql).catch(() => undefined)
    if (answer) return answer
    await sleep(20)
  }
}

test.each([
  ['killed', 'SIGKILL'],
  ['stopped by somebody else', 'SIGINT'],
] as const)(
  'when the database itself is %s, its owner learns of it and finds everything again at the same address',
  async (_how, signal) => {
    const said: string[] = []
    const server = await startEmbedded(dataDir, { tell: (sentence) => void said.push(sentence) })
    await ask(server.ownerUrl, `create table kept as select 1 as id`)
    for (const round of [1, 2]) {
      const pid = serverPid()
      process.kill(pid, signal)
      await untilGone(pid)
      expect(await askUntilAnswered(server.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }])
      while (said.length < round * 2) await sleep(20)
    }
    expect(said).toEqual(
      [1, 2].flatMap(() => [expect.stringMatching(/ended by itself \(see .*postgres\.log\)/), 'The embedded PostgreSQL is back.']),
    )
    const last = serverPid()
    await server.stop()
    await untilGone(last)
    expect(existsSync(server.socketDir)).toBe(false)
  },
)

test('a database that does not come back is tried for again until it does; meanwhile it can be given up', async () => {
  const server = await startEmbedded(dataDir)
  const cluster = join(dataDir, 'postgres/cluster')
  // Nothing to come back to, as on a disk that is gone.
  renameSync(join(cluster, 'global'), join(cluster, 'elsewhere'))
  process.kill(serverPid(), 'SIGKILL')
  for (let tries = 0; tries < 3; ) {
    tries = readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8').split('pg_control').length - 1
    await sleep(20)
  }
  renameSync(join(cluster, 'elsewhere'), join(cluster, 'global'))
  expect(await askUntilAnswered(server.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  renameSync(join(cluster, 'global'), join(cluster, 'elsewhere'))
  process.kill(serverPid(), 'SIGKILL')
  await server.stop()
})

test('a second start over the same folder is refused by name and leaves the first alone', async () => {
  const first = await startElsewhere()
  await expect(startEmbedded(dataDir)).rejects.toThrow(new RegExp(`DATA_DIR .* already in use by Stagedoor process ${first.child.pid}`))
  expect(await ask(first.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  const pid = serverPid()
  first.child.kill('SIGKILL')
  await untilGone(pid)
})

test('a lock, a process number and half a cluster left by a power cut do not stand in the way', async () => {
  const first = await startEmbedded(dataDir)
  await ask(first.ownerUrl, `create table kept as select 1 as id`)
  await first.stop()
  // Both numbers now belong to a living stranger: this very process, born at another moment.
  writeFileSync(join(dataDir, 'in-use-by.json'), JSON.stringify({ pid: process.pid, birth: 'long ago' }))
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${process.pid}\n/somewhere\n0\n5432\n\n`)
  mkdirSync(join(dataDir, 'postgres/cluster.making/base'), { recursive: true })
  const second = await startEmbedded(dataDir)
  expect(await ask(second.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }])
  await second.stop()
})

test('a data folder that cannot be made is one sentence that names the setting', async () => {
  writeFileSync(join(dataDir, 'file'), '')
  await expect(startEmbedded(join(dataDir, 'file'))).rejects.toThrow(/^DATA_DIR .*\/file cannot be written/)
  await expect(startEmbedded('/dev/null/deeper/still')).rejects.toThrow(/^DATA_DIR \/dev\/null\/deeper\/still cannot be written/)
})
