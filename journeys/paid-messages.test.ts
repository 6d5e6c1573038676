// What messages cost: paid to be read, given back unread, and tips among them (calls.md sections 0 and 8).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { returnUnread } from '#server/talk/messaging/jobs.ts'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { conversationOf, couple, send } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

/** For a week and longer: a session that is not remembered is over after a day. */
async function remembered({ username, password, ...person }: Person): Promise<Person> {
  const { token } = await house.visitor().accounts.login({ username, password, remember: true })
  const api = house.as(token)
  return { ...person, username, password, token, api, balance: async () => (await api.me.user({})).balance }
}

test('whoever does not subscribe pays what the performer asks, is told first, and gets it back when nobody reads it in seven days (calls.md section 0)', async () => {
  const lan = await remembered(await house.creator({ name: 'Lan' }))
  const mei = await remembered(await house.fan({ name: 'Mei', balance: 100 }))
  const id = await conversationOf(mei, lan)
  expect((await mei.api.messaging.conversation({ id })).writing).toEqual({ may: false, why: 'closed' })
  await expect(send(mei, id, 'Hello')).rejects.toMatchObject({ status: 403, code: 'messages_closed' })
  await lan.api.me.updatePerformer({ messagePrice: 5 })
  expect((await mei.api.messaging.conversation({ id })).writing).toEqual({ may: true, price: 5 })
  await expect(send(mei, id, 'Hello')).rejects.toMatchObject({ status: 409, code: 'price_changed', details: { price: 5 } })
  await expect(send(mei, id, 'Hello', { expectedPrice: 4 })).rejects.toMatchObject({ code: 'price_changed' })
  expect(await mei.balance()).toBe(100)

  const read = await send(mei, id, 'Hello', { expectedPrice: 5 })
  expect(read).toMatchObject({ amount: 5, isReturned: false })
  expect(await mei.balance()).toBe(95)
  expect((await lan.api.messaging.messages({ id })).data[0]).toMatchObject({ amount: 5 })
  expect((await lan.api.earnings.lines({})).total).toBe(0)
  await lan.api.messaging.readAll({ id })
  expect((await lan.api.earnings.lines({})).data).toMatchObject([{ sourceType: 'message', grossPrice: 5 }])

  const unheard = await send(mei, id, 'Are you there?', { expectedPrice: 5 })
  expect(await mei.balance()).toBe(90)
  const back = await listens(house, mei, 'message/edited')
  house.clock.advance({ days: 6 })
  await returnUnread(house.db)
  expect(await mei.balance()).toBe(90)
  house.clock.advance({ days: 1, minutes: 1 })
  await returnUnread(house.db)
  await returnUnread(house.db)
  expect(await mei.balance()).toBe(95)
  await expect.poll(() => back.heard.length).toBe(1)
  back.socket.close()
  expect((await mei.api.messaging.messages({ id })).data.map(({ _id, isReturned }) => [_id, isReturned])).toEqual([
    [read._id, false],
    [unheard._id, true],
  ])
  const seen = (await lan.api.messaging.messages({ id })).data.map(({ _id, amount }) => [_id, amount])
  expect(seen).toEqual([
    [read._id, 5],
    [unheard._id, undefined],
  ])
  // Read late, it earns nothing any more.
  await lan.api.messaging.readAll({ id })
  expect((await lan.api.earnings.lines({})).total).toBe(1)
  await expect(send(mei, id, 'x', { expectedPrice: 5, clientId: 'one' }).then(() => mei.balance())).resolves.toBe(90)
  await lan.api.me.updatePerformer({ messagePrice: 200 })
  await expect(send(mei, id, 'y', { expectedPrice: 200 })).rejects.toMatchObject({ status: 402, code: 'not_enough_tokens' })
  expect((await mei.api.messaging.messages({ id })).total).toBe(3)
})

test('in a list nobody reads what was paid to write: they open it, and from there it is earned and its writer cannot take it back', async () => {
  const lan = await remembered(await house.creator({ name: 'Lan' }))
  const mei = await remembered(await house.fan({ name: 'Mei', balance: 100 }))
  await lan.api.me.updatePerformer({ messagePrice: 5 })
  const id = await conversationOf(mei, lan)
  const lists = (person: Person) =>
    Promise.all([
      person.api.messaging.conversations({}).then(({ data }) => data[0]?.lastMessage),
      person.api.messaging.search({}).then(({ data }) => data[0]?.lastMessage),
      person.api.messaging.conversation({ id }).then(({ lastMessage }) => lastMessage),
    ])
  const first = await send(mei, id, 'The hidden word', { expectedPrice: 5 })
  for (const said of await lists(lan)) expect(said).toMatchObject({ _id: first._id, text: '', isHeld: true, amount: 5 })
  for (const said of await lists(mei)) {
    expect(said).toMatchObject({ text: 'The hidden word' })
    expect(said).not.toHaveProperty('isHeld')
  }
  // Taken back unread: nothing was seen of it, and nothing is paid for it.
  await mei.api.messaging.remove({ id: first._id })
  expect(await mei.balance()).toBe(100)

  const second = await send(mei, id, 'The second word', { expectedPrice: 5 })
  expect((await lists(lan))[0]).toMatchObject({ text: '', isHeld: true })
  await lan.api.messaging.readAll({ id })
  for (const said of await lists(lan)) {
    expect(said).toMatchObject({ _id: second._id, text: 'The second word', amount: 5 })
    expect(said).not.toHaveProperty('isHeld')
  }
  await expect(mei.api.messaging.remove({ id: second._id })).rejects.toMatchObject({ code: 'message_is_paid' })
  expect(await mei.balance()).toBe(95)
})

test('what came back unread is told to who paid, once, where it was written; it is summed, and is a kind that one may leave', async () => {
  const lan = await remembered(await house.creator({ name: 'Lan' }))
  const [mei, bing] = [
    await remembered(await house.fan({ name: 'Mei', balance: 100 })),
    await remembered(await house.fan({ name: 'Bing', balance: 100 })),
  ]
  await lan.api.me.updatePerformer({ messagePrice: 5 })
  await bing.api.notifications.prefer({ kinds: [{ kind: 'message', inApp: false, email: 'off', push: false }] })
  const id = await conversationOf(mei, lan)
  await send(mei, id, 'Hello', { expectedPrice: 5 })
  await send(mei, id, 'Are you there?', { expectedPrice: 5 })
  await send(bing, await conversationOf(bing, lan), 'Hello', { expectedPrice: 5 })
  house.clock.advance({ days: 7, minutes: 1 })
  for (let each = 0; each < 2; each++) {
    await returnUnread(house.db)
    await house.settle()
  }
  const told = async ({ api }: Person) =>
    (await api.notifications.list({})).data.map(({ kind, text, path, isRead }) => ({ kind, text, path, isRead }))
  const words = 'Lan did not read 2 of your messages in seven days. 10 tokens went back'
  expect(await told(mei)).toEqual([{ kind: 'message', text: words, path: `/messages/${id}`, isRead: false }])
  expect((await mei.api.notifications.totalUnread({})).total).toBe(1)
  expect([await told(bing), await told(lan)].flat().filter(({ text }) => text.includes('tokens'))).toEqual([])
})

test('what was paid to write comes back when it is deleted unread, and when one blocks the other', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  const regretted = await send(mei, id, 'Never mind', { expectedPrice: 10 })
  await mei.api.messaging.remove({ id: regretted._id })
  expect(await mei.balance()).toBe(100)
  await send(mei, id, 'Hello', { expectedPrice: 10 })
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await house.settle()
  expect(await mei.balance()).toBe(100)
  await expect(send(mei, id, 'Why?', { expectedPrice: 10 })).rejects.toMatchObject({ status: 403, code: 'messages_blocked' })
  await expect(send(lan, id, 'Because')).rejects.toMatchObject({ code: 'messages_blocked' })
  expect((await lan.api.messaging.conversation({ id })).isBlocked).toBe(true)
  expect((await mei.api.messaging.conversation({ id })).isBlocked).toBe(false)
  // What was said stays readable to both.
  expect((await mei.api.messaging.messages({ id })).total).toBe(1)
})

test('money that went back on another way holds nobody up, and says so to who paid', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  const office = await house.staff()
  const refunds = async (reference: string) => {
    const row = await house.db.one<{ id: string }>(
      sql`select id from wallet.transfers where reference = ${reference} and payee = 4 and sign = 1`,
    )
    await office.api.admin.refund({ id: row.id, reason: 'asked for' })
    await house.settle()
  }
  const first = await send(mei, id, 'One', { expectedPrice: 10 })
  await refunds(`message:${first._id}`)
  const second = await send(mei, id, 'Two', { expectedPrice: 10 })
  await lan.api.messaging.readAll({ id })
  expect(await mei.balance()).toBe(90)
  await refunds(`message:${second._id}`)
  expect(await mei.balance()).toBe(100)
  const { data } = await mei.api.messaging.messages({ id })
  expect(data.map(({ isReturned }) => isReturned)).toEqual([true, true])
  // Refunded in the same moment in which it is read, before anybody heard of it.
  const third = await send(mei, id, 'Three', { expectedPrice: 10 })
  const hold = await house.db.one<{ id: string }>(
    sql`select id from wallet.transfers where reference = ${`message:${third._id}`} and payee = 4 and sign = 1`,
  )
  await office.api.admin.refund({ id: hold.id, reason: 'asked for' })
  expect(await lan.api.messaging.readAll({ id })).toMatchObject({ total: 0 })
  await house.settle()
  expect(await mei.balance()).toBe(100)
})

test('whoever answers has read: what was paid is earned then, cannot be taken back, and leaves the right to answer', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  const asked = await send(mei, id, 'Tonight?', { expectedPrice: 10 })
  await send(lan, id, 'At eight.')
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).total).toBe(1)
  await expect(mei.api.messaging.remove({ id: asked._id })).rejects.toMatchObject({ status: 409, code: 'message_is_paid' })
  expect(await mei.balance()).toBe(90)
  expect((await lan.api.messaging.conversation({ id })).writing).toEqual({ may: true })
  await send(lan, id, 'Still at eight.')
})

test('blocked before it was read, it is not earned, whoever reads then', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  await send(mei, id, 'Hello', { expectedPrice: 10 })
  // Before the job that gives it back.
  await mei.api.blocks.blockUser({ targetId: lan.id })
  await lan.api.messaging.readAll({ id })
  await house.settle()
  expect(await mei.balance()).toBe(100)
  expect((await lan.api.earnings.lines({})).total).toBe(0)
})

test.for([50, 51, 101])('more than goes into one transaction is read and earned all the same: %i', async (count) => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 200 })
  await lan.api.me.updatePerformer({ messagePrice: 1 })
  const id = await conversationOf(mei, lan)
  for (let n = 0; n < count; n++) await send(mei, id, `line ${n}`, { expectedPrice: 1 })
  expect(await lan.api.messaging.readAll({ id })).toMatchObject({ total: 0, readTo: count })
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).total).toBe(count)
})

test('a tip with words is no cheaper way to write', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 50 })
  const id = await conversationOf(mei, lan)
  const tip = (amount: number, text = '') => mei.api.messaging.send({ id, type: 'tip', amount, text })
  await expect(tip(10, 'Listen')).rejects.toMatchObject({ status: 422, code: 'tip_below_price', details: { price: 50 } })
  await tip(10)
  await tip(50, 'Listen')
  expect(await mei.balance()).toBe(40)
})

test('one who pays to write pays once, however often and fast it is sent', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  const sent = await Promise.all(Array.from({ length: 6 }, () => send(mei, id, 'Hello', { expectedPrice: 10, clientId: 'once' })))
  expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  expect(await mei.balance()).toBe(90)
  await expect(send(mei, id, 'Other', { expectedPrice: 10, clientId: 'once' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

test('a tip in a conversation is the performer’s at once and stands among the messages', async () => {
  const { lan, mei, id } = await couple(house)
  const before = await mei.balance()
  const tip = await mei.api.messaging.send({ id, type: 'tip', amount: 25, text: 'For tonight', clientId: 'tip-1' })
  await mei.api.messaging.send({ id, type: 'tip', amount: 25, text: 'For tonight', clientId: 'tip-1' })
  expect(tip).toMatchObject({ type: 'tip', amount: 25, text: 'For tonight' })
  expect(before - (await mei.balance())).toBe(25)
  expect((await lan.api.messaging.messages({ id })).data[0]).toMatchObject({ type: 'tip', amount: 25 })
  expect((await lan.api.earnings.lines({ sourceType: 'tip' })).data).toMatchObject([{ grossPrice: 25 }])
  await expect(mei.api.messaging.remove({ id: tip._id })).rejects.toMatchObject({ status: 409, code: 'message_is_paid' })
  await expect(lan.api.messaging.send({ id, type: 'tip', amount: 25 })).rejects.toMatchObject({ code: 'performers_cannot_buy' })
  await expect(mei.api.messaging.send({ id, type: 'tip' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'amount' }] })
  await expect(mei.api.messaging.send({ id, text: 'x', amount: 25 })).rejects.toMatchObject({ status: 422, errors: [{ field: 'amount' }] })
})

test('a tip that is given elsewhere stands in the conversation too, once; one without a name does not', async () => {
  const { lan, mei, id } = await couple(house)
  await mei.api.earnings.tip({ id: lan.id, amount: 30, message: 'Encore' })
  await mei.api.earnings.tip({ id: lan.id, amount: 40, anonymous: true })
  await mei.api.messaging.send({ id, type: 'tip', amount: 20, text: 'And here' })
  await house.settle()
  const { data } = await lan.api.messaging.messages({ id })
  expect(data.map(({ type, amount, text }) => `${type} ${amount}: ${text}`).toSorted()).toEqual(['tip 20: And here', 'tip 30: Encore'])
})

test('a tip that the wallet’s row is told to give in a conversation stands there, however late it is heard of, and is judged as one written there', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const kit = await house.creator({ name: 'Kit' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const bing = await house.fan({ name: 'Bing', balance: 500 })
  const [conversationId, ofBing] = [await conversationOf(mei, lan), await conversationOf(bing, lan)]
  await lan.api.me.updatePerformer({ messagePrice: 50 })
  const tip = (more: Partial<Parameters<typeof mei.api.earnings.tip>[0]>) =>
    mei.api.earnings.tip({ id: lan.id, amount: 60, conversationId, ...more })
  for (const unknown of [ofBing, '018f3c5e-0000-7000-8000-000000000000'])
    await expect(tip({ conversationId: unknown })).rejects.toMatchObject({ status: 404, errors: [{ field: 'conversationId' }] })
  await expect(tip({ id: kit.id })).rejects.toMatchObject({
    status: 422,
    code: 'conversation_with_another',
    errors: [{ field: 'conversationId' }],
  })
  await expect(tip({ anonymous: true })).rejects.toMatchObject({ code: 'tip_bears_a_name', errors: [{ field: 'anonymous' }] })
  await expect(tip({ amount: 49, message: 'Listen' })).rejects.toMatchObject({ code: 'tip_below_price', details: { price: 50 } })
  await lan.api.me.updatePerformer({ messagePrice: 0 })
  await expect(tip({})).rejects.toMatchObject({ status: 403, code: 'messages_closed' })
  expect(await mei.balance()).toBe(500)

  await lan.api.me.updatePerformer({ messagePrice: 50 })
  await tip({ message: 'Encore' })
  await tip({ amount: 10 })
  // Heard of an hour later, at another price by then.
  house.clock.advance({ hours: 1 })
  await lan.api.me.updatePerformer({ messagePrice: 200 })
  await house.settle()
  const { data } = await lan.api.messaging.messages({ id: conversationId })
  expect(data.map(({ type, amount, text }) => [type, amount, text])).toEqual([
    ['tip', 60, 'Encore'],
    ['tip', 10, ''],
  ])
  expect(await mei.balance()).toBe(430)
})

test('words of a tip that was given elsewhere are no way round the price to write, a closed inbox or a block', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  const id = await conversationOf(mei, lan)
  const tips = async (amount: number, message: string) => {
    await mei.api.earnings.tip({ id: lan.id, amount, message })
    await house.settle()
    return (await lan.api.messaging.messages({ id })).data.map((line) => `${line.amount}: ${line.text}`)
  }
  const mayAnswer = async () => (await lan.api.messaging.conversation({ id })).writing.may
  await lan.api.me.updatePerformer({ messagePrice: 0 })
  expect(await tips(100, 'Closed')).toEqual(['100: '])
  await lan.api.me.updatePerformer({ messagePrice: 50 })
  expect(await tips(10, 'Too little')).toEqual(['100: ', '10: '])
  expect(await mayAnswer()).toBe(false)
  expect((await lan.api.earnings.lines({ sourceType: 'tip' })).total).toBe(2)
  expect(await tips(50, 'Enough')).toEqual(['100: ', '10: ', '50: Enough'])
  expect(await mayAnswer()).toBe(true)
})

test('what was paid to write and read stays, and what nobody read yet is taken back', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 10 })
  const id = await conversationOf(mei, lan)
  const read = await send(mei, id, 'Read', { expectedPrice: 10 })
  await lan.api.messaging.readAll({ id })
  await expect(mei.api.messaging.remove({ id: read._id })).rejects.toMatchObject({ status: 409, code: 'message_is_paid' })
  const unread = await send(mei, id, 'Unread', { expectedPrice: 10 })
  await mei.api.messaging.remove({ id: unread._id })
  expect(await mei.balance()).toBe(90)
  expect((await lan.api.messaging.messages({ id })).data.map(({ text, isDeleted }) => [text, isDeleted])).toEqual([
    ['Read', false],
    ['', true],
  ])
})
