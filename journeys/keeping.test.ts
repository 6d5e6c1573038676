// Liking and keeping, whatever the kind: counted once, shown to those who keep, gone from their list with the thing itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { type House, openHouse, type Person, picture, ready } from '#journeys/house.ts'
import { clip } from '#server/media/footage/testing.ts'

let house: House
let lan: Person
beforeAll(async () => {
  house = await openHouse()
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  lan = await house.creator({ name: 'Lan' })
}, 600_000)
afterAll(() => house.close())

interface Kind {
  objectType: 'feed' | 'gallery' | 'video' | 'product'
  make: () => Promise<string>
  one: (api: Api, id: string) => Promise<{ totalLike: number; isLiked: boolean; isBookmarked: boolean }>
  kept: (api: Api) => Promise<{ data: { _id: string; isBookmarked: boolean }[]; total: number }>
  remove: (id: string) => Promise<unknown>
}

const kinds: Kind[] = [
  {
    objectType: 'feed',
    make: async () => (await lan.api.feeds.create({ type: 'text', text: 'Tonight' }))._id,
    one: (api, id) => api.feeds.one({ id }),
    kept: (api) => api.bookmarks.feeds({}),
    remove: (id) => lan.api.feeds.remove({ id }),
  },
  {
    objectType: 'gallery',
    async make() {
      const { _id } = await lan.api.galleries.create({ title: 'Lanterns' })
      await lan.api.galleries.uploadPhoto({ galleryId: _id, file: await picture(300, 200, 5) })
      return _id
    },
    one: (api, id) => api.galleries.one({ id }),
    kept: (api) => api.bookmarks.galleries({}),
    remove: (id) => lan.api.galleries.remove({ id }),
  },
  {
    objectType: 'video',
    async make() {
      const { _id, files } = await lan.api.videos.upload({ title: 'Tram', video: new File([new Uint8Array(await clip())], 'tram.mp4') })
      await ready(lan, files[0]!._id)
      await house.settle()
      return _id
    },
    one: (api, id) => api.videos.one({ id }),
    kept: (api) => api.bookmarks.videos({}),
    remove: (id) => lan.api.videos.remove({ id }),
  },
  {
    objectType: 'product',
    make: async () => (await lan.api.shop.createProduct({ name: 'Print', type: 'physical', price: 20, stock: 2 }))._id,
    one: (api, id) => api.shop.product({ id }),
    kept: (api) => api.bookmarks.products({}),
    remove: (id) => lan.api.shop.removeProduct({ id }),
  },
]

test.each(kinds)(
  'a $objectType is liked and kept once, by each for themselves, and leaves the list when it is taken back or deleted',
  { timeout: 60_000 },
  async ({ objectType, make, one, kept, remove }) => {
    const [mei, an] = [await house.fan(), await house.fan()]
    const [first, second] = [await make(), await make()]
    const like = { objectId: first, objectType, action: 'like' } as const
    const keep = { objectId: first, objectType, action: 'bookmark' } as const
    for (const _ of [1, 2]) expect(await mei.api.reactions.react(like)).toMatchObject({ totalLike: 1, isLiked: true, isBookmarked: false })
    expect(await an.api.reactions.react(like)).toMatchObject({ totalLike: 2 })
    for (const _ of [1, 2]) expect(await mei.api.reactions.react(keep)).toMatchObject({ totalBookmark: 1, isBookmarked: true })
    await mei.api.reactions.react({ ...keep, objectId: second })
    expect(await one(mei.api, first)).toMatchObject({ totalLike: 2, isLiked: true, isBookmarked: true })
    expect(await one(an.api, first)).toMatchObject({ totalLike: 2, isLiked: true, isBookmarked: false })
    expect(await one(house.visitor(), first)).toMatchObject({ totalLike: 2, isLiked: false, isBookmarked: false })

    expect(await kept(mei.api), 'last kept first').toMatchObject({ data: [{ _id: second }, { _id: first, isBookmarked: true }], total: 2 })
    expect(await kept(an.api)).toEqual({ data: [], total: 0 })
    expect(await mei.api.reactions.unreact(keep)).toMatchObject({ totalBookmark: 0, isBookmarked: false, totalLike: 2 })
    expect(await an.api.reactions.unreact(like)).toMatchObject({ totalLike: 1, isLiked: false })
    expect(await kept(mei.api)).toMatchObject({ data: [{ _id: second }], total: 1 })
    await remove(second)
    expect(await kept(mei.api)).toEqual({ data: [], total: 0 })
  },
)

test('a performer is kept and liked, a comment liked and not kept, and nobody keeps what is of another kind', async () => {
  const mei = await house.fan()
  const performer = { objectId: lan.id, objectType: 'performer', action: 'bookmark' } as const
  expect(await mei.api.reactions.react(performer)).toMatchObject({ totalBookmark: 1, isBookmarked: true })
  expect(await mei.api.bookmarks.performers({})).toMatchObject({ data: [{ _id: lan.id }], total: 1 })
  expect(await mei.api.reactions.react({ ...performer, action: 'like' })).toMatchObject({ totalLike: 1 })
  await mei.api.reactions.unreact(performer)
  expect(await mei.api.bookmarks.performers({})).toEqual({ data: [], total: 0 })

  const post = await lan.api.feeds.create({ type: 'text', text: 'Tonight' })
  const { _id } = await mei.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Good evening' })
  const comment = { objectId: _id, objectType: 'comment' } as const
  expect(await mei.api.reactions.react({ ...comment, action: 'like' })).toMatchObject({ totalLike: 1, isLiked: true })
  await expect(mei.api.reactions.react({ ...comment, action: 'bookmark' })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  for (const objectType of ['gallery', 'video', 'product', 'performer', 'comment'] as const)
    await expect(mei.api.reactions.react({ objectId: post._id, objectType, action: 'like' })).rejects.toMatchObject({ code: 'not_found' })
})

test('what one keeps and unlocks is listed either way round and by days, and what these lists cannot honour is refused', async () => {
  const { username, password } = await house.fan({ balance: 50 })
  const { token } = await house.visitor().accounts.login({ username, password, remember: true })
  const mei = { api: house.as(token), token }
  const today = house.clock.now()
  const locked = async () => {
    const fileIds = [(await lan.api.feeds.uploadPhoto({ file: await picture(300, 200, Math.floor(Math.random() * 1000)) }))._id]
    return (await lan.api.feeds.create({ type: 'photo', text: 'Tonight', fileIds, isSale: 'ppv', price: 5 }))._id
  }
  const [first, second] = [await locked(), await locked()]
  for (const id of [first, second]) {
    await mei.api.reactions.react({ objectId: id, objectType: 'feed', action: 'bookmark' })
    await mei.api.feeds.charge({ id })
    house.clock.advance({ minutes: 60 * 24 })
  }
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const lists = {
    kept: async (asked: object) => (await mei.api.bookmarks.feeds(asked)).data.map(({ _id }) => _id),
    bought: async (asked: object) => (await mei.api.bookmarks.bought(asked)).data.map(({ feed }) => feed?._id),
  }
  for (const [name, list] of Object.entries(lists)) {
    expect([name, await list({}), await list({ sort: 'asc', sortBy: 'createdAt' })]).toEqual([name, [second, first], [first, second]])
    expect([name, await list({ fromDate: day(1) }), await list({ toDate: day(0) })]).toEqual([name, [second], [first]])
    expect([name, await list({ fromDate: day(2) })]).toEqual([name, []])
  }
  for (const path of ['/reactions/feeds/bookmark', '/reactions/performers/bookmark', '/user/bought'])
    for (const unheard of ['q=x', 'status=active', 'sortBy=title', 'sort=up', 'fromDate=yesterday', 'limit=101']) {
      const { status } = await fetch(`${house.address}/api${path}?${unheard}`, { headers: { authorization: mei.token } })
      expect([path, unheard, status]).toEqual([path, unheard, 422])
    }
})
