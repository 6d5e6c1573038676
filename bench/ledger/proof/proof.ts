// The proof: many clients at once ask a house for random money operations, ask again with the same key, and keep their own
// list of what was acknowledged. The house is killed while they do. At the end the list and the ledger must be the same.
// A conserved total would not be enough: acknowledged transfers can vanish while every sum stays right.
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '#server/platform/db/db.ts'
import type { Message, Question } from './house.ts'
import { Dice, nextOperation, type Answer, type Cast, type Operation } from './operations.ts'
import { compare, type Ledger } from './ledger.ts'

export interface Plan {
  dataDir: string
  operations: number
  actors: number
  fans: number
  creators: number
  seed: number
  /** What dies at equal distances on the way: the house's process, or the PostgreSQL under it. */
  kills: readonly ('house' | 'postgres')[]
  /** Plants a fault: PostgreSQL acknowledges before the commit is on disk. For the test of the proof itself. */
  durability?: 'off'
  say?: (line: string) => void
}

export interface Report {
  acknowledged: number
  refused: number
  askedAgain: number
  /** Questions whose answer a kill swallowed; each was asked again. */
  lost: number
  transfers: number
  durationMs: number
  disagreements: string[]
}

export async function prove(plan: Plan): Promise<Report> {
  const started = performance.now()
  const house = new House(plan.dataDir, plan.durability)
  try {
    await house.start()
    const cast = await house.cast(plan.fans, plan.creators)
    const list = new AcknowledgedList()
    await ask(plan, house, cast, list)
    const ledger = await house.ledger()
    const disagreements = [...list.surprises, ...compare(list.asked, ledger)]
    const { acknowledged, refused, askedAgain, lost } = list
    return {
      acknowledged,
      refused,
      askedAgain,
      lost,
      transfers: ledger.transfers.length,
      durationMs: performance.now() - started,
      disagreements,
    }
  } finally {
    await house.stop()
  }
}

async function ask(plan: Plan, house: House, cast: Cast, list: AcknowledgedList): Promise<void> {
  const dice = new Dice(plan.seed)
  const killEvery = Math.ceil(plan.operations / (plan.kills.length + 1))
  let number = 0
  const actor = async () => {
    while (number < plan.operations) {
      const mine = number++
      const kill = mine > 0 && mine % killEvery === 0 ? plan.kills[mine / killEvery - 1] : undefined
      if (kill) {
        plan.say?.(`${mine} asked: kill -9 of the ${kill}`)
        house.kill(kill)
      }
      const earlier = dice.next() < 0.08 ? list.anyAsked(dice) : undefined
      if (earlier) list.askedAgain++
      const operation = earlier ?? nextOperation(dice, cast, list.refundable, mine)
      // Now and then a client presses twice: the same question, twice in the same moment.
      const times = dice.next() < 0.05 ? 2 : 1
      await Promise.all(Array.from({ length: times }, () => untilAnswered(house, list, operation)))
    }
  }
  await Promise.all(Array.from({ length: plan.actors }, actor))
}

/** As a client does that got no answer: the same question with the same key, until there is one. */
async function untilAnswered(house: House, list: AcknowledgedList, operation: Operation): Promise<void> {
  list.asks(operation)
  for (;;) {
    const answer = await house.ask(operation)
    if (answer.outcome !== 'lost') return list.hears(operation, answer)
    list.lost++
    await house.isUp()
  }
}

export interface Asked {
  operation: Operation
  /** The transfer that this client was told of, and its amount. */
  told?: { transferId: string; amount: number }
}

class AcknowledgedList {
  readonly asked = new Map<string, Asked>()
  readonly refundable: { transferId: string; amount: number; kind: string }[] = []
  readonly surprises: string[] = []
  readonly #keys: string[] = []
  acknowledged = 0
  refused = 0
  askedAgain = 0
  lost = 0

  asks(operation: Operation): void {
    if (this.asked.has(operation.key)) return
    this.asked.set(operation.key, { operation })
    this.#keys.push(operation.key)
  }

  anyAsked(dice: Dice): Operation | undefined {
    return this.#keys.length > 0 ? this.asked.get(dice.one(this.#keys))?.operation : undefined
  }

  hears(operation: Operation, answer: Answer): void {
    const entry = this.asked.get(operation.key)
    if (!entry) throw new Error('an answer to nothing')
    if (answer.outcome === 'failed') this.surprises.push(`${operation.kind} ${operation.key} failed: ${answer.message}`)
    if (answer.outcome === 'refused') {
      this.refused++
      if (entry.told) this.surprises.push(`${operation.key} was acknowledged and later refused: ${answer.code}`)
    }
    if (answer.outcome !== 'done') return
    const { transferId, amount } = answer
    if (entry.told && (entry.told.transferId !== transferId || entry.told.amount !== amount)) {
      this.surprises.push(`${operation.key} was told ${entry.told.transferId} first and ${transferId} later`)
    }
    if (entry.told) return
    entry.told = { transferId, amount }
    this.acknowledged++
    if (operation.kind !== 'top_up' && operation.kind !== 'refund' && !answer.already)
      this.refundable.push({ transferId, amount, kind: operation.kind })
  }
}

/** The house seen from outside: questions go in, answers come out or are lost. */
class House {
  readonly #dataDir: string
  readonly #durability: 'on' | 'off'
  #process: ChildProcess | undefined
  #up = Promise.withResolvers<void>()
  #url = ''
  #last = 0
  #stopping = false
  #isUp = false
  #failedStarts = 0
  readonly #waiting = new Map<number, (message: Message | undefined) => void>()

  constructor(dataDir: string, durability: 'on' | 'off' = 'on') {
    this.#dataDir = dataDir
    this.#durability = durability
  }

  async start(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'house.ts'), [this.#dataDir, this.#durability], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#process = child
    child.on('message', (message: Message) => {
      if ('ready' in message) {
        this.#url = message.ready.url
        this.#failedStarts = 0
        this.#isUp = true
        return this.#up.resolve()
      }
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    })
    child.on('error', () => {})
    child.once('exit', () => {
      // One that dies before it is ready was not killed by us: after three of them nobody should wait any longer.
      if (!this.#isUp && ++this.#failedStarts === 3) return this.#up.reject(new Error('the house does not start any more'))
      if (this.#isUp) this.#up = Promise.withResolvers()
      this.#isUp = false
      for (const lose of this.#waiting.values()) lose(undefined)
      this.#waiting.clear()
      if (!this.#stopping) this.start().catch(() => {})
    })
    await this.#up.promise
  }

  isUp(): Promise<void> {
    return this.#up.promise
  }

  async ask(operation: Operation): Promise<Answer> {
    const message = await this.#send((id) => ({ id, ask: operation }))
    return message && 'answer' in message ? message.answer : { outcome: 'lost' }
  }

  async cast(fans: number, creators: number): Promise<Cast> {
    const message = await this.#send((id) => ({ id, cast: { fans, creators } }))
    if (!message || !('cast' in message)) throw new Error('the house could not make its people')
    return message.cast
  }

  async #send(question: (id: number) => Question): Promise<Message | undefined> {
    await this.#up.promise
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#process?.send(question(id), (error) => {
        if (!error) return
        this.#waiting.delete(id)
        resolve(undefined)
      })
    })
  }

  kill(what: 'house' | 'postgres'): void {
    if (what === 'house') {
      this.#process?.kill('SIGKILL')
      return
    }
    const postmaster = Number(readFileSync(join(this.#dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(postmaster, 'SIGKILL')
  }

  /** Reads the ledger past the house, on a connection of our own. */
  async ledger(): Promise<Ledger> {
    const { readLedger } = await import('./ledger.ts')
    await this.#up.promise
    const db = connect({ connection: { connectionString: this.#url }, maxConnections: 1 })
    try {
      return await readLedger(db)
    } finally {
      await db.close()
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await gone
  }
}
