// Where the house stands: starts it, kills it or the PostgreSQL under it, starts it again, and knows how long it was away.
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Victim = 'house' | 'postgres'

interface Ready {
  address: string
  url: string
  /** The same database as its owner, who may say when it writes to the disk. */
  ownerUrl: string
}

export class Building {
  readonly #dataDir: string
  readonly #durability: 'on' | 'off'
  #child: ChildProcess | undefined
  #ready = Promise.withResolvers<Ready>()
  #port = '0'
  #isStopping = false
  #failedStarts = 0
  #killedAt: number | undefined
  /** From each kill to the next answer, in milliseconds. */
  readonly awayMs: number[] = []

  constructor(dataDir: string, durability: 'on' | 'off') {
    this.#dataDir = dataDir
    this.#durability = durability
    this.#start()
  }

  /** Where it answers, as soon as it does. */
  get open(): Promise<Ready> {
    return this.#ready.promise
  }

  #start(): void {
    const child = fork(join(import.meta.dirname, 'house.ts'), [this.#dataDir, this.#port, this.#durability], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    let wasReady = false
    child.once('message', (ready: Ready) => {
      wasReady = true
      this.#failedStarts = 0
      this.#port = new URL(ready.address).port
      if (this.#killedAt !== undefined) this.awayMs.push(performance.now() - this.#killedAt)
      this.#killedAt = undefined
      this.#ready.resolve(ready)
    })
    child.on('error', () => {})
    child.once('exit', () => {
      if (this.#isStopping) return
      if (!wasReady && ++this.#failedStarts === 3) return this.#ready.reject(new Error('the house does not start any more'))
      if (wasReady) this.#ready = Promise.withResolvers()
      this.#start()
    })
  }

  /** Resolves once it answers again. */
  async kill(victim: Victim): Promise<void> {
    await this.open
    this.#killedAt = performance.now()
    const child = this.#child
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    if (victim === 'house') child?.kill('SIGKILL')
    else process.kill(Number(readFileSync(join(this.#dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    await gone
    // The promise of the next opening is made when the last house is gone.
    await sleep(1)
    await this.open
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await gone
  }
}
