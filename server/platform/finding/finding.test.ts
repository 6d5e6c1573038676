import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#server/platform/clock/clock.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import * as finding from '#server/platform/finding/finding.ts'
import * as queries from '#server/platform/finding/queries.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

const clock = movableClock()
let db: Database
beforeAll(async () => void (db = connect({ connection: await cloneDatabase(), clock })))
afterAll(() => db.close())

let collection = 'aa'
/** Each test looks into a collection of its own. */
const fresh = () =>
  (collection = `t${randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 12)}ab`)

async function add(name: string, { body = '', tags = [] as string[], id = randomUUID() as string } = {}): Promise<string> {
  clock.advance({ seconds: 1 })
  await db.transaction((tx) => finding.put(tx, { collection, id, at: tx.now, names: [name], body, tags }))
  return id
}

const everything = async (ids: readonly string[]) => new Set(ids)
const find = async (query: string, { limit = 20, offset = 0, allow = everything } = {}) =>
  finding.find(db, { collection, query, limit, offset, allow })
const ids = async (query: string) => (await find(query)).ids

test('Chinese and Latin names are found by parts, newest first', async () => {
  fresh()
  const rain = await add('雨宮夜')
  const night = await add('夜市的燈', { body: 'lanterns at the market' })
  expect(await ids('夜')).toEqual([night, rain])
  expect(await ids('夜市')).toEqual([night])
  expect(await ids('Lanterns')).toEqual([night])
  expect(await ids('雨宮夜 lanterns')).toEqual([])
})

test.each(['midnigth', 'midnigt', 'midniight', 'nidnight', 'Midnight', 'midn'])(
  'one wrong letter is forgiven: %s finds Midnight',
  async (query) => {
    fresh()
    const id = await add('Midnight Radio')
    await add('Midsummer Lamp')
    // Two letters that changed places are two wrong ones.
    expect(await ids(query)).toEqual(query === 'midnigth' ? [] : [id])
  },
)

test.each(['雨夜', '雨宮夜', '雨公夜', '雨宮也'])(
  'one missing or wrong character is forgiven in Chinese of three: %s finds 雨宮夜',
  async (query) => {
    fresh()
    const id = await add('雨宮夜')
    await add('小滿')
    expect(await ids(query)).toEqual([id])
  },
)

test('two wrong letters, and a wrong letter in a short word, are not forgiven', async () => {
  fresh()
  await add('Midnight Lamp')
  expect(await ids('nidnihgt')).toEqual([])
  expect(await ids('lemp')).toEqual([])
})

test('what matches exactly comes before what matches by a forgiven letter', async () => {
  fresh()
  const exact = await add('Night Market')
  const near = await add('Light Market')
  expect(await ids('night')).toEqual([exact, near])
})

test('an edit is found by its new words only, a removed document not at all, and nothing of it stays', async () => {
  fresh()
  const id = await add('Paper moon', { tags: ['folding'] })
  await add('Paper crane', { id, tags: ['folding'] })
  expect([await ids('moon'), await ids('crane'), await ids('#folding')]).toEqual([[], [id], [id]])
  await db.transaction((tx) => finding.remove(tx, collection, id))
  expect(await ids('crane')).toEqual([])
  expect(await db.one(sql`select count(*) as left from finding.postings where collection = ${collection}`)).toEqual({ left: 0 })
})

test('what the asker may not see is passed over, and the page is filled from what follows', async () => {
  fresh()
  const all: string[] = []
  for (let n = 0; n < 30; n++) all.unshift(await add(`Lamp number ${n}`))
  const allow = async (asked: readonly string[]) => new Set(asked.filter((id) => all.indexOf(id) % 2 === 0))
  const wanted = all.filter((_, n) => n % 2 === 0)
  const first = await find('lamp', { limit: 5, allow })
  expect(first).toEqual({ ids: wanted.slice(0, 5), hasMore: true })
  expect(await find('lamp', { limit: 5, offset: 10, allow })).toEqual({ ids: wanted.slice(10), hasMore: false })
})

const count = (query: string, { limit = 2, offset = 0, allow = everything } = {}) =>
  finding.findAndCount(db, { collection, query, limit, offset, allow })

test('what is found is counted whole, whichever page is asked for, and only what the asker may see', async () => {
  fresh()
  const all: string[] = []
  for (let n = 0; n < 9; n++) all.unshift(await add(`Lamp number ${n}`))
  for (const offset of [0, 4, 8, 50]) expect(await count('lamp', { offset })).toEqual({ ids: all.slice(offset, offset + 2), total: 9 })
  expect(await count('lamp', { allow: async () => new Set(all.slice(0, 3)) })).toMatchObject({ total: 3 })
  expect(await count('lmap')).toMatchObject({ total: 0 })
})

test('more than 10,000 are found: that many are counted, and that there are more is said', async () => {
  fresh()
  const many = (term: string, from: number, to: number) =>
    db.transaction((tx) =>
      tx.run(sql`
        insert into finding.postings (collection, term, at, id)
        select ${collection}, ${term}, '2026-01-01'::timestamptz + n * interval '1 second', md5(n::text)::uuid from generate_series(${from}::int, ${to}::int) n`),
    )
  await many('harbour', 1, 10_000)
  expect(await count('harbour')).toMatchObject({ total: 10_000 })
  await many('harbour', 10_001, 10_001)
  expect(await count('harbour')).toMatchObject({ total: 10_000, totalIsCapped: true })
  // Two words that are common and seldom meet: what was read is counted, and that it was not all is said.
  await many('lantern', 5_000, 30_000)
  expect(await count('harbour lantern')).toEqual({ ids: [], total: 0, totalIsCapped: true })
  await many('harbour', 29_999, 30_001)
  expect(await count('harbour lantern')).toMatchObject({ total: 2, totalIsCapped: true })
})

test('collections do not see one another', async () => {
  const here = fresh()
  await add('Lantern')
  fresh()
  expect(await ids('lantern')).toEqual([])
  collection = here
  expect(await ids('lantern')).toHaveLength(1)
})

test('the same letter twice or a word with a quote is only text', async () => {
  fresh()
  const id = await add("O'Brien; drop table 夜夜夜")
  expect(await ids("o'brien")).toEqual([id])
  expect(await ids('夜夜夜')).toEqual([id])
})

test('two words that occur but never together find nothing, and neither is taken for another word', async () => {
  fresh()
  await add('Night Market')
  await add('Light Station')
  expect(await ids('night station')).toEqual([])
  expect(await ids('nigth market')).toEqual([])
  expect(await ids('nighd market')).toHaveLength(1)
})

test('the rarest word leads: a common one is counted no further than it takes, one that nobody wrote not at all', async () => {
  fresh()
  for (let n = 0; n < 5; n++) await add(`Lamp number ${n}`)
  await add('Quetzal lamp')
  expect(await queries.byRarity(db, collection, ['lamp', 'nobody', 'quetzal'])).toEqual([
    { term: 'nobody', documents: 0 },
    { term: 'quetzal', documents: 1 },
    { term: 'lamp', documents: 6 },
  ])
})

test('where both words are common, all that have both are found, newest first, also among many of one instant', async () => {
  const here = fresh()
  const documents = Array.from({ length: 1000 }, (_, n) => ({
    id: randomUUID() as string,
    // A stretch of 250 came in at one instant, as an import does: more than one reading takes.
    at: new Date(clock.now().getTime() + (n >= 300 && n < 550 ? 300_000 : n * 1000)),
    name: n % 3 === 0 ? 'Velvet station' : n % 2 === 0 ? 'Velvet' : 'Station',
  }))
  await db.transaction(async (tx) => {
    for (const { id, at, name } of documents) await finding.put(tx, { collection: here, id, at, names: [name], body: '', tags: [] })
  })
  const wanted = documents
    .filter(({ name }) => name === 'Velvet station')
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
  expect((await queries.byRarity(db, here, ['velvet', 'station'])).map(({ documents: count }) => count)).toEqual([300, 300])
  expect((await find('velvet station', { limit: 1000 })).ids).toEqual(wanted)
  expect(await find('station velvet', { limit: 20, offset: 180 })).toMatchObject({ ids: wanted.slice(180, 200), hasMore: true })
})
