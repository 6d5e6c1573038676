// Many callers, one statement. Whatever arrived while the previous batch was under way forms the next one. There is no timer: a
// lone caller waits for nobody, and under load batches grow by themselves (docs/adr/0001).

export interface BatchOptions<Item> {
  /** A batch holds so many at most. */
  most: number
  /** Two items of the same name never share a batch: the later one waits for a next batch, in the order of arrival. */
  apart?: (item: Item) => string
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * A function for single items that does its work in batches, one batch at a time for each database (or transaction) that it is given.
 * When the database refuses a batch, its items are tried again one by one, so that a bad one fails alone. When it fell silent instead,
 * nobody knows what happened, and every item of the batch hears that.
 * @param run answers as many results as it got items, in their order
 */
export function batcher<On extends object, Item, Result>(
  run: (on: On, items: Item[]) => Promise<Result[]>,
  { most, apart }: BatchOptions<Item>,
): (on: On, item: Item) => Promise<Result> {
  const queues = new WeakMap<On, Queue<Item, Result>>()
  return (on, item) => {
    let queue = queues.get(on)
    if (!queue) queues.set(on, (queue = new Queue((items) => run(on, items), most, apart)))
    return queue.add(item)
  }
}

class Queue<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #most: number
  readonly #apart: ((item: Item) => string) | undefined
  #waiting: Waiting<Item, Result>[] = []
  #isBusy = false

  constructor(run: (items: Item[]) => Promise<Result[]>, most: number, apart: ((item: Item) => string) | undefined) {
    this.#run = run
    this.#most = most
    this.#apart = apart
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isBusy) this.#start()
    })
  }

  #start(): void {
    this.#isBusy = true
    // Once everything that came in together has been read, so that it leaves together.
    setImmediate(() => void this.#work())
  }

  async #work(): Promise<void> {
    const batch = this.#next()
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${results.length} results`)
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (batch.length > 1 && wasRefused(error)) await this.#oneByOne(batch)
      else for (const { reject } of batch) reject(error)
    }
    if (this.#waiting.length > 0) this.#start()
    else this.#isBusy = false
  }

  async #oneByOne(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const { item, resolve, reject } of batch) {
      await this.#run([item]).then(([result]) => resolve(result as Result), reject)
    }
  }

  #next(): Waiting<Item, Result>[] {
    if (!this.#apart) return this.#waiting.splice(0, this.#most)
    const [batch, later, names]: [Waiting<Item, Result>[], Waiting<Item, Result>[], Set<string>] = [[], [], new Set()]
    for (const each of this.#waiting) {
      const name = this.#apart(each.item)
      if (batch.length < this.#most && !names.has(name)) batch.push(each)
      else later.push(each)
      names.add(name)
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
