// Tips through the HTTP API, 64 callers at once, against a TPC-B-like transaction on the same PostgreSQL: whole calls, with
// sign-in, validation, idempotency key, charge and announced facts. The callers' own work counts against the API as well.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import * as accounts from '#server/people/accounts/accounts.ts'
import { buildStage, type Stage } from './stage.ts'
import { folding, inTurns, tpcb, type Work } from './runs.ts'

const callers = 64
const connections = 16
const stage = await buildStage({ fans: 2_000, creators: 500, connections })
const api = fork(join(import.meta.dirname, 'api.ts'), [stage.url, String(connections)], { execArgv: [] })
try {
  const address = await new Promise<string>((resolve, reject) => {
    api.once('message', (message) => resolve((message as { address: string }).address))
    api.once('exit', () => reject(new Error('the API did not start')))
  })
  const tokens = await tokensFor(stage)
  const works = {
    tpcb: tpcb(stage.db),
    spread: tips(address, tokens, stage.creators),
    hot: tips(address, tokens, stage.creators.slice(0, 1)),
  }
  const rates = await inTurns(works, { callers, seconds: Number(process.env['BENCH_SECONDS'] ?? 4), rounds: 3, between: folding(stage.db) })
  const base = rates.get('tpcb') ?? Number.NaN
  console.log(`transfers through the HTTP API: ${callers} callers, ${connections} connections, synchronous_commit on, median of 3 rounds`)
  console.log(`  TPC-B-like transaction      ${base.toFixed(0).padStart(6)} /s`)
  for (const [name, label] of [
    ['spread', 'tips, 500 creators'],
    ['hot', 'tips, one hot creator'],
  ] as const) {
    const rate = rates.get(name) ?? 0
    console.log(`  ${label.padEnd(27)} ${rate.toFixed(0).padStart(6)} /s   ${(rate / base).toFixed(2)}× (goal ≥ 1×)`)
  }
} finally {
  if (api.connected) api.disconnect()
  await stage.strike()
}

function tokensFor({ db, fans }: Stage): Promise<string[]> {
  return db.transaction(async (tx) => {
    const tokens: string[] = []
    for (const fan of fans) tokens.push((await accounts.openSession(tx, fan)).token)
    return tokens
  })
}

function tips(address: string, tokens: string[], creators: string[]): Work {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const body = JSON.stringify({ amount: 10 })
  const one = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T
  return () =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: one(tokens), 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const call = request(`${address}/api/wallet/charges/tip/${one(creators)}`, { agent, method: 'POST', headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          if (response.statusCode === 200) resolve()
          else reject(new Error(`${response.statusCode}: ${Buffer.concat(parts).toString()}`))
        })
      })
      call.on('error', reject)
      call.end(body)
    })
}
