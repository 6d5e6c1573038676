import { afterAll, beforeAll, expect, test } from 'vitest'
import { directory as table } from '#contract/windows/directory.ts'
import { checker } from '#server/platform/http/validation.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { hears } from '#server/platform/testing/hears.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as directory from '#server/windows/directory/directory.ts'
import { handlers } from '#server/windows/directory/routes.ts'

const movable = movableClock()
let db: Database
let close: () => Promise<void>
let creator: Member
let fan: Member
beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  await review(db, 'after')
  creator = await member(db, 'performer')
  fan = await member(db, 'user')
})
afterAll(async () => {
  settings.forget()
  await close()
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
  expect(seen.stats).toEqual({
    totalFeeds: 1,
    totalPhotos: 2,
    totalVideos: 0,
    totalGalleries: 0,
    totalProducts: 0,
    totalLikes: 1,
    totalFollowers: 1,
    totalSubscribers: 1,
  })
  expect(await see(visitor, creator.accountId)).toMatchObject({ _id: creator.accountId, isFollowed: false, isSubscribed: false })
  await db.transaction(reactions.fold)
  expect((await see(fan)).stats.totalLikes).toBe(1)
})

test('whoever looks at a profile reads no password, address or birth date on the way, and asks nothing twice', async () => {
  for (const viewer of [visitor, fan]) {
    const { statements } = await hears(() => see(viewer))
    expect(statements.filter((text) => /password|email|birth_date/.test(text))).toEqual([])
    expect([statements.length, new Set(statements).size]).toEqual([10, 10])
  }
})

test('the likes of a profile are those of what it shows now: not of what has run out or is still to come', async () => {
  const liked = await member(db, 'performer')
  const [shown, over, toCome] = await Promise.all(
    ['Now', 'Over', 'Later'].map((text) => db.transaction((tx) => feeds.publish(tx, liked.accountId, { type: 'text', text }))),
  )
  for (const targetId of [shown!, over!, toCome!])
    await db.transaction((tx) => reactions.react(tx, { by: fan.accountId, targetId, targetKind: 'feed', action: 'like' }))
  const at = (minutes: number) => new Date(db.now.getTime() + minutes * 60_000)
  await db.transaction((tx) => tx.run(sql`update works.works set published_at = ${at(-9)}, expires_at = ${at(-1)} where id = ${over!}`))
  await db.transaction((tx) => tx.run(sql`update works.works set published_at = ${at(9)} where id = ${toCome!}`))
  expect((await see(fan, liked.username)).stats).toMatchObject({ totalFeeds: 1, totalLikes: 1 })
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
  await db.transaction((tx) => profiles.reindex(tx, hiding.accountId))
  await db.pool.query("insert into blocks.countries (performer_id, country) values ($1, 'DE')", [hiding.accountId])
  await expect(see(fan, hiding.username, 'DE')).rejects.toMatchObject(notFound)
  await expect(see(visitor, hiding.username, 'DE')).rejects.toMatchObject(notFound)
  expect((await see(visitor, hiding.username, 'TW'))._id).toBe(hiding.accountId)
  const listed = async (country: string) =>
    (await directory.search(db, { viewer: visitor, country }, { text: hiding.username }, { limit: 5, offset: 0 })).total
  expect([await listed('DE'), await listed('TW')]).toEqual([0, 1])
})

test('fans, staff, and performers who wait, were rejected or have gone are not performers to be found', async () => {
  const gone = await member(db, 'performer')
  await db.transaction((tx) => profiles.reindex(tx, gone.accountId))
  for (const state of ['pending', 'rejected', 'closed']) {
    await db.pool.query('update accounts.accounts set state = $2 where id = $1', [gone.accountId, state])
    await expect(see(fan, gone.username)).rejects.toMatchObject(notFound)
    expect((await directory.search(db, { viewer: fan }, { text: gone.username }, { limit: 5, offset: 0 })).total).toBe(0)
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

test('once the office offers no trials, nobody is shown or found with one', async () => {
  await db.pool.query('update profiles.performers set has_free_trial = true where account_id = $1', [creator.accountId])
  const found = async (isFreeSubscription: boolean) => {
    const { data } = await directory.search(db, { viewer: visitor }, { isFreeSubscription }, { limit: 50, offset: 0 })
    return data.some(({ _id }) => _id === creator.accountId)
  }
  const offering = (freeSubscriptionEnabled: boolean) => db.transaction((tx) => settings.save(tx, { freeSubscriptionEnabled }, undefined))
  expect([(await see(visitor)).isFreeSubscription, await found(true), await found(false)]).toEqual([true, true, false])
  await offering(false)
  expect([(await see(visitor)).isFreeSubscription, await found(true), await found(false)]).toEqual([false, false, true])
  await offering(true)
})

test('browse sorts and filters, and its total counts what this reader may see', async () => {
  const [cheap, dear] = [await member(db, 'performer'), await member(db, 'performer')]
  await db.pool.query("update profiles.performers set monthly_price = 300, tagline = 'zephyr nights' where account_id = $1", [
    cheap.accountId,
  ])
  await db.pool.query("update profiles.performers set monthly_price = 9900, tagline = 'ZEPHYR days' where account_id = $1", [
    dear.accountId,
  ])
  for (const { accountId } of [cheap, dear]) await db.transaction((tx) => profiles.reindex(tx, accountId))
  await follow(db, fan, dear)
  const find = async (asked: directory.Asked, viewer: Viewer = fan) => {
    const { data, total } = await directory.search(db, { viewer }, { text: 'Zephyr', ...asked }, { limit: 10, offset: 0 })
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

test('what may not be looked for is refused among performers too, in words and in tags (COMPLIANCE.md 8)', async () => {
  const [term = ''] = (await settings.current(db)).prohibitedTerms
  const find = (asked: directory.Asked) => directory.search(db, { viewer: fan }, asked, { limit: 5, offset: 0 })
  await expect(find({ text: term })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'q' }] })
  await expect(find({ tags: ['jazz', term] })).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'tags' }] })
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

test('browse narrows by every self-description of the option lists, by language, tag, and who is here now (specification.md section 3)', async () => {
  const tall = await member(db, 'performer')
  const body = {
    height: '176_178',
    weight: '61_63',
    age: '26_28',
    bodyType: 'fit',
    ethnicity: 'asian',
    size: 'medium',
    hair: 'black',
    eyes: 'brown',
    sexualOrientation: 'straight',
  }
  await db.pool.query("update profiles.performers set body = $2, languages = '{ja}', tags = '{jazz}' where account_id = $1", [
    tall.accountId,
    body,
  ])
  const find = async (asked: directory.Asked) => {
    const { data } = await directory.search(db, { viewer: visitor }, asked, { limit: 50, offset: 0 })
    return data.some(({ _id }) => _id === tall.accountId)
  }
  for (const [about, value] of Object.entries(body)) {
    expect([about, await find({ body: { [about]: [value] } })]).toEqual([about, true])
    expect([about, await find({ body: { [about]: ['something else', value] } })]).toEqual([about, true])
    expect([about, await find({ body: { [about]: ['something else'] } })]).toEqual([about, false])
  }
  expect([await find({ language: 'ja' }), await find({ language: 'de' })]).toEqual([true, false])
  expect([await find({ tags: ['#Jazz'] }), await find({ tags: ['folk', 'jazz'] }), await find({ tags: ['folk'] })]).toEqual([
    true,
    true,
    false,
  ])
  expect([await find({ isOnline: true }), await find({ isLive: true })]).toEqual([false, false])
  expect([await find({ isOnline: false }), await find({ isLive: false })]).toEqual([true, true])
  await db.transaction((tx) => accounts.openSession(tx, tall.accountId))
  expect([await find({ isOnline: true }), await find({ isOnline: false })]).toEqual([true, false])
})

test('what is on no option list is no filter of bodies, under the name that was asked by', () => {
  const call = { db, viewer: visitor } as unknown as Parameters<typeof handlers.search>[0]
  const ask = (asked: object) => () => handlers.search(call, { limit: 10, offset: 0, ...asked })
  const wrong = (...fields: string[]) =>
    expect.objectContaining({ code: 'invalid', fields: fields.map((field) => ({ field, code: 'not_an_option' })) })
  expect(ask({ height: 'bogus', eye: 'brown,purple', hair: 'black' })).toThrow(wrong('height', 'eye'))
  expect(ask({ orientation: 'x', body: 'y' })).toThrow(wrong('body', 'orientation'))
})

test('a handful to discover has neither oneself, nor whom one follows, nor whom a block hides (calls.md section 11)', async () => {
  const reader = await member(db, 'user')
  const [followed, blocking, other] = [await member(db, 'performer'), await member(db, 'performer'), await member(db, 'performer')]
  await follow(db, reader, followed)
  await block(db, blocking, reader)
  const ids = (await directory.random(db, { viewer: reader }, 100)).map(({ _id }) => _id)
  expect(ids).toContain(other.accountId)
  expect(ids).not.toContain(followed.accountId)
  expect(ids).not.toContain(blocking.accountId)
  expect((await directory.random(db, { viewer: other }, 100)).map(({ _id }) => _id)).not.toContain(other.accountId)
  expect(await directory.random(db, { viewer: reader }, 2)).toHaveLength(2)
})

test('the ranking counts subscribers, likes and sales of 30 days, stands for ten minutes, and leaves out who does not want to be in it', async () => {
  const own = connect({ connection: await cloneDatabase(), clock: movable })
  await migrateJobs(own)
  await review(own, 'after')
  const [first, second, shy] = [await member(own, 'performer'), await member(own, 'performer'), await member(own, 'performer')]
  const admirer = await member(own, 'user', { balance: 100_000 })
  await subscribe(own, admirer, first, inAMonth())
  await subscribe(own, admirer, shy, inAMonth())
  await own.pool.query('update profiles.performers set shows_in_rankings = false where account_id = $1', [shy.accountId])
  const id = await own.transaction((tx) => feeds.publish(tx, second.accountId, { type: 'text', text: 'Words' }))
  await own.transaction((tx) => reactions.react(tx, { by: admirer.accountId, targetId: id, targetKind: 'feed', action: 'like' }))
  const ranks = async (viewer: Viewer = visitor) => (await directory.top(own, { viewer }, 10)).map(({ _id, rank }) => [rank, _id])
  expect(await ranks()).toEqual([
    [1, first.accountId],
    [2, second.accountId],
  ])
  await own.transaction((tx) =>
    earnings.tip(tx, { accountId: admirer.accountId, role: 'user' }, undefined, { performerId: second.accountId, amount: 50_000 }),
  )
  expect(await ranks()).toEqual([
    [1, first.accountId],
    [2, second.accountId],
  ])
  movable.advance({ minutes: 10 })
  expect(await ranks()).toEqual([
    [1, second.accountId],
    [2, first.accountId],
  ])
  await block(own, second, admirer)
  expect(await ranks(admirer)).toEqual([[1, first.accountId]])
  await own.close()
})

test('a handful is of five to twelve (calls.md section 11)', () => {
  const ask = (limit: string) => () => checker(table.random.query, 'text')({ limit })
  for (const limit of ['4', '13']) expect(ask(limit)).toThrow(expect.objectContaining({ code: 'invalid' }))
  for (const limit of ['5', '12']) expect(ask(limit)).not.toThrow()
})
