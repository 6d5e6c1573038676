import { afterAll, beforeAll, expect, test } from 'vitest'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import { temporaryStore } from '#server/media/images/testing.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as directory from '#server/windows/directory/directory.ts'

let db: Database
let removeStore: () => Promise<void>
let creator: Member
let fan: Member
beforeAll(async () => {
  removeStore = await temporaryStore()
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  await review(db, 'after')
  creator = await member(db, 'performer')
  fan = await member(db, 'user')
})
afterAll(async () => {
  settings.forget()
  await db.close()
  await removeStore()
})

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000)
const see = (viewer: Viewer, who = creator.username, country?: string) => directory.profile(db, { viewer, country }, who)
const notFound = { code: 'not_found' }

test('a profile gathers its figures, and how the reader stands to it, by username and by id', async () => {
  const media = [await picture(db, creator), await picture(db, creator)]
  const id = await db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: 'photo', text: 'Two', media }))
  await db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: 'text', text: 'Draft', isDraft: true }))
  await follow(db, fan, creator)
  await subscribe(db, fan, creator, inAMonth())
  await db.transaction((tx) => reactions.react(tx, { by: fan.accountId, targetId: id, targetKind: 'feed', action: 'like' }))
  const seen = await see(fan)
  expect(seen).toMatchObject({ isFollowed: true, isSubscribed: true, isBlocked: false, monthlyPrice: 4.95 })
  expect(seen.stats).toEqual({ totalFeeds: 1, totalPhotos: 2, totalLikes: 1, totalFollowers: 1, totalSubscribers: 1 })
  expect(await see(visitor, creator.accountId)).toMatchObject({ _id: creator.accountId, isFollowed: false, isSubscribed: false })
  await db.transaction(reactions.fold)
  expect((await see(fan)).stats.totalLikes).toBe(1)
})

test('who blocked the reader is not found; whom the reader blocked is, so that the block can be lifted', async () => {
  const [theirs, own, both] = [await member(db, 'performer'), await member(db, 'performer'), await member(db, 'performer')]
  await block(db, theirs, fan)
  await block(db, fan, own)
  await block(db, fan, both)
  await block(db, both, fan)
  await expect(see(fan, theirs.username)).rejects.toMatchObject(notFound)
  await expect(see(fan, both.username)).rejects.toMatchObject(notFound)
  expect((await see(fan, own.username)).isBlocked).toBe(true)
  expect((await see(visitor, theirs.username)).isBlocked).toBe(false)
})

test('a performer who hides from a country is not found and not listed there (calls.md section 11)', async () => {
  const hiding = await member(db, 'performer')
  await db.pool.query("insert into blocks.countries (performer_id, country) values ($1, 'DE')", [hiding.accountId])
  await expect(see(fan, hiding.username, 'DE')).rejects.toMatchObject(notFound)
  await expect(see(visitor, hiding.username, 'DE')).rejects.toMatchObject(notFound)
  expect((await see(visitor, hiding.username, 'TW'))._id).toBe(hiding.accountId)
  const listed = async (country: string) =>
    (await directory.search(db, { viewer: visitor, country }, { q: hiding.username }, { limit: 5, offset: 0 })).total
  expect([await listed('DE'), await listed('TW')]).toEqual([0, 1])
})

test('fans, staff, and performers who wait, were rejected or have gone are not performers to be found', async () => {
  const gone = await member(db, 'performer')
  for (const state of ['pending', 'rejected', 'closed']) {
    await db.pool.query('update accounts.accounts set state = $2 where id = $1', [gone.accountId, state])
    await expect(see(fan, gone.username)).rejects.toMatchObject(notFound)
    expect((await directory.search(db, { viewer: fan }, { q: gone.username }, { limit: 5, offset: 0 })).total).toBe(0)
  }
  for (const who of [fan.username, 'nobody.here', 'me@stagedoor.example', '019a0000-0000-7000-8000-00000000dead'])
    await expect(see(fan, who)).rejects.toMatchObject(notFound)
})

test('a free trial is offered to those who never subscribed, and to no performer (calls.md section 0)', async () => {
  await db.pool.query('update profiles.performers set has_free_trial = true where account_id = $1', [creator.accountId])
  expect(await see(fan)).not.toHaveProperty('freeTrialDays')
  expect((await see(await member(db, 'user'))).freeTrialDays).toBe(1)
  expect((await see(visitor)).freeTrialDays).toBe(1)
  expect(await see(await member(db, 'performer'))).not.toHaveProperty('freeTrialDays')
})

test('browse sorts and filters, and its total counts what this reader may see', async () => {
  const [cheap, dear] = [await member(db, 'performer'), await member(db, 'performer')]
  await db.pool.query("update profiles.performers set monthly_price = 300, tagline = 'zephyr nights' where account_id = $1", [
    cheap.accountId,
  ])
  await db.pool.query("update profiles.performers set monthly_price = 9900, tagline = 'ZEPHYR days' where account_id = $1", [
    dear.accountId,
  ])
  await follow(db, fan, dear)
  const find = async (asked: directory.Search, viewer: Viewer = fan) => {
    const { data, total } = await directory.search(db, { viewer }, { q: 'Zephyr', ...asked }, { limit: 10, offset: 0 })
    return [total, ...data.map(({ _id }) => _id)]
  }
  expect(await find({ sortBy: 'price' })).toEqual([2, cheap.accountId, dear.accountId])
  expect(await find({ sortBy: 'price', sort: 'desc' })).toEqual([2, dear.accountId, cheap.accountId])
  expect(await find({ sortBy: 'popular' })).toEqual([2, dear.accountId, cheap.accountId])
  expect(await find({ gender: 'female' })).toEqual([0])
  const blocked = await member(db, 'user')
  await block(db, dear, blocked)
  expect(await find({}, blocked)).toEqual([1, cheap.accountId])
})

test('followers are listed newest first, with who of them subscribes', async () => {
  const performer = await member(db, 'performer')
  const fans = [await member(db, 'user'), await member(db, 'user')]
  for (const each of fans) {
    await follow(db, each, performer)
    // Two in the same millisecond have no order.
    await new Promise((later) => setTimeout(later, 2))
  }
  await subscribe(db, fans[0]!, performer, inAMonth())
  const { data, total } = await directory.followers(db, performer.accountId, { limit: 10, offset: 0 })
  expect(total).toBe(2)
  expect(data.map(({ user, isSubscribed }) => [user._id, isSubscribed])).toEqual([
    [fans[1]!.accountId, false],
    [fans[0]!.accountId, true],
  ])
})
