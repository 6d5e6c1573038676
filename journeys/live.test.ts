// Live streams over HTTP: announced, begun, bought, watched by who may, ended; what comes back; who is refused (calls.md section 13).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { endSilent } from '#server/stage/live/jobs.ts'
import * as queries from '#server/stage/live/queries.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
}, 600_000)
afterAll(() => house.close())

const inMinutes = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString()

test('a creator goes live, whoever may watch is told how they stand, and it ends once', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, visitor] = [await house.fan({ name: 'Mei' }), house.visitor()]
  await mei.api.follows.follow({ id: lan.id })
  const stream = await lan.api.live.begin({ title: '光的排練', description: '第三場', type: 'public' })
  expect(stream).toMatchObject({ status: 'live', type: 'public', price: 0, canWatch: true, isOnAir: false, channel: stream._id })
  expect(stream.conversationId).toBeDefined()

  // Found by its performer as well as by its own id.
  const seen = await mei.api.live.join({ id: lan.id })
  expect(seen).toMatchObject({
    canWatch: true,
    hasTicket: false,
    price: 0,
    channel: stream._id,
    stream: { _id: stream._id, description: '第三場' },
  })
  const before = await visitor.live.join({ id: stream._id })
  expect(before).toMatchObject({ canWatch: false, reason: 'visitor', stream: { title: '光的排練', description: '' } })
  expect(before).not.toHaveProperty('channel')
  expect(before).not.toHaveProperty('conversationId')

  // Who follows hears of it, once, and is led to it.
  await house.settle()
  const { data: notices } = await mei.api.notifications.list({})
  expect(notices).toMatchObject([{ kind: 'post', text: 'Lan is live: “光的排練”', path: `/live/${stream._id}` }])

  await expect(lan.api.live.begin({ title: 'Another', type: 'public' })).rejects.toMatchObject({ status: 409, code: 'already_live' })
  const { heard, socket } = await listens(house, mei, 'stream/changed')
  await new Promise((joined) => socket.emit('stream/join', { conversationId: stream.conversationId }, joined))
  expect(await lan.api.live.edit({ id: stream._id, status: 'ended' })).toMatchObject({
    status: 'ended',
    endedWhy: 'performer',
    canWatch: false,
  })
  // Pressed again when no answer came.
  expect(await lan.api.live.edit({ id: stream._id, status: 'ended' })).toMatchObject({ status: 'ended' })
  await expect.poll(() => heard).toContainEqual({ conversationId: stream.conversationId, streamId: stream._id })
  socket.close()
  expect(await mei.api.live.join({ id: stream._id })).toMatchObject({ canWatch: false, reason: 'ended', stream: { status: 'ended' } })
  await expect(lan.api.live.edit({ id: stream._id, status: 'live' })).rejects.toMatchObject({ status: 409, code: 'stream_ended' })
  await expect(lan.api.live.beat({ streamId: stream._id, duration: 3 })).rejects.toMatchObject({ code: 'stream_ended' })
  await expect(mei.api.messaging.say({ id: stream.conversationId!, text: '還在嗎' })).rejects.toMatchObject({ status: 404 })
})

test('each kind opens to those it is for: followers, subscribers, whoever has a ticket', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 200 })
  const standing = async () => {
    const { canWatch, reason } = await mei.api.live.join({ id: lan.id })
    return canWatch || reason
  }
  const over = (id: string) => lan.api.live.edit({ id, status: 'ended' })

  const forFollowers = await lan.api.live.begin({ title: 'Followers', type: 'followers' })
  expect(await standing()).toBe('followers')
  await mei.api.follows.follow({ id: lan.id })
  expect(await standing()).toBe(true)
  await over(forFollowers._id)

  const forSubscribers = await lan.api.live.begin({ title: 'Subscribers', type: 'subscribers' })
  expect(await standing()).toBe('subscribers')
  await mei.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet', useWallet: true })
  expect(await standing()).toBe(true)
  await over(forSubscribers._id)

  const ticketed = await lan.api.live.begin({ title: 'Ticket', type: 'ticket', price: 40 })
  expect(await standing()).toBe('ticket')
  await expect(mei.api.live.grant({ streamId: ticketed._id, role: 'audience' })).rejects.toMatchObject({
    status: 403,
    code: 'stream_locked',
  })
  await expect(mei.api.live.charge({ id: ticketed._id, expectedPrice: 30 })).rejects.toMatchObject({ status: 409, code: 'price_changed' })
  const before = await mei.balance()
  const { balance, item, transaction } = await mei.api.live.charge({ id: ticketed._id, expectedPrice: 40 })
  expect(balance).toBe(before - 40)
  expect(transaction).toMatchObject({ type: 'stream', targetTitle: 'Ticket', amount: 40 })
  expect(item).toMatchObject({ canWatch: true, hasTicket: true })
  // Another price is for whoever buys from now on.
  expect(await lan.api.live.edit({ id: ticketed._id, price: 60 })).toMatchObject({ price: 60, totalSold: 1 })
  expect((await mei.api.live.charge({ id: ticketed._id })).balance).toBe(before - 40)
  expect(await standing()).toBe(true)
  expect(await mei.api.live.grant({ streamId: ticketed._id, role: 'audience' })).toMatchObject({
    provider: 'embedded',
    channel: ticketed._id,
  })
  // A right to watch is none to send.
  await expect(mei.api.live.grant({ streamId: ticketed._id, role: 'host' })).rejects.toMatchObject({ status: 404 })
  await over(ticketed._id)
})

/** Its picture comes for so long. */
async function seenFor(id: string, minutes: number): Promise<void> {
  const looks = () => house.db.transaction((tx) => queries.seen(tx, id, 0))
  await looks()
  for (let tens = 0; tens < minutes * 6; tens++) {
    house.clock.advance({ seconds: 10 })
    await looks()
  }
}

test('a ticket comes back where the show did not take place or broke off too soon, and is told', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const show = async (seenMinutes: number | undefined, emptyMinutes = 0) => {
    const { _id } = await lan.api.live.begin({ title: 'Show', type: 'ticket', price: 100 })
    const before = await mei.balance()
    await mei.api.live.charge({ id: _id, expectedPrice: 100 })
    if (seenMinutes !== undefined) await seenFor(_id, seenMinutes)
    house.clock.advance({ minutes: emptyMinutes })
    if (emptyMinutes > 0) await lan.api.live.beat({ streamId: _id, duration: emptyMinutes * 60 })
    await lan.api.live.edit({ id: _id, status: 'ended' })
    await house.settle()
    return before - (await mei.balance())
  }
  expect(await show(undefined)).toBe(0)
  expect(await show(9)).toBe(0)
  // Nor is it a show because its creator's page says so for an hour after a moment of picture.
  expect(await show(1, 60)).toBe(0)
  expect(await show(11)).toBe(100)
  await office.api.admin.saveSettings({ values: { liveRefundMinutes: 20 } })
  expect(await show(11)).toBe(0)
  await office.api.admin.saveSettings({ values: { liveRefundMinutes: 0 } })
  expect(await show(1)).toBe(100)
  expect(await show(undefined)).toBe(0)
  await office.api.admin.saveSettings({ values: { liveRefundMinutes: 10 } })
  const { data } = await mei.api.notifications.list({})
  expect(data[0]).toMatchObject({
    kind: 'order',
    path: '/wallet',
    text: expect.stringContaining('did not take place. 100 tokens are back'),
  })
  const { data: letters } = await office.api.admin.letters({})
  expect(letters.map(({ subject }) => subject)).toContain('“Show” did not take place: 100 tokens are back')
})

test('an announced stream is listed, sells tickets, begins when its creator says so, and is missed when nobody comes', async () => {
  const lan = await house.creator({ name: 'Soonlan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await expect(lan.api.live.begin({ title: 'Past', type: 'public', scheduledAt: inMinutes(-1) })).rejects.toMatchObject({ status: 422 })
  const far = { status: 422, errors: [{ field: 'scheduledAt', code: 'too_far' }] }
  await expect(lan.api.live.begin({ title: 'Far', type: 'public', scheduledAt: '9999-01-01T00:00:00Z' })).rejects.toMatchObject(far)
  const first = await lan.api.live.begin({ title: 'Tonight', type: 'ticket', price: 20, scheduledAt: inMinutes(30) })
  expect(first).toMatchObject({ status: 'scheduled', price: 20 })
  expect(first).not.toHaveProperty('conversationId')
  await mei.api.live.charge({ id: first._id, expectedPrice: 20 })
  await expect(mei.api.live.grant({ streamId: first._id, role: 'audience' })).rejects.toMatchObject({
    status: 409,
    code: 'stream_not_begun',
  })
  await expect(lan.api.live.beat({ streamId: first._id, duration: 3 })).rejects.toMatchObject({ code: 'stream_not_begun' })
  expect((await mei.api.live.search({ status: 'scheduled', performerId: lan.id })).data.map(({ _id }) => _id)).toEqual([first._id])
  await expect(lan.api.live.edit({ id: first._id, scheduledAt: '9999-01-01T00:00:00Z' })).rejects.toMatchObject(far)
  expect(await lan.api.live.edit({ id: first._id, scheduledAt: inMinutes(60), title: 'Later tonight' })).toMatchObject({
    title: 'Later tonight',
  })
  expect(await lan.api.live.edit({ id: first._id, status: 'live' })).toMatchObject({ status: 'live' })
  expect((await mei.api.live.search({ performerId: lan.id })).data).toMatchObject([{ _id: first._id, status: 'live', canWatch: true }])
  await lan.api.live.edit({ id: first._id, status: 'ended' })

  const second = await lan.api.live.begin({ title: 'Never', type: 'ticket', price: 20, scheduledAt: inMinutes(30) })
  await mei.api.live.charge({ id: second._id, expectedPrice: 20 })
  house.clock.advance({ minutes: 151 })
  await endSilent(house.db)
  await house.settle()
  expect(await mei.api.live.join({ id: second._id })).toMatchObject({ reason: 'ended', stream: { endedWhy: 'missed' } })
  expect(await mei.balance()).toBe(100)
})

test('nobody hears of it for 90 seconds, and it is over; what its page counts is held against the clock', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const { _id } = await lan.api.live.begin({ title: 'Silence', type: 'public' })
  house.clock.advance({ seconds: 60 })
  // A forged hour is the minute that went by, and nothing takes it back.
  const { duration } = await lan.api.live.beat({ streamId: _id, duration: 3600 })
  expect(duration).toBeGreaterThanOrEqual(60)
  expect(duration).toBeLessThan(120)
  expect((await lan.api.live.beat({ streamId: _id, duration: 1 })).duration).toBe(duration)
  house.clock.advance({ seconds: 80 })
  await endSilent(house.db)
  expect((await lan.api.live.join({ id: _id })).stream.status).toBe('live')
  house.clock.advance({ seconds: 20 })
  await endSilent(house.db)
  expect((await lan.api.live.join({ id: _id })).stream).toMatchObject({ status: 'ended', endedWhy: 'silent' })
})

test('nobody goes live whose papers were looked at too long ago, by the site’s own measure', async () => {
  const who = await house.creator({ name: 'Lan' })
  await office.api.admin.saveSettings({ values: { liveDocumentDays: 30 } })
  house.clock.advance({ days: 31 })
  // Sessions are over by then.
  office = await house.staff()
  const { token } = await house.visitor().accounts.login({ username: who.username, password: who.password })
  const lan = house.as(token)
  const refused = { status: 403, code: 'documents_outdated' }
  await expect(lan.live.begin({ title: 'Late', type: 'public' })).rejects.toMatchObject(refused)
  await expect(lan.live.begin({ title: 'Late', type: 'public', scheduledAt: inMinutes(9) })).rejects.toMatchObject(refused)
  await office.api.admin.saveSettings({ values: { liveDocumentDays: 365 } })
  const { _id } = await lan.live.begin({ title: 'In time', type: 'public' })
  await lan.live.edit({ id: _id, status: 'ended' })
})

test('bad input: no title, a ticket without a price, a price without a ticket, another’s stream, a forbidden word', async () => {
  const [lan, jun] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Jun' })]
  const mei = await house.fan({ balance: 50 })
  await expect(lan.api.live.begin({ type: 'public' })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  await expect(lan.api.live.begin({ title: 'x', type: 'ticket' })).rejects.toMatchObject({ status: 422, code: 'price_required' })
  await expect(lan.api.live.begin({ title: 'x', type: 'public', price: 5 })).rejects.toMatchObject({ status: 422 })
  const { _id } = await lan.api.live.begin({ title: 'Mine', type: 'public' })
  await expect(jun.api.live.edit({ id: _id, status: 'ended' })).rejects.toMatchObject({ status: 404 })
  await expect(jun.api.live.beat({ streamId: _id, duration: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(jun.api.live.grant({ streamId: _id, role: 'host' })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.charge({ id: _id })).rejects.toMatchObject({ code: 'not_for_sale' })
  expect((await lan.api.live.join({ id: _id })).stream.status).toBe('live')
  await lan.api.live.edit({ id: _id, status: 'ended' })
  await expect(mei.api.live.join({ id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
})

test('a word that is forbidden since the show began keeps nobody on the air', async () => {
  const [lan, office] = [await house.creator({ name: 'Lan' }), await house.staff()]
  const { _id: id } = await lan.api.live.begin({ title: 'Tidewater hour', type: 'public' })
  await office.api.admin.saveSettings({ values: { prohibitedTerms: ['tidewater'] } })
  await expect(lan.api.live.edit({ id, description: 'still here' })).rejects.toMatchObject({ code: 'prohibited_term' })
  expect(await lan.api.live.edit({ id, status: 'ended' })).toMatchObject({ status: 'ended' })
  await office.api.admin.saveSettings({ values: { prohibitedTerms: [] } })
})

test('who shuts themselves out by a block has back what they did not see, and no show that they saw', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const soon = new Date(house.clock.now().getTime() + 3_600_000).toISOString()
  const later = await lan.api.live.begin({ title: 'Later', type: 'ticket', price: 20, scheduledAt: soon })
  const now = await lan.api.live.begin({ title: 'Now', type: 'ticket', price: 30 })
  for (const { _id } of [later, now]) await mei.api.live.charge({ id: _id })
  await seenFor(now._id, 11)
  await mei.api.blocks.blockUser({ targetId: lan.id })
  await house.settle()
  expect(await mei.balance()).toBe(70)
  await lan.api.live.edit({ id: now._id, status: 'ended' })
})

test('who buys a ticket at the moment of their ban has its tokens back', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const { _id: id } = await lan.api.live.begin({ title: 'Now', type: 'ticket', price: 30 })
  for (let round = 0; round < 5; round++) {
    const fan = await house.fan({ name: `Fan ${round}`, balance: 100 })
    await Promise.all([fan.api.live.charge({ id }).catch(() => {}), lan.api.live.ban({ id: fan.id })])
    await house.settle()
    expect(await fan.balance(), `round ${round}`).toBe(100)
  }
  await lan.api.live.edit({ id, status: 'ended' })
})

test('a block shuts the stage: the stream is not there, in no list, and buys nothing', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const { _id, conversationId } = await lan.api.live.begin({ title: 'Blocked', type: 'ticket', price: 30 })
  await mei.api.live.charge({ id: _id, expectedPrice: 30 })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await house.settle()
  // Shown the door, with the ticket’s tokens back.
  expect(await mei.balance()).toBe(100)
  await expect(mei.api.live.join({ id: _id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.join({ id: lan.id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.charge({ id: _id })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.grant({ streamId: _id, role: 'audience' })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.messaging.roomMessages({ id: conversationId! })).rejects.toMatchObject({ status: 404 })
  expect((await mei.api.live.search({ performerId: lan.id })).data).toEqual([])
  await lan.api.live.edit({ id: _id, status: 'ended' })
  await expect(mei.api.live.join({ id: _id })).rejects.toMatchObject({ status: 404 })
})

test('staff take a stream down: it ends, who paid is paid back, and a report leads there', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  const { _id } = await lan.api.live.begin({ title: 'Taken', type: 'ticket', price: 30 })
  await mei.api.live.charge({ id: _id, expectedPrice: 30 })
  await mei.api.reports.send({ target: 'stream', targetId: _id, reason: 'illegal', description: 'Not what the ticket said.' })
  const { data } = await office.api.reports.cases({})
  const found = data.find(({ target, targetId }) => target === 'stream' && targetId === _id)
  expect(found).toBeDefined()
  await office.api.reports.decide({ id: found!._id, what: 'removed', reason: 'Against the rules of the house.' })
  await house.settle()
  expect(await mei.balance()).toBe(100)
  await expect(mei.api.live.join({ id: _id })).rejects.toMatchObject({ status: 404 })
  expect((await lan.api.live.own({ status: 'ended' })).data[0]).toMatchObject({ _id, endedWhy: 'staff' })
})

test('staff cut a stream at once, and it is on record; nobody else does', async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' })]
  const { _id } = await lan.api.live.begin({ title: 'Cut', type: 'public' })
  for (const { api } of [lan, mei]) await expect(api.live.cut({ id: _id })).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  expect(await office.api.live.cut({ id: _id })).toMatchObject({ status: 'ended', endedWhy: 'staff' })
  await expect(office.api.live.cut({ id: _id })).rejects.toMatchObject({ status: 409, code: 'stream_ended' })
  const { data } = await office.api.admin.audit({ limit: 3 })
  expect(data.map(({ action }) => action)).toContain('live.cut')
})

test('what the next stream begins with is kept, and an encoder’s key is told once and replaced', async () => {
  const lan = await house.creator({ name: 'Lan' })
  expect(await lan.api.live.profile({})).toMatchObject({ title: '', type: 'public', price: 0 })
  await expect(lan.api.live.updateProfile({ price: 1_000_000 })).rejects.toMatchObject({ status: 422 })
  await lan.api.live.updateProfile({ title: 'Every evening', type: 'ticket', price: 25 })
  const { _id, ...stream } = await lan.api.live.begin({})
  expect(stream).toMatchObject({ title: 'Every evening', type: 'ticket', price: 25 })
  await lan.api.live.edit({ id: _id, status: 'ended' })
  const first = await lan.api.live.renewKey({})
  expect(await lan.api.live.profile({})).toMatchObject({ keyMadeAt: first.keyMadeAt, title: 'Every evening' })
  const offer = (key: string) =>
    fetch(`${house.address}/api/streaming/whip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
      body: 'v=0\r\n',
    })
  // Known, and nothing is live.
  expect((await offer(first.key)).status).toBe(409)
  const second = await lan.api.live.renewKey({})
  expect([(await offer(first.key)).status, (await offer(second.key)).status, (await offer('live_nobody-made-this-one')).status]).toEqual([
    401, 409, 401,
  ])
})

test('what is paid for a ticket is not payable before the show is over, however long before it was sold', async () => {
  const remembered = async ({ username, password, ...person }: Person): Promise<Person> => {
    const { token } = await house.visitor().accounts.login({ username, password, remember: true })
    return { ...person, username, password, token, api: house.as(token) }
  }
  const lan = await remembered(await house.creator({ name: 'Lan' }))
  const mei = await remembered(await house.fan({ name: 'Mei', balance: 500 }))
  const sums = async () => {
    const { onHold, available, nextClearsAt } = await lan.api.payouts.calculate({})
    return { onHold: onHold.tokens, available: available.tokens, clears: nextClearsAt !== undefined }
  }
  const inDays = (days: number) => inMinutes(days * 24 * 60)
  const { _id } = await lan.api.live.begin({ title: 'Later', type: 'ticket', price: 100, scheduledAt: inDays(20) })
  await mei.api.live.charge({ id: _id, expectedPrice: 100 })
  expect(await sums()).toEqual({ onHold: 80, available: 0, clears: true })
  house.clock.advance({ days: 12 })
  expect(await sums()).toEqual({ onHold: 80, available: 0, clears: false })
  // Moved again and again, it stays so.
  await lan.api.live.edit({ id: _id, scheduledAt: inDays(20) })
  house.clock.advance({ days: 19 })
  expect(await sums()).toMatchObject({ onHold: 80, available: 0 })
  house.clock.advance({ days: 1 })
  await lan.api.live.edit({ id: _id, status: 'live' })
  await seenFor(_id, 11)
  await lan.api.live.edit({ id: _id, status: 'ended' })
  await house.settle()
  expect(await sums()).toMatchObject({ onHold: 80, available: 0 })
  house.clock.advance({ days: 1, minutes: 1 })
  expect(await sums()).toMatchObject({ onHold: 0, available: 80 })
})
