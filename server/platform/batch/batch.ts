// Many callers, one statement. Whatever arrived while the previous batch was under way forms the next one. There is no timer: a
// lone caller waits for nobody, and under load batches grow by themselves (docs/adr/0001).
import { isTransaction, type Db } from '#server/platform/db/db.ts'

export interface BatchOptions<Item> {
  /** A batch holds so many at most. */
  maxSize: number
  /**
   * So many batches may be under way at the same time; one unless said otherwise. Beside others only a batch of at least half their size
   * sets off: a statement costs much the same for two as for twenty, so a few wait until the many are back.
   */
  concurrency?: number
  /** Two items of the same name are never under way at once: the later one waits for the earlier one's batch to end. One without a name waits for nobody. */
  serializedBy?: (item: Item) => string | undefined
}

/**
 * A look-up that is asked once for everybody who looks something up at the same moment. In a transaction everybody asks for themselves:
 * it takes one question after another anyhow.
 * @param run answers as many results as it got questions, in their order
 */
export function gathered<Question, Found>(
  run: (db: Db, questions: Question[]) => Promise<Found[]>,
): (db: Db, question: Question) => Promise<Found> {
  const batched = batcher(run, { maxSize: 100, concurrency: 4 })
  return async (db, question) => (isTransaction(db) ? ((await run(db, [question]))[0] as Found) : batched(db, question))
}

/** For a look-up by ids: one query for all lists, and from its rows to each list its own, by id. */
export function gatheredById<Row>(
  ask: (db: Db, ids: readonly string[]) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): (db: Db, ids: readonly string[]) => Promise<Map<string, Row>> {
  const gather = gathered(async (db, lists: (readonly string[])[]) => {
    const rows = new Map((await ask(db, [...new Set(lists.flat())])).map((row) => [idOf(row), row]))
    return lists.map((ids) => {
      const own = new Map<string, Row>()
      for (const id of ids) {
        const row = rows.get(id)
        if (row !== undefined) own.set(id, row)
      }
      return own
    })
  })
  return async (db, ids) => (ids.length === 0 ? new Map() : gather(db, ids))
}

interface Waiting<Item, Result> {
  item: Item
  /** As it was called when it came: it is called so to the end. */
  name: string | undefined
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * A function for single items that does its work in batches, for each database (or transaction) that it is given by itself.
 * When the database refuses a batch, its items are tried again one by one, so that a bad one fails alone. When it fell silent instead,
 * nobody knows what happened, and every item of the batch hears that.
 * @param run answers as many results as it got items, in their order
 */
export function batcher<On extends object, Item, Result>(
  run: (on: On, items: Item[]) => Promise<Result[]>,
  options: BatchOptions<Item>,
): (on: On, item: Item) => Promise<Result> {
  const queues = new WeakMap<On, Queue<Item, Result>>()
  return (on, item) => {
    let queue = queues.get(on)
    if (!queue) queues.set(on, (queue = new Queue((items) => run(on, items), options)))
    return queue.add(item)
  }
}

class Queue<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #maxSize: number
  readonly #concurrency: number
  readonly #serializedBy: ((item: Item) => string | undefined) | undefined
  #waiting: Waiting<Item, Result>[] = []
  #underWay = 0
  #itemsUnderWay = 0
  #isStarting = false
  readonly #names = new Set<string>()

  constructor(run: (items: Item[]) => Promise<Result[]>, { maxSize, concurrency = 1, serializedBy }: BatchOptions<Item>) {
    this.#run = run
    this.#maxSize = maxSize
    this.#concurrency = concurrency
    this.#serializedBy = serializedBy
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, name: this.#serializedBy?.(item), resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    if (this.#isStarting || this.#waiting.length === 0 || this.#underWay >= this.#concurrency) return
    if (this.#waiting.length < this.#itemsUnderWay / 2) return
    this.#isStarting = true
    // Once everything that came in together has been read, so that it leaves together.
    setImmediate(() => {
      this.#isStarting = false
      const batch = this.#next()
      if (batch.length > 0) void this.#work(batch)
      this.#start()
    })
  }

  async #work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#underWay++
    this.#itemsUnderWay += batch.length
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${results.length} results`)
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (batch.length > 1 && wasRefused(error)) await this.#runSingly(batch)
      else for (const { reject } of batch) reject(error)
    }
    for (const { name } of batch) if (name !== undefined) this.#names.delete(name)
    this.#underWay--
    this.#itemsUnderWay -= batch.length
    this.#start()
  }

  async #runSingly(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const { item, resolve, reject } of batch) {
      await this.#run([item]).then(([result]) => resolve(result as Result), reject)
    }
  }

  #next(): Waiting<Item, Result>[] {
    if (!this.#serializedBy) return this.#waiting.splice(0, this.#maxSize)
    const batch: Waiting<Item, Result>[] = []
    const later: Waiting<Item, Result>[] = []
    const passed = new Set<string>()
    for (const each of this.#waiting) {
      const { name } = each
      const goes = batch.length < this.#maxSize && (name === undefined || (!this.#names.has(name) && !passed.has(name)))
      const place = goes ? batch : later
      place.push(each)
      const names = goes ? this.#names : passed
      if (name !== undefined) names.add(name)
    }
    this.#waiting = later
    return batch
  }
}

/** A code of SQL, and not one of the operating system (EPIPE has five letters too). */
const sqlState = /^(\d[0-9A-Z]|P0|HV)[0-9A-Z]{3}$/
/** Lost connections, shutdowns and failures of the system: the transaction may have been committed all the same. */
const silence = /^(08|57|58)/

/** True when PostgreSQL itself said no to a statement: nothing of its transaction happened. */
export function wasRefused(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && sqlState.test(code) && !silence.test(code)
}
