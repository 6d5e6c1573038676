// Being reminded of an announced stream: a quarter of an hour before, when it begins, when it was moved, and when it does not take place.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { endSilent } from '#server/stage/live/jobs.ts'
import { remind } from '#server/stage/live/reminders.ts'

let house: House
beforeAll(async () => void (house = await openHouse()), 600_000)
afterAll(() => house.close())

const inMinutes = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString()

/** What the minute's work tells, twice over: it must not tell again. */
async function tells() {
  await house.settle()
  await remind(house.db)
  await remind(house.db)
  await house.settle()
}

/** All that stands in their centre of this kind, newest first; read, so that what comes next stands for itself. */
async function hears({ api }: Person) {
  const { data } = await api.notifications.list({ unread: true })
  await api.notifications.read({})
  return data.map(({ text, path }) => ({ text, path }))
}

test('whoever asked is told a quarter of an hour before and when it begins, each once, also as a follower', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, mo, an] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Mo' }), await house.fan({ name: 'An' })]
  await mo.api.follows.follow({ id: lan.id })
  const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public', scheduledAt: inMinutes(60) })
  await tells()
  // What is announced is a post: whoever follows hears of it as of any other.
  expect([await hears(mei), await hears(mo)]).toMatchObject([[], [{ path: expect.stringMatching(/^\/posts\//) }]])
  expect(await mei.api.live.join({ id })).not.toHaveProperty('stream.isReminded')
  expect(await mei.api.live.remind({ id })).toMatchObject({ _id: id, isReminded: true })
  expect(await mei.api.live.remind({ id })).toMatchObject({ isReminded: true })
  await mo.api.live.remind({ id })
  await an.api.live.remind({ id })
  expect(await an.api.live.forgetReminder({ id })).not.toHaveProperty('isReminded')
  expect((await mei.api.live.search({ performerId: lan.id })).data).toMatchObject([{ isReminded: true }])
  expect(await lan.api.live.join({ id })).not.toHaveProperty('stream.isReminded')
  await expect(house.visitor().live.remind({ id })).rejects.toMatchObject({ status: 401 })

  house.clock.advance({ minutes: 44 })
  await tells()
  expect(await hears(mei)).toEqual([])
  house.clock.advance({ minutes: 2 })
  await tells()
  const soon = [{ text: 'Lan goes live soon: “Rehearsal”', path: `/live/${id}` }]
  expect([await hears(mei), await hears(mo), await hears(an)]).toEqual([soon, soon, []])

  house.clock.advance({ minutes: 14 })
  await lan.api.live.edit({ id, status: 'live' })
  await tells()
  const begun = [{ text: 'Lan is live: “Rehearsal”', path: `/live/${id}` }]
  expect([await hears(mei), await hears(mo), await hears(an)]).toEqual([begun, begun, []])
  expect(await mei.api.live.join({ id })).not.toHaveProperty('stream.isReminded')
  await expect(an.api.live.remind({ id })).rejects.toMatchObject({ status: 409, code: 'stream_begun' })
  await lan.api.live.edit({ id, status: 'ended' })
  await tells()
  expect([await hears(mei), await hears(mo)]).toEqual([[], []])
  await expect(mei.api.live.remind({ id })).rejects.toMatchObject({ status: 409, code: 'stream_ended' })
})

test('another hour is told to whoever waits for it, and reminded of anew', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, buyer] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Buyer', balance: 100 })]
  const { _id: id } = await lan.api.live.begin({ title: 'Ticketed', type: 'ticket', price: 20, scheduledAt: inMinutes(10) })
  await mei.api.live.remind({ id })
  await buyer.api.live.charge({ id, expectedPrice: 20 })
  await tells()
  // Whoever has no ticket is told of the show, and not what it is called.
  expect(await hears(mei)).toMatchObject([{ text: 'Lan goes live soon' }])
  expect((await hears(buyer)).map(({ text }) => text)).toContain('Lan goes live soon: “Ticketed”')

  await lan.api.live.edit({ id, scheduledAt: inMinutes(120) })
  await lan.api.live.edit({ id, title: 'Ticketed again' })
  await tells()
  for (const person of [mei, buyer]) {
    const heard = await hears(person)
    expect(heard).toHaveLength(1)
    expect(heard[0]!.text).toMatch(/^Lan moved /)
    expect(heard[0]!.path).toBe(`/live/${id}`)
  }
  house.clock.advance({ minutes: 106 })
  await tells()
  expect(await hears(mei)).toMatchObject([{ text: 'Lan goes live soon' }])
  expect(await hears(buyer)).toMatchObject([{ text: 'Lan goes live soon: “Ticketed again”' }])
})

test('what was cancelled or never began is told once; whoever paid hears of their tokens, and of nothing twice', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, buyer] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Buyer', balance: 100 })]
  const { _id: id } = await lan.api.live.begin({ title: 'Called off', type: 'ticket', price: 20, scheduledAt: inMinutes(60) })
  const { _id: late } = await lan.api.live.begin({ title: 'Forgotten', type: 'public', scheduledAt: inMinutes(300) })
  for (const person of [mei, buyer]) await person.api.live.remind({ id })
  await mei.api.live.remind({ id: late })
  await buyer.api.live.charge({ id, expectedPrice: 20 })
  await house.settle()
  await hears(buyer)

  await lan.api.live.edit({ id, status: 'ended' })
  await tells()
  expect(await hears(mei)).toMatchObject([{ text: 'Lan cancelled a live stream' }])
  const bought = await hears(buyer)
  expect(bought).toHaveLength(1)
  expect(bought[0]!.text).toContain('did not take place')

  house.clock.advance({ minutes: 430 })
  await endSilent(house.db)
  await tells()
  // Word that it would begin was there until it was known that it does not.
  expect((await hears(mei)).filter(({ text }) => text.startsWith('Lan cancelled'))).toHaveLength(1)
})

test('whom its performer blocked or shut out, and whoever waited for what staff took down, is told nothing', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [office, witness] = [await house.staff(), await house.fan({ name: 'Wen' })]
  const [mei, mo, an] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Mo' }), await house.fan({ name: 'An' })]
  const { _id: id } = await lan.api.live.begin({ title: 'Show', type: 'public', scheduledAt: inMinutes(30) })
  const { _id: removed } = await lan.api.live.begin({ title: 'Taken down', type: 'public', scheduledAt: inMinutes(30) })
  for (const { api } of [mei, mo, an]) await api.live.remind({ id })
  await an.api.live.remind({ id: removed })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await lan.api.live.ban({ id: mo.id, reason: '' })
  await expect(mei.api.live.remind({ id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(mo.api.live.remind({ id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await witness.api.reports.send({ target: 'stream', targetId: removed, reason: 'illegal', description: 'Not what was announced.' })
  const { data: cases } = await office.api.reports.cases({})
  const found = cases.find(({ targetId }) => targetId === removed)
  await office.api.reports.decide({ id: found!._id, what: 'removed', reason: 'Against the rules of the house.' })
  house.clock.advance({ minutes: 20 })
  await tells()
  expect([await hears(mei), await hears(mo)]).toEqual([[], []])
  expect(await hears(an)).toEqual([{ text: 'Lan goes live soon: “Show”', path: `/live/${id}` }])
})
