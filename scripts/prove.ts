import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bank, type Plan as BankPlan } from '../bench/ledger/bank/bank.ts'
import { prove } from '../bench/ledger/proof/proof.ts'
import { prove as proveTalk } from '../bench/talk/proof/proof.ts'
import { programs } from '../journeys/processes.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { makeReady } from '../server/platform/db/roles.ts'
import { worstRequests } from '../bench/bounds/worst-requests.ts'

/**
 * `npm run prove [operations] [seed]`, in five parts:
 * 1. 100,000 random money operations by 64 clients at the wallet's door, while the server and its PostgreSQL are killed again and again.
 * 2. The bank: 16 clients over HTTP, with three kills of each; the house has to be back within five seconds every time.
 * 3. The bank again with a PostgreSQL that forgets, three times: the bank must notice at least once, or it proves nothing.
 * 4. One caller: the worst requests that each row of the contract reads, none of which may hold up everybody else.
 * 5. Conversations: 40 people, 20,000 messages, with cut lines and kills of each process and of Redis, where nginx and Redis are installed.
 * In the first three the clients' own lists are held against the ledger, in the last against what everybody reads. `npm test` runs short forms.
 */
const operations = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!(Number.isInteger(operations) && operations > 0 && Number.isInteger(seed))) {
  console.error('npm run prove [operations] [seed]: both are whole numbers.')
  process.exit(1)
}

const longestAwayMs = 5000
/** Staff may save half a megabyte of settings at once; whatever a visitor sends takes a third of this. */
const longestStandstillMs = 100
const mostGrownMegabytes = 1000
const say = (line: string) => console.log(line)
const isProved =
  (await atTheDoor()) && (await atTheBank()) && (await withoutMemory()) && (await againstOneCaller()) && (await inConversations())
process.exitCode = isProved ? 0 : 1

async function atTheDoor(): Promise<boolean> {
  say(`At the wallet's door: ${operations} operations, seed ${seed}`)
  const kills = ['house', 'postgres', 'house', 'postgres', 'house'] as const
  const { disagreements, ...counts } = await inFolder((dataDir) =>
    prove({ dataDir, operations, seed, actors: 64, fans: 500, creators: 20, kills, say }),
  )
  return told(counts, disagreements)
}

async function atTheBank(): Promise<boolean> {
  const actions = Math.ceil(operations / 10)
  say(`The bank, over HTTP: ${actions} actions, seed ${seed}`)
  const { surprises, ...counts } = await runBank({ actions, kills: ['house', 'postgres', 'house', 'postgres', 'house', 'postgres'] })
  const late = counts.awayMs.filter((ms) => ms > longestAwayMs).map((ms) => `away for ${ms} ms`)
  return told(counts, [...surprises, ...late])
}

async function withoutMemory(): Promise<boolean> {
  for (let run = 1; run <= 3; run++) {
    const { surprises } = await runBank({ actions: 1500, kills: ['postgres', 'house', 'postgres'], durability: 'off', say: () => {} })
    say(`With synchronous_commit off, run ${run}: ${surprises.length === 0 ? 'nothing noticed' : surprises[0]}`)
    if (surprises.length > 0) return true
  }
  console.error('The bank noticed nothing although PostgreSQL forgot: it proves nothing.')
  return false
}

async function againstOneCaller(): Promise<boolean> {
  say('The worst that one caller can send to each row')
  const { surprises, ...counts } = await inFolder((dataDir) =>
    worstRequests({ dataDir, standstillMs: longestStandstillMs, megabytes: mostGrownMegabytes }),
  )
  console.log(counts)
  for (const line of surprises.slice(0, 50)) console.error(line)
  if (surprises.length === 0) console.log('Nobody had to wait for anybody.')
  return surprises.length === 0
}

async function inConversations(): Promise<boolean> {
  const missing = Object.entries(programs).flatMap(([name, program]) => (program ? [] : [name]))
  if (missing.length > 0) {
    console.log(`Left out: conversations, because ${missing.join(' and ')} is not installed here.`)
    return true
  }
  const messages = Math.ceil(operations / 5)
  say(`Conversations: 40 people, ${messages} messages, seed ${seed}`)
  const { disagreements, ...counts } = await inFolder(async (dataDir) => {
    const server = await startEmbedded(dataDir)
    try {
      await makeReady(server)
      const place = { ...server, host: server.socketDir, drop: async () => {} }
      const kills = [0, 'redis', 1, 'worker', 0, 'redis', 1, 'worker'] as const
      return await proveTalk({ place, couples: 20, messages, seed, kills, say })
    } finally {
      await server.stop()
    }
  })
  return told(counts, disagreements, 'Everybody reads exactly what was acknowledged, in one order.')
}

function runBank(plan: Pick<BankPlan, 'actions' | 'kills'> & Partial<BankPlan>) {
  return inFolder((dataDir) => bank({ dataDir, clients: 16, seed, say, ...plan }))
}

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-prove-'))
  try {
    return await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function told(counts: object, wrong: readonly string[], otherwise = 'The ledger holds exactly what was acknowledged.'): boolean {
  console.log(counts)
  for (const line of wrong.slice(0, 50)) console.error(line)
  console.log(wrong.length > 0 ? `${wrong.length} disagreements with seed ${seed}` : otherwise)
  return wrong.length === 0
}
