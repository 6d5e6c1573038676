// Finding things over the API: one word over all kinds, each kind's own list with filters beside the word, people to discover, and what
// others look for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person, picture, ready } from '#journeys/house.ts'
import { clip } from '#server/media/footage/testing.ts'

let house: House
let [lan, bo]: Person[] = []
beforeAll(async () => {
  house = await openHouse()
  await (await house.staff()).api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  ;[lan, bo] = [await house.creator({ name: 'Lan Zephyr', monthlyPrice: 5 }), await house.creator({ name: 'Bo', monthlyPrice: 9 })]
}, 600_000)
afterAll(() => house.close())

const ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)

async function gallery({ api }: Person, fields: { title: string; isSale?: 'free' | 'followers'; tags?: string[] }) {
  const { _id } = await api.galleries.create(fields)
  await api.galleries.uploadPhoto({ galleryId: _id, file: await picture(300, 200, Math.floor(Math.random() * 1000)) })
  return _id
}

async function video(creator: Person, title: string) {
  const { _id, files } = await creator.api.videos.upload({ title, video: new File([new Uint8Array(await clip())], 'film.mp4') })
  await ready(creator, files[0]!._id)
  await house.settle()
  return _id
}

test('one word finds performers and all four kinds, with a wrong letter too; drafts and what a block hides are left out', async () => {
  const { api } = lan!
  const made = {
    feeds: (await api.feeds.create({ type: 'text', text: 'Tonight, at last', tagline: 'A zephyr' }))._id,
    galleries: await gallery(lan!, { title: 'Zephyr in pictures' }),
    videos: await video(lan!, 'Zephyr, the film'),
    products: (await api.shop.createProduct({ name: 'Zephyr print', type: 'physical', price: 20, stock: 2 }))._id,
    performers: lan!.id,
  }
  await api.feeds.create({ type: 'text', text: 'A zephyr of mine', status: 'inactive' })
  const mei = await house.fan()
  const look = async (who = mei.api, q = 'zephyr') => {
    const found = await who.search.everything({ q })
    return Object.fromEntries(Object.entries(found).map(([kind, group]) => [kind, [ids(group), group.hasMore]]))
  }
  const all = Object.fromEntries(Object.entries(made).map(([kind, id]) => [kind, [[id], false]]))
  expect(await look()).toEqual(all)
  expect(await look(house.visitor(), 'zaphyr'), 'one wrong letter').toEqual(all)
  await api.blocks.blockUser({ targetId: mei.id })
  expect(await look()).toEqual(Object.fromEntries(Object.keys(made).map((kind) => [kind, [[], false]])))
  expect(await look(house.visitor())).toEqual(all)
})

test('beside a word, a list narrows by everything that it narrows by without one', async () => {
  const { api } = lan!
  const photos = await gallery(lan!, { title: 'Monsoon one', tags: ['rain'] })
  const locked = await gallery(lan!, { title: 'Monsoon two', isSale: 'followers' })
  const others = await gallery(bo!, { title: 'Monsoon three' })
  const { galleries, shop } = house.visitor()
  const find = async (more: Parameters<typeof galleries.search>[0]) => ids(await galleries.search({ q: 'monsoon', ...more }))
  expect(await find({})).toEqual([others, locked, photos])
  expect(await find({ isFree: true })).toEqual([others, photos])
  expect(await find({ isFree: false })).toEqual([locked])
  expect(await find({ isSale: 'followers' })).toEqual([locked])
  expect(await find({ performerId: bo!.id })).toEqual([others])
  expect(await find({ excludedId: others })).toEqual([locked, photos])
  expect(await find({ tag: '#Rain' })).toEqual([photos])
  expect(await find({ isFree: true, performerId: lan!.id })).toEqual([photos])
  expect(await find({ limit: 1, offset: 1 })).toEqual([locked])
  expect(await find({ q: 'monsoon drought' })).toEqual([])

  const [print, score] = [
    await api.shop.createProduct({ name: 'Monsoon print', type: 'physical', price: 20, stock: 2 }),
    await api.shop.createProduct({ name: 'Monsoon score', type: 'digital', price: 10, digitalFile: new File(['la'], 'score.txt') }),
  ]
  const goods = async (type?: 'physical' | 'digital') => ids(await shop.products({ q: 'monsoon', ...(type && { type }) }))
  expect([await goods(), await goods('physical'), await goods('digital')]).toEqual([[score._id, print._id], [print._id], [score._id]])
  const text = await api.feeds.create({ type: 'text', text: 'Rain', tagline: 'Monsoon' })
  const posts = async (more: object) => ids(await house.visitor().timeline.home({ scope: 'all', q: 'monsoon', ...more }))
  expect([await posts({}), await posts({ type: 'photo' }), await posts({ type: 'text', isFree: true })]).toEqual([
    [text._id],
    [],
    [text._id],
  ])
})

test('performers are browsed by price and by what they say of themselves; discovered; ranked; and see who follows them', async () => {
  const mei = await house.fan({ balance: 500 })
  const { directory } = mei.api
  await lan!.api.me.updatePerformer({ gender: 'female', bodyInfo: { hair: 'black' }, tags: ['jazz'], isFreeSubscription: false })
  await bo!.api.me.updatePerformer({ gender: 'male', bodyInfo: { hair: 'red' }, tags: ['folk'] })
  expect(ids(await directory.search({ sortBy: 'price' }))).toEqual([lan!.id, bo!.id])
  expect(ids(await directory.search({ sortBy: 'price', sort: 'desc' }))).toEqual([bo!.id, lan!.id])
  expect(ids(await directory.search({ gender: 'male' }))).toEqual([bo!.id])
  expect(ids(await directory.search({ hair: 'black,blond' }))).toEqual([lan!.id])
  expect(ids(await directory.search({ tags: 'jazz, folk', sortBy: 'price' }))).toEqual([lan!.id, bo!.id])
  expect(ids(await directory.search({ q: 'zephyr', hair: 'red' }))).toEqual([])

  await mei.api.follows.follow({ id: bo!.id })
  expect(
    (await directory.random({ limit: 5 })).map(({ _id }) => _id),
    'not whom one follows already',
  ).toEqual([lan!.id])
  expect(await directory.performer({ id: bo!.username })).toMatchObject({ isFollowed: true, stats: { totalFollowers: 1 } })
  await mei.api.subscriptions.subscribe({ performerId: lan!.id, type: 'monthly', useWallet: true })
  house.clock.advance({ minutes: 11 })
  expect((await directory.top({ limit: 10 })).map(({ _id, rank }) => [_id, rank])[0]).toEqual([lan!.id, 1])

  expect(await bo!.api.directory.followers({})).toMatchObject({
    data: [{ user: { username: mei.username }, isSubscribed: false }],
    total: 1,
  })
  await expect(mei.api.directory.followers({})).rejects.toMatchObject({ code: 'not_allowed' })
})

test('performers are narrowed by each name that calls.md gives, and by nothing else', async () => {
  const own = { height: '176_178', weight: '61_63', age: '26_28', hair: 'green', eyes: 'amber', ethnicity: 'asian', size: 'small' }
  const bodyInfo = { ...own, bodyType: 'runner', sexualOrientation: 'bisexual' }
  const ada = await house.creator({ name: 'Ada', monthlyPrice: 7 })
  await ada.api.me.updatePerformer({
    gender: 'transgender',
    country: 'IS',
    bodyInfo,
    tags: ['harp'],
    isFreeSubscription: true,
    languages: ['is'],
  })
  house.clock.advance({ minutes: 5 })
  await bo!.api.me.performer({})
  const found = async (filter: Parameters<typeof ada.api.directory.search>[0]) => {
    const { data, total } = await house.visitor().directory.search({ ...filter, limit: 100 })
    expect(total).toBe(data.length)
    return [ada, lan!, bo!].filter(({ id }) => data.some(({ _id }) => _id === id)).map(({ username }) => username)
  }
  const [adas, bos] = [[ada.username], [bo!.username]]
  expect(await found({}), 'nobody is left out of all').toHaveLength(3)
  const names = {
    q: 'ada',
    gender: 'transgender',
    country: 'IS',
    isFreeSubscription: true,
    tags: 'harp',
    language: 'is',
    body: 'runner',
    height: '176_178',
    weight: '61_63',
    age: '26_28',
    hair: 'green',
    eye: 'amber',
    ethnicity: 'asian',
    orientation: 'bisexual',
    size: 'small',
  } as const
  for (const [name, value] of Object.entries(names)) expect([name, await found({ [name]: value })]).toEqual([name, adas])
  expect([await found({ isOnline: true }), await found({ isLive: true }), (await found({ isLive: false })).length]).toEqual([bos, [], 3])
  // By their address: the client sends nothing that the row does not know.
  for (const unheard of [
    'bodyType=fit',
    'eyes=red',
    'sexualOrientation=gay',
    'status=active',
    'fromDate=2026-01-01',
    'sortBy=name',
    'limit=101',
  ])
    expect([unheard, (await fetch(`${house.address}/api/performers/user/search?${unheard}`)).status]).toEqual([unheard, 422])
  const whole = await fetch(
    `${house.address}/api/performers/user/search?${new URLSearchParams({ ...names, sort: 'asc', sortBy: 'latest' } as never)}`,
  )
  expect(await whole.json()).toMatchObject({ data: { data: [{ username: ada.username }], total: 1 } })
})

test('a word is suggested once three people looked for it, a prohibited one never', async () => {
  const people = [await house.fan(), await house.fan(), await house.fan()]
  const listed = async (q = '') =>
    (await house.visitor().search.keywords({ q, limit: 10 })).map(({ keyword, attempt }) => [keyword, attempt])
  for (const [n, { api }] of people.entries()) {
    expect(await listed(), `after ${n}`).toEqual([])
    expect(await api.search.note({ keyword: 'Night Tram' })).toEqual({ noted: true })
    expect(await api.search.note({ keyword: 'night tram' }), 'once a person and day').toEqual({ noted: false })
  }
  expect([await listed(), await listed('nig'), await listed('day')]).toEqual([[['night tram', 3]], [['night tram', 3]], []])
  await expect(people[0]!.api.search.note({ keyword: 'csam' })).rejects.toMatchObject({ status: 422, code: 'prohibited_term' })
  await expect(house.visitor().search.everything({ q: 'csam' })).rejects.toMatchObject({ status: 422, code: 'prohibited_term' })
})
