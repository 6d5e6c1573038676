// Dead workers' jobs are given to others. graphile-worker leaves a job to a worker that was killed for four hours, in case it should come
// back. Ours have a lock of the database's for as long as their connection lives, and the jobs of one without are given away after seconds.
import { sql, type Database } from '#server/platform/db/db.ts'

const everyMs = 5000
/** Between taking a job and being known as alive may lie a moment. */
const graceSeconds = 10
/** The first half of our locks' names. */
const family = 7_103

export interface WorkerLiveness {
  /** This pool of workers is ours. */
  add(workerPoolId: string): void
  /** It was, and works no more: what it still had is given to the others at once. */
  dismiss(workerPoolId: string): void
  start(): Promise<void>
  stop(): Promise<void>
}

export function workerLiveness(db: Database): WorkerLiveness {
  const ours = new Set<string>()
  const dismissed = new Set<string>()
  let connection: Awaited<ReturnType<typeof connect>> | undefined
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  /** On one connection, which takes our locks with it when it ends, however it ends. */
  async function lock(): Promise<void> {
    connection ??= await connect()
    const { client, locked } = connection
    for (const id of ours) {
      if (locked.has(id)) continue
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [family, id])
      locked.add(id)
    }
  }

  async function connect() {
    const client = await db.pool.connect()
    const free = once(() => client.release(true))
    client.once('error', () => {
      connection = undefined
      free()
    })
    return { client, free, locked: new Set<string>() }
  }

  const look = async () => {
    await lock()
    await unlockDeadWorkers(db)
    const gone = [...dismissed]
    if (gone.length > 0) await db.many(sql`select graphile_worker.force_unlock_workers(${gone}::text[])`)
    for (const id of gone) dismissed.delete(id)
  }

  return {
    add: (id) => void ours.add(id),
    dismiss(id) {
      ours.delete(id)
      dismissed.add(id)
    },
    async start() {
      await look()
      timer = setInterval(() => {
        round = look().catch(() => {})
      }, everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await round
      connection?.free()
      connection = undefined
    },
  }
}

/** Gives back the jobs of workers that are no more. */
export async function unlockDeadWorkers(db: Database): Promise<void> {
  await db.many(sql`
    select graphile_worker.force_unlock_workers(array_agg(dead.id))
    from (
      select locked_by as id from graphile_worker._private_jobs where locked_at < now() - make_interval(secs => ${graceSeconds})
      union
      select locked_by from graphile_worker._private_job_queues where locked_at < now() - make_interval(secs => ${graceSeconds})
    ) dead
    where not exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = ${family}::oid and l.objid = (hashtext(dead.id)::bigint & 4294967295)::oid)
    having count(*) > 0`)
}

/** A connection that is given back may tell of its end only then. */
function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
