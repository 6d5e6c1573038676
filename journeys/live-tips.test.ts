// What is given during a stream: in its room, from its menu, towards its goal; and what goes back (calls.md sections 10 and 13).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
}, 600_000)
afterAll(() => house.close())

/** A creator on air, and a fan with tokens. */
async function onAir({
  type = 'public',
  ...more
}: {
  type?: 'public' | 'subscribers' | 'ticket'
  price?: number
  tipGoal?: number
  tipGoalTitle?: string
} = {}) {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei', balance: 1000 })]
  const stream = await lan.api.live.begin({ title: 'Show', type, ...more })
  const roomId = stream.conversationId ?? ''
  const linesOf = async (who: Person) => (await who.api.messaging.roomMessages({ id: roomId })).data
  const tip = (who: Person, amount: number, extra: { message?: string; anonymous?: boolean; menuItemId?: string } = {}) =>
    who.api.earnings.tip({ id: lan.id, amount, streamId: stream._id, ...extra })
  return { lan, mei, stream, roomId, linesOf, tip }
}

test('a tip during a stream stands in its room for everybody, with its words, and in no private conversation', async () => {
  const { lan, mei, roomId, linesOf, tip } = await onAir()
  const conversation = await mei.api.messaging.begin({ source: 'performer', sourceId: lan.id })
  const { heard, socket } = await listens(house, lan, 'stream/message-created')
  await new Promise((joined) => socket.emit('stream/join', { conversationId: roomId }, joined))
  const before = await mei.balance()
  const { balance, transaction } = await tip(mei, 30, { message: '再一首' })
  expect(balance).toBe(before - 30)
  expect(transaction).toMatchObject({ type: 'tip', amount: 30, targetTitle: 'Lan' })
  await house.settle()
  expect(await linesOf(mei)).toMatchObject([{ type: 'tip', amount: 30, text: '再一首', sender: { name: 'Mei', isPerformer: false } }])
  await expect
    .poll(() => heard)
    .toMatchObject([{ conversationId: roomId, messages: [{ type: 'tip', amount: 30, sender: { name: 'Mei' } }] }])
  socket.close()
  expect((await mei.api.messaging.messages({ id: conversation._id })).data).toEqual([])

  // Whoever gives without a name has none in the room either, for nobody.
  await tip(mei, 20, { anonymous: true, message: '匿名的' })
  await house.settle()
  const [, anonymous] = await linesOf(lan)
  expect(anonymous).toMatchObject({ type: 'tip', amount: 20, text: '匿名的' })
  expect(anonymous).not.toHaveProperty('sender')
  expect(JSON.stringify(anonymous)).not.toContain(mei.id)
  expect(JSON.stringify(await linesOf(mei))).toContain(mei.id)
  expect((await mei.api.messaging.roomMessages({ id: roomId })).data[1]).not.toHaveProperty('sender')
})

test('what a stream hopes to reach: everybody sees how far it is; reached once it stays so, and what goes back counts no more', async () => {
  const { lan, mei, stream, roomId, tip } = await onAir({ tipGoal: 100, tipGoalTitle: '安可一首' })
  expect(stream.tipGoal).toMatchObject({ amount: 100, title: '安可一首', raised: 0 })
  const goal = async () => (await mei.api.live.join({ id: stream._id })).stream.tipGoal
  const { heard, socket } = await listens(house, mei, 'stream/goal')
  await new Promise((joined) => socket.emit('stream/join', { conversationId: roomId }, joined))
  await tip(mei, 60)
  await house.settle()
  expect(await goal()).toMatchObject({ raised: 60 })
  expect(await goal()).not.toHaveProperty('reachedAt')
  // A goal that was not reached is another in place, and keeps what was given.
  expect(await lan.api.live.edit({ id: stream._id, tipGoal: 120, tipGoalTitle: '安可兩首' })).toMatchObject({
    tipGoal: { amount: 120, title: '安可兩首', raised: 60 },
  })
  await tip(mei, 60)
  await house.settle()
  expect(await goal()).toMatchObject({ raised: 120, reachedAt: expect.any(String) })
  await expect.poll(() => heard.at(-1)).toMatchObject({ streamId: stream._id, goal: { raised: 120, reachedAt: expect.any(String) } })
  // Saved once more with the same, it is the same.
  expect((await lan.api.live.edit({ id: stream._id, tipGoal: 120, tipGoalTitle: '安可兩首' })).tipGoal).toMatchObject({ raised: 120 })

  const { data } = await office.api.admin.transfers({ q: mei.username })
  await office.api.admin.refund({ id: data.find(({ kind }) => kind === 'tip')!._id, reason: 'Asked for' })
  await house.settle()
  expect(await goal()).toMatchObject({ raised: 60, reachedAt: expect.any(String) })
  await expect.poll(() => heard.at(-1)).toMatchObject({ goal: { raised: 60 } })

  // After one that was reached another begins at nothing; and what was set is taken back.
  expect((await lan.api.live.edit({ id: stream._id, tipGoal: 50 })).tipGoal).toEqual({
    _id: expect.any(String),
    amount: 50,
    title: '安可兩首',
    raised: 0,
  })
  expect(await lan.api.live.edit({ id: stream._id, tipGoal: null })).not.toHaveProperty('tipGoal')
  await expect.poll(() => heard.at(-1)).toMatchObject({ goal: null })
  socket.close()
  await expect(lan.api.live.edit({ id: stream._id, tipGoal: 0 })).rejects.toMatchObject({ status: 422, errors: [{ field: 'tipGoal' }] })
  await expect(lan.api.live.edit({ id: stream._id, tipGoalTitle: 'For nothing' })).rejects.toMatchObject({
    errors: [{ field: 'tipGoal', code: 'required' }],
  })
  // To whoever may not watch it is not told.
  expect((await house.visitor().live.join({ id: stream._id })).stream).not.toHaveProperty('tipGoal')
})

test('what is on the menu costs exactly that, and its line says what it is for', async () => {
  const { lan, mei, stream, linesOf, tip } = await onAir()
  const { items } = await lan.api.live.setMenu({
    items: [
      { title: '唱你點的歌', price: 50 },
      { title: '揮揮手', price: 15 },
    ],
  })
  expect((await mei.api.live.join({ id: stream._id })).menu).toEqual(items)
  expect(await house.visitor().live.join({ id: stream._id })).not.toHaveProperty('menu')
  const [song, wave] = items
  await expect(tip(mei, 40, { menuItemId: song!._id })).rejects.toMatchObject({
    status: 409,
    code: 'price_changed',
    details: { price: 50 },
  })
  const { transaction } = await tip(mei, 50, { menuItemId: song!._id })
  expect(transaction).toMatchObject({ targetTitle: '唱你點的歌' })
  await house.settle()
  expect(await linesOf(lan)).toMatchObject([{ type: 'tip', amount: 50, menuItem: '唱你點的歌' }])

  // In another order, one renamed, one taken off, one new.
  const { items: after } = await lan.api.live.setMenu({
    items: [
      { title: '跳一支舞', price: 80 },
      { _id: song!._id, title: '唱一首歌', price: 60 },
    ],
  })
  expect(after).toMatchObject([
    { title: '跳一支舞', price: 80 },
    { _id: song!._id, title: '唱一首歌', price: 60 },
  ])
  await expect(tip(mei, 15, { menuItemId: wave!._id })).rejects.toMatchObject({ errors: [{ field: 'menuItemId', code: 'not_found' }] })

  const stranger = await house.creator({ name: 'Stranger' })
  await expect(stranger.api.live.setMenu({ items: [{ _id: song!._id, title: 'Mine', price: 10 }] })).rejects.toMatchObject({
    errors: [{ field: 'items/0/_id', code: 'not_found' }],
  })
  await expect(lan.api.live.setMenu({ items: [{ title: '  ', price: 10 }] })).rejects.toMatchObject({
    errors: [{ field: 'items/0/title', code: 'text_required' }],
  })
  await expect(lan.api.live.setMenu({ items: [{ title: 'Too little', price: 0.01 }] })).rejects.toMatchObject({
    errors: [{ field: 'items/0/price', code: 'amount_out_of_bounds' }],
  })
  await expect(
    lan.api.live.setMenu({
      items: [
        { _id: song!._id, title: 'Once', price: 10 },
        { _id: song!._id, title: 'Twice', price: 10 },
      ],
    }),
  ).rejects.toMatchObject({ errors: [{ field: 'items/1/_id' }] })
  // Refused, nothing of it stands.
  expect((await lan.api.live.menu({})).items).toEqual(after)
})

test('a tip that could not stand there is refused before it is paid', async () => {
  const { lan, mei, stream, roomId, tip } = await onAir({ type: 'ticket', price: 100 })
  const [other, jun] = [await house.creator({ name: 'Other' }), await house.fan({ name: 'Jun', balance: 500 })]
  const before = await mei.balance()
  await expect(tip(mei, 30)).rejects.toMatchObject({ status: 403, code: 'stream_locked' })
  await expect(mei.api.earnings.tip({ id: other.id, amount: 30, streamId: stream._id })).rejects.toMatchObject({
    errors: [{ field: 'streamId', code: 'not_found' }],
  })
  await expect(mei.api.earnings.tip({ id: lan.id, amount: 30, menuItemId: crypto.randomUUID() })).rejects.toMatchObject({
    errors: [{ field: 'streamId', code: 'required' }],
  })
  expect(await mei.balance()).toBe(before)
  await mei.api.live.charge({ id: stream._id, expectedPrice: 100 })
  await jun.api.live.charge({ id: stream._id, expectedPrice: 100 })

  // Who is muted still gives, and says nothing by it.
  await lan.api.messaging.updateRoom({ id: roomId, mutedUserIds: [mei.id] })
  await expect(tip(mei, 30, { message: '偷渡一句' })).rejects.toMatchObject({ status: 403, code: 'room_muted' })
  await tip(mei, 30)
  await lan.api.messaging.updateRoom({ id: roomId, chatAudience: 'subscribers' })
  await expect(tip(jun, 30, { message: '我也要' })).rejects.toMatchObject({ code: 'room_audience' })
  await lan.api.live.edit({ id: stream._id, status: 'ended' })
  await expect(tip(jun, 30)).rejects.toMatchObject({ status: 409, code: 'stream_ended' })
  const announced = await lan.api.live.begin({
    title: 'Later',
    type: 'public',
    scheduledAt: new Date(house.clock.now().getTime() + 3_600_000).toISOString(),
  })
  await expect(jun.api.earnings.tip({ id: lan.id, amount: 30, streamId: announced._id })).rejects.toMatchObject({
    code: 'stream_not_begun',
  })
})

test('a creator reads how their show goes: what was given, by whom, and how many came in', async () => {
  const { lan, mei, stream, tip } = await onAir({ type: 'ticket', price: 40 })
  const jun = await house.fan({ name: 'Jun', balance: 500 })
  for (const who of [mei, jun]) await who.api.live.charge({ id: stream._id, expectedPrice: 40 })
  await tip(mei, 30)
  await tip(mei, 20)
  await tip(jun, 80, { anonymous: true })
  await tip(jun, 10)
  await house.settle()
  expect(await lan.api.live.summary({ id: stream._id })).toEqual({
    tips: { count: 4, tokens: 140 },
    tickets: { count: 2, tokens: 80 },
    minutes: { count: 0, tokens: 0 },
    viewerCount: 0,
    mostViewers: 0,
    topTippers: [
      { tokens: 80 },
      { user: expect.objectContaining({ name: 'Mei' }), tokens: 50 },
      { user: expect.objectContaining({ name: 'Jun' }), tokens: 10 },
    ],
  })
  const other = await house.creator({ name: 'Other' })
  await expect(other.api.live.summary({ id: stream._id })).rejects.toMatchObject({ status: 404 })
  // A tip stays what it was given as, against plain SQL too.
  await expect(house.db.transaction((tx) => tx.run(sql`update live.tips set amount = 1 where stream_id = ${stream._id}`))).rejects.toThrow(
    'stays what it was given as',
  )
})
