// A mass message to 100,000 fans: how soon it is accepted, through the HTTP API; and what a page of posts takes while it goes out, against what it takes
// while nothing does. Both are asked in turns, each turn of the walk with a message of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Campaign } from '#contract/talk/campaigns.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { walk } from '#server/talk/campaigns/sending.ts'
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
  api = fork(join(import.meta.dirname, '../ledger/api.ts'), [stage.url, '16'], { execArgv: [] })
  const [{ address }] = (await once(api, 'message')) as [{ address: string }]
  const { token } = await db.transaction((tx) => accounts.openSession(tx, performerId))
  const reader = await db.transaction((tx) => accounts.openSession(tx, fans[0] ?? never()))

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
  let place = 0
  const read = async (times: number[]) => {
    const began = performance.now()
    const answer = await fetch(`${address}/api/user/feeds/search/${creators[++place % creators.length]}?limit=20`, {
      headers: { authorization: reader.token },
    })
    if (!answer.ok) throw new Error(`a page of posts was answered ${answer.status}`)
    await answer.arrayBuffer()
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

  const [quiet, draining]: [number[], number[]] = [[], []]
  const accepted: number[] = []
  await reading([], forSeconds(2))
  for (let round = 0; round < rounds; round++) {
    await reading(quiet, forSeconds(secondsEach))
    const { id, counted, ms } = await send()
    if (counted !== audience) throw new Error(`it is for ${counted}`)
    accepted.push(ms)
    let isWalked = false
    const isLate = forSeconds(secondsEach)
    const walked = walk(db, id).finally(() => (isWalked = true))
    await reading(draining, () => isWalked || isLate())
    await walked
  }
  const { written } = await db.one<{ written: number }>(sql`select sum(sent)::integer as written from campaigns.campaigns`)
  const slowest = Math.max(...accepted)
  const [before, during] = [p99(quiet), p99(draining)]
  isOver = slowest > acceptedWithinMs || during / before > slowerAtMost
  console.log(
    `a mass message to ${audience.toLocaleString('en')}: accepted after ${slowest.toFixed(0)} ms at most (goal < ${acceptedWithinMs} ms)`,
  )
  console.log(`  written in ${rounds} turns: ${written.toLocaleString('en')}`)
  console.log(
    `a page of posts, ${readers} readers, the slowest in a hundred: quiet ${before.toFixed(1)} ms, while it goes out ${during.toFixed(1)} ms`,
  )
  console.log(`  ${(during / before).toFixed(2)}× (goal ≤ ${slowerAtMost}×)`)
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
