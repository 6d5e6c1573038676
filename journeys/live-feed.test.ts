// An announced stream in the feed: whichever was made first, the post or the stream, there is one of each, and one meaning of "remind me".
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '#journeys/house.ts'
import { remind } from '#server/stage/live/reminders.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
}, 600_000)
afterAll(() => house.close())

const inHours = (hours: number) => new Date(house.db.now.getTime() + hours * 3_600_000).toISOString()

async function couple() {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei', balance: 100 })]
  await mei.api.follows.follow({ id: lan.id })
  const home = async () => (await mei.api.timeline.home({})).data
  return { lan, mei, home }
}

test('what is announced stands in the home of whoever follows and on the profile, moves with its hour, and is gone when it is over', async () => {
  const { lan, mei, home } = await couple()
  const { _id } = await lan.api.live.begin({ title: '夜場', description: '帶吉他來', type: 'ticket', price: 20, scheduledAt: inHours(3) })
  await house.settle()
  expect(await home()).toMatchObject([
    {
      type: 'scheduled-streaming',
      tagline: '夜場',
      text: '帶吉他來',
      isSale: 'free',
      stream: { _id, status: 'scheduled', isReminded: false },
    },
  ])
  expect((await mei.api.feeds.ofPerformer({ username: lan.username })).data).toHaveLength(1)
  await mei.api.live.remind({ id: _id })
  expect((await home())[0]!.stream).toMatchObject({ isReminded: true })
  // One stream of it, and no second post.
  expect((await lan.api.live.own({})).total).toBe(1)

  const later = inHours(5)
  await lan.api.live.edit({ id: _id, title: '夜場，晚一點', scheduledAt: later })
  expect(await home()).toMatchObject([{ tagline: '夜場，晚一點', streamingScheduled: later, stream: { scheduledAt: later } }])
  await lan.api.live.edit({ id: _id, status: 'live' })
  expect((await home())[0]!.stream).toMatchObject({ status: 'live' })
  await lan.api.live.edit({ id: _id, status: 'ended' })
  expect(await home()).toEqual([])
})

test('a post that announces a stream announces it on the stage as well, for those it is for', async () => {
  const { lan, mei, home } = await couple()
  const draft = { type: 'scheduled-streaming', tagline: '週末見', isSale: 'followers', streamingScheduled: inHours(6) } as const
  const { _id: postId } = await lan.api.feeds.create(draft)
  await house.settle()
  // Before staff looked at the post, nothing of it is on any stage.
  expect((await lan.api.live.own({})).total).toBe(0)
  await (await house.staff()).api.admin.approveWork({ id: postId })
  await house.settle()
  const { data, total } = await lan.api.live.own({})
  expect(total).toBe(1)
  expect(data).toMatchObject([{ title: '週末見', type: 'followers', status: 'scheduled' }])
  const [post] = await home()
  expect(post).toMatchObject({ stream: { _id: data[0]!._id } })
  await mei.api.live.remind({ id: post!.stream!._id })
  // What goes live at once is announced nowhere.
  const eva = await house.creator({ name: 'Eva' })
  await mei.api.follows.follow({ id: eva.id })
  await eva.api.live.begin({ title: '現在', type: 'public' })
  await house.settle()
  expect(await home()).toHaveLength(1)
})

test('whom its performer lets in no more reads the post and finds no stream in it', async () => {
  const { lan, mei, home } = await couple()
  await lan.api.live.begin({ title: '夜場', type: 'public', scheduledAt: inHours(3) })
  await house.settle()
  await lan.api.live.ban({ id: mei.id })
  const [post] = await home()
  expect(post).not.toHaveProperty('stream')
})

test('whoever holds a ticket is told when it begins, once, without following or having asked', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const { _id } = await lan.api.live.begin({ title: '售票場', type: 'ticket', price: 20, scheduledAt: inHours(3) })
  await mei.api.live.charge({ id: _id })
  await lan.api.live.edit({ id: _id, status: 'live' })
  await house.settle()
  await remind(house.db)
  await remind(house.db)
  await house.settle()
  const told = (await mei.api.notifications.list({})).data.filter(({ text }) => text.includes('售票場'))
  expect(told).toHaveLength(1)
})

test('what was fit for all is so no more once the stream says something else, though it stays on show', async () => {
  const [lan, office] = [await house.creator({ name: 'Lan' }), await house.staff()]
  const scheduledAt = inHours(1)
  const stream = await lan.api.live.begin({ title: '光的排練', description: '給所有人', type: 'public', scheduledAt })
  const [post] = (await lan.api.feeds.own({ type: 'scheduled-streaming' })).data
  await lan.api.feeds.update({ id: post!._id, isForFront: true })
  const { updatedAt } = await lan.api.feeds.ownOne({ id: post!._id })
  await office.api.admin.markFitForAll({ id: post!._id, updatedAt })
  // The hour alone says nothing else.
  await lan.api.live.edit({ id: stream._id, scheduledAt: inHours(2) })
  expect(await lan.api.feeds.ownOne({ id: post!._id })).toMatchObject({ isFitForAll: true })
  await lan.api.live.edit({ id: stream._id, title: '沒有人看過的標題', description: '沒有人看過的話' })
  expect(await lan.api.feeds.ownOne({ id: post!._id })).toMatchObject({ isFitForAll: false, status: 'active', text: '沒有人看過的話' })
})
