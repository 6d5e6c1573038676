import { expect, test } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { batcher, gatheredById, wasRefused, type BatchOptions } from '#server/platform/batch/batch.ts'

const database = {}

/** Doubles numbers, keeps every batch it was given, and waits until it is let go on. */
function doubling(options: BatchOptions<number>, refuse: (items: number[]) => void = () => {}) {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const double = batcher(async (_on: object, items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => gates.push(resolve))
    refuse(items)
    return items.map((item) => item * 2)
  }, options)
  return {
    batches,
    ask: (item: number, on = database) => double(on, item),
    letGo: async () => {
      await nextTurn()
      gates.shift()?.()
      await nextTurn()
    },
  }
}

test('what arrives while a batch is under way forms the next one, and everybody gets their own answer', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 3 })
  const first = ask(1)
  await nextTurn()
  const rest = Promise.all([2, 3, 4, 5].map((item) => ask(item)))
  await letGo()
  expect(await first).toBe(2)
  await letGo()
  await letGo()
  expect(await rest).toEqual([4, 6, 8, 10])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('items that must stay apart follow one another in the order of their arrival', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 10, serializedBy: (item) => String(item % 10) })
  const all = Promise.all([1, 11, 2, 21, 12].map((item) => ask(item)))
  await letGo()
  await letGo()
  await letGo()
  expect(await all).toEqual([2, 22, 4, 42, 24])
  expect(batches).toEqual([[1, 2], [11, 12], [21]])
})

test('a name is asked for once: what is called anew each time waits for nobody, and nothing is left of it', async () => {
  let asked = 0
  const { ask, batches, letGo } = doubling({ maxSize: 10, serializedBy: (item) => (item === 3 ? undefined : `${item % 10} ${asked++}`) })
  const all = Promise.all([1, 11, 3, 3].map((item) => ask(item)))
  await letGo()
  expect(await all).toEqual([2, 22, 6, 6])
  expect(batches).toEqual([[1, 11, 3, 3]])
  expect(asked).toBe(2)
})

test('two batches at once, and still no two items of one name', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 10, concurrency: 2, serializedBy: (item) => String(item % 10) })
  const first = ask(1)
  await nextTurn()
  const rest = Promise.all([2, 11, 12].map((item) => ask(item)))
  await nextTurn()
  expect(batches).toEqual([[1], [2]])
  for (let n = 0; n < 4; n++) await letGo()
  expect([await first, await rest]).toEqual([2, [4, 22, 24]])
  expect(batches).toEqual([[1], [2], [11], [12]])
})

test('beside a batch under way a few wait until it is back, and many set off at once', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 10, concurrency: 2 })
  const first = ask(1)
  await nextTurn()
  await letGo()
  await first
  const many = Promise.all([1, 2, 3, 4, 5, 6].map((item) => ask(item)))
  await nextTurn()
  const few = Promise.all([7, 8].map((item) => ask(item)))
  await nextTurn()
  expect(batches.slice(1)).toEqual([[1, 2, 3, 4, 5, 6]])
  const third = ask(9)
  await nextTurn()
  expect(batches.slice(2)).toEqual([[7, 8, 9]])
  const lonely = ask(10)
  await letGo()
  await letGo()
  await letGo()
  expect([await many, await few, await third, await lonely]).toEqual([[2, 4, 6, 8, 10, 12], [14, 16], 18, 20])
})

test('an item cannot overtake an earlier one of its name that did not fit', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 1, serializedBy: (item) => String(item % 10) })
  const all = Promise.all([1, 2, 12, 22].map((item) => ask(item)))
  for (let n = 0; n < 4; n++) await letGo()
  await all
  expect(batches.flat()).toEqual([1, 2, 12, 22])
})

const refused = Object.assign(new Error('violates a check'), { code: '23514' })

test('one bad item fails alone: a refused batch is tried again one by one', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 10 }, (items) => {
    if (items.includes(13)) throw refused
  })
  const all = Promise.allSettled([12, 13, 14].map((item) => ask(item)))
  for (let n = 0; n < 4; n++) await letGo()
  expect(await all).toMatchObject([{ value: 24 }, { reason: { message: 'violates a check' } }, { value: 28 }])
  expect(batches).toEqual([[12, 13, 14], [12], [13], [14]])
})

test('a batch that may have happened is never tried again, and the queue goes on after it', async () => {
  let isLost = true
  const { ask, batches, letGo } = doubling({ maxSize: 10 }, () => {
    if (isLost) throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  })
  const lost = Promise.allSettled([1, 2].map((item) => ask(item)))
  await letGo()
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isLost = false
  const next = ask(3)
  await letGo()
  expect(await next).toBe(6)
  expect(batches).toEqual([[1, 2], [3]])
})

test('each database has its own batches', async () => {
  const { ask, batches, letGo } = doubling({ maxSize: 10 })
  const all = Promise.all([ask(1), ask(2, {})])
  await letGo()
  await letGo()
  expect(await all).toEqual([2, 4])
  expect(batches).toEqual([[1], [2]])
})

test('only PostgreSQL saying no to a statement counts as refused', () => {
  expect(['23505', '40P01', '22003', 'P0001'].every((code) => wasRefused({ code }))).toBe(true)
  expect(['57P01', '08006', 'XX000', 'ECONNRESET', 'EPIPE', undefined].some((code) => wasRefused({ code }))).toBe(false)
  expect(wasRefused(undefined) || wasRefused(new Error('Connection terminated'))).toBe(false)
})

test('look-ups of the same moment are one question, and each hears of its own ids only; a transaction asks for itself', async () => {
  const asked: string[][] = []
  const find = gatheredById(
    async (_db, ids) => {
      asked.push([...ids])
      return ids.filter((id) => id !== 'gone').map((id) => ({ id }))
    },
    ({ id }) => id,
  )
  const on = {} as never
  const found = await Promise.all([find(on, ['a', 'b']), find(on, ['b', 'gone']), find(on, [])])
  expect(asked).toEqual([['a', 'b', 'gone']])
  expect(found.map((each) => [...each.keys()])).toEqual([['a', 'b'], ['b'], []])
  const tx = { run: () => {} } as never
  await Promise.all([find(tx, ['a']), find(tx, ['b'])])
  expect(asked.slice(1)).toEqual([['a'], ['b']])
})
