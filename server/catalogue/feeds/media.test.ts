// Posts of every medium: what each is made of (calls.md section 3).
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { clip, follow, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
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
  creator = await member(db, 'performer')
  fan = await member(db, 'user', { balance: 10_000 })
})
afterAll(async () => {
  settings.forget()
  await close()
})

const publish = (draft: feeds.Draft & { type: feeds.FeedType }) =>
  db.transaction((tx) => feeds.publish(tx, creator.accountId, { text: 'A quiet evening.', ...draft }))
const edit = (id: string, draft: feeds.Draft) => db.transaction((tx) => feeds.edit(tx, creator.accountId, id, draft))
const see = (viewer: Viewer, id: string) => feeds.showOne(db, { viewer }, id)
const refused = (draft: feeds.Draft & { type: feeds.FeedType }, code: string, field?: string) =>
  expect(publish(draft)).rejects.toMatchObject({ code, fields: field ? [{ field, code }] : [] })
const asks = (viewer: Viewer, id: string, rendition: string) =>
  access.mayServe(db, { viewer, country: undefined, file: { id, ownerId: creator.accountId, purpose: 'video' }, rendition })
const inMinutes = (n: number) => new Date(clock.now().getTime() + n * 60_000)

test('a video is locked with its poster; its teaser plays for adults who may know of it, and for nobody else', async () => {
  const video = await clip(db, creator, 'video')
  const id = await publish({ type: 'video', media: [video], audience: 'subscription' })
  const locked = await see(fan, id)
  expect(locked).toMatchObject({ type: 'video', canView: false, teaser: { duration: 5 }, cover: { isBlurred: false } })
  expect(locked.files).toEqual([
    expect.objectContaining({ _id: video, type: 'feed-video', locked: true, duration: 8, thumbnails: [], blurUrl: expect.any(String) }),
  ])
  expect(locked.files[0]).not.toHaveProperty('url')
  expect(await asks(fan, video, 'teaser')).toBe('plain')
  expect(await asks(fan, video, 'hls')).toBe('no')
  const young = await member(db, 'user', { isAdult: false })
  for (const viewer of [visitor, young]) {
    expect(await see(viewer, id)).not.toHaveProperty('teaser')
    expect((await see(viewer, id)).cover).toMatchObject({ isBlurred: true })
    expect(await asks(viewer, video, 'teaser')).toBe('no')
  }
})

test('a teaser that the creator chose is a public preview and takes the place of the automatic one', async () => {
  const [video, teaser] = [await clip(db, creator, 'video'), await clip(db, creator, 'teaser')]
  const id = await publish({ type: 'video', media: [video], teaser, audience: 'ppv', price: 500 })
  expect((await see(visitor, id)).teaser).toMatchObject({ url: expect.stringContaining(teaser), duration: 8 })
  expect(await asks(visitor, teaser, 'teaser')).toBe('plain')
  expect(await asks(fan, video, 'teaser')).toBe('no')
  await edit(id, { teaser: null })
  expect((await see(fan, id)).teaser).toMatchObject({ url: expect.stringContaining(video) })
})

test('sound for followers opens for followers', async () => {
  const sound = await clip(db, creator, 'audio')
  const id = await publish({ type: 'audio', media: [sound], audience: 'followers' })
  expect((await see(fan, id)).files[0]).toMatchObject({ type: 'feed-audio', locked: true, duration: 8 })
  await follow(db, fan, creator)
  expect((await see(fan, id)).files[0]).toMatchObject({ locked: false, url: expect.stringContaining(`/media/${sound}/sound`) })
})

test('each medium takes what it is made of: one film, one recording, ten photos, nothing for a text', async () => {
  const [video, sound, photo] = [await clip(db, creator, 'video'), await clip(db, creator, 'audio'), await picture(db, creator)]
  await refused({ type: 'video', media: [video, await clip(db, creator, 'video')] }, 'too_many_files', 'fileIds')
  await refused({ type: 'audio', media: [sound, await clip(db, creator, 'audio')] }, 'too_many_files', 'fileIds')
  await refused({ type: 'video', media: [sound] }, 'file_not_yours', 'fileIds')
  await refused({ type: 'audio', media: [video] }, 'file_not_yours', 'fileIds')
  await refused({ type: 'photo', media: [video] }, 'file_not_yours', 'fileIds')
  await refused({ type: 'video', media: [] }, 'text_or_file_required')
  await refused({ type: 'audio' }, 'text_or_file_required')
  await refused({ type: 'video', media: [video], teaser: video }, 'file_not_yours', 'teaserId')
  await refused({ type: 'scheduled-streaming', streamingAt: inMinutes(9), media: [photo] }, 'too_many_files', 'fileIds')
})

test('a film that is not ready can wait in a draft, and is not published; a broken one never is', async () => {
  const [waiting, broken] = [await clip(db, creator, 'video', 'processing'), await clip(db, creator, 'video', 'error')]
  await refused({ type: 'video', media: [waiting] }, 'file_not_ready', 'fileIds')
  await refused({ type: 'video', media: [broken], isDraft: true }, 'file_not_ready', 'fileIds')
  const id = await publish({ type: 'video', media: [waiting], isDraft: true })
  await expect(edit(id, { isDraft: false })).rejects.toMatchObject({ code: 'file_not_ready' })
  await db.pool.query("update files.files set status = 'finished' where id = $1", [waiting])
  await edit(id, { isDraft: false })
  expect(await see(fan, id)).toMatchObject({ status: 'active', canView: true })
})

test('an announced stream lies ahead when it is announced; its text stays editable after it began, its type is never sold', async () => {
  const type = 'scheduled-streaming'
  await refused({ type }, 'schedule_in_past', 'streamingScheduled')
  await refused({ type, streamingAt: inMinutes(-1) }, 'schedule_in_past', 'streamingScheduled')
  await refused({ type, streamingAt: inMinutes(5), audience: 'ppv', price: 500 }, 'sale_needs_file', 'fileIds')
  await expect(publish({ type, streamingAt: new Date('9999-01-01') })).rejects.toMatchObject({
    fields: [{ field: 'streamingScheduled', code: 'too_far' }],
  })
  const streamingAt = inMinutes(30)
  const id = await publish({ type, streamingAt, text: '' })
  expect(await see(fan, id)).toMatchObject({ type, streamingScheduled: streamingAt.toISOString(), text: '' })
  clock.advance({ minutes: 31 })
  await edit(id, { text: 'We are live.' })
  await expect(edit(id, { streamingAt: inMinutes(-5) })).rejects.toMatchObject({ code: 'schedule_in_past' })
  await edit(id, { streamingAt: inMinutes(60) })
})

test('a date of a stream means nothing to a post that is none', async () => {
  const id = await publish({ type: 'text', streamingAt: inMinutes(5) })
  expect(await see(fan, id)).not.toHaveProperty('streamingScheduled')
})
