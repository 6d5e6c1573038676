import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import * as access from '#server/catalogue/access/access.ts'
import { block, follow, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import { finish, unfinished } from '#server/catalogue/galleries/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import { temporaryStore } from '#server/media/images/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let creator: Member
let fan: Member
let staff: Member
let removeStore: () => Promise<void>
beforeAll(async () => {
  removeStore = await temporaryStore()
  db = connect({ connection: await cloneDatabase(), clock })
  await migrateJobs(db)
  staff = await member(db, 'staff')
})
afterAll(async () => {
  settings.forget()
  await db.close()
  await removeStore()
})
beforeEach(async () => {
  await review(db, 'after')
  creator = await member(db, 'performer')
  fan = await member(db, 'user', { balance: 100_000 })
})

const window = { limit: 20, offset: 0 }
const notFound = { code: 'not_found' }
const photo = (by = creator) => picture(db, by)
const create = (draft: galleries.Draft, photos: readonly string[] = [], by = creator) =>
  db.transaction((tx) => galleries.create(tx, by.accountId, { title: 'Lanterns', ...draft }, photos))
const edit = (id: string, draft: galleries.Draft, photos?: readonly string[], by = creator) =>
  db.transaction((tx) => galleries.edit(tx, by.accountId, id, draft, { photos }))
const add = (galleryId: string, fileId: string, draft: galleries.PhotoDraft = {}, by = creator) =>
  db.transaction((tx) => galleries.addPhoto(tx, by.accountId, { galleryId, fileId, ...draft }))
const editPhoto = (id: string, draft: galleries.PhotoDraft, by = creator) =>
  db.transaction((tx) => galleries.editPhoto(tx, by.accountId, id, draft))
const removePhoto = (id: string, by = creator) => db.transaction((tx) => galleries.removePhoto(tx, by.accountId, id))
const setCover = (id: string, by = creator) => db.transaction((tx) => galleries.setCover(tx, by.accountId, id))
const see = (viewer: Viewer, id: string, country?: string): Promise<Gallery> => galleries.showOne(db, { viewer, country }, id)
const buy = (id: string, by = fan) => db.transaction((tx) => access.buy(tx, by, undefined, id))
const asks = (viewer: Viewer, fileId: string) =>
  access.mayServe(db, {
    viewer,
    country: undefined,
    file: { id: fileId, ownerId: creator.accountId, purpose: 'photo' },
    rendition: 'large',
  })
const photosOf = async (viewer: Viewer, id: string) => (await see(viewer, id)).photos ?? []

test('a gallery is locked for a stranger, bought, shown, refunded and locked again, with each of its photos', async () => {
  const media = [await photo(), await photo()]
  const id = await create({ title: 'Lanterns  of\nMay', description: 'Two evenings.', audience: 'ppv', price: 12_000 }, media)
  const locked = await see(fan, id)
  expect(locked).toMatchObject({
    title: 'Lanterns of May',
    canView: false,
    price: 120,
    totalPhotos: 2,
    status: 'active',
    description: 'Two evenings.',
  })
  expect(locked.slug).toMatch(/^lanterns-of-may-[0-9a-f]{12}$/)
  expect(locked.photos?.map(({ file, isCover }) => [file.locked, file.url, file.thumbnails, isCover])).toEqual([
    [true, undefined, [], true],
    [true, undefined, [], false],
  ])
  expect(locked.cover).toMatchObject({ isBlurred: true, url: expect.stringMatching(/^data:/) })
  expect(JSON.stringify(locked)).not.toContain('/media/')
  expect(await asks(fan, media[1]!)).toBe('no')

  const { transferId } = await buy(id)
  const open = await see(fan, locked.slug)
  expect(open).toMatchObject({ canView: true, isBought: true })
  expect(open.photos?.map(({ file }) => [file._id, file.locked, file.url?.startsWith(`/media/${file._id}/large?`)])).toEqual(
    media.map((each) => [each, false, true]),
  )
  expect(open.files.map(({ _id }) => _id)).toEqual(media)
  for (const each of media) expect(await asks(fan, each)).toBe('marked')
  expect((await see(await member(db, 'user'), id)).canView).toBe(false)

  await db.transaction((tx) => wallet.reverse(tx, transferId ?? '', { reason: 'asked', by: staff.accountId }))
  expect(await see(fan, id)).toMatchObject({ canView: false, isBought: false })
  expect(await asks(fan, media[0]!)).toBe('no')
})

test('without a photo a gallery is a draft, whatever was asked; it goes out with its first one, unless it was to stay one', async () => {
  const eager = await create({})
  const patient = await create({ isDraft: true })
  expect([(await see(creator, eager)).status, (await see(creator, patient)).status]).toEqual(['inactive', 'inactive'])
  await expect(see(fan, eager)).rejects.toMatchObject(notFound)
  await expect(edit(patient, { isDraft: false })).rejects.toMatchObject({ code: 'needs_a_photo' })
  for (const id of [eager, patient]) await add(id, await photo())
  expect([(await see(creator, eager)).status, (await see(creator, patient)).status]).toEqual(['active', 'inactive'])
  await edit(patient, { isDraft: false })
  expect((await see(fan, patient)).totalPhotos).toBe(1)
})

test('a photo that is still worked on lets its gallery wait; one that turns out to be none leaves it', async () => {
  const [slow, broken] = [await unfinished(db, creator, 'photo'), await unfinished(db, creator, 'photo')]
  const id = await create({}, [slow, broken])
  expect((await see(creator, id)).status).toBe('inactive')
  await db.transaction((tx) => files.fail(tx, broken))
  await db.transaction((tx) => galleries.fileProcessed(tx, broken))
  expect((await see(creator, id)).photos?.map(({ status }) => status)).toEqual(['active', 'file-error'])
  await finish(db, slow)
  await db.transaction((tx) => galleries.fileProcessed(tx, slow))
  expect(await see(fan, id)).toMatchObject({ status: 'active', totalPhotos: 1 })
  expect((await photosOf(fan, id)).length).toBe(1)
})

test('whoever begins to wait in the moment in which the photo is finished is looked at again', async () => {
  const slow = await unfinished(db, creator, 'photo')
  const id = await create({}, [slow])
  await finish(db, slow)
  await db.transaction((tx) => galleries.settleWaiting(tx, id))
  expect((await see(fan, id)).status).toBe('active')
})

test('the last photo of a gallery on show stays', async () => {
  const id = await create({}, [await photo()])
  const [only] = await photosOf(creator, id)
  await expect(removePhoto(only!._id)).rejects.toMatchObject({ code: 'needs_a_photo' })
  await expect(editPhoto(only!._id, { isActive: false })).rejects.toMatchObject({ code: 'needs_a_photo' })
  await edit(id, { isDraft: true })
  await removePhoto(only!._id)
  expect(await see(creator, id)).toMatchObject({ totalPhotos: 0, photos: [] })
})

test('once sold its photos stay and it gets no dearer; photos may join, and order, text and a lower price may change', async () => {
  const id = await create({ audience: 'ppv', price: 500 }, [await photo(), await photo()])
  const [first, second] = await photosOf(creator, id)
  await buy(id)
  await expect(removePhoto(first!._id)).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(editPhoto(first!._id, { isActive: false })).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(edit(id, { price: 501 })).rejects.toMatchObject({ code: 'price_is_sold' })
  const added = await add(id, await photo(), { title: 'An encore' })
  await edit(id, { price: 400, description: 'Now with an encore.' }, [added, second!._id])
  const after = await see(fan, id)
  expect(after).toMatchObject({ canView: true, price: 4, totalPhotos: 3 })
  expect(after.photos?.map(({ _id }) => _id)).toEqual([added, second!._id, first!._id])
})

test('whoever takes a photo out while somebody is buying waits for them, and then it is sold', async () => {
  const id = await create({ audience: 'ppv', price: 500 }, [await photo(), await photo()])
  const [first] = await photosOf(creator, id)
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
  const removing = removePhoto(first!._id).then(
    () => 'removed',
    (error: { code: string }) => error.code,
  )
  const meanwhile = await Promise.race([removing, new Promise((late) => setTimeout(late, 150, 'waits'))])
  pay()
  await buying
  expect([meanwhile, await removing]).toEqual(['waits', 'media_is_sold'])
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

test('before publication staff look; new and changed photos of an approved gallery are looked at again, an order is not', async () => {
  await review(db, 'before')
  const id = await create({}, [await photo(), await photo()])
  const status = async () => (await see(creator, id)).status
  const approve = () => db.transaction((tx) => works.approve(tx, id, staff.accountId))
  expect(await status()).toBe('pending_review')
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  await approve()
  const [first, second] = await photosOf(creator, id)
  await edit(id, {}, [second!._id, first!._id])
  await setCover(second!._id)
  await edit(id, { audience: 'followers' })
  expect(await status()).toBe('active')
  await add(id, await photo(), { isActive: false })
  expect(await status()).toBe('active')
  const changes: (() => Promise<unknown>)[] = [
    async () => add(id, await photo()),
    () => editPhoto(first!._id, { description: 'Another word' }),
    () => edit(id, { title: 'Another name' }),
  ]
  for (const change of changes) {
    await change()
    expect(await status()).toBe('pending_review')
    await approve()
  }
  await db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'A complaint.'))
  await add(id, await photo())
  expect(await status()).toBe('rejected')
})

test('to take out what staff said no to brings a refused gallery before them again', async () => {
  await review(db, 'before')
  const id = await create({}, [await photo(), await photo()])
  await db.transaction((tx) => works.reject(tx, id, staff.accountId, 'The second one'))
  const [, second] = await photosOf(creator, id)
  expect(await see(creator, id)).toMatchObject({ status: 'rejected', rejectionReason: 'The second one' })
  await removePhoto(second!._id)
  expect((await see(creator, id)).status).toBe('pending_review')
})

test('another’s gallery and photo are not found, and nothing of them changes', async () => {
  const other = await member(db, 'performer')
  const id = await create({ title: 'Mine' }, [await photo(), await photo()])
  const before = await see(creator, id)
  const [first] = before.photos ?? []
  const theirs = await picture(db, other)
  for (const attempt of [
    () => edit(id, { title: 'Theirs' }, undefined, other),
    () => db.transaction((tx) => galleries.remove(tx, other.accountId, id)),
    () => add(id, theirs, {}, other),
    () => editPhoto(first!._id, { title: 'Theirs' }, other),
    () => removePhoto(first!._id, other),
    () => setCover(first!._id, other),
    () => galleries.ownGallery(db, other.accountId, id),
    () => galleries.showPhoto(db, other, '019a0000-0000-7000-8000-00000000dead'),
  ]) {
    await expect(attempt()).rejects.toMatchObject(notFound)
  }
  const foreign = await create({}, [theirs], other)
  const [strange] = await photosOf(other, foreign)
  await expect(edit(id, {}, [strange!._id])).rejects.toMatchObject({ code: 'not_found', fields: [{ field: 'photoIds' }] })
  const after = await see(creator, id)
  expect({ ...after, photos: after.photos?.map(({ _id }) => _id), cover: '', files: '' }).toEqual({
    ...before,
    photos: before.photos?.map(({ _id }) => _id),
    cover: '',
    files: '',
  })
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

test('what is written is cleaned and held against the rules', async () => {
  await db.transaction((tx) => settings.save(tx, { prohibitedTerms: ['trafficking'] }, undefined))
  settings.forget()
  const id = await create({ tags: ['#Night', 'night'] }, [await photo()])
  const [first] = await photosOf(creator, id)
  expect((await see(fan, id)).tags).toEqual(['night'])
  for (const refused of [
    () => edit(id, { title: 'Trafficking' }),
    () => edit(id, { description: 'a trafficking tale' }),
    () => editPhoto(first!._id, { title: 'TRAFFICKING' }),
    () => create({ title: 'trafficking' }),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: 'prohibited_term' })
  }
  await expect(edit(id, { title: ' \n ' })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'title', code: 'required' }] })
  await expect(edit(id, { audience: 'ppv' })).rejects.toMatchObject({ code: 'price_required' })
  await expect(edit(id, { audience: 'ppv', price: 99 })).rejects.toMatchObject({ code: 'price_out_of_bounds' })
  await expect(edit(id, { scheduledAt: new Date(0) })).rejects.toMatchObject({ code: 'schedule_in_past' })
  await expect(edit(id, { participants: [fan.accountId] })).rejects.toMatchObject({ code: 'unknown_participant' })
  await expect(edit(id, { preview: await photo() })).rejects.toMatchObject({ code: 'file_not_yours', fields: [{ field: 'thumbnailId' }] })
})

test('a deleted gallery is gone for everyone but those who bought it; a takedown takes it from them too', async () => {
  const media = await photo()
  const id = await create({ audience: 'ppv', price: 500 }, [media])
  await buy(id)
  await db.transaction((tx) => galleries.remove(tx, creator.accountId, id))
  expect(await see(fan, id)).toMatchObject({ canView: true, status: 'inactive', totalPhotos: 1 })
  expect(await asks(fan, media)).toBe('marked')
  await expect(see(visitor, id)).rejects.toMatchObject(notFound)
  await expect(edit(id, { title: 'Back' })).rejects.toMatchObject(notFound)
  const [first] = await photosOf(fan, id)
  await expect(setCover(first!._id)).rejects.toMatchObject(notFound)
  await db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'An order.'))
  await expect(see(fan, id)).rejects.toMatchObject(notFound)
  expect(await asks(fan, media)).toBe('no')
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
  expect((await galleries.ownPhotos(db, await member(db, 'performer'), { galleryId: id }, window)).total).toBe(0)
})

test('a page of galleries costs the same few questions whatever its length, and asks for covers only', async () => {
  const ids: string[] = []
  for (let each = 0; each < 6; each++) ids.push(await create({}, [await photo(), await photo()]))
  const asked = async (list: readonly string[]) => {
    let count = 0
    const counting = new Proxy(db, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        return typeof value === 'function' && ['many', 'one', 'maybe'].includes(String(name))
          ? (...given: unknown[]) => ((count += 1), Reflect.apply(value, target, given))
          : value
      },
    })
    const page = await galleries.show(counting, { viewer: fan }, list)
    expect(page.map(({ _id, files: none, totalPhotos }) => [_id, none, totalPhotos])).toEqual(list.map((id) => [id, [], 2]))
    return count
  }
  expect(await asked(ids)).toBe(await asked(ids.slice(0, 1)))
})
