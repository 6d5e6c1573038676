// "Whose copy is this?": somebody found a picture where it should not be, and staff ask to whose account that copy was sent.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { scene } from '#server/platform/marks/testing.ts'
import { sql } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'
import { asOwner } from '#server/platform/testing/clone.ts'

let house: House
let office: Person
let lan: Person
let mei: Person
let kai: Person
let posts: Awaited<ReturnType<typeof sells>>[]

beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
  lan = await house.creator({ name: 'Lan' })
  ;[mei, kai] = [await house.fan({ balance: 900, name: 'Mei' }), await house.fan({ balance: 900, name: 'Kai' })]
  posts = [await sells(11), await sells(12)]
  for (const fan of [mei, kai]) for (const post of posts) await fan.api.feeds.charge({ id: post._id, expectedPrice: 120 })
})
afterAll(() => house.close())

const blob = (bytes: Uint8Array, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'found', { type })

async function sells(seed: number) {
  const picture = await sharp(await scene(1000, 700, seed))
    .jpeg({ quality: 95 })
    .toBuffer()
  const photo = await lan.api.feeds.uploadPhoto({ file: blob(picture) })
  await house.settle()
  const post = await lan.api.feeds.create({ type: 'photo', text: `Evening ${seed}`, fileIds: [photo._id], isSale: 'ppv', price: 120 })
  await office.api.admin.approveWork({ id: post._id })
  return post
}

/** The picture as this person is sent it. */
async function copyOf(post: { _id: string }, { api, token }: Person): Promise<Buffer> {
  const { files } = await api.feeds.one({ id: post._id })
  const answer = await fetch(`${house.address}${files[0]?.url ?? ''}`, { headers: { cookie: `token=${token}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function asked(picture: Uint8Array, about: { workId?: string; performerId?: string } = {}) {
  const { _id } = await office.api.copies.ask({ picture: blob(picture), ...about })
  await house.settle()
  return office.api.copies.one({ id: _id })
}

test('a copy that went through a messenger names the one it was sent to, with what that is worth, and stays as evidence', async () => {
  await copyOf(posts[0]!, kai)
  const found = await sharp(await copyOf(posts[0]!, mei))
    .resize(640)
    .jpeg({ quality: 60 })
    .toBuffer()
  const begun = await office.api.copies.ask({ picture: blob(found) })
  expect(begun).toMatchObject({ named: [], hasPicture: true, askedBy: { username: office.username } })
  // Whoever reads copies may have begun with it.
  expect(['waiting', 'reading']).toContain(begun.state)
  await expect(office.api.copies.discard({ id: begun._id })).rejects.toMatchObject({ code: 'file_in_use' })
  await house.settle()

  const answer = await office.api.copies.one({ id: begun._id })
  expect(answer).toMatchObject({
    state: 'answered',
    isKnown: true,
    hasPicture: true,
    readers: 2,
    work: { _id: posts[0]!._id, creator: { username: lan.username }, path: expect.stringContaining('/posts/') as string },
    named: [{ accountId: mei.id, person: { username: mei.username, name: 'Mei' } }],
  })
  expect(answer.named[0]?.odds).toBeGreaterThanOrEqual(6)
  expect(answer.named[0]?.firstAt).toBeDefined()
  const shown = await office.api.copies.pictures({ id: begun._id })
  for (const picture of [shown.found, shown.ours]) expect(picture).toMatch(/^data:image\/jpeg;base64,/)
  expect((await office.api.copies.list({ limit: 1 })).data).toEqual([answer])

  const { data: deeds } = await office.api.admin.audit({ action: 'copies.', q: begun._id })
  expect(deeds.map(({ action, actor }) => [action, actor])).toEqual([
    ['copies.answered', undefined],
    ['copies.asked', office.username],
  ])
  expect(deeds[0]?.detail).toMatchObject({ named: [mei.id], count: 1 })
})

test('a cut out of a screen is found among all of a creator’s, or by the work that staff name', async () => {
  const copy = await sharp(await copyOf(posts[1]!, kai))
    .extract({ left: 180, top: 120, width: 700, height: 500 })
    .toBuffer()
  const screen = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#f6f3ed' } })
    .composite([{ input: copy, left: 260, top: 120 }])
    .png()
    .toBuffer()
  expect(await asked(screen, { performerId: lan.id })).toMatchObject({
    aboutPerformer: { username: lan.username },
    work: { _id: posts[1]!._id },
    named: [{ accountId: kai.id }],
  })
  expect(await asked(screen, { workId: posts[1]!._id })).toMatchObject({
    aboutWork: { _id: posts[1]!._id },
    named: [{ accountId: kai.id }],
  })
})

test('nobody is named for a picture of ours without marks, for a stranger’s picture, nor by a work that it is not of; what was found goes', async () => {
  const plain = await asked(await copyOf(posts[0]!, lan))
  expect(plain).toMatchObject({ state: 'answered', isKnown: true, work: { _id: posts[0]!._id }, named: [], hasPicture: false })
  const foreign = await asked(await scene(900, 700, 77))
  expect(foreign).toMatchObject({ state: 'answered', isKnown: false, named: [], hasPicture: false })
  expect(foreign).not.toHaveProperty('work')
  for (const { _id } of [plain, foreign]) expect(await store.size(`copies/${_id}`)).toBeUndefined()
  expect(await office.api.copies.pictures({ id: foreign._id })).toEqual({})
})

test('a creator who wants four names in their pictures has them drawn at once, and the copy still names its reader', async () => {
  const once = await copyOf(posts[0]!, mei)
  expect(await lan.api.me.performer({})).toMatchObject({ picturesName: 'one' })
  expect(await lan.api.me.updatePerformer({ picturesName: 'four' })).toMatchObject({ picturesName: 'four' })
  const often = await copyOf(posts[0]!, mei)
  expect(often.equals(once)).toBe(false)
  expect(await asked(often)).toMatchObject({ named: [{ accountId: mei.id }] })
  await lan.api.me.updatePerformer({ picturesName: 'one' })
  expect((await copyOf(posts[0]!, mei)).equals(once)).toBe(true)
  await expect(lan.api.me.updatePerformer({ picturesName: 'none' as never })).rejects.toMatchObject({ status: 422 })
})

test('staff find what it may be of by its words, its address or its creator', async () => {
  const byWords = await office.api.copies.subjects({ q: 'Evening 12' })
  expect(byWords.works.map(({ _id }) => _id)).toContain(posts[1]!._id)
  const byAddress = await office.api.copies.subjects({ q: `https://stagedoor.example/posts/${posts[0]!._id}?from=mail` })
  expect(byAddress).toMatchObject({ works: [{ _id: posts[0]!._id, kind: 'feed', creator: { username: lan.username } }], performers: [] })
  const byName = await office.api.copies.subjects({ q: `@${lan.username}` })
  expect(byName.performers).toMatchObject([{ _id: lan.id }])
  expect(await office.api.copies.subjects({ q: '/posts/nothing-there' })).toEqual({ works: [], performers: [] })
})

test('what is no picture is refused at its field, and what does not exist is not there', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await expect(office.api.copies.ask({ picture: blob(gif) })).rejects.toMatchObject({ code: 'file_type_not_allowed' })
  const torn = (await copyOf(posts[0]!, lan)).subarray(0, 40)
  await expect(office.api.copies.ask({ picture: blob(torn) })).rejects.toMatchObject({ code: 'file_unreadable' })
  await expect(office.api.copies.ask({})).rejects.toMatchObject({ code: 'file_required' })
  const picture = blob(await scene(300, 200, 1))
  const nowhere = '0198f9a0-1111-7000-8000-000000000001'
  await expect(office.api.copies.ask({ picture, workId: nowhere })).rejects.toMatchObject({ code: 'not_found' })
  await expect(office.api.copies.ask({ picture, performerId: mei.id })).rejects.toMatchObject({ code: 'not_found' })
  const both = { workId: posts[0]!._id, performerId: lan.id }
  await expect(office.api.copies.ask({ picture, ...both })).rejects.toMatchObject({ code: 'invalid' })
  for (const ask of [office.api.copies.one, office.api.copies.pictures, office.api.copies.discard])
    await expect(ask({ id: nowhere })).rejects.toMatchObject({ code: 'not_found' })
})

test('a look-up that cannot be read ends so, and its picture goes', async () => {
  const { _id } = await office.api.copies.ask({ picture: blob(await copyOf(posts[0]!, mei)), workId: posts[0]!._id })
  const { giveUp } = await import('#server/office/copies/looking.ts')
  await giveUp(house.db, _id)
  await house.settle()
  expect(await office.api.copies.one({ id: _id })).toMatchObject({ state: 'failed', hasPicture: false, named: [], isKnown: false })
})

test('an answer is not rewritten, and a name is not added without a mark that says it', async () => {
  await expect(house.db.transaction((tx) => tx.run(sql`delete from copies.named`))).rejects.toThrow('permission denied')
  await expect(house.db.transaction((tx) => tx.run(sql`update copies.named set account_id = gen_random_uuid()`))).rejects.toThrow(
    'permission denied',
  )
  const { _id } = (await office.api.copies.list({})).data[0]!
  const unsure = sql`insert into copies.named (lookup_id, account_id, z) values (${_id}, gen_random_uuid(), 5)`
  await expect(asOwner(house.db, unsure)).rejects.toThrow('named_z_check')
})

test('what is kept lies sealed, is thrown away when staff say so, and after a year by itself; the answer stays', async () => {
  const first = await asked(await copyOf(posts[0]!, mei))
  const second = await asked(await copyOf(posts[1]!, kai), { workId: posts[1]!._id })
  const sealed = Buffer.concat(await store.read(`copies/${second._id}`).toArray())
  expect(sealed.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))

  expect(await office.api.copies.discard({ id: first._id })).toEqual({ _id: first._id, hasPicture: false })
  await expect(office.api.copies.discard({ id: first._id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await store.size(`copies/${first._id}`)).toBeUndefined()
  expect(await office.api.copies.pictures({ id: first._id })).not.toHaveProperty('found')
  expect((await office.api.copies.one({ id: first._id })).named).toHaveLength(1)

  const { forgetOldPictures, storedKeys } = await import('#server/office/copies/copies.ts')
  const kept = await storedKeys(house.db)
  expect(kept).toContain(`copies/${second._id}`)
  expect(kept).not.toContain(`copies/${first._id}`)
  await forgetOldPictures(house.db)
  expect(await office.api.copies.one({ id: second._id })).toMatchObject({ hasPicture: true })
  house.clock.advance({ days: 366 })
  office = await house.staff()
  await forgetOldPictures(house.db)
  expect(await office.api.copies.one({ id: second._id })).toMatchObject({ hasPicture: false, named: [{ accountId: kai.id }] })
  expect(await storedKeys(house.db)).toEqual([])
  expect(await store.size(`copies/${second._id}`)).toBeUndefined()
})
