import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { block, follow, member, newCast, openHouse, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import { galleryHands, unfinished } from '#server/catalogue/galleries/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

let db: Database
let clock: ReturnType<typeof movableClock>
let creator: Member
let fan: Member
let staff: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, clock, staff, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const { create, edit, add, editPhoto, removePhoto, setCover, see, photosOf, asks } = galleryHands(() => ({ db, creator, fan }))
const photo = (by = creator) => picture(db, by)
const notFound = { code: 'not_found' }
const window = { limit: 20, offset: 0 }

test('the last photo of a gallery on show stays', async () => {
  const id = await create({}, [await photo()])
  const [only] = await photosOf(creator, id)
  await expect(removePhoto(only!._id)).rejects.toMatchObject({ code: 'needs_a_photo' })
  await expect(editPhoto(only!._id, { isActive: false })).rejects.toMatchObject({ code: 'needs_a_photo' })
  await edit(id, { isDraft: true })
  await removePhoto(only!._id)
  expect(await see(creator, id)).toMatchObject({ totalPhotos: 0, photos: [] })
})

test('a photo that is not active is its owner’s alone, its bytes too; made active, it opens with the others', async () => {
  const [shown, kept] = [await photo(), await photo()]
  const id = await create({}, [shown])
  const apart = await add(id, kept, { isActive: false, title: 'Not yet' })
  expect((await photosOf(creator, id)).map(({ status }) => status)).toEqual(['active', 'inactive'])
  expect((await photosOf(fan, id)).length).toBe(1)
  expect(await asks(fan, kept)).toBe('no')
  await editPhoto(apart, { isActive: true })
  expect((await photosOf(fan, id)).map(({ title }) => title)).toEqual(['', 'Not yet'])
  expect(await asks(fan, kept)).toBe('plain')
})

test('what is said of a locked photo is locked with it', async () => {
  const id = await create({ audience: 'followers' }, [await photo()])
  const [first] = await photosOf(creator, id)
  await editPhoto(first!._id, { title: 'The third lamp', description: 'By the river.' })
  expect(JSON.stringify(await see(fan, id))).not.toMatch(/third lamp|river/)
  await follow(db, fan, creator)
  expect(await photosOf(fan, id)).toMatchObject([{ title: 'The third lamp', description: 'By the river.' }])
})

test('the cover is the chosen photo, else the first; it falls to the next when it goes; a public preview stands before both', async () => {
  const media = [await photo(), await photo()]
  const id = await create({}, media)
  const coverOf = async () => (await galleries.show(db, { viewer: fan }, [id]))[0]?.cover
  const [first, second] = await photosOf(creator, id)
  expect((await coverOf())?.url).toContain(media[0])
  expect(await setCover(second!._id)).toBe(id)
  expect((await coverOf())?.url).toContain(media[1])
  expect((await see(fan, id)).cover?.url).toContain(media[1])
  expect((await photosOf(fan, id)).map(({ isCover }) => isCover)).toEqual([false, true])
  await removePhoto(second!._id)
  expect((await coverOf())?.url).toContain(media[0])
  const preview = await picture(db, creator, 'thumbnail')
  await edit(id, { preview, audience: 'ppv', price: 500 })
  expect(await coverOf()).toMatchObject({ isBlurred: false, url: expect.stringContaining(preview) })
  await edit(id, { preview: null })
  expect(await coverOf()).toMatchObject({ isBlurred: true })
  expect(first).toBeDefined()
})

test('only one’s own finished photos go in, each once', async () => {
  const mine = await photo()
  const id = await create({}, [mine])
  const other = await member(db, 'performer')
  const refused = async (fileId: string) => expect(add(id, fileId)).rejects
  await (await refused(await picture(db, other))).toMatchObject({ code: 'file_not_yours' })
  await (await refused(await picture(db, creator, 'thumbnail'))).toMatchObject({ code: 'file_not_yours' })
  await (await refused(mine)).toMatchObject({ code: 'file_in_use' })
  const broken = await unfinished(db, creator, 'photo')
  await db.transaction((tx) => files.fail(tx, broken))
  await (await refused(broken)).toMatchObject({ code: 'file_not_ready' })
  const blocked = await unfinished(db, creator, 'photo')
  await db.transaction((tx) => files.fail(tx, blocked, 'blocked'))
  await (await refused(blocked)).toMatchObject({ code: 'file_blocked' })
  await expect(create({}, [await picture(db, other)])).rejects.toMatchObject({ code: 'file_not_yours', fields: [{ field: 'fileIds' }] })
  expect((await photosOf(creator, id)).length).toBe(1)
  // One of the library may stand in several galleries, and come back to one that it was taken out of.
  const second = await create({}, [mine, await photo()])
  const [first] = await photosOf(creator, second)
  await removePhoto(first!._id)
  await add(second, mine)
  expect((await see(creator, second)).totalPhotos).toBe(2)
})

test('by their files photos join and are ordered at once; those that are not named stay behind them', async () => {
  await review(db, 'before')
  const media = [await photo(), await photo()]
  const id = await create({}, media)
  await db.transaction((tx) => works.approve(tx, id, staff.accountId))
  const arrange = (files: readonly string[]) => db.transaction((tx) => galleries.edit(tx, creator.accountId, id, {}, { files }))
  const filesNow = async () => (await photosOf(creator, id)).map(({ file }) => file._id)
  await arrange(media.toReversed())
  expect([await filesNow(), (await see(creator, id)).status]).toEqual([media.toReversed(), 'active'])
  const third = await photo()
  await arrange([third, media[0]!])
  expect([await filesNow(), (await see(creator, id)).status]).toEqual([[third, media[0], media[1]], 'pending_review'])
  await expect(arrange([await photo(await member(db, 'performer'))])).rejects.toMatchObject({ code: 'file_not_yours' })
})

test('a gallery has at most five hundred photos', async () => {
  const id = await create({ isDraft: true }, [])
  await db.pool.query(
    `with made as (
       insert into files.files (id, owner_id, purpose, media_type, bytes, sha256, status, created_at)
       select gen_random_uuid(), $2, 'photo', 'image/jpeg', 1, repeat('ab', 32), 'error', now() from generate_series(1, $3) returning id)
     insert into galleries.photos (work_id, file_id, position, created_at) select $1, id, 1, now() from made`,
    [id, creator.accountId, galleries.mostPhotos],
  )
  const tooMany = { code: 'too_many_files', details: { limit: galleries.mostPhotos } }
  await expect(add(id, await photo())).rejects.toMatchObject(tooMany)
  const files = [await photo()]
  await expect(db.transaction((tx) => galleries.edit(tx, creator.accountId, id, {}, { files }))).rejects.toMatchObject(tooMany)
})

test('a performer’s photos are those of their galleries on show, newest gallery first; a block hides them', async () => {
  const older = await create({ title: 'Older' }, [await photo(), await photo()])
  clock.advance({ minutes: 1 })
  const newer = await create({ title: 'Newer', audience: 'ppv', price: 500 }, [await photo()])
  await create({ isDraft: true }, [await photo()])
  await add(older, await photo(), { isActive: false })
  const list = () => galleries.photosOf(db, { viewer: fan }, creator.accountId, window)
  const { data, total } = await list()
  expect([total, ...data.map(({ galleryId, file }) => [galleryId, file.locked])]).toEqual([
    3,
    [newer, true],
    [older, false],
    [older, false],
  ])
  expect((await galleries.photosOf(db, { viewer: fan }, creator.accountId, { limit: 1, offset: 2 })).data.length).toBe(1)
  expect((await galleries.photosIn(db, { viewer: fan }, older, window)).total).toBe(2)
  expect((await galleries.photosIn(db, { viewer: creator }, older, window)).total).toBe(3)
  await block(db, creator, fan)
  await expect(list()).rejects.toMatchObject(notFound)
  await expect(galleries.photosIn(db, { viewer: fan }, older, window)).rejects.toMatchObject(notFound)
  await expect(galleries.photosOf(db, { viewer: fan }, fan.accountId, window)).rejects.toMatchObject(notFound)
})

test('a creator finds their own photos by gallery, words and status', async () => {
  const id = await create({}, [await photo()])
  const second = await create({ isDraft: true }, [await photo()])
  const named = await add(id, await photo(), { title: 'River', isActive: false })
  const broken = await unfinished(db, creator, 'photo')
  await add(id, broken)
  await db.transaction((tx) => files.fail(tx, broken))
  const total = async (filter: Parameters<typeof galleries.ownPhotos>[2]) => (await galleries.ownPhotos(db, creator, filter, window)).total
  expect(await total({})).toBe(4)
  expect(await total({ galleryId: second })).toBe(1)
  expect(await total({ status: 'file-error' })).toBe(1)
  expect(await total({ status: 'active' })).toBe(2)
  expect((await galleries.ownPhotos(db, creator, { q: 'riv', status: 'inactive' }, window)).data.map(({ _id }) => _id)).toEqual([named])
  const byTitle = async (sort: 'asc' | 'desc') =>
    (await galleries.ownPhotos(db, creator, { sortBy: 'title', sort, status: undefined }, window)).data.map(({ title }) => title)
  expect(await byTitle('desc')).toEqual(['River', '', '', ''])
  expect((await byTitle('asc')).at(-1)).toBe('River')
  expect(await total({ toDate: '2020-01-01' })).toBe(0)
  expect((await galleries.ownPhotos(db, await member(db, 'performer'), { galleryId: id }, window)).total).toBe(0)
})
