// What a page costs: processor time of the app and of PostgreSQL, against the smallest program that could send the same bytes. Both are
// processes of their own over one database, asked in turns. And the memory of the app after two thousand pages.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorTime } from '../ledger/processor.ts'
import { hash } from 'node:crypto'
import { connect } from '#server/platform/db/db.ts'
import { thrifty } from '../../scripts/thrift.mjs'
import { buildAudience } from './audience.ts'

interface Page {
  name: string
  path: string
  isFan: boolean
  /** Asked for with surroundings that nobody had lately, so that no page that is kept answers. */
  isMade?: true
  /** How many times the bare page it may cost; none where nobody promised one. */
  goal?: number
}

const pages: readonly Page[] = [
  { name: 'home, a fan', path: '/home', isFan: true, goal: 30 },
  { name: 'home, a visitor, made', path: '/home', isFan: false, isMade: true, goal: 25 },
  { name: 'home, a visitor, kept', path: '/home', isFan: false, goal: 2.5 },
  { name: 'profile, a fan', path: '/performer0', isFan: true },
  { name: 'profile, a visitor, made', path: '/performer0', isFan: false, isMade: true },
  { name: 'profile, a visitor, kept', path: '/performer0', isFan: false },
  { name: 'explore, a fan', path: '/explore', isFan: true },
  { name: 'sign-in, a visitor, made', path: '/auth/login', isFan: false, isMade: true, goal: 5 },
  { name: 'feed page of the API, a fan', path: '/api/user/feeds?limit=20&scope=following', isFan: true, goal: 6 },
]
const rounds = 5
const asked = Number(process.env['BENCH_REQUESTS'] ?? 60)
/** The clock of the processes ticks in hundredths of a second: what is cheap is asked more often. */
const bareAsked = asked * 25
const pagesBeforeWeighing = 2000
const zones = Intl.supportedValuesOf('timeZone')
let surroundingsAsked = 0
const mostMegabytes = 400

const audience = await buildAudience({ creators: 40, posts: 800 })
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-pages-'))
const db = connect({ connection: { connectionString: audience.url }, maxConnections: 1 })
const ours = await start('house.ts', [audience.url, audience.dataDir])
let bare: Served | undefined
let isOver = false
let made = 0
try {
  const bodies: Record<string, { file: string; type: string }> = {}
  for (const [index, { path, isFan }] of pages.entries()) {
    const { bytes, type } = await get(ours.address, { path, isFan })
    const file = join(folder, String(index))
    writeFileSync(file, bytes)
    bodies[`/${index}`] = { file, type }
  }
  bare = await start('bare-page.ts', [audience.url, hash('sha256', audience.token), JSON.stringify(bodies)])
  for (const [index, page] of pages.entries()) await compare(ours, bare, page, `/${index}`)
  while (made < pagesBeforeWeighing) for (const page of pages.filter(({ path }) => !path.startsWith('/api/'))) await ask(ours, page, asked)
  weigh(ours)
} finally {
  for (const server of [ours, bare]) server?.child.disconnect()
  await db.close()
  await audience.strike()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isOver ? 1 : 0

async function compare(product: Served, plain: Served, page: Page, barePath: string): Promise<void> {
  const { name, goal, isFan } = page
  const barePage = { path: barePath, isFan }
  // What is kept is as cheap as the bare page, and asked as often.
  const times = isFan || page.isMade ? asked : bareAsked
  await ask(product, page, times)
  await ask(plain, barePage, bareAsked / 5)
  const ratios: { ratio: number; app: number; database: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const whole = await spent(product, () => ask(product, page, times), times)
    const least = await spent(plain, () => ask(plain, barePage, bareAsked), bareAsked)
    const sum = least.app + least.database
    ratios.push({ ratio: (whole.app + whole.database) / sum, app: whole.app, database: whole.database, bare: sum })
  }
  const { ratio, ...middle } = ratios.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)]!
  const isHeld = goal === undefined || ratio <= goal
  isOver ||= !isHeld
  const milliseconds = (value: number) => (value / 1000).toFixed(2)
  console.log(
    `${name.padEnd(28)} ${milliseconds(middle.app)} ms of the app + ${milliseconds(middle.database)} of PostgreSQL, bare ${milliseconds(middle.bare)}   ${ratio.toFixed(1)}×${goal === undefined ? '' : ` (goal ≤ ${goal}×)`}${isHeld ? '' : '   OVER'}`,
  )
}

/** Microseconds of processor time a request. */
async function spent({ child }: Served, work: () => Promise<void>, times: number): Promise<{ app: number; database: number }> {
  const now = await processorTime(db, child.pid)
  const before = now()
  await work()
  const after = now()
  const of = (who: string) => ((after[who] ?? 0) - (before[who] ?? 0)) / times
  return { app: of('API'), database: of('PostgreSQL') }
}

function weigh({ child }: Served): void {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  const megabytes = Number(resident) / 1000
  const isHeld = megabytes <= mostMegabytes
  isOver ||= !isHeld
  console.log(`memory of the app after ${made} pages: ${megabytes.toFixed(0)} MB (goal ≤ ${mostMegabytes})${isHeld ? '' : '   OVER'}`)
}

type Asked = Pick<Page, 'path' | 'isFan' | 'isMade'>

interface Served {
  child: ChildProcess
  address: string
}

async function start(file: string, args: string[]): Promise<Served> {
  const env = thrifty({ ...process.env, NODE_ENV: 'production' }, join(import.meta.dirname, '../..'))
  const child = fork(join(import.meta.dirname, file), args, { execArgv: [], env })
  const first = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`))),
  ])
  return { child, address: (first[0] as { address: string }).address }
}

/** As a browser asks, but for compression: that is another line's matter, and the bare program has none. */
function get(address: string, { path, isFan, isMade }: Asked, agent = new Agent()): Promise<{ bytes: Buffer; type: string }> {
  const surroundings = isMade ? nextSurroundings() : 'tz=Asia/Taipei'
  // A fan has been through the age gate: before it their page would be the gate.
  const headers = { cookie: surroundings + (isFan ? `; token=${audience.token}; eighteen_day=1990-01-01` : '') }
  return new Promise((done, failed) => {
    request(address + path, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) done({ bytes: Buffer.concat(chunks), type: response.headers['content-type'] ?? '' })
        else failed(new Error(`${path}: status ${response.statusCode}`))
      })
    })
      .on('error', failed)
      .end()
  })
}

function nextSurroundings(): string {
  const n = surroundingsAsked++
  return `tz=${zones[n % zones.length]}; theme=${Math.floor(n / zones.length) % 2 ? 'dark' : 'light'}`
}

async function ask({ child, address }: Served, page: Asked, times: number): Promise<void> {
  let left = times
  // Connections of its own: those of the round before may have been closed for idleness.
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) await get(address, page, agent)
    }),
  ).finally(() => agent.destroy())
  if (child === ours.child && !page.path.startsWith('/api/')) made += times
}
