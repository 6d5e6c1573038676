import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { countQueries } from '#server/platform/testing/count-queries.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let creator: Member
let fan: Member
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await review(db, 'after')
  fan = await member(db, 'user', { balance: 10_000 })
})
afterAll(async () => {
  settings.forget()
  await close()
})
beforeEach(async () => {
  creator = await member(db, 'performer')
})

const option = async (description: string, by = creator, expiresAt: Date | null = null) =>
  (await db.transaction((tx) => feeds.makeOption(tx, by.accountId, { description, expiresAt }))).id
const options = (...names: string[]) => Promise.all(names.map((name) => option(name)))
const publish = (draft: feeds.Draft = {}, by = creator) =>
  db.transaction((tx) => feeds.publish(tx, by.accountId, { type: draft.media ? 'photo' : 'text', text: 'Which lamp?', ...draft }))
const edit = (id: string, draft: feeds.Draft) => db.transaction((tx) => feeds.edit(tx, creator.accountId, id, draft))
const vote = (by: Member, optionId = '') => db.transaction((tx) => feeds.vote(tx, by, undefined, optionId))
const poll = async (viewer: Viewer, id: string) => (await feeds.showOne(db, { viewer }, id)).poll
const inMinutes = (n: number) => new Date(clock.now().getTime() + n * 60_000)
const notFound = { code: 'not_found' }

test('a creator asks, a fan votes once, and only those who voted see how it stands until it closes (calls.md section 3)', async () => {
  const closing = inMinutes(60)
  const [red, blue] = await options('Red', 'Blue')
  const id = await publish({ pollOptions: [blue!, red!], pollQuestion: ' Which  colour? ', pollExpiresAt: closing })
  const [other, watching] = [await member(db, 'user'), await member(db, 'user')]
  expect(await poll(fan, id)).toEqual({
    question: 'Which colour?',
    expiresAt: closing.toISOString(),
    isOver: false,
    options: [
      { _id: blue, description: 'Blue' },
      { _id: red, description: 'Red' },
    ],
  })
  await vote(fan, red)
  await vote(other, blue)
  expect(await poll(fan, id)).toMatchObject({
    totalVote: 2,
    votedId: red,
    options: [{ totalVote: 1 }, { _id: red, totalVote: 1 }],
  })
  expect(await poll(creator, id)).toMatchObject({ totalVote: 2, options: [{ totalVote: 1 }, { totalVote: 1 }] })
  expect(await poll(creator, id)).not.toHaveProperty('votedId')
  expect(JSON.stringify(await poll(watching, id))).not.toContain('totalVote')
  expect(await poll(visitor, id), 'what a free post asks is part of its words').toBeUndefined()
  clock.advance({ minutes: 61 })
  expect(await poll(watching, id)).toMatchObject({ isOver: true, totalVote: 2 })
})

test('a vote is never changed, not even by two screens at once; the counters follow exactly and survive being folded', async () => {
  const [a, b] = await options('A', 'B')
  const id = await publish({ pollOptions: [a!, b!] })
  const both = await Promise.allSettled([vote(fan, a), vote(fan, b), vote(fan, a)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(vote(fan, a)).rejects.toMatchObject({ code: 'already_voted' })
  while ((await db.transaction(reactions.fold)) > 0);
  expect(await poll(fan, id)).toMatchObject({ totalVote: 1 })
  await expect(
    db.pool.query('insert into feeds.votes (work_id, account_id, option_id, created_at) values ($1, $2, $3, now())', [
      id,
      fan.accountId,
      a,
    ]),
  ).rejects.toThrow(/one_vote_a_person/)
})

test('the database takes no vote for an option of another post', async () => {
  const [a, b, c, d] = await options('A', 'B', 'C', 'D')
  const id = await publish({ pollOptions: [a!, b!] })
  await publish({ pollOptions: [c!, d!] })
  await expect(
    db.pool.query('insert into feeds.votes (work_id, account_id, option_id, created_at) values ($1, $2, $3, now())', [
      id,
      fan.accountId,
      c,
    ]),
  ).rejects.toThrow(/the_option_is_of_this_post/)
})

test('whoever may not see the media may not vote: locked, too young, blocked; its creator looks and does not vote', async () => {
  const [a, b] = await options('A', 'B')
  await publish({ pollOptions: [a!, b!], audience: 'followers', media: [await picture(db, creator)] })
  const young = await member(db, 'user', { isAdult: false })
  const blocked = await member(db, 'user')
  for (const who of [young, blocked]) await follow(db, who, creator)
  await block(db, creator, blocked)
  await expect(vote(fan, a)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(vote(creator, a)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(vote(young, a)).rejects.toMatchObject({ code: 'birth_date_required' })
  await expect(vote(blocked, a)).rejects.toMatchObject(notFound)
  await follow(db, fan, creator)
  await vote(fan, a)
})

test('a buyer whom the creator blocked reads what they bought, and does not vote in it', async () => {
  const [a, b] = await options('A', 'B')
  const id = await publish({ pollOptions: [a!, b!], audience: 'ppv', price: 500, media: [await picture(db, creator)] })
  await db.transaction((tx) => access.buy(tx, fan, undefined, id))
  await block(db, creator, fan)
  expect((await feeds.showOne(db, { viewer: fan }, id)).canView).toBe(true)
  await expect(vote(fan, a)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('after it closed nobody votes; an option that no post took, and one of a draft, cannot be voted for', async () => {
  const [a, b, c] = await options('A', 'B', 'C')
  await publish({ pollOptions: [a!, b!], pollExpiresAt: inMinutes(1) })
  clock.advance({ minutes: 1 })
  await expect(vote(fan, a)).rejects.toMatchObject({ code: 'poll_over' })
  await expect(vote(fan, c)).rejects.toMatchObject(notFound)
  await publish({ pollOptions: [c!, await option('D')], isDraft: true })
  await expect(vote(fan, c)).rejects.toMatchObject(notFound)
})

test('a poll has two to ten options of its own making, and closes in the future', async () => {
  const [a, b] = await options('A', 'B')
  const refused = (draft: feeds.Draft, code: string, field: string) =>
    expect(publish(draft)).rejects.toMatchObject({ code, fields: [{ field, code }] })
  await refused({ pollOptions: [a!] }, 'poll_needs_options', 'pollIds')
  await refused({ pollQuestion: 'Nothing to choose?' }, 'poll_needs_options', 'pollIds')
  await refused({ pollOptions: [a!, await option('Theirs', await member(db, 'performer'))] }, 'not_found', 'pollIds')
  await refused({ pollOptions: [a!, '019a0000-0000-7000-8000-00000000dead'] }, 'not_found', 'pollIds')
  await refused({ pollOptions: [a!, b!], pollExpiresAt: new Date(0) }, 'schedule_in_past', 'pollExpiredAt')
  await publish({ pollOptions: [a!, b!] })
  await refused({ pollOptions: [a!, await option('C')] }, 'not_found', 'pollIds')
  await expect(option('  <!-- x --> ')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'description' }] })
  await expect(option('Late', creator, new Date(0))).rejects.toMatchObject({ code: 'schedule_in_past' })
  await expect(option('Far', creator, new Date('9999-01-01'))).rejects.toMatchObject({ fields: [{ field: 'expiredAt', code: 'too_far' }] })
})

test('two posts that take the same option in the same instant: one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = await options('A', 'B')
    const taken = await Promise.allSettled([publish({ pollOptions: [a!, b!] }), publish({ pollOptions: [b!, a!] })])
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('options may say when they close: the poll closes with the first, unless the post says otherwise', async () => {
  const later = await option('B', creator, inMinutes(60))
  const first = inMinutes(30)
  const [a, sooner] = [await option('A'), await option('C', creator, first)]
  expect(await poll(fan, await publish({ pollOptions: [a, later, sooner] }))).toMatchObject({ expiresAt: first.toISOString() })
})

test('until somebody voted a poll can be changed and taken away; then nothing of it changes, and the rest of the post may', async () => {
  const [a, b, c] = await options('A', 'B', 'C')
  const id = await publish({ pollOptions: [a!, b!], pollQuestion: 'Which?' })
  await edit(id, { pollOptions: [c!, a!], pollQuestion: 'Which one?' })
  expect((await poll(fan, id))?.options.map(({ description }) => description)).toEqual(['C', 'A'])
  await edit(id, { pollOptions: [] })
  expect(await poll(fan, id)).toBeUndefined()
  await edit(id, { pollOptions: [a!, b!] })
  await vote(fan, a)
  const changes: feeds.Draft[] = [
    { pollOptions: [b!, a!] },
    { pollOptions: [] },
    { pollQuestion: 'Another?' },
    { pollExpiresAt: inMinutes(5) },
  ]
  for (const change of changes) await expect(edit(id, change)).rejects.toMatchObject({ code: 'poll_has_votes' })
  await edit(id, { text: 'Vote!', pollOptions: [a!, b!] })
  expect(await poll(fan, id)).toMatchObject({ votedId: a, totalVote: 1 })
})

test('a vote and a change of the poll in the same instant: whoever is second sees the first', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b, c] = await options('A', 'B', 'C')
    const id = await publish({ pollOptions: [a!, b!] })
    const [voted, edited] = await Promise.allSettled([vote(fan, a), edit(id, { pollOptions: [b!, c!] })])
    expect([voted.status, edited.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a vote waits while its post is being edited', async () => {
  const [a, b] = await options('A', 'B')
  const id = await publish({ pollOptions: [a!, b!] })
  let voting: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await works.lockExclusive(tx, id)
    voting = vote(fan, a)
    const first = await Promise.race([voting.then(() => 'voted'), new Promise((done) => setTimeout(() => done('waits'), 80))])
    expect(first).toBe('waits')
  })
  await voting
  expect(await poll(fan, id)).toMatchObject({ totalVote: 1 })
})

test('the poll of a text that is locked is locked with it', async () => {
  const [a, b] = await options('The north door', 'The south door')
  const id = await publish({ pollOptions: [a!, b!], audience: 'followers', tagline: 'For friends' })
  expect(JSON.stringify(await feeds.showOne(db, { viewer: fan }, id))).not.toContain('door')
})

test('options that no post took are forgotten after a day, those of a post stay', async () => {
  const [a, b, unused] = await options('A', 'B', 'C')
  const id = await publish({ pollOptions: [a!, b!] })
  clock.advance({ hours: 23 })
  const fresh = await option('D')
  await db.transaction(feeds.forgetUnusedOptions)
  clock.advance({ hours: 2 })
  await db.transaction(feeds.forgetUnusedOptions)
  await expect(publish({ pollOptions: [unused!, fresh] })).rejects.toMatchObject(notFound)
  expect((await poll(fan, id))?.options).toHaveLength(2)
  await publish({ pollOptions: [fresh, await option('E')] })
})

test('a page of polls asks the same few questions as one', async () => {
  const ids: string[] = []
  for (let n = 0; n < 8; n++) ids.push(await publish({ pollOptions: await options('A', 'B') }))
  const asked = (some: readonly string[]) => countQueries(() => feeds.show(db, { viewer: fan }, some))
  expect(await asked(ids)).toBe(await asked(ids.slice(0, 1)))
})
