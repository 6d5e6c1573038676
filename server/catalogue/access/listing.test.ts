import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listShown } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { member, newCast, openHouse } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Filter } from '#server/catalogue/works/works.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
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
