// A mass message to 100,000 fans, and a post of somebody whom 100,000 follow: how soon each is accepted, through the HTTP API; and what a page of posts
// takes, at home of somebody who follows ten creators, while the message goes out and the post is announced, against what it takes while nothing does. All
// are asked in turns, each turn with a message and a post of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Campaign } from '#contract/talk/campaigns.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import * as settings from '#server/site/settings/settings.ts'
import { walk } from '#server/talk/campaigns/sending.ts'
import { begin, spread } from '#server/talk/notifications/spreading.ts'
import { buildStage, publishPosts } from '../ledger/stage.ts'

const audience = 100_000
const [acceptedWithinMs, slowerAtMost] = [1000, 2]
const readers = 4
const rounds = 3
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 5)

const stage = await buildStage({ fans: audience, creators: 50, connections: 16 })
const { db, fans, creators } = stage
let api: ChildProcess | undefined
let isOver = false
try {
  await migrateJobs(db)
  const performerId = creators[0] ?? never()
  // A thousand at a time: what is counted beside each is kept in order within one transaction.
  for (let from = 0; from < fans.length; from += 1000)
    await db.one(sql`
      with followed as (
        insert into follows.follows (fan_id, performer_id, created_at)
        select fan, ${performerId}, now() from unnest(${fans.slice(from, from + 1000)}::uuid[]) as fan returning 1
      ) select count(*) as followed from followed`)
  await publishPosts(db, creators, 40)
  // What is published is there at once, so that it is announced.
  await db.transaction((tx) => settings.save(tx, { reviewDefault: 'after' }, undefined))
  api = fork(join(import.meta.dirname, '../ledger/api.ts'), [stage.url, '16'], { execArgv: [] })
  const [{ address }] = (await once(api, 'message')) as [{ address: string }]
  const { token } = await db.transaction((tx) => accounts.openSession(tx, performerId))
  const reader = await db.transaction((tx) => accounts.openSession(tx, fans[0] ?? never()))
  // Whoever writes to all is not among them, so that each page stays the same work.
  await db.one(sql`
    with followed as (
      insert into follows.follows (fan_id, performer_id, created_at) select ${fans[0] ?? never()}, creator, now() from unnest(${creators.slice(1, 11)}::uuid[]) as creator returning 1
    ) select count(*) as followed from followed`)

  const send = async () => {
    const began = performance.now()
    const answer = await fetch(`${address}/api/campaigns`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ text: '{name}，今晚的月亮掛好了。', segment: { include: [{ of: 'followers' }], exclude: [] } }),
    })
    if (!answer.ok) throw new Error(`a mass message was answered ${answer.status}: ${await answer.text()}`)
    const { data } = (await answer.json()) as { data: Campaign }
    return { id: data._id, counted: data.counted, ms: performance.now() - began }
  }
  // The fact of its publication is heard here as in a process that works: what is asked of it is one row.
  const publish = async () => {
    const began = performance.now()
    const answer = await fetch(`${address}/api/performer/feeds`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ type: 'text', text: '今晚的月亮掛好了。' }),
    })
    if (!answer.ok) throw new Error(`a post was answered ${answer.status}: ${await answer.text()}`)
    const { data } = (await answer.json()) as { data: Feed }
    await db.transaction((tx) => begin(tx, { workId: data._id, creatorId: performerId, at: tx.now }))
    return { id: data._id, ms: performance.now() - began }
  }
  const told = async (workId: string) => {
    const { count } = await db.one<{ count: number }>(sql`select told as count from notifications.spreads where work_id = ${workId}`)
    return count
  }
  /** Turn by turn, as the job does, for as long as a turn of messages lasts. */
  const announce = async (workId: string, isLate: () => boolean) => {
    for (let before = -1; !isLate(); ) {
      await spread(db, workId)
      const now = await told(workId)
      if (now === before) return
      before = now
    }
  }
  const readWhile = async (into: number[], work: (isLate: () => boolean) => Promise<unknown>) => {
    let isDone = false
    const isLate = forSeconds(secondsEach)
    const working = work(isLate).finally(() => (isDone = true))
    await reading(into, () => isDone || isLate())
    await working
  }
  const read = async (times: number[]) => {
    const began = performance.now()
    const answer = await fetch(`${address}/api/user/feeds?limit=20&scope=following`, { headers: { authorization: reader.token } })
    if (!answer.ok) throw new Error(`a page of posts was answered ${answer.status}`)
    const { data } = (await answer.json()) as { data: { data: unknown[] } }
    if (data.data.length !== 20) throw new Error(`a page of posts has ${data.data.length}`)
    times.push(performance.now() - began)
  }
  const reading = async (times: number[], isDone: () => boolean) => {
    await Promise.all(
      Array.from({ length: readers }, async () => {
        while (!isDone()) await read(times)
      }),
    )
  }
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    return () => performance.now() > end
  }

  const times: Record<'quiet' | 'sending' | 'announcing', number[]> = { quiet: [], sending: [], announcing: [] }
  const [accepted, published]: [number[], number[]] = [[], []]
  let announced = 0
  await reading([], forSeconds(2))
  for (let round = 0; round < rounds; round++) {
    await reading(times.quiet, forSeconds(secondsEach))
    const { id, counted, ms } = await send()
    if (counted !== audience) throw new Error(`it is for ${counted}`)
    accepted.push(ms)
    await readWhile(times.sending, () => walk(db, id))
    const post = await publish()
    published.push(post.ms)
    await readWhile(times.announcing, (isLate) => announce(post.id, isLate))
    const heard = await told(post.id)
    if (heard === 0) throw new Error('nobody heard of the post')
    announced += heard
  }
  const { written } = await db.one<{ written: number }>(sql`select sum(sent)::integer as written from campaigns.campaigns`)
  const [slowest, slowestPost] = [Math.max(...accepted), Math.max(...published)]
  const [before, sending, announcing] = [p99(times.quiet), p99(times.sending), p99(times.announcing)]
  isOver = slowest > acceptedWithinMs || slowestPost > acceptedWithinMs || Math.max(sending, announcing) / before > slowerAtMost
  const many = audience.toLocaleString('en')
  console.log(`a mass message to ${many}: accepted after ${slowest.toFixed(0)} ms at most (goal < ${acceptedWithinMs} ms)`)
  console.log(`  written in ${rounds} turns of ${secondsEach} s: ${written.toLocaleString('en')}`)
  console.log(`a post that ${many} hear of: published after ${slowestPost.toFixed(0)} ms at most (goal < ${acceptedWithinMs} ms)`)
  console.log(`  told in ${rounds} turns of ${secondsEach} s at most: ${announced.toLocaleString('en')}`)
  console.log(`a page of posts, ${readers} readers, the slowest in a hundred: quiet ${before.toFixed(1)} ms`)
  console.log(
    `  while a message goes out ${sending.toFixed(1)} ms, ${(sending / before).toFixed(2)}×; while a post is announced ${announcing.toFixed(1)} ms, ${(announcing / before).toFixed(2)}× (goal ≤ ${slowerAtMost}×)`,
  )
} finally {
  if (api?.connected) api.disconnect()
  await stage.strike()
}
process.exitCode = isOver ? 1 : 0

function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}

function never(): never {
  throw new Error('nobody is there')
}
