// Later and recurring work, on graphile-worker: a job is added in the transaction that wants it, survives a restart and a kill,
// and is retried with growing pauses. Handlers are idempotent.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CronItem, Logger, parseCronItems, runMigrations, runOnce, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql, type Database, type Tx } from '#server/platform/db/db.ts'
import { living } from '#server/platform/jobs/living.ts'
import { crew, type Crew } from '#server/platform/jobs/crew.ts'

export interface Attempt {
  /** It is not tried again. */
  isLast: boolean
}

export interface Jobs {
  handle<Payload>(name: string, work: (payload: Payload, attempt: Attempt) => Promise<void>): void
  /**
   * @param schedule five cron fields, UTC
   * @param options.atStart once more, as soon as this process works on jobs: for what a new version has to catch up with
   */
  every(schedule: string, name: string, work: () => Promise<void>, options?: { atStart?: boolean }): void
  start(): Promise<void>
  stop(): Promise<void>
  /** Runs everything that is due, then returns: for tests. */
  runDue(): Promise<void>
}

export function createJobs(db: Database, onError: (error: unknown, job: string) => void, concurrency = 2): Jobs {
  const tasks: TaskList = {}
  const recurring: CronItem[] = []
  const first: string[] = []
  const silent = new Logger(() => () => {})
  const workers = living(db)
  let working: Crew | undefined

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
    handle(name, work) {
      if (tasks[name]) throw new Error(`two handlers for the job ${name}`)
      tasks[name] = wrap(name, work)
    },
    every(schedule, name, work, { atStart = false } = {}) {
      this.handle(name, work)
      if (atStart) first.push(name)
      recurring.push({ task: name, match: schedule, identifier: name, options: { maxAttempts: 3 } })
    },
    async start() {
      const options = { pgPool: db.pool, concurrency, parsedCronItems: parseCronItems(recurring), taskList: tasks, logger: silent }
      working = await crew(workers, options, onError)
      await workers.start()
      // By its name it waits once, however many processes start.
      await db.transaction(async (tx) => {
        for (const name of first) await addJob(tx, name, {}, { key: name, maxAttempts: 3 })
      })
    },
    async stop() {
      await working?.stop()
      working = undefined
      await workers.stop()
    },
    async runDue() {
      const events: WorkerEvents = new EventEmitter()
      let own = ''
      events.on('pool:create', ({ workerPool }) => {
        own = workerPool.id
        workers.add(own)
      })
      await runOnce({ pgPool: db.pool, taskList: tasks, logger: silent, noHandleSignals: true, events })
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
 */
export async function addJob(
  tx: Tx,
  name: string,
  payload: object,
  options: { runAt?: Date; key?: string; maxAttempts?: number } = {},
): Promise<void> {
  const { runAt, key, maxAttempts = 10 } = options
  await tx.run(sql`
    select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}::text, max_attempts => ${maxAttempts})`)
}

/** Brings the job tables up to date; part of migrating. */
export function migrateJobs(db: Pick<Database, 'pool'>): Promise<void> {
  return runMigrations({ pgPool: db.pool, logger: new Logger(() => () => {}) })
}
