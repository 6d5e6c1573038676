import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, buying, follow, member, openHouse, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'
import { forgetOld } from '#server/talk/notifications/queries.ts'
import { sweepMessages, tellOfEnds } from '#server/talk/notifications/sweeping.ts'
import { centre, hear, hearTwice, texts, unread } from '#server/talk/notifications/testing.ts'
import * as requests from '#server/talk/requests/requests.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let staff: Member
let close: () => Promise<void>
let lan: Member
let mei: Member
beforeAll(async () => {
  ;({ db, clock, staff, close } = await openHouse())
  await review(db, 'after')
  // Looks from here on, before a clock is moved: messages are found by the time in their ids.
  await sweepMessages(db)
})
afterAll(() => close())
beforeEach(async () => {
  lan = await named('Lan', await member(db, 'performer'))
  mei = await named('Mei', await member(db, 'user', { balance: 100_000 }))
})

async function named(name: string, who: Member): Promise<Member> {
  await db.transaction((tx) => tx.run(sql`update accounts.accounts set name = ${name} where id = ${who.accountId}`))
  return who
}

const actor = (viewer: Member) => ({ viewer, country: undefined })
const publish = (draft: feeds.Draft = {}) =>
  db.transaction((tx) => feeds.publish(tx, lan.accountId, { type: draft.media ? 'photo' : 'text', text: 'Lanterns', ...draft }))
const sold = async (text: string, price = 3_00) => publish({ text, media: [await picture(db, lan)], audience: 'ppv', price })
const comment = (who: Member, objectId: string, objectType: 'feed' | 'comment' = 'feed') =>
  db.transaction((tx) => comments.write(tx, { viewer: who, country: undefined }, { objectId, objectType }, 'How lovely.'))
const read = (who: Member, which: { ids?: string[]; to?: string } = {}) =>
  db.transaction((tx) => notifications.markRead(tx, who.accountId, which))

test('ten comments under one post are one notice that counts, in the language of whoever reads', async () => {
  const post = await publish({ text: 'Lanterns' })
  for (let each = 0; each < 10; each++) await comment(mei, post)
  await hear(db)
  expect(await centre(db, lan)).toMatchObject([
    { kind: 'comment', count: 10, text: '“Lanterns” has 10 new comments', path: `/posts/${post}`, isRead: false, actor: { name: 'Mei' } },
  ])
  expect(await texts(db, lan, 'zh-TW')).toEqual(['「Lanterns」有10則新留言'])
  expect(await unread(db, lan)).toBe(1)
})

test('what happens after it was read is a new notice, and what was read is not unread again', async () => {
  const post = await publish()
  await comment(mei, post)
  await hear(db)
  await read(lan)
  expect(await unread(db, lan)).toBe(0)
  await comment(mei, post)
  await hear(db)
  expect((await centre(db, lan)).map(({ isRead, count }) => [isRead, count])).toEqual([
    [false, 1],
    [true, 1],
  ])
})

test('a fact that is heard twice counts once', async () => {
  await buying(db, mei, await sold('Neon'))
  await hearTwice(db)
  expect(await centre(db, lan)).toMatchObject([{ kind: 'sale', count: 1, text: 'Mei unlocked “Neon” for 3 tokens' }])
})

test('sales of one work are summed', async () => {
  const work = await sold('Neon')
  const ming = await member(db, 'user', { balance: 10_000 })
  for (const who of [mei, ming]) await buying(db, who, work)
  await hear(db)
  expect(await texts(db, lan)).toEqual(['“Neon” was unlocked 2 times, 6 tokens in all'])
})

test('a tip says who gave it, and an anonymous one does not', async () => {
  const tip = (isAnonymous: boolean) =>
    db.transaction((tx) => earnings.tip(tx, mei, undefined, { performerId: lan.accountId, amount: 20_00, message: '', isAnonymous }))
  await tip(true)
  await hear(db)
  expect(await texts(db, lan)).toEqual(['Somebody tipped you 20 tokens anonymously'])
  expect(JSON.stringify(await centre(db, lan))).not.toContain(mei.username)
  for (let each = 0; each < 2; each++) await tip(false)
  await hear(db)
  expect(await texts(db, lan)).toEqual(['Mei tipped you 2 times, 40 tokens in all', 'Somebody tipped you 20 tokens anonymously'])
})

test('whoever is answered hears of the reply, and not that somebody commented; nobody hears of themselves', async () => {
  const post = await publish()
  const first = await comment(mei, post)
  await comment(lan, first, 'comment')
  await comment(lan, post)
  await hear(db)
  expect(await texts(db, mei)).toEqual(['Lan replied to your comment'])
  expect(await texts(db, lan)).toEqual(['Mei commented on “Lanterns”'])
})

test('followers and subscribers hear of a new work, once, and those apart by a block do not', async () => {
  const [ming, yu] = [await member(db, 'user'), await member(db, 'user')]
  for (const who of [mei, ming]) await follow(db, who, lan)
  await subscribe(db, mei, lan, new Date(db.now.getTime() + 30 * 86_400_000))
  await subscribe(db, yu, lan, new Date(db.now.getTime() + 30 * 86_400_000))
  await block(db, ming, lan)
  const post = await publish({ text: 'Lanterns' })
  await hearTwice(db)
  expect(await centre(db, mei)).toMatchObject([{ kind: 'post', count: 1, text: 'Lan published “Lanterns”', path: `/posts/${post}` }])
  expect(await texts(db, yu)).toEqual(['Lan published “Lanterns”'])
  expect(await texts(db, ming)).toEqual([])
  await publish({ text: 'More lanterns' })
  await hear(db)
  expect(await centre(db, mei)).toMatchObject([{ text: 'Lan published 2 new works', path: `/${lan.username}` }])
})

test('whoever follows, answers or buys hears of it and decides how, a creator and staff like a fan', async () => {
  const kinds = ['post', 'reply', 'order'] as const
  for (const who of [await member(db, 'performer'), await member(db, 'staff')]) {
    await follow(db, who, lan)
    const post = await publish({ text: 'Lanterns' })
    const asked = await comment(who, post)
    await comment(mei, asked, 'comment')
    await hear(db)
    expect((await centre(db, who)).map(({ kind }) => kind).toSorted()).toEqual(['post', 'reply'])
    await db.transaction((tx) =>
      notifications.prefer(tx, who.accountId, { kinds: kinds.map((kind) => ({ kind, inApp: false, email: 'off', push: false })) }),
    )
    await publish({ text: 'More lanterns' })
    await hear(db)
    expect(await texts(db, who)).toEqual([])
  }
})

test('of a work that does not open for its reader no word is said, and of one that does its title is', async () => {
  const yu = await member(db, 'user')
  for (const who of [mei, yu]) await follow(db, who, lan)
  await subscribe(db, yu, lan, new Date(db.now.getTime() + 30 * 86_400_000))
  await publish({ text: 'Behind the curtain', audience: 'subscription', media: [await picture(db, lan)] })
  await hear(db)
  expect(await texts(db, mei)).toEqual(['Lan published something new'])
  expect(await texts(db, yu)).toEqual(['Lan published “Behind the curtain”'])
  const work = await sold('Neon')
  await hear(db)
  expect(JSON.stringify(await centre(db, mei))).not.toMatch(/Neon|curtain/)
  expect(work).toBeTruthy()
})

test('a work of somebody whom a block parts from its reader by now is not told of any more, nor counted', async () => {
  await follow(db, mei, lan)
  await publish()
  await hear(db)
  expect(await unread(db, mei)).toBe(1)
  await block(db, mei, lan)
  expect([await unread(db, mei), await texts(db, mei)]).toEqual([0, []])
})

test('a thousand and one followers are told batch by batch, each once, also when the job is begun again', async () => {
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into accounts.accounts (role, name, username, email, created_at)
      select 'user', 'Fan', 'crowd' || n, 'crowd' || n || '@stagedoor.example', ${tx.now} from generate_series(1, 1001) n`)
    await tx.run(sql`
      insert into follows.follows (fan_id, performer_id, created_at)
      select id, ${lan.accountId}::uuid, ${tx.now} from accounts.accounts where username like 'crowd%'`)
  })
  await publish()
  await hearTwice(db)
  const told = () =>
    db.one<{ all: number; most: number }>(sql`
      select count(*) as all, max(n.count) as most from notifications.notices n join accounts.accounts a on a.id = n.account_id where a.username like 'crowd%'`)
  expect(await told()).toEqual({ all: 1001, most: 1 })
})

test('decisions of staff are told to whose work it is, and the last one stands', async () => {
  await review(db, 'before')
  const post = await publish({ text: 'Lanterns' })
  await db.transaction((tx) => works.approve(tx, post, staff.accountId))
  await hear(db)
  expect(await centre(db, lan)).toMatchObject([{ kind: 'review', text: '“Lanterns” was approved', path: `/creator/posts/${post}` }])
  expect(JSON.stringify(await centre(db, lan))).not.toContain(staff.username)
  await db.transaction((tx) => works.takeDown(tx, post, staff.accountId, 'A street sign.'))
  await hear(db)
  expect(await texts(db, lan)).toEqual(['Staff took “Lanterns” down. Why, and how to object, is in the e-mail we sent you'])
  await review(db, 'after')
})

test('a subscription that does not renew is told of once, three days before its end', async () => {
  await subscribe(db, mei, lan, new Date(db.now.getTime() + 4 * 86_400_000))
  expect(await tellOfEnds(db)).toBe(0)
  clock.advance({ days: 1, hours: 2 })
  await tellOfEnds(db)
  await tellOfEnds(db)
  expect(await centre(db, mei)).toMatchObject([{ kind: 'subscription', count: 1, path: '/subscriptions' }])
  expect((await texts(db, mei))[0]).toMatch(/^Your subscription to Lan ends on /)
})

test('messages that lie unread are one notice that says how many; what is read in the thread is read here', async () => {
  await follow(db, mei, lan)
  const id = await db.transaction((tx) => messaging.begin(tx, actor(lan), { source: 'user', sourceId: mei.accountId }))
  const write = (text: string) => messaging.send(db, actor(lan), id, { text })
  await write('Hello')
  expect(await sweepMessages(db)).toBe(0)
  await write('Are you there?')
  clock.advance({ minutes: 2 })
  expect(await sweepMessages(db)).toBe(1)
  expect(await sweepMessages(db)).toBe(0)
  expect(await centre(db, mei)).toMatchObject([{ kind: 'message', text: 'Lan sent you 2 messages', path: `/messages/${id}`, count: 2 }])
  await write('Well then')
  clock.advance({ minutes: 2 })
  await sweepMessages(db)
  expect(await texts(db, mei)).toEqual(['Lan sent you 3 messages'])
  await messaging.markReadWhole(db, mei.accountId, id)
  expect(await unread(db, mei)).toBe(0)
  expect(await centre(db, mei)).toMatchObject([{ isRead: true }])

  await write('And one more')
  await db.transaction((tx) => messaging.arrange(tx, actor(mei), id, { isMuted: true }))
  clock.advance({ minutes: 2 })
  expect(await sweepMessages(db)).toBe(0)
})

const toAll = (tx: Tx, fan: Member, text: string) =>
  messaging.writeToMany(tx, { performerId: lan.accountId, author: 'person', campaignId: crypto.randomUUID() }, [
    { fanId: fan.accountId, text },
  ])

test('whatever kind of message was said last, what is said after it is told', async () => {
  await subscribe(db, mei, lan, new Date(db.now.getTime() + 30 * 86_400_000))
  const id = await db.transaction((tx) => messaging.begin(tx, actor(mei), { source: 'performer', sourceId: lan.accountId }))
  await db.transaction((tx) => tx.run(sql`update profiles.performers set takes_requests = true where account_id = ${lan.accountId}`))
  const kinds: Record<string, () => Promise<unknown>> = {
    tip: () => messaging.send(db, actor(mei), id, { type: 'tip', amount: 10 }),
    'photo of a performer': async () => messaging.send(db, actor(lan), id, { fileIds: [await picture(db, lan)] }),
    'photo of a fan': async () => messaging.send(db, actor(mei), id, { fileIds: [await picture(db, mei)] }),
    request: () => db.transaction((tx) => requests.ask(tx, actor(mei), { performerId: lan.accountId, text: 'A song' })),
    'mass message': () => db.transaction((tx) => toAll(tx, mei, 'To all')),
    line: () => messaging.send(db, actor(lan), id, { text: 'To you' }),
  }
  for (const [kind, say] of Object.entries(kinds)) {
    await say()
    clock.advance({ minutes: 2 })
    await sweepMessages(db)
    await messaging.markReadWhole(db, mei.accountId, id)
    await messaging.send(db, actor(lan), id, { text: `after a ${kind}` })
    clock.advance({ minutes: 2 })
    expect(await sweepMessages(db), kind).toBe(1)
  }
})

test('what is written long before its commit is told after it, and what is younger than what comes behind it in its time', async () => {
  const jun = await named('Jun', await member(db, 'user'))
  for (const fan of [mei, jun]) await subscribe(db, fan, lan, new Date(db.now.getTime() + 30 * 86_400_000))
  const id = await db.transaction((tx) => messaging.begin(tx, actor(lan), { source: 'user', sourceId: jun.accountId }))
  await db.transaction(async (tx) => {
    await toAll(tx, mei, 'Slow')
    await messaging.send(db, actor(lan), id, { text: 'Fast' })
    clock.advance({ minutes: 2 })
    await sweepMessages(db)
  })
  await sweepMessages(db)
  expect([await unread(db, mei), await unread(db, jun)]).toEqual([1, 1])
  for (const fan of [mei, jun]) await read(fan, { to: new Date(Date.parse('9999-01-01')).toISOString() })

  // The clock of the one that began first is the older one, the id of the other one.
  await db.transaction(async (tx) => {
    clock.advance({ seconds: 90 })
    await messaging.send(db, actor(lan), id, { text: 'Young' })
    await toAll(tx, mei, 'Old')
  })
  clock.advance({ seconds: 40 })
  await sweepMessages(db)
  clock.advance({ seconds: 60 })
  await sweepMessages(db)
  expect([await unread(db, mei), await unread(db, jun)]).toEqual([1, 1])
})

test('a mass message is a kind of its own: whoever wants none hears of what was written to them alone', async () => {
  await follow(db, mei, lan)
  const id = await db.transaction((tx) => messaging.begin(tx, actor(lan), { source: 'user', sourceId: mei.accountId }))
  const toMany = async (text: string) => {
    const to = { performerId: lan.accountId, author: 'person' as const, campaignId: crypto.randomUUID() }
    await db.transaction((tx) => messaging.writeToMany(tx, to, [{ fanId: mei.accountId, text }]))
  }
  await toMany('To all of you')
  await messaging.send(db, actor(lan), id, { text: 'And to you' })
  clock.advance({ minutes: 2 })
  await sweepMessages(db)
  expect((await texts(db, mei)).toSorted()).toEqual(['Lan sent you a message', 'Lan wrote to their fans'])
  await messaging.markReadWhole(db, mei.accountId, id)
  expect(await unread(db, mei)).toBe(0)
  const prefers = [{ kind: 'campaign' as const, inApp: false, email: 'off' as const, push: false }]
  await db.transaction((tx) => notifications.prefer(tx, mei.accountId, { kinds: prefers }))
  await toMany('Once more')
  clock.advance({ minutes: 2 })
  await sweepMessages(db)
  expect(await unread(db, mei)).toBe(0)
})

test('one reads one’s own notices only, these or all until a moment', async () => {
  const post = await publish()
  await comment(mei, post)
  await hear(db)
  const [notice] = await centre(db, lan)
  await read(mei, { ids: [notice!._id] })
  expect(await unread(db, lan)).toBe(1)
  await read(lan, { to: new Date(Date.parse(notice!.createdAt) - 1000).toISOString() })
  expect(await unread(db, lan)).toBe(1)
  await read(lan, { ids: [notice!._id] })
  expect(await unread(db, lan)).toBe(0)
})

test('a notice is gone when its time is over', async () => {
  await comment(mei, await publish())
  await hear(db)
  expect(await unread(db, lan)).toBe(1)
  clock.advance({ days: 200 })
  await db.transaction(forgetOld)
  expect(await centre(db, lan)).toEqual([])
  expect(await db.many(sql`select from notifications.notices where account_id = ${lan.accountId}`)).toEqual([])
})

test('what its reader does not want in the centre is not there, and comes back when they do', async () => {
  const post = await publish()
  await comment(mei, post)
  await hear(db)
  const wants = (inApp: boolean) => db.transaction((tx) => notifications.prefer(tx, lan.accountId, { kinds: [{ kind: 'comment', inApp }] }))
  await wants(false)
  expect([await unread(db, lan), await texts(db, lan)]).toEqual([0, []])
  await wants(true)
  expect(await unread(db, lan)).toBe(1)
})
