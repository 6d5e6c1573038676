// The way to PostgreSQL. Reads go through `Db`, writes through `Tx`, and whoever opens the transaction owns it.
// SQL is written as SQL (docs/adr/0002): a tagged template becomes a parameterised, server-side prepared statement,
// so nothing a person typed is ever part of the text. Every statement sees one instant, `now`: a transaction's own
// for its whole length, so that history can be replayed (the demo town) and time can be moved (tests).
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { systemClock, type Clock } from '#server/platform/clock/clock.ts'
import { asAway } from '#server/platform/db/away.ts'

export { DatabaseAway, mayBeDone } from '#server/platform/db/away.ts'
export { default as sql, empty, join, raw } from 'sql-template-tag'
export type { Sql } from 'sql-template-tag'

// bigint columns hold hundredths and counters. All of them stay below 2^53 (the schema's checks see to it), so a number carries them exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint of ${text} does not fit a number`)
  return value
})
// A date is a calendar day, not an instant: it stays a string of the form 1999-12-31.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

declare const open: unique symbol

/** Reads. Rows come back with the column names of the query, typed by the caller and held true by the slice's tests. */
export interface Db {
  /** The instant that this piece of work happens at. */
  readonly now: Date
  many<Row>(query: Sql): Promise<Row[]>
  maybe<Row>(query: Sql): Promise<Row | undefined>
  /** Exactly one row; anything else is a bug. */
  one<Row>(query: Sql): Promise<Row>
}

/** Writes. Only a transaction has it, so a function that takes Tx cannot be called outside of one. */
export interface Tx extends Db {
  readonly [open]: true
  /** Runs a statement and tells how many rows it touched. */
  run(query: Sql): Promise<number>
  /** Does this once the transaction is durable, and never if it rolls back. For hints only: what must happen is announced. */
  afterCommit(then: () => void): void
}

export interface Database extends Db {
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { at?: Date }): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A unix socket's folder or a host name, with the database's name; or a connection string. */
  connection: { host: string; database: string; user: string } | { connectionString: string }
  maxConnections?: number
  clock?: Clock
  onError?: (error: Error) => void
}

export function connect({ connection, maxConnections = 16, clock = systemClock, onError = () => {} }: DatabaseOptions): Database {
  // A server that answers nothing at all must not keep callers waiting for ever.
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 20_000,
    keepAlive: true,
  })
  // An idle connection that breaks must not end the process: the pool replaces it at the next query.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return {
    ...reads({ query: (config) => pool.query(config).catch(throwAway) }, () => clock.now()),
    get now() {
      return clock.now()
    },
    pool,
    transaction: (work, options) => transact(pool, work, options?.at, clock),
    close: () => pool.end(),
  }
}

/** Reads on one connection whose transaction is the caller's: for what needs the connection itself besides. */
export function readsOn(client: pg.ClientBase): Db {
  return reads(client, () => systemClock.now())
}

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

function reads(on: Queryable, now: () => Date): Db {
  return {
    get now() {
      return now()
    },
    async many<Row>(query: Sql) {
      return (await on.query(prepared(query))).rows as Row[]
    },
    async maybe<Row>(query: Sql) {
      const { rows } = await on.query(prepared(query))
      if (rows.length > 1) throw new Error(`expected one row at most, got ${rows.length}: ${query.text}`)
      return rows[0] as Row | undefined
    },
    async one<Row>(query: Sql) {
      const { rows } = await on.query(prepared(query))
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${query.text}`)
      return rows[0] as Row
    },
  }
}

/** Serialisation failures and deadlocks are PostgreSQL asking to try again; everything else is the caller's. */
const retryable = new Set(['40001', '40P01'])

async function transact<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, at: Date | undefined, clock: Clock): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect().catch(throwAway)
    let broken: Error | undefined
    let isCommitting = false
    try {
      const now = at ?? clock.now()
      const then: (() => void)[] = []
      await client.query('begin')
      const inTurn = oneByOne(client)
      const tx = {
        ...reads(inTurn, () => now),
        now,
        async run(query: Sql) {
          return (await inTurn.query(prepared(query))).rowCount ?? 0
        },
        afterCommit: (work: () => void) => void then.push(work),
      } as unknown as Tx
      const result = await work(tx)
      isCommitting = true
      await client.query('commit')
      for (const each of then) each()
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure))
      if (attempt < 4 && retryable.has((error as { code?: string }).code ?? '')) continue
      throw asAway(error, isCommitting)
    } finally {
      client.release(broken)
    }
  }
}

function throwAway(error: unknown): never {
  throw asAway(error)
}

/** A connection takes one statement at a time: questions that a transaction asks together wait for each other here. */
function oneByOne(client: pg.PoolClient): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query(config: pg.QueryConfig) {
      const next = last.then(() => client.query(config))
      last = next.catch(() => {})
      return next
    },
  }
}

// A statement is prepared once a connection and then only bound. Lists go in as arrays (`= any(${ids})`), so the number of
// texts is the number of queries in the source; the ceiling is for queries that are put together from filters.
const names = new Map<string, string>()
const mostNames = 2000

function prepared(query: Sql): pg.QueryConfig {
  const text = query.text
  let name = names.get(text)
  if (!name && names.size < mostNames) names.set(text, (name = `q${names.size}`))
  return { ...(name && { name }), text, values: query.values as unknown[] }
}

/** True when the error is this constraint speaking (unique, check or foreign key), by the constraint's name. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string } | undefined)?.constraint === constraint
}
