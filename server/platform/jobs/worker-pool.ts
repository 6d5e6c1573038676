// The workers of this process, who outlive an interruption of the database. graphile-worker ends its pool of workers (and, where it writes
// down each job by itself, the process) when it cannot say how a job ended, and never finds what was given to it in an answer that got
// lost. Ours are dismissed at the first such sign and others take their place; what the dismissed had is given to those. Nor is its own word
// waited for that all has ended: where one note of an ended job fails while another is under way, it waits for ever (graphile/worker#636).
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker'
import type { WorkerLiveness } from '#server/platform/jobs/dead-workers.ts'

const pauseMs = 1000
/** Nobody works any more: what is still to be written down by then is lost, and done again by others. */
const lastWordMs = 3000

/** Those who work at the same time, until the first trouble. */
interface Team {
  runner: Runner
  trouble: Promise<unknown>
  /** None of them does or takes anything any more. */
  idle: Promise<void>
  /** What they still had is given to others. */
  dismiss: () => void
}

export interface WorkerPool {
  /** Resolves when everything that was being done has ended. */
  stop(): Promise<void>
}

/** Resolves when the first of them work. */
export async function startWorkerPool(
  workers: WorkerLiveness,
  options: RunnerOptions,
  onError: (error: unknown, where: string) => void,
): Promise<WorkerPool> {
  const leaving = new Set<Promise<unknown>>()
  const stopping = new AbortController()

  async function take(): Promise<Team> {
    const { promise: trouble, resolve } = Promise.withResolvers<unknown>()
    const { promise: idle, resolve: allLeft } = Promise.withResolvers<void>()
    const events: WorkerEvents = new EventEmitter()
    let [id, busy] = ['', 0]
    events.on('pool:create', ({ workerPool }) => {
      ;({ id } = workerPool)
      workers.add(id)
    })
    events.on('worker:create', () => void busy++)
    events.on('worker:stop', () => {
      if (--busy === 0) allLeft()
    })
    events.on('pool:fatalError', ({ error }) => resolve(error))
    events.on('worker:getJob:error', ({ error }) => resolve(error))
    const runner = await run({
      ...options,
      noHandleSignals: true,
      events,
      // Together with others that end at the same time: what cannot be written down is told to us, and ends no process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    runner.promise.then(resolve, resolve)
    return { runner, trouble, idle, dismiss: () => workers.dismiss(id) }
  }

  /** Lets them end what they are doing. */
  function letGo({ runner, idle, dismiss }: Team): void {
    const said = Promise.allSettled([runner.stop(), runner.promise])
    const silent = idle.then(() => sleep(lastWordMs, undefined, { ref: false }))
    const left: Promise<unknown> = Promise.race([said, silent]).then(dismiss)
    leaving.add(left)
    void left.then(() => leaving.delete(left))
  }

  async function keep(first: Team): Promise<void> {
    const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
    let now: Team | undefined = first
    while (!stopping.signal.aborted) {
      if (now) {
        const trouble = await Promise.race([now.trouble, stopped])
        letGo(now)
        if (stopping.signal.aborted) break
        onError(trouble, 'the workers of jobs')
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      // Says nothing while it goes on: the trouble was told.
      now = await take().catch(() => undefined)
    }
    if (now) letGo(now)
    await Promise.all(leaving)
  }

  const kept = keep(await take())
  return {
    async stop() {
      stopping.abort()
      await kept
    },
  }
}
