// How many viewers a core of the media engine carries: one picture and sound of 1 Mbit/s, two packets of a hundred asked for again, to people behind real
// DTLS and SRTP in other processes. What is measured is the processor time of the engine's process for what really arrived, so that neighbours on the
// machine take nothing from it; beside it, in turns, the smallest program on the same library that sends the same to as many.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startForwarder } from '#server/platform/forwarder/client.ts'
import { freePort } from '#server/platform/forwarder/testing.ts'
import { microsecondsOf } from '../ledger/processor.ts'
import type { Counts } from './people.ts'

const viewers = Number(process.env['BENCH_VIEWERS'] ?? 60)
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = 3
const goal = 150
/** Of the picture, so that with sound and headers it is 1 Mbit/s for each. */
const bitrate = 920_000

if (microsecondsOf(process.pid) === undefined) {
  console.log('not measured: this system does not tell what a process spends')
  process.exit()
}

const home = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
const started = new Set<ChildProcess>()
const carried: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
const lost: Record<'bare' | 'ours', number> = { bare: 0, ours: 0 }
let each = 0
try {
  for (let round = 0; round < rounds; round++) {
    for (const side of ['bare', 'ours'] as const) {
      const { pid, socketPath, stop } = await (side === 'bare' ? startBare() : startOurs())
      const host = await start('people.ts', [socketPath, '0', String(bitrate)])
      const audience = await start('people.ts', [socketPath, String(viewers)])
      await sleep(1500)
      const [before, spentBefore, began] = [await countsOf(audience), microsecondsOf(pid) ?? 0, performance.now()]
      await sleep(secondsEach * 1000)
      const [after, spent, seconds] = [await countsOf(audience), microsecondsOf(pid) ?? 0, (performance.now() - began) / 1000]
      const megabits = ((after.bytes - before.bytes) * 8) / 1e6
      carried[side].push(megabits / ((spent - spentBefore) / 1e6))
      lost[side] += (after.missing - before.missing) / Math.max(1, after.packets - before.packets) / rounds
      each = megabits / seconds / viewers
      for (const one of [audience, host]) await end(one)
      await stop()
    }
  }
} finally {
  for (const one of started) one.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
}

const [bare, ours] = [middle(carried.bare), middle(carried.ours)]
const isMet = ours >= goal
const missing = (share: number) => `${(share * 100).toFixed(2)} % lost on the way`
console.log(`${viewers} viewers, ${each.toFixed(2)} Mbit/s each: viewers of 1 Mbit/s that a core carries, the median of ${rounds}`)
console.log(
  `  the library and a loop, without NACK ${bare.toFixed(0)} (${missing(lost.bare)}), the forwarder ${ours.toFixed(0)} (${missing(lost.ours)})   ` +
    `${(ours / bare).toFixed(2)}×   (goal ≥ ${goal})${isMet ? '' : '   MISSED'}`,
)
process.exit(isMet ? 0 : 1)

async function startOurs() {
  const socketPath = join(home, 'ours')
  const options = { viewersPerChannel: viewers, offersPerSecond: viewers, sessionsPerLabel: 2, allowInner: true }
  const running = await startForwarder({ socketPath, bind: '127.0.0.1', port: await freePort(), log: console.error, ...options })
  return { pid: running.pid, socketPath, stop: () => running.close() }
}

async function startBare() {
  const socketPath = join(home, 'bare')
  const child = await start('bare.ts', [socketPath, String(await freePort())])
  const stop = async () => {
    await end(child)
    rmSync(socketPath, { force: true })
  }
  return { pid: child.pid, socketPath, stop }
}

async function start(file: string, args: string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, file), args, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  started.add(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`)))
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  started.delete(child)
}

async function countsOf(audience: ChildProcess): Promise<Counts> {
  const answered = once(audience, 'message')
  audience.send('count')
  const [counts] = (await answered) as [Counts]
  return counts
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
