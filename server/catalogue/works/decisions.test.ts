import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newCast, openHouse, picture, postHands, review } from '#server/catalogue/feeds/testing.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import { galleryHands } from '#server/catalogue/galleries/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as images from '#server/media/images/images.ts'
import { noise, received } from '#server/media/images/testing.ts'
import type { Database } from '#server/platform/db/db.ts'
import { visitor, type Member } from '#server/platform/http/viewer.ts'

let db: Database
let staff: Member
let creator: Member
let fan: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, staff, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => void ({ creator, fan } = await newCast(db)))

const { publish, edit, see, asks, buy } = postHands(() => ({ db, creator, fan }))
const { create: gather, edit: arrange, add, editPhoto } = galleryHands(() => ({ db, creator, fan }))
const approve = (id: string) => db.transaction((tx) => works.approve(tx, id, staff.accountId))
const reject = (id: string) => db.transaction((tx) => works.reject(tx, id, staff.accountId, 'A street sign.'))
const takeDown = (id: string) => db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'An order.'))
const stateOf = async (id: string) => (await works.find(db, [id])).get(id)?.state
const blocked = (field: string) => ({ code: 'file_blocked', fields: [{ field, code: 'file_blocked' }] })

test('what staff took down comes back out of no library: neither the same file nor a copy that was there before', async () => {
  const bytes = await noise(90, 60).jpeg().toBuffer()
  const send = async (purpose: 'photo' | 'thumbnail' = 'photo') =>
    (await images.receive(db, await received(bytes), { purpose, ownerId: creator.accountId })).id
  const [media, copy, preview, harmless] = [await send(), await send(), await send('thumbnail'), await picture(db, creator)]
  const waiting = await gather({ isDraft: true }, [harmless, copy])
  const id = await publish({ media: [media] })
  await takeDown(id)
  for (const file of [media, copy]) {
    await expect(publish({ media: [file] })).rejects.toMatchObject(blocked('fileIds'))
    await expect(gather({}, [harmless, file])).rejects.toMatchObject(blocked('fileIds'))
  }
  await expect(publish({ media: [harmless], preview })).rejects.toMatchObject(blocked('thumbnailId'))
  await expect(arrange(waiting, { isDraft: false })).rejects.toMatchObject(blocked('fileIds'))
  const other = await publish({ media: [harmless] })
  await expect(edit(other, { media: [harmless, copy] })).rejects.toMatchObject(blocked('fileIds'))
  expect(await stateOf(other)).toBe('active')
})

test('a photo that nobody took a print of does not come back either', async () => {
  const media = await picture(db, creator)
  await takeDown(await publish({ media: [media] }))
  await db.pool.query('delete from fingerprints.blocked')
  await db.pool.query('delete from fingerprints.prints where file_id = $1', [media])
  await expect(publish({ media: [media] })).rejects.toMatchObject(blocked('fileIds'))
})

test('prints that were made only after a takedown are blocked the next night', async () => {
  const bytes = await noise(90, 61).jpeg().toBuffer()
  const send = async () => (await images.receive(db, await received(bytes), { purpose: 'photo', ownerId: creator.accountId })).id
  const media = await send()
  await takeDown(await publish({ media: [media] }))
  await db.pool.query('delete from fingerprints.blocked')
  const copy = await send()
  await db.transaction(works.blockRemoved)
  await expect(publish({ media: [copy] })).rejects.toMatchObject(blocked('fileIds'))
})

test('staff approve nothing of which they cannot have seen all: a photo that is still worked on waits with its work', async () => {
  await review(db, 'before')
  try {
    const media = await picture(db, creator)
    const id = await publish({ media: [media] })
    await db.pool.query(`update files.files set status = 'processing' where id = $1`, [media])
    await expect(approve(id)).rejects.toMatchObject({ code: 'file_not_ready' })
    expect(await stateOf(id)).toBe('pending_review')
    await db.pool.query(`update files.files set status = 'finished' where id = $1`, [media])
    await approve(id)
    expect(await stateOf(id)).toBe('active')
  } finally {
    await review(db, 'after')
  }
})

test('a takedown closes a file in every work that it stands in, for buyers and visitors, however many there are', async () => {
  const [media, preview] = [await picture(db, creator), await picture(db, creator, 'thumbnail')]
  const [free, sold] = [await publish({ media: [media], preview }), await publish({ media: [media], audience: 'ppv', price: 500 })]
  await buy(sold)
  const removed = await publish({ media: [media], preview })
  // More works than anyone looks through, all of them older than the one that was removed.
  await db.pool.query(
    `with made as (
       insert into works.works (id, kind, medium, creator_id, audience, state, title, created_at, updated_at, published_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'feed', 'photo', $1, 'free', 'active', '', now(), now(), now()
       from generate_series(1, 210) n returning id)
     insert into works.files (file_id, work_id, role, position) select $2, id, 'media', 0 from made`,
    [creator.accountId, media],
  )
  expect([await asks(fan, media), await asks(visitor, preview, 'thumbnail')]).toEqual(['plain', 'plain'])
  await takeDown(removed)
  expect([await asks(fan, media), await asks(visitor, preview, 'thumbnail')]).toEqual(['no', 'no'])
  expect([await asks(creator, media), await asks(staff, media)]).toEqual(['plain', 'plain'])
  expect(await stateOf(free)).toBe('active')
})

test('a refused post that is put aside as a draft is not published by being taken out again', async () => {
  for (const when of ['before', 'after'] as const) {
    await review(db, 'before')
    const id = await publish({ media: [await picture(db, creator)] })
    await reject(id)
    await review(db, when)
    await edit(id, { isDraft: true })
    await edit(id, { isDraft: false })
    expect(await stateOf(id)).toBe('rejected')
    await edit(id, { isDraft: true, text: 'Without the sign' })
    expect(await stateOf(id)).toBe('rejected')
    await edit(id, { isDraft: false })
    expect(await stateOf(id)).toBe('pending_review')
    await approve(id)
    expect(await stateOf(id)).toBe('active')
  }
})

test('an approved post that is put aside comes back as it was, and is looked at when it was changed meanwhile', async () => {
  await review(db, 'before')
  const id = await publish({ text: 'An evening' })
  await approve(id)
  await edit(id, { isDraft: true })
  await edit(id, { isDraft: false })
  expect(await stateOf(id)).toBe('active')
  await edit(id, { isDraft: true, text: 'Another evening' })
  await edit(id, { isDraft: false })
  expect(await stateOf(id)).toBe('pending_review')
})

test('staff who decide while its creator saves wait for them, and what they took down stays down', async () => {
  const decisions = { removed: takeDown, rejected: reject, active: approve }
  for (const [state, decide] of Object.entries(decisions)) {
    await review(db, 'before')
    const id = await publish({ text: 'An evening' })
    let decision: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await works.lockExclusive(tx, id)
      const work = (await works.find(tx, [id])).get(id)!
      decision = decide(id)
      const first = await Promise.race([decision.then(() => 'decided'), new Promise((late) => setTimeout(late, 150, 'waits'))])
      expect(first).toBe('waits')
      await works.update(tx, work, { ...work, participants: [], isDraft: false, needsReview: false })
    })
    await decision
    expect(await stateOf(id)).toBe(state)
  }
})

test('a gallery that was sold takes no new photo where review comes first, so that no buyer sees one before its approval', async () => {
  await review(db, 'before')
  const id = await gather({ audience: 'ppv', price: 500 }, [await picture(db, creator)])
  await approve(id)
  await buy(id)
  const soldOut = { code: 'media_is_sold' }
  await expect(add(id, await picture(db, creator))).rejects.toMatchObject(soldOut)
  const apart = await add(id, await picture(db, creator), { isActive: false })
  await expect(editPhoto(apart, { isActive: true })).rejects.toMatchObject(soldOut)
  const files = [await picture(db, creator)]
  await expect(db.transaction((tx) => galleries.edit(tx, creator.accountId, id, {}, { files }))).rejects.toMatchObject(soldOut)
  expect(await galleries.showOne(db, { viewer: fan }, id)).toMatchObject({ totalPhotos: 1, status: 'active' })
  await review(db, 'after')
  await add(id, await picture(db, creator))
  expect((await galleries.showOne(db, { viewer: fan }, id)).totalPhotos).toBe(2)
})

test('while a sold post waits again its buyers have its media, and not the preview that nobody has looked at', async () => {
  await review(db, 'before')
  const [media, preview] = [await picture(db, creator), await picture(db, creator, 'thumbnail')]
  const id = await publish({ media: [media], audience: 'ppv', price: 500 })
  await approve(id)
  await buy(id)
  await edit(id, { preview })
  const seen = async (viewer: Member) => {
    const post = await see(viewer, id)
    return [post.canView, post.thumbnail !== undefined, await asks(viewer, media), await asks(viewer, preview, 'thumbnail')]
  }
  expect(await seen(fan)).toEqual([true, false, 'marked', 'no'])
  expect(await seen(creator)).toEqual([true, true, 'plain', 'plain'])
  expect(await seen(staff)).toEqual([true, true, 'plain', 'plain'])
  await approve(id)
  expect(await seen(fan)).toEqual([true, true, 'marked', 'plain'])
})
