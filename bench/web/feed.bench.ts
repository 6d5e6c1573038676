// The feed page, signed in, entitlements on, 20 posts: CPU a request of the whole product against a bare Fastify that sends
// the same statements to the same PostgreSQL and answers the same bytes' worth of rows. Both are processes of their own, asked in turns.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { buildAudience } from './audience.ts'

const requests = Number(process.env['BENCH_REQUESTS'] ?? 600)
const rounds = 5
const audience = await buildAudience({ creators: 40, posts: 800 })
const ours = await start('product.ts', [audience.url, audience.token, audience.dataDir])
const bare = await start('bare.ts', [audience.url, JSON.stringify(ours.ready.statements)])
try {
  const path = '/api/user/feeds?limit=20&scope=following'
  await ask(ours, path, 100)
  await ask(bare, '/', 100)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [product, plain] = [await cpuPerRequest(ours, path), await cpuPerRequest(bare, '/')]
    ratios.push(product / plain)
    console.log(
      `  round ${round + 1}: product ${(product * 1000).toFixed(0)} µs, bare ${(plain * 1000).toFixed(0)} µs of CPU a request   ${(product / plain).toFixed(2)}×`,
    )
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `feed page, 20 posts, signed in, ${ours.ready.statements.length} statements: ${median.toFixed(2)}× the CPU of bare Fastify + pg with the same SQL (goal ≤ 2×)`,
  )
} finally {
  for (const { child } of [ours, bare]) child.disconnect()
  await audience.strike()
}

interface Served {
  child: ChildProcess
  ready: { address: string; statements: { name?: string; text: string; values: unknown[] }[] }
  agent: Agent
}

async function start(file: string, args: string[]): Promise<Served> {
  const child = fork(join(import.meta.dirname, file), args, { execArgv: [] })
  const first = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`))),
  ])
  return { child, ready: first[0] as Served['ready'], agent: new Agent({ keepAlive: true, maxSockets: 4 }) }
}

/** In milliseconds, by the process's own account of itself. */
async function cpuPerRequest(server: Served, path: string): Promise<number> {
  const used = async () => {
    server.child.send('cpu')
    const [micros] = (await once(server.child, 'message')) as [number]
    return micros
  }
  const before = await used()
  await ask(server, path, requests)
  return ((await used()) - before) / 1000 / requests
}

async function ask(server: Served, path: string, times: number): Promise<void> {
  let left = times
  const one = () =>
    new Promise<void>((done, failed) => {
      request(server.ready.address + path, { agent: server.agent, headers: { authorization: audience.token } }, (response) => {
        response.resume()
        response.on('end', () => (response.statusCode === 200 ? done() : failed(new Error(`status ${response.statusCode}`))))
      })
        .on('error', failed)
        .end()
    })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) await one()
    }),
  )
}
