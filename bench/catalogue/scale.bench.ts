// Whether a page gets dearer as the site grows: processor time a request (ours and PostgreSQL's together) of the home timeline and of search,
// over a million posts against ten thousand, and of the thousandth page against the first. Both towns are there at once and asked in turns.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { sql } from '#server/platform/db/db.ts'
import { writeCursor } from '#server/windows/timeline/cursor.ts'
import { processorTime, type Spent } from '../ledger/processor.ts'
import { buildTown, type Town } from './town-of-works.ts'

const large = Number(process.env['BENCH_WORKS'] ?? 1_000_000)
const small = 10_000
const pageSize = 20
const requests = 120
const rounds = 5

interface Served {
  town: Town
  child: ChildProcess
  address: string
  spent: Spent
  agent: Agent
}

const served: Served[] = []
try {
  for (const works of [small, large]) {
    const began = performance.now()
    const town = await buildTown(works)
    const child = fork(join(import.meta.dirname, 'server.ts'), [town.url, town.dataDir], { execArgv: [] })
    const [{ address }] = (await once(child, 'message')) as [{ address: string }]
    served.push({
      town,
      child,
      address,
      spent: await processorTime(town.db, child.pid),
      agent: new Agent({ keepAlive: true, maxSockets: 2 }),
    })
    console.log(`  a town of ${works.toLocaleString('en')} posts was built in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  const [few, many] = served as [Served, Served]
  const timeline = (more = '') => [`/api/user/feeds?limit=${pageSize}${more}`]
  const searches = [
    '雨港',
    '紙傘 lantern',
    'velvet station',
    'midnigth',
    'mitnight',
    '夜市的爵士',
    'heliotrope',
    '燈火',
    'quetzl',
    '屋頂的風箏',
  ]
  const search = (q: string) => `/api/user/feeds?scope=all&limit=${pageSize}&q=${encodeURIComponent(q)}`

  console.log(`\na million posts against ten thousand (goal ≤ 1.5×; search of posts counts ten times as many there, to 10,000)`)
  for (const [name, paths] of Object.entries({
    'timeline of whom one follows': timeline('&scope=following'),
    'timeline of everyone': timeline('&scope=discover'),
    'timeline, one type only': timeline('&scope=discover&type=text'),
    'search, ten queries': searches.map(search),
    'search in all kinds': ['雨港', 'velvet station'].map((q) => `/api/search?q=${encodeURIComponent(q)}`),
  })) {
    await compare(name, { server: many, paths }, { server: few, paths })
  }

  console.log(`\npage 1,000 against page 1, a million posts (goal ≤ 1.5×)`)
  const deep = 999 * pageSize
  const [at] = await many.town.db.many<{ at: Date; id: string }>(sql`
    select published_at as at, id from works.works where creator_id in (select performer_id from follows.follows) order by published_at desc, id desc
    limit 1 offset ${deep - 1}`)
  if (!at) throw new Error('there is no page 1,000')
  const first = timeline('&scope=following')
  await compare(
    'by cursor, as the page asks',
    {
      server: many,
      paths: timeline(`&scope=following&cursor=${writeCursor({ after: at, count: { total: 10_000, totalIsCapped: true } })}`),
    },
    { server: many, paths: first },
  )
  await compare('by offset', { server: many, paths: timeline(`&scope=following&offset=${deep}`) }, { server: many, paths: first })
} finally {
  for (const { child, town } of served) {
    child.disconnect()
    await town.strike()
  }
}

interface Asked {
  server: Served
  paths: readonly string[]
}

async function compare(name: string, one: Asked, other: Asked): Promise<void> {
  for (const asked of [one, other]) await ask(asked, 40)
  const ratios: number[] = []
  const costs: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [await cost(one), await cost(other)]
    costs[0].push(a)
    costs[1].push(b)
    ratios.push(a / b)
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  console.log(
    `  ${name.padEnd(30)} ${middle(ratios).toFixed(2)}×   (${middle(costs[0]).toFixed(1)} against ${middle(costs[1]).toFixed(1)} ms of processor a request)`,
  )
}

/** Milliseconds of processor a request. */
async function cost(asked: Asked): Promise<number> {
  const sum = () => {
    const { PostgreSQL = 0, API = 0 } = asked.server.spent()
    return PostgreSQL + API
  }
  const before = sum()
  await ask(asked, requests)
  return (sum() - before) / 1000 / requests
}

async function ask({ server, paths }: Asked, times: number): Promise<void> {
  let asked = 0
  const one = () =>
    new Promise<void>((done, failed) => {
      const path = paths[asked++ % paths.length] ?? '/'
      request(server.address + path, { agent: server.agent, headers: { authorization: server.town.token } }, (response) => {
        response.resume()
        response.on('end', () => (response.statusCode === 200 ? done() : failed(new Error(`${path}: status ${response.statusCode}`))))
      })
        .on('error', failed)
        .end()
    })
  await Promise.all(
    [0, 1].map(async () => {
      while (asked < times) await one()
    }),
  )
}
