import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clip, member, newCast, openHouse, review } from '#server/catalogue/feeds/testing.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import { finish, galleryHands, unfinished } from '#server/catalogue/galleries/testing.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let staff: Member
let creator: Member
let fan: Member
let close: () => Promise<void>
beforeAll(async () => void ({ db, staff, close } = await openHouse()))
afterAll(() => close())
beforeEach(async () => {
  ;({ creator, fan } = await newCast(db))
  await bounds({ minimumItemPrice: 1, maximumItemPrice: 10_000 })
})

async function bounds(values: { minimumItemPrice: number; maximumItemPrice: number }): Promise<void> {
  await db.transaction((tx) => settings.save(tx, values, undefined))
  settings.forget()
}
const stateOf = async (id: string) => (await works.find(db, [id])).get(id)?.state
const { create: gather, edit: arrange } = galleryHands(() => ({ db, creator, fan }))
const film = (draft: videos.Draft) => db.transaction((tx) => videos.publish(tx, creator.accountId, { title: 'The last tram', ...draft }))
const editFilm = (id: string, draft: videos.Draft) => db.transaction((tx) => videos.edit(tx, creator.accountId, id, draft))

test('what waits for its files goes out although the bounds of prices moved, or a name closed its account, meanwhile', async () => {
  const guest = await member(db, 'performer')
  const [photo, footage] = [await unfinished(db, creator, 'photo'), await unfinished(db, creator, 'video')]
  const sold = { audience: 'ppv', price: 500, participants: [guest.accountId] } as const
  const [gallery, video] = [await gather(sold, [photo]), await film({ ...sold, video: footage })]
  await bounds({ minimumItemPrice: 10, maximumItemPrice: 10_000 })
  await db.pool.query("update accounts.accounts set state = 'closed' where id = $1", [guest.accountId])
  for (const id of [photo, footage]) await finish(db, id)
  await db.transaction((tx) => galleries.fileProcessed(tx, photo))
  await db.transaction((tx) => videos.fileProcessed(tx, footage, 'finished'))
  expect([await stateOf(gallery), await stateOf(video)]).toEqual(['active', 'active'])
  await editFilm(video, { title: 'The very last tram' })
  await expect(editFilm(video, { price: 600 })).rejects.toMatchObject({ code: 'price_out_of_bounds' })
  await editFilm(video, { audience: 'free' })
  await expect(editFilm(video, { audience: 'ppv', price: 500 })).rejects.toMatchObject({ code: 'price_out_of_bounds' })
})

test('a gallery that may not go out keeps none of the others that waited for the same photo', async () => {
  const [photo, barred] = [await unfinished(db, creator, 'photo'), await unfinished(db, creator, 'photo')]
  const [first, second] = [await gather({}, [barred, photo]), await gather({}, [photo])]
  await finish(db, barred)
  const removed = await gather({}, [barred])
  await db.transaction((tx) => works.takeDown(tx, removed, staff.accountId, 'An order.'))
  await finish(db, photo)
  await db.transaction((tx) => galleries.fileProcessed(tx, photo))
  expect([await stateOf(first), await stateOf(second)]).toEqual(['draft', 'active'])
  await expect(arrange(first, { isDraft: false })).rejects.toMatchObject({ code: 'file_blocked' })
})

test('a video that was refused goes to staff again by itself once its new footage is ready, and not before', async () => {
  await review(db, 'before')
  const id = await film({ video: await clip(db, creator, 'video') })
  await db.transaction((tx) => works.reject(tx, id, staff.accountId, 'A street sign.'))
  const footage = await unfinished(db, creator, 'video')
  await editFilm(id, { video: footage })
  await editFilm(id, { tags: ['tram'] })
  expect(await stateOf(id)).toBe('rejected')
  await finish(db, footage)
  await db.transaction((tx) => videos.fileProcessed(tx, footage, 'finished'))
  expect(await stateOf(id)).toBe('pending_review')
})
