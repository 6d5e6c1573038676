// Who helps on a creator's stages, who watches, and who is let in no more.
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostModerators } from '#contract/stage/audience.ts'
import { type House, listens, openHouse } from '#journeys/house.ts'
import { type Engine, theEngine, useEngine } from '#server/stage/live/engine.ts'

let house: House
beforeAll(async () => void (house = await openHouse({ TRUSTED_PROXIES: '127.0.0.1' })), 600_000)
afterAll(() => house.close())

async function show(type: 'public' | 'ticket' = 'public') {
  const [lan, mei, mo] = [
    await house.creator({ name: 'Lan' }),
    await house.fan({ name: 'Mei', balance: 500 }),
    await house.fan({ name: 'Mo' }),
  ]
  const stream = await lan.api.live.begin({ title: 'Show', type, ...(type === 'ticket' && { price: 100 }) })
  return { lan, mei, mo, stream, roomId: stream.conversationId ?? '' }
}

test('whom a creator names keeps order in their rooms, and nobody else’s; dismissed they do so no more', async () => {
  const { lan, mei, mo, stream, roomId } = await show()
  const said = await mei.api.messaging.say({ id: roomId, text: '吵鬧的一句' })
  await expect(mo.api.messaging.remove({ id: said._id })).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await lan.api.live.nameModerator({ id: mo.id })).data).toMatchObject([{ _id: mo.id, name: 'Mo' }])
  expect((await lan.api.live.nameModerator({ id: mo.id })).data).toHaveLength(1)
  expect((await mo.api.live.join({ id: stream._id })).stream).toMatchObject({ isModerator: true })
  expect((await mei.api.live.join({ id: stream._id })).stream).not.toHaveProperty('isModerator')
  await mo.api.messaging.remove({ id: said._id })
  await mo.api.messaging.updateRoom({ id: roomId, mutedUserIds: [mei.id], slowModeSeconds: 5 })
  await expect(mo.api.messaging.updateRoom({ id: roomId, isActive: false })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(mei.api.messaging.say({ id: roomId, text: '再一句' })).rejects.toMatchObject({ code: 'room_muted' })
  expect(await mo.api.live.watchers({ id: stream._id })).toEqual({ data: [], total: 0 })
  await expect(mei.api.live.watchers({ id: stream._id })).rejects.toMatchObject({ status: 404 })

  const other = await show()
  await expect(mo.api.messaging.clearRoom({ id: other.roomId })).rejects.toMatchObject({ code: 'not_allowed' })

  expect((await lan.api.live.dismissModerator({ id: mo.id })).data).toEqual([])
  await expect(mo.api.messaging.clearRoom({ id: roomId })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(lan.api.live.nameModerator({ id: lan.id })).rejects.toMatchObject({ status: 404 })
  await expect(lan.api.live.nameModerator({ id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
})

test('so many keep order and no more', async () => {
  const { lan, mo } = await show()
  for (let nth = 0; nth < mostModerators; nth++) await lan.api.live.nameModerator({ id: (await house.fan()).id })
  await expect(lan.api.live.nameModerator({ id: mo.id })).rejects.toMatchObject({
    status: 409,
    code: 'too_many_moderators',
    details: { most: mostModerators },
  })
})

test('whoever is banned comes to no stream of this creator’s: the ticket comes back, the room falls silent for them, and the rest of the house stays open', async () => {
  const { lan, mei, stream, roomId } = await show('ticket')
  await lan.api.live.nameModerator({ id: mei.id })
  await mei.api.follows.follow({ id: lan.id })
  const before = await mei.balance()
  await mei.api.live.charge({ id: stream._id, expectedPrice: 100 })
  const { heard, socket } = await listens(house, mei, 'stream/message-created')
  expect(await new Promise((joined) => socket.emit('stream/join', { conversationId: roomId }, joined))).toMatchObject({ joined: true })
  await lan.api.messaging.say({ id: roomId, text: '歡迎' })
  await expect.poll(() => heard.length).toBe(1)

  expect(await lan.api.live.ban({ id: mei.id, reason: '第三次了' })).toEqual({ banned: true })
  expect(await lan.api.live.ban({ id: mei.id, reason: '第三次了' })).toEqual({ banned: true })
  await house.settle()
  expect(await mei.balance()).toBe(before)
  await expect(mei.api.live.join({ id: stream._id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.join({ id: lan.id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.grant({ streamId: stream._id, role: 'audience' })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.charge({ id: stream._id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.earnings.tip({ id: lan.id, amount: 30, streamId: stream._id })).rejects.toMatchObject({
    errors: [{ field: 'streamId', code: 'not_found' }],
  })
  await expect(mei.api.messaging.roomMessages({ id: roomId })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.messaging.roomOf({ id: lan.id })).rejects.toMatchObject({ status: 404 })
  expect((await mei.api.live.search({ performerId: lan.id })).total).toBe(0)
  expect((await lan.api.live.moderators({})).data).toEqual([])
  await expect(lan.api.live.nameModerator({ id: mei.id })).rejects.toMatchObject({ code: 'banned_from_stages' })

  // Whoever was in the room hears nothing more, without having been told to go.
  const isOut = async () => {
    const had = heard.length
    await lan.api.messaging.say({ id: roomId, text: '還聽得到嗎' })
    await house.settle()
    await new Promise((later) => setTimeout(later, 200))
    return heard.length === had
  }
  await expect.poll(isOut, { timeout: 15_000 }).toBe(true)
  socket.close()

  // What they follow and read besides is theirs as before; of the next show they are not told.
  expect(await mei.api.directory.performer({ id: lan.id })).toMatchObject({ _id: lan.id })
  expect(await lan.api.live.bans({})).toMatchObject({ total: 1, data: [{ _id: mei.id, reason: '第三次了' }] })
  await lan.api.live.edit({ id: stream._id, status: 'ended' })
  const told = async () => (await mei.api.notifications.list({})).data.filter(({ text }) => text.includes('Next')).length
  const next = await lan.api.live.begin({ title: 'Next', type: 'public' })
  await house.settle()
  expect(await told()).toBe(0)

  expect(await lan.api.live.liftBan({ id: mei.id })).toEqual({ banned: false })
  expect((await mei.api.live.join({ id: next._id })).canWatch).toBe(true)
  expect(await lan.api.live.bans({})).toEqual({ data: [], total: 0 })
  await expect(lan.api.live.ban({ id: lan.id })).rejects.toMatchObject({ status: 404 })
})

test('who loses the right to a stream by any way hears its room no more: here a block, made while they listen', async () => {
  const { lan, mei, roomId } = await show()
  const { heard, socket } = await listens(house, mei, 'stream/message-created')
  await new Promise((joined) => socket.emit('stream/join', { conversationId: roomId }, joined))
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await expect
    .poll(
      async () => {
        const had = heard.length
        await lan.api.messaging.say({ id: roomId, text: 'Still there?' })
        await new Promise((later) => setTimeout(later, 200))
        return heard.length === had
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  socket.close()
})

test('a country that a creator closes while somebody listens from there shuts the room for them', async () => {
  const { lan, mei, mo, roomId } = await show()
  const texts = async (who: typeof mei, address: string) => {
    const socket = io(house.address, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { 'x-forwarded-for': address },
      query: { token: who.token },
    })
    const heard: string[] = []
    socket.on(
      'stream/message-created',
      ({ messages }: { messages: { text: string }[] }) => void heard.push(...messages.map(({ text }) => text)),
    )
    const joined = (await socket.timeout(10_000).emitWithAck('stream/join', { conversationId: roomId })) as { joined: boolean }
    expect(joined.joined).toBe(true)
    return { heard, socket }
  }
  const [afar, near] = [await texts(mei, '133.1.0.1'), await texts(mo, '168.95.1.1')]
  await lan.api.blocks.blockCountries({ countryCodes: ['JP'] })
  let said = 0
  await expect
    .poll(
      async () => {
        const [had, nearHad] = [afar.heard.length, near.heard.length]
        await lan.api.messaging.say({ id: roomId, text: `Line ${++said}` })
        await expect.poll(() => near.heard.length).toBe(nearHad + 1)
        return afar.heard.length === had
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  for (const { socket } of [afar, near]) socket.close()
})

test('the room says how many watch, without being asked; whoever is put out is told so, hears it no more, and a private show tells nobody', async () => {
  const { lan, mei, mo, stream, roomId } = await show()
  const pei = await house.creator({ name: 'Pei' })
  await pei.api.live.updateProfile({ privatePrice: 30 })
  const alone = await pei.api.live.acceptPrivate({ id: (await mei.api.live.askPrivate({ performerId: pei.id }))._id })
  const real = theEngine()
  const watched = {
    isOnAir: true,
    isGuestOnAir: false,
    guests: [],
    viewers: [mei.id, mo.id],
    unseen: [],
    facing: [],
    run: 'one',
    flowed: new Map(),
  }
  const carries: Engine = { ...real, close: async () => {}, carried: async () => new Map([stream, alone].map(({ _id }) => [_id, watched])) }
  useEngine(carries)
  const ears = [await listens(house, mei, 'stream/watched'), await listens(house, mo, 'stream/watched')] as const
  const told = await listens(house, mo, 'stream/changed')
  try {
    for (const { socket } of ears) await socket.emitWithAck('stream/join', { conversationId: roomId })
    await ears[0].socket.emitWithAck('stream/join', { conversationId: alone.conversationId })
    for (const { heard } of ears)
      await expect.poll(() => heard.at(-1), { timeout: 30_000 }).toEqual({ conversationId: roomId, streamId: stream._id, viewerCount: 2 })
    await lan.api.live.ban({ id: mo.id, reason: '吵' })
    await expect.poll(() => told.heard, { timeout: 30_000 }).toContainEqual({ conversationId: roomId, streamId: stream._id })
    const [meis, mos] = ears.map(({ heard }) => heard.length)
    await expect.poll(() => ears[0].heard.length, { timeout: 30_000 }).toBeGreaterThan(meis ?? 0)
    expect(ears[1].heard).toHaveLength(mos ?? 0)
    expect(new Set(ears[0].heard.map(({ streamId }) => streamId))).toEqual(new Set([stream._id]))
  } finally {
    useEngine(real)
    for (const { socket } of [...ears, told]) socket.close()
  }
})
