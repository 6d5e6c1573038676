// The way to PostgreSQL. Reads go through `Db`, writes through `Tx`, and whoever opens the transaction owns it.
// SQL is written as SQL (docs/adr/0002): a tagged template becomes a parameterised, server-side prepared statement,
// so nothing a person typed is ever part of the text. Every statement sees one instant, `now`: a transaction's own
// for its whole length, so that history can be replayed (the demo town) and time can be moved (tests).
import { channel } from 'node:diagnostics_channel'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { systemClock, type Clock } from '#server/platform/clock/clock.ts'
import { asAway } from '#server/platform/db/away.ts'

export { containing } from '#server/platform/db/containing.ts'
export { countAll, counted, countUpTo, listed, pageOf, type Count } from '#server/platform/db/counting.ts'
export { instantsOf, withinDays, type Days } from '#server/platform/db/days.ts'
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

/** Reads. Rows come back with the column names of the query, typed by the caller; `npm test` holds the type against the rows (scripts/queries). */
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

export function isTransaction(db: Db): db is Tx {
  return 'run' in db
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
    transaction: (work, options) => transact(pool, work, { at: options?.at, clock, onError }),
    close: () => pool.end(),
  }
}

/** Fails when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.one(sql`select 1`)
}

/** Reads on one connection whose transaction is the caller's: for what needs the connection itself besides. */
export function readsOn(client: pg.ClientBase): Db {
  return reads(client, () => systemClock.now())
}

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

/** Who wants to know what is asked, and from where, hears it here: each answer as it is promised. Only the tests do (platform/testing/asked.ts). */
const asked = channel('stagedoor:asked')

function ask(on: Queryable, query: Sql): Promise<pg.QueryResult> {
  const answer = on.query(prepared(query))
  if (asked.hasSubscribers) asked.publish({ text: query.text, answer })
  return answer
}

function reads(on: Queryable, now: () => Date): Db {
  return {
    get now() {
      return now()
    },
    async many<Row>(query: Sql) {
      return (await ask(on, query)).rows as Row[]
    },
    async maybe<Row>(query: Sql) {
      const { rows } = await ask(on, query)
      if (rows.length > 1) throw new Error(`expected one row at most, got ${rows.length}: ${query.text}`)
      return rows[0] as Row | undefined
    },
    async one<Row>(query: Sql) {
      const { rows } = await ask(on, query)
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${query.text}`)
      return rows[0] as Row
    },
  }
}

/** Serialisation failures and deadlocks are PostgreSQL asking to try again; everything else is the caller's. */
const retryable = new Set(['40001', '40P01'])

interface Transacting {
  at: Date | undefined
  clock: Clock
  onError: (error: Error) => void
}

async function transact<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, how: Transacting): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const done = await attemptAt(pool, work, how)
    if (!('failure' in done)) {
      for (const each of done.hints) attemptHint(each, how.onError)
      return done.result
    }
    if (attempt === 4 || !retryable.has((done.failure as { code?: string } | undefined)?.code ?? '')) throw done.error
  }
}

function throwAway(error: unknown): never {
  throw asAway(error)
}

/** What is durable is durable: a hint that fails does not undo it. */
function attemptHint(hint: () => void, onError: (error: Error) => void): void {
  try {
    hint()
  } catch (error) {
    onError(error as Error)
  }
}

type Attempted<T> = { result: T; hints: (() => void)[] } | { error: unknown; failure: unknown }

async function attemptAt<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, { at, clock }: Transacting): Promise<Attempted<T>> {
  const client = await pool.connect().catch(throwAway)
  const statements = new Statements(client)
  let broken: Error | undefined
  let isCommitting = false
  try {
    const now = at ?? clock.now()
    const hints: (() => void)[] = []
    await client.query('begin')
    const asks = reads(statements, () => now)
    const tx = {
      now,
      many: (query: Sql) => unheard(asks.many(query)),
      maybe: (query: Sql) => unheard(asks.maybe(query)),
      one: (query: Sql) => unheard(asks.one(query)),
      run: (query: Sql) => unheard(ask(statements, query).then(({ rowCount }) => rowCount ?? 0)),
      afterCommit(hint: () => void) {
        statements.mustBeOpen()
        hints.push(hint)
      },
    } as unknown as Tx
    const result = await work(tx)
    await statements.end()
    isCommitting = true
    await client.query('commit')
    return { result, hints }
  } catch (error) {
    await statements.abandon()
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    // What PostgreSQL said, where the work made an error of its own of it.
    return { error: asAway(error, isCommitting), failure: statements.failure ?? error }
  } finally {
    client.release(broken)
  }
}

/** An answer that nobody waits for any more, because the work ended in a no, must not end the process. Whoever does wait hears it. */
function unheard<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

/**
 * What a transaction asks: one statement at a time, because a connection takes no more, so questions that are asked together wait for each
 * other here. After one has failed, or the work has ended, nothing more goes to the connection: it may be another transaction's by then.
 */
class Statements implements Queryable {
  readonly #client: pg.PoolClient
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isOver = false
  #isLate = false
  failure: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  mustBeOpen(): void {
    if (this.#isOver) this.#isLate = true
    if (this.#isOver) throw new Error('this transaction is over: nothing more can be asked of it')
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    this.mustBeOpen()
    this.#waiting++
    const answer = this.#last.then(() => {
      if (this.failure !== undefined) throw new Error('a statement of this transaction failed before', { cause: this.failure })
      return this.#client.query(config)
    })
    this.#last = answer.then(
      () => this.#waiting--,
      (error: unknown) => {
        this.#waiting--
        this.failure ??= error
      },
    )
    return answer
  }

  /** The work is done: takes nothing more, and waits for what it asked. @throws what failed, also when the work let it pass */
  async end(): Promise<void> {
    this.#isOver = true
    if (this.#waiting > 0) {
      await this.#last
      // Whoever did not wait for the one goes on to the next only now, too late for it.
      await new Promise((resume) => setImmediate(resume))
    }
    if (this.failure !== undefined) throw this.failure
    if (this.#isLate) throw new Error('a transaction ended before everything that it does was waited for')
  }

  /** The work was given up: what still waits is not sent. */
  async abandon(): Promise<void> {
    this.#isOver = true
    this.failure ??= this.#waiting > 0 ? new Error('the transaction was given up') : undefined
    await this.#last
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
