// A gallery's life over HTTP: photos sent and ordered, sold, opened, given back; and the addresses of the pictures themselves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
})
afterAll(() => house.close())

async function opens(url: string | undefined, who?: Person): Promise<boolean> {
  if (!url) return false
  const answer = await fetch(house.address + url, { headers: who ? { authorization: who.token } : {} })
  return answer.status === 200 && (answer.headers.get('content-type') ?? '').startsWith('image/')
}

async function galleryOf(creator: Person, photos: number, more: { isSale?: 'free' | 'ppv'; price?: number } = {}) {
  const { _id: galleryId } = await creator.api.galleries.create({ title: '零點之後', description: '兩個晚上', tags: ['夜'], ...more })
  for (let each = 0; each < photos; each++) {
    await creator.api.galleries.uploadPhoto({ galleryId, file: await picture(900, 600, each), title: `第${each + 1}張` })
  }
  return creator.api.galleries.ownOne({ id: galleryId })
}

test('photos go up one by one, the gallery goes out with the first; locked, bought, open, given back, locked: its pictures follow', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const gallery = await galleryOf(lan, 3, { isSale: 'ppv', price: 80 })
  expect(gallery).toMatchObject({ status: 'active', totalPhotos: 3, totalSold: 0 })
  const visitor = await house.visitor().galleries.one({ id: gallery.slug })
  expect(visitor).toMatchObject({ canView: false, photos: [{ title: '', file: { locked: true } }, {}, {}] })
  expect(JSON.stringify(visitor.photos)).not.toContain('/media/')

  const mei = await house.fan({ balance: 100 })
  await expect(mei.api.galleries.charge({ id: gallery._id, expectedPrice: 70 })).rejects.toMatchObject({
    status: 409,
    code: 'price_changed',
  })
  const idempotencyKey = crypto.randomUUID()
  const bought = await mei.api.galleries.charge({ id: gallery._id, expectedPrice: 80 }, { idempotencyKey })
  expect(await mei.api.galleries.charge({ id: gallery._id, expectedPrice: 80 }, { idempotencyKey })).toEqual(bought)
  expect(bought).toMatchObject({ balance: 20, item: { canView: true, isBought: true } })
  const urls = bought.item?.photos?.map(({ file }) => file.url) ?? []
  expect(await Promise.all(urls.map((url) => opens(url, mei)))).toEqual([true, true, true])
  expect(await Promise.all([opens(urls[0]), house.fan().then((other) => opens(urls[0], other))])).toEqual([false, false])
  expect((await lan.api.earnings.stats({})).byType).toMatchObject({ gallery: 64 })
  expect((await mei.api.wallet.lines({})).data[0]).toMatchObject({ type: 'gallery', amount: -80 })

  // A photo that joins after the sale opens for those who bought it.
  const added = await lan.api.galleries.uploadPhoto({ galleryId: gallery._id, file: await picture(600, 900, 9) })
  const { data } = await mei.api.galleries.photos({ galleryId: gallery._id })
  expect(data.at(-1)).toMatchObject({ _id: added._id, file: { locked: false } })
  expect(await opens(data.at(-1)?.file.url, mei)).toBe(true)
  await expect(lan.api.galleries.removePhoto({ id: added._id })).rejects.toMatchObject({ status: 409, code: 'media_is_sold' })

  const office = await house.staff()
  const { data: transfers } = await office.api.admin.transfers({ q: mei.username })
  await office.api.admin.refund({ id: transfers.find(({ kind }) => kind === 'gallery')!._id, reason: 'Bought by mistake' })
  expect(await mei.api.galleries.one({ id: gallery._id })).toMatchObject({ canView: false, isBought: false })
  await expect.poll(() => opens(urls[0], mei), { timeout: 10_000 }).toBe(false)
  expect(await mei.balance()).toBe(100)
})

test('a view counts once an hour for each member and each address, and never its creator’s', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const { _id: id } = await galleryOf(lan, 1)
  const [mei, hua] = [await house.fan(), await house.fan()]
  const look = async (api: Person['api']) => (await api.galleries.view({ id })).totalViews
  expect([await look(mei.api), await look(mei.api), await look(hua.api), await look(house.visitor()), await look(house.visitor())]).toEqual(
    [1, 1, 2, 3, 3],
  )
  expect(await look(lan.api)).toBe(3)
  house.clock.advance({ minutes: 61 })
  expect(await look(mei.api)).toBe(4)
})

test('galleries are browsed by words, tag, price and performer; liked and kept like posts', async () => {
  const [lan, yun] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Yun' })]
  const [free, priced] = [await galleryOf(lan, 1), await galleryOf(lan, 1, { isSale: 'ppv', price: 30 })]
  await lan.api.galleries.update({ id: free._id, title: '螢火蟲散步', participantIds: [yun.id] })
  await house.settle()
  const mei = await house.fan()
  const listed = async (query: Parameters<typeof mei.api.galleries.search>[0]) =>
    (await mei.api.galleries.search(query)).data.map(({ _id }) => _id)
  expect(await listed({ q: '螢火蟲' })).toEqual([free._id])
  expect(await listed({ performerId: lan.id })).toEqual([priced._id, free._id])
  expect(await listed({ performerId: lan.id, excludedId: priced._id })).toEqual([free._id])
  expect(await listed({ performerId: lan.id, isFree: false })).toEqual([priced._id])
  expect(await listed({ performerId: lan.id, isSale: 'free' })).toEqual([free._id])
  expect((await mei.api.galleries.search({ isSale: 'ppv' })).data.every(({ isSale }) => isSale === 'ppv')).toBe(true)
  expect(await listed({ performerId: lan.id, tag: '夜', sortBy: 'price', sort: 'desc' })).toEqual([priced._id, free._id])
  expect(await listed({ performerId: yun.id })).toEqual([])
  const { data: asked } = await yun.api.works.tagged({})
  expect(asked).toMatchObject([{ workId: free._id, kind: 'gallery', state: 'asked', performer: { username: lan.username } }])
  await yun.api.works.agreeToTag({ id: free._id })
  expect(await listed({ performerId: yun.id })).toEqual([free._id])
  await yun.api.works.declineTag({ id: free._id })
  expect((await yun.api.works.tagged({ state: 'declined' })).total).toBe(1)
  expect(await listed({ performerId: yun.id })).toEqual([])
  await expect(yun.api.works.agreeToTag({ id: priced._id })).rejects.toMatchObject({ status: 404 })
  const letter = await (await house.staff()).api.admin.letters({ recipient: `${yun.username}@stagedoor.example` })
  expect(JSON.stringify(letter.data)).toContain('/creator/tagged')
  await mei.api.reactions.react({ objectId: free._id, objectType: 'gallery', action: 'like' })
  expect(await mei.api.galleries.one({ id: free._id })).toMatchObject({ isLiked: true, totalLike: 1 })
})

test('what does not fit is refused by name, and changes nothing', async () => {
  const [lan, yun] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Yun' })]
  const gallery = await galleryOf(lan, 1)
  const [photo] = gallery.photos ?? []
  const draft = await lan.api.galleries.create({ title: 'Empty' })
  expect(draft.status).toBe('inactive')
  const feed = await lan.api.feeds.create({ type: 'text', text: 'No gallery' })
  const mei = await house.fan({ balance: 50 })
  const refused: [() => Promise<unknown>, object][] = [
    [() => lan.api.galleries.update({ id: draft._id, status: 'active' }), { status: 422, code: 'needs_a_photo' }],
    [() => lan.api.galleries.uploadPhoto({ galleryId: gallery._id }), { status: 422, code: 'file_required', errors: [{ field: 'file' }] }],
    [
      () => lan.api.galleries.uploadPhoto({ galleryId: gallery._id, file: new File(['not a picture'], 'a.jpg') }),
      { status: 422, code: 'file_type_not_allowed' },
    ],
    [() => lan.api.galleries.uploadPhoto({ galleryId: gallery._id, fileId: photo!.file._id }), { status: 409, code: 'file_in_use' }],
    [() => yun.api.galleries.uploadPhoto({ galleryId: gallery._id, fileId: photo!.file._id }), { status: 404 }],
    [() => yun.api.galleries.updatePhoto({ id: photo!._id, title: 'Theirs' }), { status: 404 }],
    [() => yun.api.galleries.removePhoto({ id: photo!._id }), { status: 404 }],
    [() => yun.api.galleries.setCover({ id: photo!._id }), { status: 404 }],
    [() => yun.api.galleries.update({ id: gallery._id, title: 'Theirs' }), { status: 404 }],
    [() => yun.api.galleries.remove({ id: gallery._id }), { status: 404 }],
    [() => yun.api.galleries.ownOne({ id: gallery._id }), { status: 404 }],
    [() => mei.api.galleries.one({ id: draft._id }), { status: 404 }],
    [() => mei.api.galleries.photos({ galleryId: draft._id }), { status: 404 }],
    [() => mei.api.galleries.one({ id: feed._id }), { status: 404 }],
    [() => mei.api.galleries.charge({ id: feed._id }), { status: 404 }],
    [() => mei.api.galleries.charge({ id: draft._id }), { status: 404 }],
    [() => mei.api.galleries.charge({ id: gallery._id }), { status: 422, code: 'not_for_sale' }],
    [() => mei.api.galleries.create({ title: 'A fan’s' }), { status: 403 }],
    [() => lan.api.galleries.create({ title: '' }), { status: 422, code: 'invalid' }],
    [() => lan.api.galleries.create({ title: 'x', isSale: 'ppv' }), { status: 422, code: 'price_required' }],
    [() => lan.api.galleries.create({ title: 'x', price: 1.234 }), { status: 422, code: 'invalid' }],
  ]
  for (const [attempt, answer] of refused) await expect(attempt()).rejects.toMatchObject(answer)
  // A picture that was refused is not left in the library.
  const { total } = await lan.api.uploads.library({ purpose: 'photo' })
  expect(total).toBe(1)
  expect(await lan.api.galleries.ownOne({ id: gallery._id })).toMatchObject({ title: '零點之後', totalPhotos: 1 })
  expect(await mei.balance()).toBe(50)
})

test('the cover falls to the next photo, and photos are found by their words', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const gallery = await galleryOf(lan, 3)
  const [first, second, third] = gallery.photos ?? []
  expect((await lan.api.galleries.setCover({ id: third!._id })).photos?.map(({ isCover }) => isCover)).toEqual([false, false, true])
  await lan.api.galleries.update({ id: gallery._id, photoIds: [second!._id, first!._id] })
  await expect(lan.api.uploads.remove({ id: third!.file._id })).rejects.toMatchObject({ code: 'file_in_use' })
  expect(await lan.api.galleries.removePhoto({ id: third!._id })).toEqual({ deleted: true })
  expect(await lan.api.uploads.remove({ id: third!.file._id })).toEqual({ deleted: true })
  const { photos } = await lan.api.galleries.ownOne({ id: gallery._id })
  expect(photos?.map(({ _id, isCover }) => [_id, isCover])).toEqual([
    [second!._id, true],
    [first!._id, false],
  ])
  expect((await lan.api.galleries.ownPhotos({ q: '第2' })).data.map(({ _id }) => _id)).toEqual([second!._id])
  await lan.api.galleries.updatePhoto({ id: first!._id, status: 'inactive' })
  expect((await lan.api.galleries.ownPhotos({ status: 'inactive' })).data.map(({ _id }) => _id)).toEqual([first!._id])
})

// The last one: what was taken down cannot be uploaded again, and these pictures are much alike.
test('a block keeps what was bought, a takedown does not', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [bought, other] = [await galleryOf(lan, 1, { isSale: 'ppv', price: 20 }), await galleryOf(lan, 1)]
  const mei = await house.fan({ balance: 20 })
  await mei.api.galleries.charge({ id: bought._id })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await expect(mei.api.galleries.one({ id: other._id })).rejects.toMatchObject({ status: 404 })
  expect((await mei.api.galleries.search({ performerId: lan.id })).data).toEqual([])
  await expect(mei.api.galleries.photosOf({ performerId: lan.id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.galleries.view({ id: other._id })).rejects.toMatchObject({ status: 404 })
  const open = await mei.api.galleries.one({ id: bought._id })
  const url = open.photos?.[0]?.file.url
  expect([open.canView, await opens(url, mei)]).toEqual([true, true])
  await (await house.staff()).api.admin.rejectWork({ id: bought._id, reason: 'No consent of the person shown' })
  await expect(mei.api.galleries.one({ id: bought._id })).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => opens(url, mei), { timeout: 10_000 }).toBe(false)
  expect((await lan.api.galleries.own({ status: 'rejected' })).data).toMatchObject([{ rejectionReason: 'No consent of the person shown' }])
})
