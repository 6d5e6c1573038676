// Facts, announced upwards. `announce` writes one in the transaction that made it true; after the commit every listener
// hears it in a transaction of its own, at least once. So a listener is idempotent, and one that fails is tried again alone, by a job.
import { sql, type Database, type Sql, type Tx } from '#server/platform/db/db.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'

/** Every fact and what it carries. Each slice adds its own in its events.ts, by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Events {}

interface Fact<Name extends keyof Events = keyof Events> {
  id: number
  name: Name
  payload: Events[Name]
  /** When it became true. */
  at: Date
}

type Listener<Name extends keyof Events> = (tx: Tx, payload: Events[Name], fact: Fact<Name>) => Promise<void>

let wake = () => {}

/** Announces a fact. Payloads are JSON: ids and amounts, never a secret. */
export async function announce<Name extends keyof Events>(tx: Tx, name: Name, payload: Events[Name]): Promise<void> {
  await tx.run(sql`insert into outbox.events (name, payload, created_at) values (${name as string}, ${JSON.stringify(payload)}, ${tx.now})`)
  tx.afterCommit(() => wake())
}

/**
 * The same as a part of another statement, `with told as (…)`: announces rows of (name, payload, created_at), in their order.
 * Call announced() once that statement's transaction is durable.
 */
export function announcing(rows: Sql): Sql {
  return sql`insert into outbox.events (name, payload, created_at) ${rows}`
}

/** Listeners need not wait for the next poll. */
export function announced(): void {
  wake()
}

export interface Outbox {
  /** @param id the listener's own name, 'slice.what': retries are kept under it */
  on<Name extends keyof Events>(name: Name, id: string, listener: Listener<Name>): void
  /** Delivers everything that waits; resolves when nothing is left. */
  drain(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const batch = 200
/** Facts announced by another process, or while we were away, are found within this time. */
const pollMs = 1000

export function createOutbox(db: Database, jobs: Jobs, onError: (error: unknown, fact: string) => void): Outbox {
  const listeners = new Map<string, Map<string, Listener<never>>>()
  let running: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined

  /** Takes a batch, gives it to every listener, and forgets it, in one transaction: a crash in between means delivering again. */
  async function deliverBatch(): Promise<number> {
    return db.transaction(async (tx) => {
      const facts = await tx.many<Fact & { at: Date }>(sql`
        delete from outbox.events where id in (select id from outbox.events order by id limit ${batch} for update skip locked)
        returning id, name, payload, created_at as at`)
      for (const fact of facts.toSorted((a, b) => a.id - b.id)) {
        for (const [id, listener] of listeners.get(fact.name as string) ?? []) {
          try {
            await db.transaction((own) => listener(own, fact.payload as never, fact as never), { at: fact.at > tx.now ? fact.at : tx.now })
          } catch (error) {
            onError(error, `${String(fact.name)} → ${id}`)
            await addJob(tx, 'outbox.retry', { ...fact, at: fact.at.toISOString(), listener: id })
          }
        }
      }
      return facts.length
    })
  }

  async function run(): Promise<void> {
    do {
      again = false
      while ((await deliverBatch()) > 0);
    } while (again)
  }

  function drain(): Promise<void> {
    again = true
    running ??= run().finally(() => (running = undefined))
    return running
  }

  jobs.handle<{ id: number; name: keyof Events; payload: never; at: string; listener: string }>('outbox.retry', async (fact) => {
    const listener = listeners.get(fact.name as string)?.get(fact.listener)
    if (listener) await db.transaction((tx) => listener(tx, fact.payload, { ...fact, at: new Date(fact.at) } as never))
  })

  const drainQuietly = () => void drain().catch((error: unknown) => onError(error, 'drain'))
  return {
    on(name, id, listener) {
      const known = listeners.get(name as string) ?? new Map<string, Listener<never>>()
      if (known.has(id)) throw new Error(`two listeners are called ${id}`)
      listeners.set(name as string, known.set(id, listener as Listener<never>))
    },
    drain,
    start() {
      wake = drainQuietly
      timer = setInterval(drainQuietly, pollMs)
      drainQuietly()
    },
    async stop() {
      clearInterval(timer)
      wake = () => {}
      await running
    },
  }
}
