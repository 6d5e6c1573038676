// A room of a thousand: each has a socket and asks what a watch page asks, as often as it does: seldom while the room is heard. Lines that some of them say must
// come to all, and how many watch must be told right to all. Meanwhile others read posts: how long a page of posts takes then, against how long it takes while nobody is live.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import * as accounts from '#server/people/accounts/accounts.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { peopleOf } from '../../journeys/people.ts'
import { buildStage, publishPosts } from '../ledger/stage.ts'

const crowd = 1000
const slowerAtMost = 2
/** As a watch page does (web/stage/live): how it stands to the stream, and what is new in the room; both seldom while the room says how many watch. */
const [standingMs, changesMs, heardMs, silentMs] = [10_000, 15_000, 60_000, 25_000]
const linesEachSecond = 5
const readers = 4
const rounds = 3
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 20)

const stage = await buildStage({ fans: crowd, creators: 50, connections: 16 })
const { db, fans, creators } = stage
const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-crowd-'))
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let site: ChildProcess | undefined
let isOver = false
try {
  await migrateJobs(db)
  await publishPosts(db, creators, 40)
  site = fork(join(import.meta.dirname, 'site.ts'), [stage.url, dataDir], { execArgv: [] })
  const [{ address }] = (await once(site, 'message')) as [{ address: string }]
  const people = peopleOf({ db, address })
  const lan = await people.creator({ name: 'Lan' })
  const { _id: streamId, conversationId } = await lan.api.live.begin({ title: '滿座', type: 'public' })
  if (conversationId === undefined) throw new Error('the stream has no room')
  site.send({ streamId, viewers: fans })
  const tokens: string[] = []
  await db.transaction(async (tx) => {
    for (const fan of fans) tokens.push((await accounts.openSession(tx, fan)).token)
  })
  await db.pool.query('vacuum analyze')

  const get = (path: string, token: string) => ask(address + path, token)
  let place = 0
  const read = async (times: number[]) => {
    const began = performance.now()
    await get(`/api/user/feeds/search/${creators[++place % creators.length]}?limit=20`, tokens[0] ?? '')
    times.push(performance.now() - began)
  }
  const reading = async (times: number[], seconds: number) => {
    const end = performance.now() + seconds * 1000
    await Promise.all(
      Array.from({ length: readers }, async () => {
        while (performance.now() < end) await read(times)
      }),
    )
  }

  const times: Record<'quiet' | 'live', number[]> = { quiet: [], live: [] }
  await reading([], 2)
  let [said, heard, counts, wrongCounts, asked] = [0, 0, 0, 0, 0]
  const delays: number[] = []
  for (let round = 0; round < rounds; round++) {
    await reading(times.quiet, secondsEach)
    const heardAt = tokens.map(() => 0)
    const sockets = await seats(address, conversationId, tokens, {
      line(spokenAt) {
        heard++
        delays.push(performance.now() - spokenAt)
      },
      count(nth, viewerCount) {
        heardAt[nth] = performance.now()
        counts++
        if (viewerCount !== crowd) wrongCounts++
      },
    })
    // Who came before the first word of how many watch asks often until then: that is over by itself after ten seconds.
    for (const late = performance.now() + 15_000; heardAt.includes(0) && performance.now() < late; ) await sleep(100)
    let isEmpty = false
    const every = (unheardMs: number, work: (token: string) => Promise<void>) =>
      tokens.map(async (token, nth) => {
        const restMs = () => (performance.now() - (heardAt[nth] || -silentMs) < silentMs ? heardMs : unheardMs)
        // Nobody came at the same moment as another.
        let next = performance.now() + (restMs() * nth) / crowd
        while (!isEmpty) {
          if (performance.now() >= next) {
            await work(token)
            next = performance.now() + restMs()
          }
          await sleep(Math.min(2000, Math.max(0, next - performance.now())))
        }
      })
    const standing = every(standingMs, async (token) => {
      const { stream } = (await get(`/api/streaming/join/${streamId}`, token)) as { stream: { viewerCount: number } }
      asked++
      if (stream.viewerCount !== crowd) wrongCounts++
    })
    const { change } = (await get(`/api/messages/stream/${conversationId}?limit=1`, tokens[0] ?? '')) as { change: number }
    const catching = every(changesMs, async (token) => {
      await get(`/api/messages/stream/${conversationId}/changes?after=${change}`, token)
      asked++
    })
    const talking = (async () => {
      while (!isEmpty) {
        const at = performance.now()
        await say(`${address}/api/messages/stream/${conversationId}`, tokens[(said * 7) % crowd] ?? '', `#${at.toFixed(3)}#`)
        said++
        await sleep(Math.max(0, 1000 / linesEachSecond - (performance.now() - at)))
      }
    })()
    await reading(times.live, secondsEach)
    isEmpty = true
    await talking
    for (const late = performance.now() + 10_000; heard < said * crowd && performance.now() < late; ) await sleep(20)
    for (const socket of sockets) socket.close()
    await Promise.all([...standing, ...catching])
  }
  const [quiet, live] = [p99(times.quiet), p99(times.live)]
  const isWhole = heard === said * crowd && wrongCounts === 0 && counts >= rounds * crowd
  isOver = !isWhole || live / quiet > slowerAtMost
  console.log(
    `a room of ${crowd}: ${said} lines, ${heard} of ${said * crowd} deliveries, the slowest in a hundred after ${p99(delays).toFixed(0)} ms; ` +
      `asked ${(asked / rounds / secondsEach).toFixed(0)} times a second, told ${counts} times how many watch, ${wrongCounts} times wrong${isWhole ? '' : '   MISSED'}`,
  )
  console.log(
    `a page of posts, ${readers} readers, the slowest in a hundred: nobody live ${quiet.toFixed(1)} ms, beside the room ${live.toFixed(1)} ms, ` +
      `${(live / quiet).toFixed(2)}× (goal ≤ ${slowerAtMost}×)${live / quiet > slowerAtMost ? '   MISSED' : ''}`,
  )
} finally {
  if (site?.connected) site.disconnect()
  agent.destroy()
  await stage.strike()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(isOver ? 1 : 0)

/** The words of engine.io and socket.io by which a page comes in, signs in and hears the room. */
async function seats(
  address: string,
  conversationId: string,
  tokens: readonly string[],
  on: { line: (spokenAt: number) => void; count: (nth: number, viewerCount: number) => void },
): Promise<WebSocket[]> {
  const sit = async (token: string, nth: number) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false })
    await once(socket, 'open')
    const joined = Promise.withResolvers<string>()
    socket.on('message', (data: Buffer) => {
      const word = data.toString()
      if (word === '2') socket.send('3')
      else if (word.startsWith('40')) socket.send(`420${JSON.stringify(['auth/login', { token }])}`)
      else if (word.startsWith('430')) socket.send(`421${JSON.stringify(['stream/join', { conversationId }])}`)
      else if (word.startsWith('431')) joined.resolve(word)
      else if (word.startsWith('42["stream/message-created"')) for (const [, at] of word.matchAll(/#([\d.]+)#/g)) on.line(Number(at))
      else if (word.startsWith('42["stream/watched"')) on.count(nth, Number(/"viewerCount":(\d+)/.exec(word)?.[1]))
    })
    socket.send('40')
    if (!(await joined.promise).includes('"joined":true')) throw new Error('somebody was not let into the room')
    return socket
  }
  const all: WebSocket[] = []
  for (let from = 0; from < tokens.length; from += 50)
    all.push(...(await Promise.all(tokens.slice(from, from + 50).map((token, nth) => sit(token, from + nth)))))
  return all
}

function ask(url: string, token: string): Promise<unknown> {
  return new Promise((done, failed) => {
    request(url, { agent, headers: { authorization: token } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode === 200) done((JSON.parse(text) as { data: unknown }).data)
        else failed(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 300)}`))
      })
    })
      .on('error', failed)
      .end()
  })
}

async function say(url: string, token: string, text: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ text }),
  })
  if (!answer.ok) throw new Error(`a line was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}
