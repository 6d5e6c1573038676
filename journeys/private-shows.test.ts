// Shows paid for by the minute, over HTTP (calls.md section 13): asked for, begun, charged by what reached who pays, ended, added up again.
// The media engine is a stand-in here that says what the test says; a real one is in live-media.test.ts.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Receipt } from '#contract/stage/metering.ts'
import { tickText } from '#contract/stage/tick-text.ts'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { sql } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Carried, Engine } from '#server/stage/live/engine.ts'
import { useEngine } from '#server/stage/live/live.ts'
import { bill } from '#server/stage/live/metering.ts'
import { expireOld } from '#server/stage/live/private-shows.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
  useEngine(engine)
}, 600_000)
afterAll(() => house.close())

/** By stream: which run of the engine it is, and what reached whom in it. */
const flows = new Map<string, { run: string; flowed: Map<string, number> }>()
let isAway = false
const cutOff: string[] = []
const engine: Engine = {
  publish: () => refuse('live_unavailable'),
  play: () => refuse('live_unavailable'),
  hangUp: async () => {},
  close: async (channel, label) => void cutOff.push(`${channel} ${label ?? ''}`),
  async carried() {
    if (isAway) return refuse('live_unavailable')
    return new Map(
      [...flows].map(([id, { run, flowed }]): [string, Carried] => [
        id,
        {
          isOnAir: true,
          isGuestOnAir: false,
          guests: [],
          viewers: [...flowed.keys()],
          unseen: [],
          facing: [],
          run,
          flowed: new Map(flowed),
        },
      ]),
    )
  },
}

/** So much more reached this person, and the site looked. */
async function flow(streamId: string, { id }: Person, seconds: number): Promise<void> {
  const show = flows.get(streamId) ?? { run: 'one', flowed: new Map<string, number>() }
  flows.set(streamId, show)
  // In looks of ten seconds at most, as they come on a busy machine.
  for (let left = seconds * 1000; ; left -= 10_000) {
    show.flowed.set(id, (show.flowed.get(id) ?? 0) + Math.min(10_000, Math.max(0, left)))
    await bill(house.db)
    if (left <= 10_000) break
  }
  await house.settle()
}

/** The books agree: with themselves, and with the minutes that stand in the log. */
afterEach(async () => {
  isAway = false
  await house.settle()
  expect(await disagreements(house.db)).toEqual([])
  const { rows } = await house.db.one<{ rows: unknown }>(sql`
    select coalesce(json_agg(x), '[]') as rows from (
      select t.key, k.number, t.amount, k.amount as said from wallet.transfers t
      full join live.ticks k on k.transfer_id = t.id and t.key = 'tick:' || k.meter_id || ':' || k.number and t.amount = k.amount
        and (t.reversed_by is null) = (k.returned_at is null)
      where (t.key like 'tick:%' or t.id is null) and (t.id is null or k.transfer_id is null)) x`)
  expect(rows).toEqual([])
})

async function onStage(price = 30, more: { minMinutes?: number; spyPrice?: number } = {}): Promise<Person> {
  const lan = await house.creator({ name: 'Lan' })
  await lan.api.live.updateProfile({ privatePrice: price, ...more })
  return lan
}

/** Both are in. */
async function shown(lan: Person, mei: Person): Promise<string> {
  const { _id } = await mei.api.live.askPrivate({ performerId: lan.id })
  const stream = await lan.api.live.acceptPrivate({ id: _id })
  // Nothing has flowed yet, and the site looked once.
  await flow(stream._id, mei, 0)
  return stream._id
}

/** Made anew from what it says of itself, by whoever holds it. */
function holds({ _id, ticks, total }: Receipt): boolean {
  const keyOf = (publicKey: string) =>
    createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'base64')]),
      format: 'der',
      type: 'spki',
    })
  let before = ''
  let sum = 0
  for (const [place, tick] of ticks.entries()) {
    const digest = createHash('sha256')
      .update(tickText(_id, tick, before))
      .digest()
    if (tick.number !== place + 1 || digest.toString('hex') !== tick.digest) return false
    if (!verify(null, digest, keyOf(tick.publicKey), Buffer.from(tick.signature, 'base64'))) return false
    before = tick.digest
    sum += tick.returnedAt ? 0 : tick.amount
  }
  return sum === total
}

test('a fan asks, the performer accepts, minutes are charged in advance by what reached the fan, and both add them up', async () => {
  const [lan, mei, other] = [await onStage(30), await house.fan({ name: 'Mei', balance: 500 }), await house.fan({ name: 'Ann' })]
  const asked = await listens(house, lan, 'private-request/new')
  const settled = await listens(house, mei, 'private-request/removed')
  expect(await mei.api.live.prices({ id: lan.id })).toEqual({ privatePrice: 30, minMinutes: 1 })

  const request = await mei.api.live.askPrivate({ performerId: lan.id, note: '想請你唱一首歌', expectedPrice: 30 })
  expect(request).toMatchObject({ state: 'asked', price: 30, allowSpy: false, other: { name: 'Lan' }, note: '想請你唱一首歌' })
  // Asked twice is asked once.
  expect((await mei.api.live.askPrivate({ performerId: lan.id }))._id).toBe(request._id)
  await house.settle()
  await expect
    .poll(() => asked.heard)
    .toMatchObject([{ _id: request._id, conversationId: request.conversationId, user: { name: 'Mei' }, price: 30 }])
  expect((await lan.api.live.privateRequests({ state: 'asked' })).data).toMatchObject([{ _id: request._id, other: { name: 'Mei' } }])
  expect((await lan.api.live.privateRequests({ conversationId: request.conversationId })).total).toBe(1)
  expect((await lan.api.notifications.list({})).data[0]).toMatchObject({ text: 'Mei asks you for a private show', path: '/creator/live' })
  // Nobody else knows of it.
  await expect(other.api.live.withdrawPrivate({ id: request._id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.acceptPrivate({ id: request._id })).rejects.toMatchObject({ status: 403 })

  const show = await lan.api.live.acceptPrivate({ id: request._id })
  expect(show).toMatchObject({ type: 'private', status: 'live', pricePerMinute: 30, guest: { name: 'Mei' }, canWatch: true })
  expect((await lan.api.live.acceptPrivate({ id: request._id }))._id).toBe(show._id)
  await house.settle()
  await expect.poll(() => settled.heard).toContainEqual(expect.objectContaining({ state: 'accepted', streamId: show._id }))
  expect(await mei.api.live.join({ id: show._id })).toMatchObject({
    canWatch: true,
    stream: { guest: { name: 'Mei' }, meter: { role: 'guest', price: 30, minutes: 0, total: 0 } },
  })
  expect((await mei.api.notifications.list({})).data[0]).toMatchObject({ path: `/live/${show._id}` })
  // It is there for the two and for staff.
  for (const { api } of [other, { api: house.visitor() }]) {
    await expect(api.live.join({ id: show._id })).rejects.toMatchObject({ status: 404 })
    await expect(api.live.join({ id: lan.id })).rejects.toMatchObject({ status: 404 })
    expect((await api.live.search({ performerId: lan.id })).data).toEqual([])
  }
  expect(await office.api.live.join({ id: show._id })).toMatchObject({ canWatch: true })

  // Nothing reached her: nothing is charged, whatever time went by.
  await flow(show._id, mei, 0)
  expect(await mei.balance()).toBe(500)
  await flow(show._id, mei, 10)
  expect(await mei.balance()).toBe(470)
  await flow(show._id, mei, 49)
  expect(await mei.balance()).toBe(470)
  await flow(show._id, mei, 1)
  expect(await mei.balance()).toBe(440)
  await flow(show._id, mei, 60)
  expect(await mei.balance()).toBe(410)
  expect(await lan.api.live.summary({ id: show._id })).toMatchObject({ minutes: { count: 3, tokens: 90 } })

  expect(await mei.api.live.leave({ id: show._id })).toMatchObject({ status: 'ended', endedWhy: 'guest' })
  // Left twice is left once.
  expect(await mei.api.live.leave({ id: show._id })).toMatchObject({ status: 'ended' })
  await flow(show._id, mei, 300)
  expect(await mei.balance()).toBe(410)
  const [hers] = (await mei.api.live.receipts({ id: show._id })).data
  const [theirs] = (await lan.api.live.receipts({ id: show._id })).data
  expect(hers).toEqual(theirs)
  expect(hers).toMatchObject({ role: 'guest', minutes: 3, total: 90, servedMs: 120_000, closedWhy: 'left', payer: { name: 'Mei' } })
  expect(holds(hers!)).toBe(true)
  expect(holds({ ...hers!, ticks: hers!.ticks.map((tick) => ({ ...tick, amount: 1 })) })).toBe(false)
  await expect(other.api.live.receipts({ id: show._id })).rejects.toMatchObject({ status: 404 })
  asked.socket.close()
  settled.socket.close()
})

test('an empty wallet ends it, two minutes after its owner was warned', async () => {
  const [lan, mei] = [await onStage(30), await house.fan({ name: 'Mei', balance: 100 })]
  const ticks = await listens(house, mei, 'private/tick')
  const warned = await listens(house, mei, 'private/low-balance')
  const ended = await listens(house, lan, 'private/ended')
  const id = await shown(lan, mei)
  await flow(id, mei, 10)
  await expect.poll(() => ticks.heard).toEqual([{ streamId: id, role: 'guest', minutes: 1, total: 30, balance: 70, minutesLeft: 2 }])
  expect(warned.heard).toEqual([])
  await flow(id, mei, 60)
  await expect.poll(() => warned.heard).toEqual([{ streamId: id, minutesLeft: 2, balance: 40 }])
  await flow(id, mei, 60)
  await expect.poll(() => warned.heard).toHaveLength(2)
  expect(warned.heard[1]).toEqual({ streamId: id, minutesLeft: 1, balance: 10 })
  expect(await mei.api.live.join({ id })).toMatchObject({ canWatch: true })
  await flow(id, mei, 60)
  expect(await mei.balance()).toBe(10)
  expect(await mei.api.live.join({ id })).toMatchObject({ canWatch: false, reason: 'ended', stream: { endedWhy: 'balance' } })
  expect((await mei.api.live.receipts({ id })).data).toMatchObject([{ minutes: 3, total: 90, closedWhy: 'short' }])
  await expect.poll(() => ended.heard).toContainEqual({ streamId: id, role: 'guest', why: 'short' })
  expect(await lan.api.live.acceptPrivate({ id: (await mei.api.live.privateRequests({})).data[0]!._id })).toMatchObject({ status: 'ended' })
  for (const { socket } of [ticks, warned, ended]) socket.close()
})

test('no minute is charged while nothing flows: cut lines, an engine that is away or begins anew, a clock that jumps', async () => {
  const [lan, mei] = [await onStage(30), await house.fan({ name: 'Mei', balance: 900 })]
  const id = await shown(lan, mei)
  await flow(id, mei, 30)
  expect(await mei.balance()).toBe(870)
  // Either side's line is cut for most of a minute and a half: what is left of the minute is still theirs.
  for (let i = 0; i < 8; i++) {
    house.clock.advance({ seconds: 10 })
    await flow(id, mei, 0)
  }
  await flow(id, mei, 29)
  expect(await mei.balance()).toBe(870)
  // The engine dies, and another one counts from nothing.
  isAway = true
  await bill(house.db)
  isAway = false
  flows.set(id, { run: 'two', flowed: new Map() })
  await flow(id, mei, 0.5)
  expect(await mei.balance()).toBe(870)
  await flow(id, mei, 1)
  expect(await mei.balance()).toBe(840)
  // An hour that never was, forwards and back: neither charged nor ended.
  house.clock.advance({ minutes: 60 })
  await flow(id, mei, 2)
  house.clock.advance({ minutes: -60 })
  await flow(id, mei, 2)
  expect(await mei.balance()).toBe(840)
  expect(await mei.api.live.join({ id })).toMatchObject({ canWatch: true, stream: { status: 'live' } })
  // Many looks at the same moment count once.
  flows.get(id)!.flowed.set(mei.id, flows.get(id)!.flowed.get(mei.id)! + 58_000)
  await Promise.all(Array.from({ length: 8 }, () => bill(house.db)))
  expect(await mei.balance()).toBe(810)
  // Nothing for a minute and a half: it is over, and nothing was charged meanwhile.
  house.clock.advance({ seconds: 91 })
  await flow(id, mei, 0)
  expect(await mei.balance()).toBe(810)
  expect(await mei.api.live.join({ id })).toMatchObject({ reason: 'ended', stream: { endedWhy: 'silent' } })
  const [receipt] = (await lan.api.live.receipts({ id })).data
  expect(receipt).toMatchObject({ minutes: 3, total: 90, closedWhy: 'silent' })
  expect(holds(receipt!)).toBe(true)
})

test('a clock that is set back keeps nobody in a show that they leave, that ends or that they are put out of, and charges nobody', async () => {
  const [lan, mei, jun] = [
    await onStage(30),
    await house.fan({ name: 'Mei', balance: 300 }),
    await house.fan({ name: 'Jun', balance: 300 }),
  ]
  /** They came in half a minute after the hour that it is now. */
  const enters = async (id: string, fan: Person, act: () => Promise<unknown>) => {
    house.clock.advance({ seconds: 60 })
    await fan.api.live.enter({ id })
    await flow(id, fan, 0)
    await flow(id, fan, 10)
    house.clock.advance({ seconds: -30 })
    await act()
    house.clock.advance({ seconds: 30 })
  }
  const begins = () => lan.api.live.begin({ title: 'Group', type: 'group', pricePerMinute: 30 })
  const { _id: first } = await begins()
  await enters(first, mei, () => mei.api.live.leave({ id: first }))
  await enters(first, mei, () => lan.api.live.edit({ id: first, status: 'ended' }))
  expect((await mei.api.live.receipts({ id: first })).data.map(({ total, closedWhy }) => [total, closedWhy])).toEqual([
    [30, 'left'],
    [30, 'ended'],
  ])
  const { _id: second } = await begins()
  await enters(second, mei, () => office.api.live.cut({ id: second }))
  expect((await lan.api.live.join({ id: second })).stream).toMatchObject({ endedWhy: 'staff' })
  const { _id: third } = await begins()
  await enters(third, jun, async () => {
    const [receipt] = (await jun.api.live.receipts({ id: third })).data
    await office.api.admin.refund({ id: receipt!.ticks[0]!.transferId, reason: 'By hand' })
    await lan.api.blocks.blockUser({ targetId: jun.id })
    await house.settle()
    await flow(third, jun, 1)
  })
  expect((await lan.api.live.receipts({ id: third })).data).toMatchObject([{ closedWhy: 'shut_out', minutes: 1, total: 0 }])
  await lan.api.live.edit({ id: third, status: 'ended' })
  // What was asked for is answered, too.
  const answered = async (act: (id: string) => Promise<unknown>) => {
    const { _id } = await mei.api.live.askPrivate({ performerId: lan.id })
    house.clock.advance({ seconds: -30 })
    await act(_id)
    house.clock.advance({ seconds: 30 })
  }
  await answered((id) => lan.api.live.declinePrivate({ id }))
  await answered((id) => mei.api.live.withdrawPrivate({ id }))
  expect([await mei.balance(), await jun.balance()]).toEqual([210, 300])
})

test('a group show: whoever pays by the minute watches, at the price they came in for, and comes back at the new one', async () => {
  const lan = await house.creator({ name: 'Lan' })
  await expect(lan.api.live.begin({ title: 'Group', type: 'group' })).rejects.toMatchObject({
    errors: [{ field: 'pricePerMinute', code: 'price_required' }],
  })
  await expect(lan.api.live.begin({ title: 'Open', type: 'public', pricePerMinute: 5 })).rejects.toMatchObject({
    errors: [{ field: 'pricePerMinute', code: 'price_without_sale' }],
  })
  const { _id: id } = await lan.api.live.begin({ title: 'Group', type: 'group', pricePerMinute: 10, minMinutes: 3 })
  const [mei, ann] = [await house.fan({ name: 'Mei', balance: 100 }), await house.fan({ name: 'Ann', balance: 25 })]
  expect(await mei.api.live.join({ id })).toMatchObject({
    canWatch: false,
    reason: 'per_minute',
    stream: { pricePerMinute: 10, minMinutes: 3 },
  })
  await expect(mei.api.live.grant({ streamId: id, role: 'audience' })).rejects.toMatchObject({ code: 'stream_locked' })
  await expect(ann.api.live.enter({ id })).rejects.toMatchObject({ status: 402, code: 'not_enough_tokens', details: { required: 30 } })
  await expect(mei.api.live.enter({ id, expectedPrice: 5 })).rejects.toMatchObject({ code: 'price_changed', details: { price: 10 } })
  await expect(lan.api.live.enter({ id })).rejects.toMatchObject({ code: 'cannot_pay_yourself' })
  await expect(office.api.live.enter({ id })).rejects.toMatchObject({ code: 'not_for_sale' })

  expect(await mei.api.live.enter({ id, expectedPrice: 10 })).toMatchObject({ canWatch: true, meter: { role: 'viewer', price: 10 } })
  // Who is in is in, also at another price.
  await lan.api.live.edit({ id, pricePerMinute: 20 })
  expect(await mei.api.live.enter({ id })).toMatchObject({ canWatch: true, pricePerMinute: 10 })
  await flow(id, mei, 0)
  await flow(id, mei, 61)
  expect(await mei.balance()).toBe(80)
  expect(await mei.api.live.leave({ id })).toMatchObject({ canWatch: false, reason: 'per_minute', status: 'live', pricePerMinute: 20 })
  await flow(id, mei, 30)
  expect(await mei.balance()).toBe(80)
  await mei.api.live.enter({ id, expectedPrice: 20 })
  await flow(id, mei, 0)
  await flow(id, mei, 5)
  expect(await mei.balance()).toBe(60)
  expect(await lan.api.live.edit({ id, status: 'ended' })).toMatchObject({ endedWhy: 'performer' })
  expect((await mei.api.live.receipts({ id })).data.map(({ minutes, total, closedWhy }) => [minutes, total, closedWhy])).toEqual([
    [2, 20, 'left'],
    [1, 20, 'ended'],
  ])
  await expect(mei.api.live.enter({ id })).rejects.toMatchObject({ code: 'stream_ended' })
})

test('leaving and coming back again and again brings no second for nothing', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const { _id: id } = await lan.api.live.begin({ title: 'Group', type: 'group', pricePerMinute: 10 })
  // Gone before the first look, each time.
  for (let time = 0; time < 3; time++) {
    await mei.api.live.enter({ id })
    flows.set(id, { run: 'one', flowed: new Map([[mei.id, (time + 1) * 1700]]) })
    await mei.api.live.leave({ id })
  }
  await mei.api.live.enter({ id })
  await flow(id, mei, 0)
  expect(await mei.balance()).toBe(90)
  expect((await mei.api.live.receipts({ id })).data.at(-1)).toMatchObject({ minutes: 1, servedMs: 5100 })
  await lan.api.live.edit({ id, status: 'ended' })
})

test('who is in a private show is its performer’s to read, and no moderator’s', async () => {
  const lan = await onStage(30, { spyPrice: 8 })
  const [mei, mod] = [await house.fan({ name: 'Mei', balance: 500 }), await house.fan({ name: 'Mo', balance: 100 })]
  await lan.api.live.nameModerator({ id: mod.id })
  const id = await shown(lan, mei)
  for (const { api } of [lan, office]) await expect(api.live.watchers({ id })).resolves.toHaveProperty('total')
  await expect(mod.api.live.watchers({ id })).rejects.toMatchObject({ status: 404 })
  await lan.api.live.edit({ id, status: 'ended' })
})

test('others look on in a private show where its performer lets them: unseen, unheard, and at their own price', async () => {
  const lan = await onStage(30, { spyPrice: 8 })
  const [mei, ann] = [await house.fan({ name: 'Mei', balance: 500 }), await house.fan({ name: 'Ann', balance: 100 })]
  const id = await shown(lan, mei)
  const { stream } = await ann.api.live.join({ id: lan.id })
  expect(stream).toMatchObject({ _id: id, canWatch: false, reason: 'per_minute', pricePerMinute: 8 })
  expect(stream).not.toHaveProperty('guest')
  await expect(house.visitor().live.join({ id })).rejects.toMatchObject({ status: 404 })
  const entered = await ann.api.live.enter({ id, expectedPrice: 8 })
  expect(entered).toMatchObject({ canWatch: true, meter: { role: 'spy', price: 8 } })
  expect(entered).not.toHaveProperty('conversationId')
  const { conversationId } = (await mei.api.live.join({ id })).stream
  await expect(ann.api.messaging.say({ id: conversationId!, text: '哈囉' })).rejects.toMatchObject({ status: 404 })
  await expect(ann.api.messaging.roomMessages({ id: conversationId! })).rejects.toMatchObject({ status: 404 })
  expect((await mei.api.live.join({ id })).viewerCount).toBe(0)
  await flow(id, ann, 0)
  await flow(id, ann, 5)
  expect(await ann.balance()).toBe(92)
  // She leaves, and the show goes on.
  await ann.api.live.leave({ id })
  expect(await mei.api.live.join({ id })).toMatchObject({ canWatch: true, stream: { status: 'live' } })
  await lan.api.live.edit({ id, status: 'ended' })
  expect((await lan.api.live.receipts({ id })).data.map(({ role }) => role)).toEqual(['guest', 'spy'])
  expect((await ann.api.live.receipts({ id })).data.map(({ role }) => role)).toEqual(['spy'])
})

test('whoever loses the right pays no further: a block, a ban, a takedown, and staff who cut', async () => {
  const lan = await onStage(10)
  const [mei, ann] = [await house.fan({ name: 'Mei', balance: 500 }), await house.fan({ name: 'Ann', balance: 500 })]
  const first = await shown(lan, mei)
  await flow(first, mei, 5)
  const waiting = await ann.api.live.askPrivate({ performerId: lan.id })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await flow(first, mei, 100)
  expect(await mei.balance()).toBe(490)
  expect((await lan.api.live.own({ status: 'ended' })).data[0]).toMatchObject({ _id: first, endedWhy: 'guest' })
  await expect(mei.api.live.askPrivate({ performerId: lan.id })).rejects.toMatchObject({ status: 404 })
  // A ban ends what waits as well.
  await lan.api.live.ban({ id: ann.id })
  expect((await ann.api.live.privateRequests({})).data).toMatchObject([{ _id: waiting._id, state: 'withdrawn' }])
  await expect(ann.api.live.askPrivate({ performerId: lan.id })).rejects.toMatchObject({ status: 404 })

  const mia = await house.fan({ name: 'Mia', balance: 500 })
  const second = await shown(lan, mia)
  await flow(second, mia, 5)
  expect(await office.api.live.cut({ id: second })).toMatchObject({ status: 'ended', endedWhy: 'staff' })
  await flow(second, mia, 100)
  expect(await mia.balance()).toBe(490)
  expect((await mia.api.live.receipts({ id: second })).data).toMatchObject([{ closedWhy: 'ended', minutes: 1 }])
})

test('a minute that staff give back says so in the receipt', async () => {
  const [lan, mei] = [await onStage(10), await house.fan({ name: 'Mei', balance: 100 })]
  const id = await shown(lan, mei)
  await flow(id, mei, 5)
  const [before] = (await mei.api.live.receipts({ id })).data
  await office.api.admin.refund({ id: before!.ticks[0]!.transferId, reason: 'No sound came' })
  await house.settle()
  const [after] = (await mei.api.live.receipts({ id })).data
  expect(after).toMatchObject({ minutes: 1, total: 0 })
  expect(after?.ticks[0]?.returnedAt).toBeDefined()
  expect(holds(after!)).toBe(true)
  expect(await mei.balance()).toBe(100)
  await mei.api.live.leave({ id })
})

test('what cannot be asked or answered is refused by name', async () => {
  const quiet = await house.creator({ name: 'Quiet' })
  const lan = await onStage(30, { minMinutes: 5 })
  const [mei, poor] = [await house.fan({ name: 'Mei', balance: 500 }), await house.fan({ name: 'Poor', balance: 100 })]
  const refused = (code: string) => expect.objectContaining({ code })
  await expect(mei.api.live.askPrivate({ performerId: quiet.id })).rejects.toEqual(refused('takes_no_private_shows'))
  await expect(mei.api.live.askPrivate({ performerId: mei.id })).rejects.toEqual(refused('cannot_pay_yourself'))
  await expect(mei.api.live.askPrivate({ performerId: poor.id })).rejects.toEqual(refused('not_found'))
  await expect(quiet.api.live.askPrivate({ performerId: lan.id })).rejects.toEqual(refused('performers_cannot_buy'))
  await expect(poor.api.live.askPrivate({ performerId: lan.id })).rejects.toMatchObject({
    code: 'not_enough_tokens',
    details: { required: 150, balance: 100 },
  })
  await expect(mei.api.live.askPrivate({ performerId: lan.id, expectedPrice: 1 })).rejects.toEqual(refused('price_changed'))
  await expect(house.visitor().live.askPrivate({ performerId: lan.id })).rejects.toMatchObject({ status: 401 })

  const request = await mei.api.live.askPrivate({ performerId: lan.id })
  await expect(quiet.api.live.acceptPrivate({ id: request._id })).rejects.toEqual(refused('not_found'))
  const open = await lan.api.live.begin({ title: 'Open', type: 'public' })
  await expect(lan.api.live.acceptPrivate({ id: request._id })).rejects.toEqual(refused('already_live'))
  await lan.api.live.edit({ id: open._id, status: 'ended' })
  // Between asking and answering the wallet was emptied.
  await mei.api.earnings.tip({ id: lan.id, amount: 400 })
  // Where it cannot begin, what runs goes on.
  const shown = await lan.api.live.begin({ title: 'Open', type: 'public' })
  await expect(lan.api.live.acceptPrivate({ id: request._id, endsRunning: true })).rejects.toEqual(refused('fan_cannot_pay'))
  expect(await lan.api.live.join({ id: shown._id })).toMatchObject({ stream: { status: 'live' } })
  expect(await mei.api.live.withdrawPrivate({ id: request._id })).toMatchObject({ state: 'withdrawn' })
  expect(await mei.api.live.withdrawPrivate({ id: request._id })).toMatchObject({ state: 'withdrawn' })
  await expect(lan.api.live.acceptPrivate({ id: request._id })).rejects.toEqual(refused('private_request_over'))
  await expect(lan.api.live.declinePrivate({ id: request._id })).rejects.toEqual(refused('private_request_over'))

  // Nobody answers for ten minutes.
  const rich = await house.fan({ name: 'Rich', balance: 500 })
  const late = await rich.api.live.askPrivate({ performerId: lan.id })
  house.clock.advance({ minutes: 11 })
  expect((await lan.api.live.privateRequests({ state: 'asked' })).data).toEqual([])
  await expect(lan.api.live.acceptPrivate({ id: late._id })).rejects.toEqual(refused('private_request_over'))
  await expireOld(house.db)
  await house.settle()
  expect((await rich.api.live.privateRequests({})).data).toMatchObject([{ state: 'expired' }])
  expect((await rich.api.notifications.list({})).data[0]).toMatchObject({ text: 'Lan did not take your private show this time' })
  const again = await rich.api.live.askPrivate({ performerId: lan.id })
  expect(await lan.api.live.declinePrivate({ id: again._id })).toMatchObject({ state: 'declined' })
  const last = await rich.api.live.askPrivate({ performerId: lan.id })
  expect(await lan.api.live.acceptPrivate({ id: last._id, endsRunning: true })).toMatchObject({ type: 'private', status: 'live' })
  expect(await lan.api.live.join({ id: shown._id })).toMatchObject({ stream: { status: 'ended', endedWhy: 'performer' } })
  await rich.api.live.leave({ id: (await rich.api.live.privateRequests({})).data[0]!.streamId! })
  await lan.api.live.updateProfile({ privatePrice: null })
  await expect(rich.api.live.askPrivate({ performerId: lan.id })).rejects.toEqual(refused('takes_no_private_shows'))
  expect(await rich.api.live.prices({ id: lan.id })).toEqual({ minMinutes: 5 })
})

test('pressed many times at once, it is asked, accepted and entered once', async () => {
  const [lan, mei] = [await onStage(10), await house.fan({ name: 'Mei', balance: 500 })]
  const many = <Answer>(press: () => Promise<Answer>) => Promise.all(Array.from({ length: 6 }, press))
  const asked = await many(() => mei.api.live.askPrivate({ performerId: lan.id }))
  expect(new Set(asked.map(({ _id }) => _id)).size).toBe(1)
  const accepted = await many(() => lan.api.live.acceptPrivate({ id: asked[0]!._id }))
  expect(new Set(accepted.map(({ _id }) => _id)).size).toBe(1)
  await many(() => mei.api.live.leave({ id: accepted[0]!._id }))
  const group = await lan.api.live.begin({ title: 'Group', type: 'group', pricePerMinute: 10 })
  await many(() => mei.api.live.enter({ id: group._id }))
  expect((await mei.api.live.receipts({ id: group._id })).total).toBe(1)
  await lan.api.live.edit({ id: group._id, status: 'ended' })
})

test('prices of minutes stand in the performer’s profile as well, and stay within the site’s bounds', async () => {
  const lan = await house.creator({ name: 'Lan' })
  expect(await lan.api.me.updatePerformer({ privatePrice: 25, spyPrice: 5, minMinutes: 2 })).toMatchObject({
    privatePrice: 25,
    spyPrice: 5,
    minMinutes: 2,
  })
  expect(await lan.api.live.profile({})).toMatchObject({ privatePrice: 25, spyPrice: 5, minMinutes: 2 })
  await office.api.admin.saveSettings({ values: { maximumItemPrice: 100 } })
  await expect(lan.api.me.updatePerformer({ groupPrice: 101 })).rejects.toMatchObject({
    errors: [{ field: 'groupPrice', code: 'price_out_of_bounds' }],
  })
  await office.api.admin.saveSettings({ values: { maximumItemPrice: 100_000 } })
  const after = await lan.api.me.updatePerformer({ privatePrice: null })
  expect(after).not.toHaveProperty('privatePrice')
  expect(after.spyPrice).toBe(5)
})

test('the database itself charges minutes in their turn only', async () => {
  const [lan, mei] = [await onStage(10), await house.fan({ name: 'Mei', balance: 100 })]
  const id = await shown(lan, mei)
  await flow(id, mei, 5)
  const bites = (statement: ReturnType<typeof sql>) => expect(house.db.transaction((tx) => tx.run(statement))).rejects.toThrow()
  await bites(sql`
    insert into live.ticks select meter_id, 2, transfer_id, amount, served_ms, at, digest, signature, public_key from live.ticks t join live.meters m on m.id = t.meter_id where m.stream_id = ${id}`)
  await bites(sql`update live.ticks set amount = 1 where meter_id in (select id from live.meters where stream_id = ${id})`)
  await bites(sql`delete from live.ticks where meter_id in (select id from live.meters where stream_id = ${id})`)
  await bites(sql`update live.meters set served_ms = 0 where stream_id = ${id}`)
  await bites(sql`update live.meters set minute_price = 1 where stream_id = ${id}`)
  await mei.api.live.leave({ id })
  await bites(sql`update live.meters set closed_at = null, closed_why = null where stream_id = ${id}`)
})
