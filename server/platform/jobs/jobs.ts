// Later and recurring work, on graphile-worker: a job is added in the transaction that wants it, survives a restart and a kill,
// and is retried with growing pauses. Handlers are idempotent.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CronItem, Logger, parseCronItems, runMigrations, runOnce, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { workerLiveness } from '#server/platform/jobs/dead-workers.ts'
import { startWorkerPool, type WorkerPool } from '#server/platform/jobs/worker-pool.ts'

/**
 * Who does it. Each kind has workers of its own, so that what one of them waits for (a mail server, a bank) never keeps another waiting.
 * `pushes` go to addresses that somebody else named; `pictures` are awaited by who sent them, `upkeep` is everything that nobody misses for an hour; what is
 * `heavy` holds a core for as long as it lasts, one at a time; `crowds` are gone through a piece at a time, and take turns.
 */
type Kind = 'letters' | 'pushes' | 'money' | 'pictures' | 'upkeep' | 'heavy' | 'crowds'

const kinds: readonly Kind[] = ['letters', 'pushes', 'money', 'pictures', 'upkeep', 'heavy', 'crowds']

/** How many work at a time. */
const concurrency: Readonly<Record<Kind, number>> = { letters: 3, pushes: 1, money: 3, pictures: 2, upkeep: 2, heavy: 1, crowds: 1 }

interface Attempt {
  /** It is not tried again. */
  isLast: boolean
}

export interface Jobs {
  handle<Payload>(name: string, work: (payload: Payload, attempt: Attempt) => Promise<void>, options?: { kind?: Kind }): void
  /**
   * @param schedule five cron fields, UTC
   * @param options.atStart once more, as soon as this process works on jobs: for what a new version has to catch up with
   */
  every(schedule: string, name: string, work: () => Promise<void>, options?: { atStart?: boolean; kind?: Kind }): void
  start(): Promise<void>
  stop(): Promise<void>
  /** Runs everything that is due, then returns: for tests. */
  runDue(): Promise<void>
}

export function createJobs(db: Database, onError: (error: unknown, job: string) => void): Jobs {
  const tasks: Record<Kind, TaskList> = { letters: {}, pushes: {}, money: {}, pictures: {}, upkeep: {}, heavy: {}, crowds: {} }
  const recurring: Record<Kind, CronItem[]> = { letters: [], pushes: [], money: [], pictures: [], upkeep: [], heavy: [], crowds: [] }
  const all = (): TaskList => Object.assign({}, ...kinds.map((kind) => tasks[kind]))
  const first: string[] = []
  const silent = new Logger(() => () => {})
  const workers = workerLiveness(db)
  let working: WorkerPool[] = []

  const wrap =
    (name: string, work: (payload: never, attempt: Attempt) => Promise<void>): Task =>
    async (payload, { job }) => {
      try {
        await work(payload as never, { isLast: job.attempts >= job.max_attempts })
      } catch (error) {
        onError(error, name)
        throw error
      }
    }
  return {
    handle(name, work, { kind = 'upkeep' } = {}) {
      if (all()[name]) throw new Error(`two handlers for the job ${name}`)
      tasks[kind][name] = wrap(name, work)
    },
    every(schedule, name, work, { atStart = false, kind = 'upkeep' } = {}) {
      this.handle(name, work, { kind })
      if (atStart) first.push(name)
      recurring[kind].push({ task: name, match: schedule, identifier: name, options: { maxAttempts: 3 } })
    },
    async start() {
      for (const kind of kinds) {
        if (Object.keys(tasks[kind]).length === 0) continue
        const parsedCronItems = parseCronItems(recurring[kind])
        const options = { pgPool: db.pool, concurrency: concurrency[kind], parsedCronItems, taskList: tasks[kind], logger: silent }
        working.push(await startWorkerPool(workers, options, onError))
      }
      await workers.start()
      // By its name it waits once, however many processes start.
      await db.transaction(async (tx) => {
        for (const name of first) await addJob(tx, name, {}, { key: name, maxAttempts: 3 })
      })
    },
    async stop() {
      await Promise.all(working.map((each) => each.stop()))
      working = []
      await workers.stop()
    },
    async runDue() {
      const events: WorkerEvents = new EventEmitter()
      let own = ''
      events.on('pool:create', ({ workerPool }) => {
        own = workerPool.id
        workers.add(own)
      })
      await runOnce({ pgPool: db.pool, taskList: all(), logger: silent, noHandleSignals: true, events })
      // It writes down how its last jobs ended only after it has returned.
      const held = () =>
        db.one<{ some: boolean }>(sql`select exists (select from graphile_worker._private_jobs where locked_by = ${own}) as some`)
      while ((await held()).some) await sleep(5)
    },
  }
}

/**
 * Adds a job in the transaction that wants it: it runs after the commit, and never if that rolls back.
 * @param options.key a job with the same key that still waits is replaced
 * @param options.isAwaited somebody sits before a screen until it is done: it goes before the others of its kind
 */
export async function addJob(
  tx: Tx,
  name: string,
  payload: object,
  options: { runAt?: Date; key?: string; maxAttempts?: number; isAwaited?: boolean } = {},
): Promise<void> {
  const { runAt, key, maxAttempts = 10, isAwaited = false } = options
  await tx.run(sql`
    select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}::text, max_attempts => ${maxAttempts}, priority => ${isAwaited ? -1 : 0})`)
}

/** The last time that recurring work was due while the site was there to do it. */
export async function lastDue(db: Db, name: string): Promise<Date | undefined> {
  const known = await db.maybe<{ at: Date | null }>(
    sql`select last_execution as at from graphile_worker._private_known_crontabs where identifier = ${name}`,
  )
  return known?.at ?? undefined
}

/** Brings the job tables up to date; part of migrating. */
export function migrateJobs(db: Pick<Database, 'pool'>): Promise<void> {
  return runMigrations({ pgPool: db.pool, logger: new Logger(() => () => {}) })
}
