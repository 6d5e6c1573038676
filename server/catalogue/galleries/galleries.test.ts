import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import { member, newCast, openHouse, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import { finish, galleryHands, unfinished } from '#server/catalogue/galleries/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database } from '#server/platform/db/db.ts'
import { visitor, type Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let creator: Member
let fan: Member
let staff: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, staff, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const { create, edit, add, editPhoto, removePhoto, setCover, see, photosOf, buy, asks } = galleryHands(() => ({ db, creator, fan }))
const photo = () => picture(db, creator)
const notFound = { code: 'not_found' }

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
  // The settings are read once a second, for everybody.
  await asked(ids)
  expect(await asked(ids)).toBe(await asked(ids.slice(0, 1)))
})
