import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Video } from '#contract/catalogue/videos.ts'
import * as access from '#server/catalogue/access/access.ts'
import { block, buying, member, newCast, openHouse, picture, review, serving } from '#server/catalogue/feeds/testing.ts'
import { finish, unfinished } from '#server/catalogue/galleries/testing.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { letters } from '#server/platform/mail/mail.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let creator: Member
let fan: Member
let staff: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, clock, staff, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const notFound = { code: 'not_found' }
const large = { key: 'none', width: 160, height: 120, bytes: 1000 }
const film: Partial<files.Derived> = {
  durationMs: 61_000,
  facts: { teaser: { durationMs: 5000 } },
  renditions: { poster: large, teaser: { ...large, mediaType: 'video/mp4' }, teaserposter: large },
}
async function footage(by = creator): Promise<string> {
  const id = await unfinished(db, by, 'video')
  await finish(db, id, film)
  return id
}
const publish = (draft: videos.Draft, by = creator) =>
  db.transaction((tx) => videos.publish(tx, by.accountId, { title: 'The last tram', ...draft }))
const edit = (id: string, draft: videos.Draft, by = creator) => db.transaction((tx) => videos.edit(tx, by.accountId, id, draft))
const takeOff = (id: string, part: videos.Part, by = creator) => db.transaction((tx) => videos.removePart(tx, by.accountId, id, part))
const see = (viewer: Viewer, id: string): Promise<Video> => videos.showOne(db, { viewer }, id)
const buy = (id: string) => buying(db, fan, id)
const processed = (id: string, status: 'finished' | 'error') => db.transaction((tx) => videos.fileProcessed(tx, id, status))
const asks = (viewer: Viewer, fileId: string, rendition = 'hls') =>
  serving(db, viewer, { id: fileId, ownerId: creator.accountId, purpose: 'video' }, rendition)

test('a video is locked for a stranger, who gets its teaser; bought, it plays; refunded, it is locked again', async () => {
  const video = await footage()
  const id = await publish({ video, description: 'One take.', audience: 'ppv', price: 4000, tags: ['Tram'] })
  const locked = await see(fan, id)
  expect(locked).toMatchObject({ canView: false, price: 40, duration: 61, description: 'One take.', tags: ['tram'], status: 'active' })
  expect(locked.files).toMatchObject([{ _id: video, type: 'video', locked: true, thumbnails: [] }])
  expect(locked.files[0]).not.toHaveProperty('url')
  expect(locked.teaser).toMatchObject({ duration: 5, url: expect.stringContaining(`/media/${video}/teaser?`) })
  expect([await asks(fan, video), await asks(fan, video, 'teaser'), await asks(visitor, video, 'teaser')]).toEqual(['no', 'plain', 'no'])
  const { transferId } = await buy(id)
  const open = await see(fan, locked.slug)
  expect(open).toMatchObject({ canView: true, isBought: true, files: [{ locked: false }] })
  expect(open.files[0]?.url).toContain(`/media/${video}/hls?`)
  expect(await asks(fan, video)).toBe('marked')
  await db.transaction((tx) => wallet.reverse(tx, transferId ?? '', { reason: 'asked', by: staff.accountId }))
  expect((await see(fan, id)).canView).toBe(false)
  expect(await asks(fan, video)).toBe('no')
})

test('published while its footage is worked on, it is a draft that tells its owner how far it is, and goes out by itself', async () => {
  const video = await unfinished(db, creator, 'video')
  await db.transaction((tx) => files.progress(tx, video, 42))
  const id = await publish({ video })
  expect(await see(creator, id)).toMatchObject({ status: 'inactive', progress: 42 })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  await edit(id, { title: 'The very last tram' })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  await finish(db, video, film)
  await processed(video, 'finished')
  const out = await see(fan, id)
  expect(out).toMatchObject({ title: 'The very last tram', status: 'active' })
  expect(out).not.toHaveProperty('progress')
})

test('a draft stays one when its footage is ready; whoever changed their mind meanwhile too', async () => {
  const [first, second] = [await unfinished(db, creator, 'video'), await unfinished(db, creator, 'video')]
  const draft = await publish({ video: first, isDraft: true })
  const regretted = await publish({ video: second })
  await edit(regretted, { isDraft: true })
  for (const video of [first, second]) {
    await finish(db, video, film)
    await processed(video, 'finished')
  }
  expect([(await see(creator, draft)).status, (await see(creator, regretted)).status]).toEqual(['inactive', 'inactive'])
  await edit(draft, { isDraft: false })
  expect((await see(fan, draft)).status).toBe('active')
})

test('with review before publication it waits for staff once it is processed, and keeps its hour', async () => {
  await review(db, 'before')
  const video = await unfinished(db, creator, 'video')
  const scheduledAt = new Date(clock.now().getTime() + 3_600_000)
  const id = await publish({ video, scheduledAt })
  await finish(db, video, film)
  await processed(video, 'finished')
  expect((await see(creator, id)).status).toBe('pending_review')
  await db.transaction((tx) => works.approve(tx, id, staff.accountId))
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  clock.advance({ minutes: 61 })
  expect((await see(fan, id)).status).toBe('active')
})

test('footage that cannot be read is a file error, of which its creator hears by letter; other footage mends it', async () => {
  const video = await unfinished(db, creator, 'video')
  const id = await publish({ video })
  await db.transaction((tx) => files.fail(tx, video))
  await processed(video, 'error')
  expect((await see(creator, id)).status).toBe('file-error')
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  const email = `${creator.username}@stagedoor.example`
  const kept = await letters(db, 'http://localhost', { limit: 5, offset: 0, recipient: email })
  expect(kept.map(({ subject }) => subject)).toEqual(['「The last tram」無法處理'])
  await expect(edit(id, { isDraft: false })).rejects.toMatchObject({ code: 'file_not_ready' })
  await edit(id, { video: await footage(), isDraft: false })
  expect((await see(fan, id)).status).toBe('active')
})

test('footage that is finished in the moment in which somebody begins to wait for it is looked at again', async () => {
  const video = await unfinished(db, creator, 'video')
  const id = await publish({ video })
  await finish(db, video, film)
  await db.transaction((tx) => videos.settleWaiting(tx, id))
  expect((await see(fan, id)).status).toBe('active')
  const { jobs } = await db.one<{ jobs: number }>(
    sql`select count(*) as jobs from graphile_worker._private_jobs where key = ${`${videos.waitingJob}:${id}`}`,
  )
  expect(jobs).toBe(1)
})

test('new footage takes a video off show until it is processed, and is looked at by staff', async () => {
  await review(db, 'before')
  const id = await publish({ video: await footage() })
  await db.transaction((tx) => works.approve(tx, id, staff.accountId))
  const next = await unfinished(db, creator, 'video')
  await edit(id, { video: next })
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  await finish(db, next, film)
  await processed(next, 'finished')
  expect((await see(creator, id)).status).toBe('pending_review')
})

test('once sold the footage stays and the price does not rise; teaser, thumbnail and text may change', async () => {
  const video = await footage()
  const id = await publish({ video, audience: 'ppv', price: 500, preview: await picture(db, creator, 'thumbnail') })
  await buy(id)
  await expect(edit(id, { video: await footage() })).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(takeOff(id, 'video')).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(edit(id, { price: 600 })).rejects.toMatchObject({ code: 'price_is_sold' })
  await edit(id, { video, price: 400, title: 'Another name', teaser: await teaserOf() })
  await takeOff(id, 'thumbnail')
  const after = await see(fan, id)
  expect(after).toMatchObject({ price: 4, title: 'Another name', canView: true })
  expect(after).not.toHaveProperty('thumbnail')
})

test('whoever takes the footage off while somebody is buying waits for them, and then it is sold', async () => {
  const id = await publish({ video: await footage(), audience: 'ppv', price: 500 })
  let bought = () => {}
  let pay = () => {}
  const isBought = new Promise<void>((done) => (bought = done))
  const isPaid = new Promise<void>((done) => (pay = done))
  const buying = db.transaction(async (tx) => {
    await access.buy(tx, fan, undefined, id)
    bought()
    await isPaid
  })
  await isBought
  const removing = takeOff(id, 'video').then(
    () => 'removed',
    (error: { code: string }) => error.code,
  )
  const meanwhile = await Promise.race([removing, new Promise((late) => setTimeout(late, 150, 'waits'))])
  pay()
  await buying
  expect([meanwhile, await removing]).toEqual(['waits', 'media_is_sold'])
})

async function teaserOf(by = creator): Promise<string> {
  const id = await unfinished(db, by, 'teaser')
  await finish(db, id, { durationMs: 9000, renditions: { teaser: large, teaserposter: large } })
  return id
}

test('a teaser of its creator’s stands before the automatic one; taken off, that one is back', async () => {
  const [video, teaser] = [await footage(), await teaserOf()]
  const id = await publish({ video, teaser, audience: 'followers' })
  expect((await see(fan, id)).teaser).toMatchObject({ duration: 9, url: expect.stringContaining(teaser) })
  await takeOff(id, 'teaser')
  expect((await see(fan, id)).teaser).toMatchObject({ duration: 5, url: expect.stringContaining(video) })
})

test('without its footage a video is a draft, and cannot be published', async () => {
  const id = await publish({ video: await footage() })
  await takeOff(id, 'video')
  expect(await see(creator, id)).toMatchObject({ status: 'inactive', files: [] })
  await expect(edit(id, { isDraft: false })).rejects.toMatchObject({ code: 'file_required' })
  await edit(id, { video: await footage(), isDraft: false })
  expect((await see(fan, id)).status).toBe('active')
})

test('another’s video is not found, and another’s or a wrong file is refused by its field', async () => {
  const other = await member(db, 'performer')
  const id = await publish({ video: await footage() })
  for (const attempt of [
    () => edit(id, { title: 'Theirs' }, other),
    () => takeOff(id, 'video', other),
    () => db.transaction((tx) => videos.remove(tx, other.accountId, id)),
    () => videos.ownOne(db, other.accountId, id),
  ]) {
    await expect(attempt()).rejects.toMatchObject(notFound)
  }
  expect((await see(fan, id)).title).toBe('The last tram')
  await expect(publish({})).rejects.toMatchObject({ code: 'file_required', fields: [{ field: 'video' }] })
  await expect(publish({ video: await footage(other) })).rejects.toMatchObject({ code: 'file_not_yours', fields: [{ field: 'fileId' }] })
  await expect(publish({ video: await picture(db, creator) })).rejects.toMatchObject({ code: 'file_not_yours' })
  await expect(publish({ video: await footage(), teaser: await footage() })).rejects.toMatchObject({ fields: [{ field: 'teaserId' }] })
  await expect(publish({ video: await footage(), preview: await picture(db, creator) })).rejects.toMatchObject({
    fields: [{ field: 'thumbnailId' }],
  })
})

test('it is found under a performer who agreed to be named, and under nobody who did not', async () => {
  const guest = await member(db, 'performer')
  const id = await publish({ video: await footage(), participants: [guest.accountId] })
  const listed = async () =>
    (await access.listShown(db, { viewer: fan }, { kind: 'video', creatorId: guest.accountId, withNamed: true }, { limit: 5, offset: 0 }))
      .ids
  expect(await listed()).toEqual([])
  expect((await see(fan, id)).participants).toEqual([])
  expect((await see(creator, id)).participants.map(({ _id }) => _id)).toEqual([guest.accountId])
  await db.transaction((tx) => works.answerNaming(tx, id, guest.accountId, 'agreed'))
  expect(await listed()).toEqual([id])
  expect((await see(fan, id)).participants.map(({ _id }) => _id)).toEqual([guest.accountId])
  await db.transaction((tx) => works.answerNaming(tx, id, guest.accountId, 'declined'))
  expect(await listed()).toEqual([])
  expect((await see(fan, id)).participantIds).toEqual([creator.accountId])
})

test('a deleted video stays with its buyers; a block hides the rest; a takedown takes all', async () => {
  const video = await footage()
  const id = await publish({ video, audience: 'ppv', price: 500 })
  await buy(id)
  await db.transaction((tx) => videos.remove(tx, creator.accountId, id))
  await block(db, creator, fan)
  expect(await see(fan, id)).toMatchObject({ canView: true, status: 'inactive' })
  await expect(see(visitor, id)).rejects.toMatchObject(notFound)
  await db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'An order.'))
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  expect(await asks(fan, video)).toBe('no')
})
