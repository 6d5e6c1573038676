import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, follow, member, picture, review, subscribe } from '#server/catalogue/feeds/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { countQueries } from '#server/platform/testing/count-queries.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let creator: Member
let fan: Member
let other: Member
let staff: Member
let post: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await review(db, 'after')
  staff = await member(db, 'staff')
})
afterAll(async () => {
  settings.forget()
  await close()
})
beforeEach(async () => {
  creator = await member(db, 'performer')
  fan = await member(db, 'user', { balance: 10_000 })
  other = await member(db, 'user')
  post = await publish()
})

const publish = (draft: feeds.Draft = {}) =>
  db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: draft.media ? 'photo' : 'text', text: 'Tonight.', ...draft }))
const write = (by: Member, content: string, target: comments.Target = { objectId: post, objectType: 'feed' }) => {
  clock.advance({ seconds: 1 })
  return db.transaction((tx) => comments.write(tx, { viewer: by }, target, content))
}
const reply = (by: Member, objectId: string, content: string) => write(by, content, { objectId, objectType: 'comment' })
const edit = (by: Member, id: string, content: string) => db.transaction((tx) => comments.edit(tx, { viewer: by }, id, content))
const remove = (by: Member, id: string) => db.transaction((tx) => comments.remove(tx, { viewer: by }, id))
const pin = (by: Member, id: string) => db.transaction((tx) => comments.pin(tx, { viewer: by }, id))
const unpin = (by: Member, id: string) => db.transaction((tx) => comments.unpin(tx, { viewer: by }, id))
async function read(viewer: Viewer, target: comments.Target = { objectId: post, objectType: 'feed' }, page = { limit: 20, offset: 0 }) {
  const listed = await comments.list(db, { viewer }, target, page)
  return { ...listed, data: await comments.show(db, { viewer }, listed.ids) }
}
const texts = async (viewer: Viewer, target?: comments.Target) => (await read(viewer, target)).data.map(({ content }) => content)
const replies = (viewer: Viewer, objectId: string) => texts(viewer, { objectId, objectType: 'comment' })
const audience = (commentAudience: comments.CommentAudience) =>
  db.transaction((tx) => profiles.update(tx, creator.accountId, { commentAudience }))
const counted = async () => (await feeds.showOne(db, { viewer: staff }, post)).totalComment
const notFound = { code: 'not_found' }
const closed = { code: 'comments_closed' }

test('comments come newest first and their replies oldest first, with who wrote them and how many answered (calls.md section 3)', async () => {
  const first = await write(fan, 'Lovely light.')
  await write(other, 'Where is this?')
  await reply(creator, first, 'Thank you!')
  await reply(other, first, 'Agreed.')
  const { data, total, canComment, whoMayComment } = await read(fan)
  expect({ total, canComment, whoMayComment }).toEqual({ total: 2, canComment: true, whoMayComment: 'all' })
  expect(data.map(({ content, totalReply, isAuth }) => [content, totalReply, isAuth])).toEqual([
    ['Where is this?', 0, false],
    ['Lovely light.', 2, true],
  ])
  expect(data[1]).toMatchObject({
    canEdit: true,
    canDelete: true,
    canPin: false,
    creator: { _id: fan.accountId, isPerformer: false, isOwner: false },
  })
  const under = await read(fan, { objectId: first, objectType: 'comment' })
  expect(under.data.map(({ content }) => content)).toEqual(['Thank you!', 'Agreed.'])
  expect(under.data[0]).toMatchObject({ parentId: first, objectId: post, creator: { isPerformer: true, isOwner: true } })
  expect(await counted()).toBe(4)
  expect((await read(fan, undefined, { limit: 1, offset: 1 })).data.map(({ _id }) => _id)).toEqual([first])
})

test('replies go one level deep', async () => {
  const first = await write(fan, 'One')
  const second = await reply(other, first, 'Two')
  await expect(reply(fan, second, 'Three')).rejects.toMatchObject({ code: 'no_reply_to_a_reply' })
})

test('nobody comments on, or reads under, what they may not know of, nor what does not open for them', async () => {
  const first = await write(fan, 'Hello')
  const draft = await publish({ isDraft: true })
  await expect(write(fan, 'Hello', { objectId: draft, objectType: 'feed' })).rejects.toMatchObject(notFound)
  await expect(read(fan, { objectId: draft, objectType: 'feed' })).rejects.toMatchObject(notFound)
  await expect(write(fan, 'Hello', { objectId: post, objectType: 'video' })).rejects.toMatchObject(notFound)
  await expect(write(fan, 'Hello', { objectId: post, objectType: 'comment' })).rejects.toMatchObject(notFound)
  await expect(read(fan, { objectId: first, objectType: 'feed' })).rejects.toMatchObject(notFound)
  const locked = { objectId: await publish({ media: [await picture(db, creator)], audience: 'subscription' }), objectType: 'feed' } as const
  const said = await write(creator, 'For those who are with us', locked)
  const underIt = { objectId: said, objectType: 'comment' } as const
  for (const who of [visitor, fan])
    for (const place of [locked, underIt]) await expect(read(who, place)).rejects.toMatchObject({ code: 'work_locked', status: 403 })
  for (const place of [locked, underIt]) await expect(write(fan, 'Hello', place)).rejects.toMatchObject({ code: 'work_locked' })
  expect(await comments.mayKnow(db, { viewer: fan }, said)).toBe(false)
  await subscribe(db, fan, creator, new Date(clock.now().getTime() + 86_400_000))
  await write(fan, 'Hello', locked)
  expect(await read(fan, locked)).toMatchObject({ total: 2, canComment: true })
  // What is free is for members past the age gate (calls.md, decisions): so is what they say of it.
  await expect(read(visitor)).rejects.toMatchObject({ code: 'work_locked' })
  const young = await member(db, 'user', { isAdult: false })
  await expect(write(young, 'Hello')).rejects.toMatchObject({ code: 'birth_date_required' })
  await expect(read(young)).rejects.toMatchObject({ code: 'birth_date_required' })
})

test('a creator decides who may comment; they themselves and staff always may', async () => {
  const follower = await member(db, 'user')
  const subscriber = await member(db, 'user')
  await follow(db, follower, creator)
  await subscribe(db, subscriber, creator, new Date(clock.now().getTime() + 86_400_000))
  const everyone = { fan, follower, subscriber, creator, staff }
  const allowed = async () => {
    const may = await Promise.all(Object.entries(everyone).map(async ([name, who]) => ((await read(who)).canComment ? name : '')))
    return may.filter(Boolean)
  }
  expect(await allowed()).toEqual(['fan', 'follower', 'subscriber', 'creator', 'staff'])
  await audience('followers')
  expect(await allowed()).toEqual(['follower', 'subscriber', 'creator', 'staff'])
  await audience('subscribers')
  expect(await allowed()).toEqual(['subscriber', 'creator', 'staff'])
  await audience('nobody')
  expect(await allowed()).toEqual(['creator', 'staff'])
  await expect(write(subscriber, 'Hello')).rejects.toMatchObject(closed)
  await write(creator, 'Only me here.')
  await write(staff, 'And the office.')
  expect((await read(fan)).whoMayComment).toBe('nobody')
})

test('comments are text without markup, not empty, and free of what may not be written here', async () => {
  await write(fan, ' Nice <script>alert(1)</script><b>night</b> ')
  const [content] = await texts(fan)
  expect(content).toContain('night')
  expect(content).not.toMatch(/[<>]|alert/)
  await expect(write(fan, ' \u200b<!-- x --> ')).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'content', code: 'required' }],
  })
  await db.transaction((tx) => settings.save(tx, { prohibitedTerms: ['moonless'] }, undefined))
  const mine = await write(fan, 'Fine')
  await expect(write(fan, 'A moonless night')).rejects.toMatchObject({ code: 'prohibited_term', fields: [{ field: 'content' }] })
  await expect(edit(fan, mine, 'M o o n l e s s')).rejects.toMatchObject({ code: 'prohibited_term' })
})

test('one edits one’s own for a quarter of an hour, and it shows; another’s is not found', async () => {
  const mine = await write(fan, 'Helo')
  await edit(fan, mine, 'Hello')
  expect((await read(other)).data[0]).toMatchObject({ content: 'Hello', editedAt: expect.any(String), canEdit: false })
  for (const who of [other, creator, staff]) await expect(edit(who, mine, 'x')).rejects.toMatchObject(notFound)
  clock.advance({ minutes: 15 })
  expect((await read(fan)).data[0]).toMatchObject({ canEdit: false })
  await expect(edit(fan, mine, 'Too late')).rejects.toMatchObject({ code: 'edit_time_over' })
})

test('its author, the creator of the work and staff delete a comment, nobody else; the counter follows, once', async () => {
  const ids = [await write(fan, 'One'), await write(fan, 'Two'), await write(fan, 'Three')]
  await expect(remove(other, ids[0]!)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(remove(await member(db, 'performer'), ids[0]!)).rejects.toMatchObject({ code: 'not_allowed' })
  await remove(fan, ids[0]!)
  await remove(creator, ids[1]!)
  await remove(staff, ids[2]!)
  await remove(fan, ids[0]!)
  expect(await counted()).toBe(0)
  expect(await texts(fan)).toEqual([])
  await expect(edit(fan, ids[0]!, 'Back')).rejects.toMatchObject(notFound)
  const entries = await db.pool.query("select subject_id from audit.entries where action = 'comments.deleted' and actor_id = $1", [
    staff.accountId,
  ])
  expect(entries.rows).toEqual([{ subject_id: ids[2] }])
})

test('a deleted comment keeps its place, without a word, for as long as replies stand under it', async () => {
  const first = await write(fan, 'A secret')
  const answer = await reply(other, first, 'Really?')
  await remove(fan, first)
  const { data } = await read(creator)
  expect(data).toEqual([
    expect.objectContaining({ _id: first, content: '', isDeleted: true, totalReply: 1, canPin: false, canDelete: false }),
  ])
  expect(data[0]).not.toHaveProperty('creator')
  expect(JSON.stringify(data)).not.toContain('secret')
  expect(await replies(fan, first)).toEqual(['Really?'])
  await expect(reply(fan, first, 'Yes')).rejects.toMatchObject(notFound)
  expect(await counted()).toBe(1)
  await remove(other, answer)
  expect(await texts(creator)).toEqual([])
})

test('the creator of the work pins one comment; another gives way; replies and strangers do not pin', async () => {
  const [first, second] = [await write(fan, 'First'), await write(other, 'Second')]
  await write(fan, 'Third')
  await pin(creator, first)
  expect(await texts(fan)).toEqual(['First', 'Third', 'Second'])
  await Promise.all([pin(creator, second), pin(creator, first), pin(creator, second)])
  const pinned = (await read(fan)).data.filter(({ isPinned }) => isPinned)
  expect(pinned).toHaveLength(1)
  await pin(creator, second)
  expect((await read(fan)).data[0]).toMatchObject({ content: 'Second', isPinned: true })
  await expect(pin(fan, first)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(unpin(other, second)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(pin(creator, await reply(fan, first, 'Reply'))).rejects.toMatchObject({ code: 'not_allowed' })
  await unpin(creator, second)
  expect(await texts(fan)).toEqual(['Third', 'Second', 'First'])
  await pin(creator, first)
  await remove(fan, first)
  await expect(pin(creator, first)).rejects.toMatchObject(notFound)
  expect((await read(fan)).data.some(({ isPinned }) => isPinned)).toBe(false)
})

test('people between whom a block stands do not meet under a work, in either direction; others see both', async () => {
  const theirs = await write(other, 'From the other')
  const mine = await write(fan, 'From the fan')
  await reply(other, mine, 'Reply of the other')
  await block(db, fan, other)
  expect(await texts(fan)).toEqual(['From the fan'])
  expect((await read(fan)).data[0]?.totalReply).toBe(0)
  expect(await replies(fan, mine)).toEqual([])
  expect(await texts(other)).toEqual(['From the other'])
  await expect(reply(other, mine, 'Again')).rejects.toMatchObject(notFound)
  await expect(replies(fan, theirs)).rejects.toMatchObject(notFound)
  // Whoever looks after the site meets everyone, whatever somebody blocked.
  await block(db, fan, staff)
  for (const who of [creator, staff, await member(db, 'user')]) expect(await texts(who)).toHaveLength(2)
})

test('a fan whom the creator blocked does not comment, not even on what they bought; their own words they can take back', async () => {
  const sold = {
    objectId: await publish({ media: [await picture(db, creator)], audience: 'ppv', price: 500 }),
    objectType: 'feed',
  } as const
  await db.transaction((tx) => access.buy(tx, fan, undefined, sold.objectId))
  await write(fan, 'Worth it', sold)
  const mine = await write(fan, 'Hello')
  await block(db, creator, fan)
  expect(await read(fan, sold)).toMatchObject({ canComment: false })
  await expect(write(fan, 'Why?', sold)).rejects.toMatchObject(closed)
  await expect(read(fan)).rejects.toMatchObject(notFound)
  await remove(fan, mine)
  expect(await counted()).toBe(0)
})

test('under a deleted or taken down work nobody talks any more', async () => {
  const sold = {
    objectId: await publish({ media: [await picture(db, creator)], audience: 'ppv', price: 500 }),
    objectType: 'feed',
  } as const
  await db.transaction((tx) => access.buy(tx, fan, undefined, sold.objectId))
  await db.transaction((tx) => feeds.remove(tx, creator.accountId, sold.objectId))
  await expect(write(fan, 'Still here', sold)).rejects.toMatchObject(closed)
  const first = await write(fan, 'Hello')
  await db.transaction((tx) => works.takeDown(tx, post, staff.accountId, 'An order of a court.'))
  await expect(write(fan, 'Hello')).rejects.toMatchObject(notFound)
  await expect(read(fan)).rejects.toMatchObject(notFound)
  expect(await comments.mayKnow(db, { viewer: fan }, first)).toBe(false)
  expect(await comments.mayKnow(db, { viewer: staff }, first)).toBe(true)
})

test('who may know of a comment: not when it is deleted, nor across a block', async () => {
  const first = await write(fan, 'Hello')
  expect(await comments.mayKnow(db, { viewer: other }, first)).toBe(true)
  await block(db, other, fan)
  expect(await comments.mayKnow(db, { viewer: other }, first)).toBe(false)
  await remove(fan, first)
  expect(await comments.mayKnow(db, { viewer: creator }, first)).toBe(false)
})

test('a comment is announced with whom it concerns', async () => {
  const first = await write(fan, 'Hello')
  const answer = await reply(other, first, 'Hi')
  const { rows } = await db.pool.query(
    "select payload from outbox.events where name = 'comment.written' and payload ->> 'workId' = $1 order by id",
    [post],
  )
  expect(rows.map(({ payload }) => payload)).toEqual([
    { commentId: first, workId: post, creatorId: creator.accountId, authorId: fan.accountId, parentId: null, parentAuthorId: null },
    {
      commentId: answer,
      workId: post,
      creatorId: creator.accountId,
      authorId: other.accountId,
      parentId: first,
      parentAuthorId: fan.accountId,
    },
  ])
})

test('the database keeps a reply under its own work, and one pinned comment a work', async () => {
  const [first, second] = [await write(fan, 'One'), await write(fan, 'Two')]
  const elsewhere = await publish()
  await expect(
    db.pool.query("insert into comments.comments (work_id, parent_id, author_id, content, created_at) values ($1, $2, $3, 'x', now())", [
      elsewhere,
      first,
      fan.accountId,
    ]),
  ).rejects.toThrow(/a_reply_is_under_the_same_work/)
  await expect(db.pool.query('update comments.comments set pinned_at = now() where id = any($1)', [[first, second]])).rejects.toThrow(
    /one_pinned_comment/,
  )
})

test('a page of comments asks the same few questions as one', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await write(n % 2 ? fan : other, `Comment ${n}`))
  const asked = (some: readonly string[]) => countQueries(() => comments.show(db, { viewer: fan }, some))
  expect(await asked(ids)).toBe(await asked(ids.slice(0, 1)))
})
