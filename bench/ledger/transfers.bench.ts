// Tips and unlocks through the HTTP API, 64 callers at once, against a TPC-B-like transaction on the same PostgreSQL: whole calls, with
// sign-in, validation, idempotency key, charge, announced facts, and an unlock's answer with the post as it opens. The callers' own work
// counts against the API as well. BENCH_COMMIT_DELAY=400 makes the disk slower by so many microseconds a group of commits, for both sides.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as accounts from '#server/people/accounts/accounts.ts'
import { callerOf, calling, type Caller } from './caller.ts'
import { processorTime } from './processor.ts'
import { buildStage, commitTime, publishPosts, slowDisk, type Stage } from './stage.ts'
import { folding, interleaved, tpcb, type Work } from './runs.ts'

const callers = 64
const connections = 16
const stage = await buildStage({ fans: 2_000, creators: 500, connections })
const delay = Number(process.env['BENCH_COMMIT_DELAY'] ?? 0)
if (delay > 0) await slowDisk(stage.db, delay)
const posts = await publishPosts(stage.db, stage.creators, 10)
const hotPosts = await publishPosts(stage.db, stage.creators.slice(0, 1), 100)
const api = fork(join(import.meta.dirname, 'api.ts'), [stage.url, String(connections)], { execArgv: [] })
const line: Caller[] = []
try {
  const address = await new Promise<string>((resolve, reject) => {
    api.once('message', (message) => resolve((message as { address: string }).address))
    api.once('exit', () => reject(new Error('the API did not start')))
  })
  const tokens = await tokensFor(stage)
  line.push(...(await Promise.all(Array.from({ length: callers }, () => callerOf(address)))))
  const works = {
    tpcb: tpcb(stage.db),
    spread: tips(line, tokens, stage.creators),
    hot: tips(line, tokens, stage.creators.slice(0, 1)),
    unlocks: unlocks(line, tokens, (n) => posts[(n * 7919 + Math.floor(n / tokens.length)) % posts.length]),
    hotUnlocks: unlocks(line, tokens, (n) => hotPosts[Math.floor(n / tokens.length)]),
  }
  const spent = await processorTime(stage.db, api.pid)
  const rates = await interleaved(works, {
    callers,
    seconds: Number(process.env['BENCH_SECONDS'] ?? 4),
    rounds: 3,
    between: folding(stage.db),
    spent,
  })
  const base = rates.get('tpcb')
  console.log(`transfers through the HTTP API: ${callers} callers, ${connections} connections, synchronous_commit on, median of 3 rounds`)
  console.log(`  a commit is on disk after ${(await commitTime(stage.db)).toFixed(2)} ms`)
  for (const [name, label] of [
    ['tpcb', 'TPC-B-like transaction'],
    ['spread', 'tips, 500 creators'],
    ['hot', 'tips, one hot creator'],
    ['unlocks', 'unlocks, 500 creators'],
    ['hotUnlocks', 'unlocks, one hot post'],
  ] as const) {
    const { perSecond = 0, microseconds } = rates.get(name) ?? {}
    const ratio = name === 'tpcb' ? ''.padEnd(20) : `${(perSecond / (base?.perSecond ?? Number.NaN)).toFixed(2)}× (goal ≥ 1×)  `
    console.log(`  ${label.padEnd(24)} ${perSecond.toFixed(0).padStart(6)} /s   ${ratio} ${spentOn(microseconds)}`)
  }
} finally {
  for (const caller of line) caller.hangUp()
  if (api.connected) api.disconnect()
  await stage.strike()
}

/** Says less about waiting than a rate, and more than a rate where others use the same processors. */
function spentOn(microseconds: Readonly<Record<string, number>> = {}): string {
  const parts = Object.entries(microseconds).map(([who, each]) => `${who} ${each.toFixed(0)}`)
  return parts.length > 0 ? `µs of processor each: ${parts.join(', ')}` : ''
}

function tokensFor({ db, fans }: Stage): Promise<string[]> {
  return db.transaction(async (tx) => {
    const tokens: string[] = []
    for (const fan of fans) tokens.push((await accounts.openSession(tx, fan)).token)
    return tokens
  })
}

function tips(line: readonly Caller[], tokens: readonly string[], creators: readonly string[]): Work {
  const body = JSON.stringify({ amount: 10 })
  const one = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T
  return calling(line, (caller) =>
    caller.post(`/api/wallet/charges/tip/${one(creators)}`, { authorization: one(tokens), 'idempotency-key': randomUUID() }, body),
  )
}

/** Each fan buys each post once: whoever asks for the n-th time is another pair of the two. */
function unlocks(line: readonly Caller[], tokens: readonly string[], postAt: (n: number) => string | undefined): Work {
  let count = 0
  return calling(line, (caller) => {
    const n = count++
    const [post, token] = [postAt(n), tokens[n % tokens.length]]
    if (!post || !token) throw new Error('everybody has bought everything')
    return caller.post(
      `/api/wallet/charges/feed/${post}`,
      { authorization: token, 'idempotency-key': randomUUID() },
      '{"expectedPrice":0.1}',
    )
  })
}
