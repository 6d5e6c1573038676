import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listShown, type Reader } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, newCast, openHouse } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Filter } from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member } from '#server/platform/http/viewer.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let creator: Member
let fan: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, clock, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const list = (filter: Omit<Filter, 'kind'>, window = { limit: 20, offset: 0 }) =>
  listShown(db, { viewer: fan }, { kind: 'feed', ...filter }, window)

test('what may not be looked for is refused in every list of works, a creator’s own page too (COMPLIANCE.md 8)', async () => {
  const [term = ''] = (await settings.current(db)).prohibitedTerms
  for (const creatorId of [undefined, creator.accountId]) {
    await expect(list({ creatorId, text: `An ${term}` })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'q' }] })
    await expect(list({ creatorId, tag: term })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'tag' }] })
  }
})

test('the popular list has every work: the most liked first, then the unliked, newest first; turned round, all the other way', async () => {
  const publish = async (text: string) => {
    clock.advance({ minutes: 1 })
    return db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: 'text', text }))
  }
  const react = (by: Member, targetId: string, how = reactions.react) =>
    db.transaction((tx) => how(tx, { by: by.accountId, targetId, targetKind: 'feed', action: 'like' }))
  const [quiet, liked, loved, regretted, newest] = [
    await publish('quiet'),
    await publish('liked'),
    await publish('loved'),
    await publish('regretted'),
    await publish('newest'),
  ]
  const other = await member(db, 'user')
  for (const [by, id] of [
    [fan, liked],
    [fan, loved],
    [other, loved],
    [fan, regretted],
  ] as const) {
    await react(by, id)
  }
  await db.transaction(reactions.fold)
  await react(fan, regretted, reactions.unreact)
  await db.transaction(reactions.fold)
  const order = [loved, liked, newest, regretted, quiet]
  for (const creatorId of [undefined, creator.accountId]) {
    const popular = async (sort?: 'asc' | 'desc', window?: { limit: number; offset: number }) =>
      (await list({ creatorId, sortBy: 'popular', sort }, window)).ids
    expect(await popular()).toEqual(order)
    expect(await popular('asc')).toEqual(order.toReversed())
    expect(await popular('desc', { limit: 2, offset: 1 })).toEqual(order.slice(1, 3))
  }
  const own = await works.own(db, creator.accountId, { kind: 'feed', sortBy: 'totalLike' }, { limit: 2, offset: 0 })
  expect(own.ids).toEqual([loved, liked])
})

test('lists of works keep to whole days, both included: of publishing, and in a creator’s own of making', async () => {
  clock.advance({ days: 2 })
  const day = (shift: number) => new Date(db.now.getTime() + shift * 86_400_000).toISOString().slice(0, 10)
  const first = await db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: 'text', text: 'Sunday lantern' }))
  const from = day(0)
  clock.advance({ days: 1 })
  const second = await db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: 'text', text: 'Monday lantern' }))
  for (const filter of [{ creatorId: creator.accountId }, { text: 'lantern' }, {}]) {
    const ids = async (days: { fromDate?: string; toDate?: string }) => (await list({ ...filter, ...days })).ids
    expect(await ids({ fromDate: from })).toEqual([second, first])
    expect(await ids({ fromDate: from, toDate: from })).toEqual([first])
    expect(await ids({ fromDate: day(0), toDate: day(0) })).toEqual([second])
    expect(await ids({ fromDate: day(1) })).toEqual([])
  }
  const own = await works.own(db, creator.accountId, { kind: 'feed', fromDate: from, toDate: from }, { limit: 9, offset: 0 })
  expect(own).toEqual({ ids: [first], total: 1 })
})

/** Published works of this creator, by hand: an hour apart, the last one an hour ago. */
const publishMany = (by: Member, kind: string, count: number) =>
  db.transaction((tx) =>
    tx.run(sql`
      insert into works.works (kind, medium, creator_id, audience, state, title, published_at, created_at, updated_at)
      select ${kind}, 'photo', ${by.accountId}, 'free', 'active', 'Work ' || n, ${tx.now}::timestamptz - n * interval '1 hour', ${tx.now}, ${tx.now}
      from generate_series(1, ${count}::int) n`),
  )

test('whichever page of galleries, videos, products or posts is read, the total is of all that the reader may know of', async () => {
  for (const kind of ['feed', 'gallery', 'video', 'product'] as const) {
    const before = (await listShown(db, { viewer: fan }, { kind }, { limit: 1, offset: 0 })).total
    const other = await member(db, 'performer')
    await publishMany(creator, kind, 7)
    await publishMany(other, kind, 4)
    const total = async (reader: Reader, filter: Partial<Filter>, window = { limit: 1, offset: 0 }) => {
      const { ids: _, ...count } = await listShown(db, reader, { kind, ...filter }, window)
      return count
    }
    for (const window of [
      { limit: 1, offset: 0 },
      { limit: 100, offset: 0 },
      { limit: 2, offset: 6 },
      { limit: 2, offset: 5000 },
    ]) {
      expect(await total({ viewer: fan }, {}, window)).toEqual({ total: before + 11 })
      expect(await total({ viewer: fan }, { creatorId: other.accountId }, window)).toEqual({ total: 4 })
      const own = await works.own(db, creator.accountId, { kind }, window)
      expect(own).toMatchObject({ total: 7 })
      expect(own).not.toHaveProperty('totalIsCapped')
    }
    await block(db, other, fan)
    await db.transaction((tx) => blocks.setCountries(tx, creator.accountId, ['JP']))
    expect(await total({ viewer: fan }, {})).toEqual({ total: before + 7 })
    expect(await total({ viewer: visitor }, {})).toEqual({ total: before + 11 })
    expect(await total({ viewer: visitor, country: 'JP' }, {})).toEqual({ total: before + 4 })
    expect(await total({ viewer: fan, country: 'JP' }, {})).toEqual({ total: before })
    const { ids } = await listShown(db, { viewer: fan }, { kind, creatorId: creator.accountId }, { limit: 2, offset: 0 })
    await asOwner(db, sql`update works.works set state = 'removed', decision_reason = 'why' where id = any(${ids})`)
    expect(await total({ viewer: fan }, {})).toEqual({ total: before + 5 })
  }
})

test('a list of more than 10,000 says that it has that many and more; one of 10,000 that it has just those', async () => {
  const wanted = { excludedId: undefined, audience: 'free' as const, kind: 'video' as const }
  const read = async (offset = 0) => {
    const { ids: _, ...count } = await listShown(db, { viewer: fan }, wanted, { limit: 20, offset })
    return count
  }
  await publishMany(creator, 'video', 10_000 - (await read()).total)
  expect(await read()).toEqual({ total: 10_000 })
  expect(await read(9_990)).toEqual({ total: 10_000 })
  await publishMany(creator, 'video', 3)
  for (const offset of [0, 9_990, 20_000]) expect(await read(offset)).toEqual({ total: 10_000, totalIsCapped: true })
})
