// Who is live is found where people look for people: in browse, on a profile, in the rail; by nobody who is not let in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '#journeys/house.ts'

let house: House
beforeAll(async () => void (house = await openHouse()), 600_000)
afterAll(() => house.close())

const inMinutes = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString()

test('whoever is on air is found by it, and their card and profile lead to the show', async () => {
  const [lan, mo] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Mo' })]
  const [mei, visitor] = [await house.fan({ name: 'Mei' }), house.visitor()]
  const found = async (api: typeof visitor, isLive: boolean) =>
    (await api.directory.search({ isLive, limit: 50 })).data.map(({ _id }) => _id)
  expect(await found(visitor, true)).toEqual([])

  const stream = await lan.api.live.begin({ title: 'Rehearsal', type: 'ticket', price: 100 })
  expect([await found(visitor, true), await found(mei.api, true)]).toEqual([[lan.id], [lan.id]])
  expect(await found(mei.api, false)).toEqual(expect.arrayContaining([mo.id]))
  expect(await found(mei.api, false)).not.toContain(lan.id)
  expect((await visitor.directory.search({ isLive: true })).data).toMatchObject([{ _id: lan.id, isLive: true, liveId: stream._id }])
  expect(await visitor.directory.performer({ id: lan.id })).toMatchObject({ isLive: true, liveId: stream._id })
  const other = await mei.api.directory.performer({ id: mo.id })
  expect(other.isLive).toBe(false)
  expect(other).not.toHaveProperty('liveId')

  await lan.api.live.edit({ id: stream._id, status: 'ended' })
  expect(await found(visitor, true)).toEqual([])
  expect(await visitor.directory.performer({ id: lan.id })).not.toHaveProperty('liveId')
})

test('a profile says what comes next, the soonest first, until it is on air or over', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const visitor = house.visitor()
  const later = await lan.api.live.begin({ title: 'Later', type: 'public', scheduledAt: inMinutes(600) })
  const sooner = await lan.api.live.begin({ title: 'Sooner', type: 'subscribers', scheduledAt: inMinutes(60) })
  const next = async () => (await visitor.directory.performer({ id: lan.id })).nextShow
  expect(await next()).toEqual({ _id: sooner._id, title: 'Sooner', scheduledAt: sooner.scheduledAt })
  await lan.api.live.edit({ id: sooner._id, status: 'ended' })
  expect(await next()).toMatchObject({ _id: later._id })
  await lan.api.live.edit({ id: later._id, status: 'live' })
  expect(await next()).toBeUndefined()
  expect(await visitor.directory.performer({ id: lan.id })).toMatchObject({ isLive: true, liveId: later._id })
})

test('who is banned from their stages or blocked by them does not learn that they are live; who is cut is live no more', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, mo, office] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Mo' }), await house.staff()]
  const stream = await lan.api.live.begin({ title: 'Show', type: 'public' })
  const announced = await lan.api.live.begin({ title: 'Next', type: 'public', scheduledAt: inMinutes(60) })
  const found = async ({ api }: typeof mei) => (await api.directory.search({ isLive: true })).data.some(({ _id }) => _id === lan.id)
  expect([await found(mei), await found(mo)]).toEqual([true, true])

  await lan.api.live.ban({ id: mei.id, reason: '' })
  expect(await found(mei)).toBe(false)
  const seen = await mei.api.directory.performer({ id: lan.id })
  expect(seen).toMatchObject({ isLive: false })
  expect([seen.liveId, seen.nextShow]).toEqual([undefined, undefined])
  expect((await mei.api.live.search({ limit: 12 })).data.some(({ performerId }) => performerId === lan.id)).toBe(false)

  await lan.api.blocks.blockUser({ targetId: mo.id })
  expect(await found(mo)).toBe(false)

  await office.api.live.cut({ id: stream._id })
  expect(await house.visitor().directory.performer({ id: lan.id })).toMatchObject({ isLive: false, nextShow: { _id: announced._id } })
})
