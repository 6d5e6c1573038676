// Something made for one fan: asked, quoted, held until it has arrived, and given back however else it ends (docs/adr/0016).
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accounts from '#server/people/accounts/accounts.ts'
import { sql } from '#server/platform/db/db.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { deliverWaiting } from '#server/talk/requests/delivering.ts'
import { endRunOut } from '#server/talk/requests/ending.ts'
import { atCheckout, type House, listens, openHouse, type Person, picture } from '#journeys/house.ts'
import { conversationOf, couple } from '#journeys/talking.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

let drawn = 7000
async function photo({ api }: Person): Promise<string> {
  const { _id } = await api.messaging.uploadOpenPhoto({ file: await picture(600, 400, ++drawn) })
  await house.settle()
  return _id
}

/** What waits for review is decided. */
async function decide(how: 'approve' | 'reject'): Promise<void> {
  const staff = await house.staff()
  for (const { _id } of (await staff.api.admin.works({ status: 'waiting' })).data)
    await (how === 'approve' ? staff.api.admin.approveWork({ id: _id }) : staff.api.admin.rejectWork({ id: _id, reason: 'Not here' }))
  await house.settle()
}

/** For weeks: a session that is not remembered is over after a day. */
async function remembered({ username, password, ...person }: Person): Promise<Person> {
  const { token } = await house.visitor().accounts.login({ username, password, remember: true })
  const api = house.as(token)
  return { ...person, username, password, token, api, balance: async () => (await api.me.user({})).balance }
}

async function two() {
  const { lan: performer, mei: fan, id } = await couple(house)
  const [lan, mei] = [await remembered(performer), await remembered(fan)]
  await lan.api.me.updatePerformer({ takesRequests: true, requestMinimum: 20 })
  return { lan, mei, id, had: await mei.balance() }
}

async function quoted(price = 50, days = 3) {
  const cast = await two()
  const { _id: requestId } = await cast.mei.api.requests.ask({ performerId: cast.lan.id, text: 'A lullaby for a lighthouse', budget: 40 })
  await cast.lan.api.requests.quote({ id: requestId, price, days, note: 'With a cello' })
  return { ...cast, requestId }
}

async function accepted(price = 50, days = 3) {
  const cast = await quoted(price, days)
  await cast.mei.api.requests.accept({ id: cast.requestId, expectedPrice: price })
  return cast
}

/** The ledger agrees with itself, and what it holds for requests is held by accepted ones. */
async function verified(): Promise<void> {
  expect(await disagreements(house.db)).toEqual([])
  const unexplained = await house.db.many<{ id: string }>(sql`
    select t.id from wallet.transfers t
    where t.reference like 'request:%' and t.sign = 1 and t.reversed_by is null
      and not exists (select from requests.requests r where r.transfer_id = t.id and r.state = 'accepted')`)
  expect(unexplained).toEqual([])
}

/** What somebody's centre says of messages and requests. */
const toldOf = async ({ api }: Person) => {
  await house.settle()
  return (await api.notifications.list({})).data
    .filter(({ path }) => path.startsWith('/messages/'))
    .map(({ text, path, count }) => ({ text, path, count }))
}

/** A wallet's lines, newest first: each says what stood after it, and the newest says what is there. */
const linesOf = async (who: Person, type?: string) => {
  const { data, total } = await who.api.wallet.lines({ limit: 100 })
  expect(total).toBe(data.length)
  expect(data[0]?.balanceAfter).toBe(await who.balance())
  for (const [place, { amount, balanceAfter }] of data.entries()) expect(balanceAfter - amount).toBe(data[place + 1]?.balanceAfter ?? 0)
  return type === undefined ? data : data.filter((line) => line.type === type)
}

const held = async () => (await wallet.heldInAll(house.db)) / 100
const stateOf = async (who: Person, id: string) => (await who.api.requests.one({ id })).state
const lineOf = async (who: Person, id: string) => (await who.api.messaging.messages({ id })).data.find(({ type }) => type === 'request')

test('a fan asks, the performer quotes, the fan accepts, and what arrives is bought with what was held', async () => {
  const { lan, mei, id, had } = await two()
  expect((await mei.api.directory.performer({ id: lan.id })).requests).toEqual({ minimum: 20 })
  const hears = await listens(house, lan, 'message/created')
  const asked = await mei.api.requests.ask({ performerId: lan.id, text: 'A lullaby for a lighthouse', budget: 40 })
  expect(asked).toMatchObject({ state: 'asked', budget: 40, may: ['withdraw'], conversationId: id, other: { _id: lan.id } })
  await expect.poll(() => hears.heard.length).toBe(1)
  hears.socket.close()
  const line = await lineOf(lan, id)
  expect(line).toMatchObject({
    text: 'A lullaby for a lighthouse',
    senderId: mei.id,
    request: { state: 'asked', may: ['quote', 'decline'] },
  })
  expect((await lan.api.messaging.totalUnread({})).total).toBe(1)
  await lan.api.messaging.readAll({ id })

  const quotedCard = await lan.api.requests.quote({ id: asked._id, price: 50, days: 3, note: 'With a cello' })
  expect(quotedCard).toMatchObject({ state: 'quoted', price: 50, days: 3, note: 'With a cello', may: ['quote', 'decline'] })
  const after = await lineOf(mei, id)
  expect(after?.change).toBeGreaterThan(line?.change ?? 0)
  expect(after?.request?.may).toEqual(['accept', 'withdraw'])
  // It moved, and nothing is unread by that.
  expect((await mei.api.messaging.totalUnread({})).total).toBe(0)
  await expect(mei.api.requests.accept({ id: asked._id, expectedPrice: 49 })).rejects.toMatchObject({
    status: 409,
    code: 'price_changed',
    details: { price: 50 },
  })
  const before = await held()
  const acceptedCard = await mei.api.requests.accept({ id: asked._id, expectedPrice: 50 })
  expect(acceptedCard).toMatchObject({ state: 'accepted', may: [] })
  expect(acceptedCard.dueAt).toBeDefined()
  expect([await mei.balance(), (await held()) - before]).toEqual([had - 50, 50])
  expect((await mei.api.wallet.lines({})).data[0]).toMatchObject({ type: 'request', amount: -50, performer: { _id: lan.id } })
  await verified()

  const sent = await lan.api.messaging.send({ id, text: 'Here it is', fileIds: [await photo(lan)], requestId: asked._id })
  expect(sent).toMatchObject({ type: 'photo', state: 'waiting', isSale: 'ppv', price: 50 })
  expect(await mei.api.requests.one({ id: asked._id })).toMatchObject({ state: 'accepted', isDelivering: true, may: [] })
  // While it waits for review it is neither overdue, nor sent again, nor declined.
  house.clock.advance({ days: 4 })
  expect(await endRunOut(house.db)).toBe(0)
  await expect(lan.api.requests.decline({ id: asked._id })).rejects.toMatchObject({ code: 'request_delivering' })
  const again = { id, text: 'Again', fileIds: [await photo(lan)], requestId: asked._id }
  await expect(lan.api.messaging.send(again)).rejects.toMatchObject({ code: 'request_delivering' })
  expect((await mei.api.messaging.messages({ id })).data.some(({ _id }) => _id === sent._id)).toBe(false)
  await decide('approve')
  expect(await mei.api.requests.one({ id: asked._id })).toMatchObject({ state: 'delivered', deliveredIn: sent._id, may: ['object'] })
  const [arrived] = (await mei.api.messaging.messages({ id })).data.filter(({ _id }) => _id === sent._id)
  expect(arrived).toMatchObject({ isSale: 'ppv', price: 50, isBought: true })
  expect(arrived?.files?.[0]?.url).toBeDefined()
  expect([await mei.balance(), (await held()) - before]).toEqual([had - 50, 0])
  // Its performer hears of the request, and not that somebody unlocked a work.
  const told = (await lan.api.notifications.list({})).data
  expect(told.filter(({ kind }) => kind === 'request')).toMatchObject([
    { text: 'Mei’s request was delivered and paid with 50 tokens', path: `/messages/${id}`, count: 1 },
  ])
  expect(told.filter(({ kind }) => kind === 'sale')).toEqual([])
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toMatchObject([{ grossPrice: 50, buyer: { _id: mei.id } }])
  await verified()
  // One line, where it was held: what happened to it since stands in it.
  expect(await linesOf(mei, 'message')).toEqual([])
  const [line50, ...more] = await linesOf(mei, 'request')
  expect(more).toEqual([])
  expect(line50).toMatchObject({ amount: -50, balanceAfter: had - 50, status: 'success', isRefund: false, performer: { _id: lan.id } })
  expect(line50?.steps?.map(({ what, amount }) => [what, amount])).toEqual([
    ['held', -50],
    ['released', 50],
    ['paid', -50],
  ])
  expect(line50?._id).toBe(line50?.steps?.[2]?._id)
  expect((await mei.api.wallet.lines({ type: 'request', status: 'success' })).total).toBe(1)
  expect((await mei.api.wallet.lines({ type: 'message' })).total).toBe(0)

  // The receipt is that of any message: refunded, it locks, and the request says so.
  const staff = await house.staff()
  const [sale] = (await mei.api.wallet.lines({ type: 'request' })).data
  await staff.api.admin.refund({ id: sale?._id ?? '', reason: 'Broken sound' })
  await house.settle()
  expect([await mei.balance(), await stateOf(mei, asked._id)]).toEqual([had, 'refunded'])
  expect((await linesOf(mei, 'request')).map(({ amount, status, isRefund }) => [amount, status, isRefund])).toEqual([
    [50, 'success', true],
    [-50, 'refunded', false],
  ])
  expect((await mei.api.wallet.lines({ status: 'refunded' })).total).toBe(1)
  await verified()
})

test('what was refused may be sent anew for a day at least, and opens at once where it was let out before', async () => {
  const { lan, mei, id, requestId } = await accepted(50, 1)
  const { _id } = await lan.api.messaging.send({ id, text: 'First', fileIds: [await photo(lan)], requestId })
  house.clock.advance({ days: 2 })
  await decide('reject')
  const refused = await lan.api.requests.one({ id: requestId })
  expect(refused).toMatchObject({ state: 'accepted', wasRefused: true, may: ['deliver', 'decline'] })
  expect(Date.parse(refused.dueAt ?? '') - house.clock.now().getTime()).toBeGreaterThan(23 * 3_600_000)
  expect(await endRunOut(house.db)).toBe(0)
  const second = await lan.api.messaging.send({ id, text: 'Second', fileIds: [await photo(lan)], requestId })
  expect(second._id).not.toBe(_id)
  // Taken back before it arrived, it is open again.
  await lan.api.messaging.remove({ id: second._id })
  expect((await lan.api.requests.one({ id: requestId })).may).toEqual(['deliver', 'decline'])
  await lan.api.messaging.send({ id, text: 'Third', fileIds: [await photo(lan)], requestId })
  await decide('approve')
  expect(await stateOf(mei, requestId)).toBe('delivered')
  await verified()
})

test('what is not delivered in time comes back, and nobody delivers it any more', async () => {
  const { lan, mei, id, requestId, had } = await accepted(50, 2)
  house.clock.advance({ days: 2, minutes: 1 })
  const late = { id, text: 'Late', fileIds: [await photo(lan)], requestId }
  await expect(lan.api.messaging.send(late)).rejects.toMatchObject({ status: 409, code: 'request_over', details: { state: 'overdue' } })
  expect(await Promise.all([endRunOut(house.db), endRunOut(house.db)]).then(([one, other]) => one + other)).toBe(1)
  expect([await mei.balance(), await stateOf(lan, requestId)]).toEqual([had, 'overdue'])
  expect((await toldOf(mei)).filter(({ text }) => text.includes('went back'))).toHaveLength(1)
  await verified()
})

test('what nobody answers is over: fourteen days for a quote, seven for an answer to it', async () => {
  const { lan, mei, requestId, had } = await quoted()
  const { _id } = await mei.api.requests.ask({ performerId: lan.id, text: 'And a poem' })
  house.clock.advance({ days: 7, minutes: 1 })
  await expect(mei.api.requests.accept({ id: requestId, expectedPrice: 50 })).rejects.toMatchObject({ code: 'request_over' })
  await endRunOut(house.db)
  expect([await stateOf(mei, requestId), await stateOf(mei, _id)]).toEqual(['expired', 'asked'])
  house.clock.advance({ days: 7 })
  await expect(lan.api.requests.quote({ id: _id, price: 50, days: 1 })).rejects.toMatchObject({ code: 'request_over' })
  await endRunOut(house.db)
  expect([await stateOf(mei, _id), await mei.balance()]).toEqual(['expired', had])
  await verified()
})

test('declined or withdrawn, before it was accepted or after, nothing stays held', async () => {
  const { lan, mei, id, requestId, had } = await accepted()
  await expect(mei.api.requests.withdraw({ id: requestId })).rejects.toMatchObject({ code: 'request_over', details: { state: 'accepted' } })
  expect((await linesOf(mei, 'request')).map(({ amount, steps }) => [amount, steps])).toEqual([[-50, undefined]])
  const declined = await lan.api.requests.decline({ id: requestId, note: 'My cello broke' })
  expect((await linesOf(mei, 'request')).map(({ amount, status, steps }) => [amount, status, steps])).toEqual([
    [50, 'success', undefined],
    [-50, 'refunded', undefined],
  ])
  expect(declined).toMatchObject({ state: 'declined', note: 'My cello broke', may: [] })
  expect(await mei.balance()).toBe(had)
  expect(await toldOf(mei)).toEqual([{ text: 'Your custom request has ended. 50 tokens went back', path: `/messages/${id}`, count: 1 }])
  expect(await stateOf(mei, requestId)).toBe('declined')
  const withdrawn = await mei.api.requests.ask({ performerId: lan.id, text: 'Another' })
  await mei.api.requests.withdraw({ id: withdrawn._id })
  await expect(lan.api.requests.quote({ id: withdrawn._id, price: 30, days: 2 })).rejects.toMatchObject({ code: 'request_over' })
  expect((await mei.api.requests.list({ status: 'ended' })).data.map(({ state }) => state)).toEqual(['withdrawn', 'declined'])
  await verified()
})

test('each no is named', async () => {
  const { lan, mei, id, requestId } = await quoted()
  const ask = { performerId: lan.id, text: 'Something' }
  await expect(mei.api.requests.ask({ ...ask, budget: 19 })).rejects.toMatchObject({
    code: 'request_below_minimum',
    details: { minimum: 20 },
  })
  await expect(mei.api.requests.ask({ ...ask, text: '   ' })).rejects.toMatchObject({ code: 'text_required' })
  await expect(lan.api.requests.ask({ performerId: lan.id, text: 'x' })).rejects.toMatchObject({ code: 'performers_cannot_buy' })
  await expect(lan.api.requests.quote({ id: requestId, price: 19, days: 1 })).rejects.toMatchObject({ code: 'request_below_minimum' })
  await expect(lan.api.requests.accept({ id: requestId, expectedPrice: 50 })).rejects.toMatchObject({ code: 'performers_cannot_buy' })
  await expect(mei.api.requests.quote({ id: requestId, price: 50, days: 1 })).rejects.toMatchObject({ status: 404 })
  const others = await house.fan({ name: 'Other', balance: 100 })
  await expect(others.api.requests.one({ id: requestId })).rejects.toMatchObject({ status: 404 })
  await expect(others.api.requests.accept({ id: requestId, expectedPrice: 50 })).rejects.toMatchObject({ status: 404 })
  // They do not subscribe, and messages are closed to others.
  await expect(others.api.requests.ask(ask)).rejects.toMatchObject({ code: 'messages_closed' })
  const line = await lineOf(mei, id)
  await expect(mei.api.messaging.remove({ id: line?._id ?? '' })).rejects.toMatchObject({ code: 'message_is_request' })
  await expect(mei.api.messaging.edit({ id: line?._id ?? '', text: 'Else' })).rejects.toMatchObject({ code: 'message_is_request' })
  const fileIds = [await photo(lan)]
  await expect(lan.api.messaging.send({ id, fileIds, requestId })).rejects.toMatchObject({
    code: 'request_over',
    details: { state: 'quoted' },
  })
  await mei.api.requests.ask(ask)
  await mei.api.requests.ask(ask)
  await expect(mei.api.requests.ask(ask)).rejects.toMatchObject({ status: 409, code: 'requests_open', details: { limit: 3 } })
  await lan.api.requests.quote({ id: requestId, price: 9000, days: 1 }).catch(() => undefined)
  await lan.api.requests.quote({ id: requestId, price: 600, days: 1 }).catch(() => undefined)
  const dear = (await mei.api.requests.one({ id: requestId })).price ?? 0
  await expect(mei.api.requests.accept({ id: requestId, expectedPrice: dear })).rejects.toMatchObject({
    status: 402,
    code: 'not_enough_tokens',
  })
  await lan.api.requests.quote({ id: requestId, price: 50, days: 1 })
  await mei.api.requests.accept({ id: requestId, expectedPrice: 50 })
  await expect(lan.api.messaging.send({ id, fileIds, requestId, isSale: 'ppv', price: 10 })).rejects.toMatchObject({
    code: 'price_not_allowed',
  })
  await expect(lan.api.messaging.send({ id, text: 'words alone', requestId })).rejects.toMatchObject({ code: 'file_required' })
  await expect(mei.api.messaging.send({ id, text: 'mine', requestId })).rejects.toMatchObject({ status: 404 })
  expect((await mei.api.messaging.conversation({ id })).takesRequests).toBe(true)
  await lan.api.me.updatePerformer({ takesRequests: false })
  expect((await mei.api.messaging.conversation({ id })).takesRequests).toBe(false)
  expect(await lan.api.messaging.conversation({ id })).not.toHaveProperty('takesRequests')
  await expect(mei.api.requests.ask(ask)).rejects.toMatchObject({ status: 403, code: 'requests_closed' })
  await verified()
})

test('pressed twice is once, and who accepts in the moment of another quote pays what they saw or nothing', async () => {
  const { lan, mei, requestId, had } = await quoted()
  const [accept, requote] = await Promise.allSettled([
    mei.api.requests.accept({ id: requestId, expectedPrice: 50 }),
    lan.api.requests.quote({ id: requestId, price: 60, days: 2 }),
  ])
  const now = await mei.api.requests.one({ id: requestId })
  expect([accept.status, requote.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
  expect(now.price).toBe(now.state === 'accepted' ? 50 : 60)
  expect(await mei.balance()).toBe(now.state === 'accepted' ? had - 50 : had)
  if (now.state === 'quoted') await mei.api.requests.accept({ id: requestId, expectedPrice: 60 })
  const paid = had - (await mei.balance())
  await expect(mei.api.requests.accept({ id: requestId, expectedPrice: paid })).rejects.toMatchObject({ code: 'request_over' })
  expect(await mei.balance()).toBe(had - paid)
  await verified()
})

test('what is sent in the moment in which it falls due is delivered or given back, never both', async () => {
  const { lan, mei, id, requestId, had } = await accepted(50, 1)
  const fileIds = [await photo(lan)]
  house.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
  const sending = lan.api.messaging.send({ id, fileIds, requestId }).then(
    () => true,
    () => false,
  )
  house.clock.advance({ seconds: 2 })
  const [isSent] = await Promise.all([sending, endRunOut(house.db)])
  const state = await stateOf(mei, requestId)
  expect([isSent, state]).toEqual(isSent ? [true, 'accepted'] : [false, 'overdue'])
  expect(await mei.balance()).toBe(isSent ? had - 50 : had)
  await decide('approve')
  await verified()
})

test('a block, a closed account and a line that staff took away end what is open, and give back', async () => {
  const blocked = await accepted()
  const open = await blocked.mei.api.requests.ask({ performerId: blocked.lan.id, text: 'Another' })
  await blocked.lan.api.blocks.blockUser({ targetId: blocked.mei.id })
  await house.settle()
  expect([await stateOf(blocked.mei, blocked.requestId), await stateOf(blocked.mei, open._id)]).toEqual(['refunded', 'declined'])
  // What the block ends besides, the subscription, gives back, too.
  expect((await blocked.mei.api.wallet.lines({ type: 'request' })).data).toMatchObject([{ amount: 50, isRefund: true }, { amount: -50 }])

  const left = await accepted()
  await house.db.transaction((tx) => accounts.setState(tx, left.lan.id, 'closed'))
  await house.settle()
  expect([await stateOf(left.mei, left.requestId), await left.mei.balance()]).toEqual(['refunded', left.had])

  const taken = await accepted()
  const staff = await house.staff()
  await staff.api.messaging.remove({ id: (await lineOf(taken.mei, taken.id))?._id ?? '' })
  expect(await taken.mei.api.requests.one({ id: taken.requestId })).toMatchObject({ state: 'refunded', text: '' })
  expect(await taken.mei.balance()).toBe(taken.had)

  const given = await accepted()
  const [hold] = (await given.mei.api.wallet.lines({ type: 'request' })).data
  await staff.api.admin.refund({ id: hold?._id ?? '', reason: 'They agreed' })
  await house.settle()
  expect([await stateOf(given.lan, given.requestId), await given.mei.balance()]).toEqual(['refunded', given.had])
  // However it ended, who paid is told once, and where.
  for (const { mei, id } of [blocked, left, taken, given])
    expect((await toldOf(mei)).filter(({ text }) => text.includes('50 tokens'))).toEqual([
      { text: 'Your custom request has ended. 50 tokens went back', path: `/messages/${id}`, count: 1 },
    ])
  await verified()
})

test('a frozen wallet buys nothing: what is sent waits, is not overdue, and arrives once the wallet pays again', async () => {
  const { lan, mei, id, requestId, had } = await accepted(50, 1)
  const staff = await house.staff()
  await staff.api.admin.freezeWallet({ id: mei.id, reason: 'A question about a card' })
  await lan.api.messaging.send({ id, fileIds: [await photo(lan)], requestId })
  await decide('approve')
  house.clock.advance({ days: 3 })
  await endRunOut(house.db)
  await deliverWaiting(house.db)
  expect(await mei.api.requests.one({ id: requestId })).toMatchObject({ state: 'accepted', isDelivering: true })
  const now = await house.staff()
  await now.api.admin.unfreezeWallet({ id: mei.id, reason: 'Answered' })
  await deliverWaiting(house.db)
  expect([await stateOf(mei, requestId), await mei.balance()]).toEqual(['delivered', had - 50])
  await verified()
})

/** Mei's own tokens are spent; so many more came by card, and pay for the request. */
async function paidByCard({ price, days = 3 }: { price: number; days?: number }) {
  const cast = await quoted(price, days)
  const { mei, lan, had, requestId } = cast
  await mei.api.earnings.tip({ id: lan.id, amount: had })
  const { paymentUrl } = await mei.api.payments.topUp({ amount: 10 })
  await atCheckout(house, paymentUrl, { action: 'pay', card: 'success' })
  await mei.api.requests.accept({ id: requestId, expectedPrice: price })
  expect(await mei.balance()).toBe(100 - price)
  return { ...cast, paymentUrl }
}

const lettersTo = async ({ username }: Person) =>
  (await house.db.many<{ subject: string }>(sql`select subject from mail.letters where recipient like ${`${username}@%`} order by id`)).map(
    ({ subject }) => subject,
  )
const openedBy = async ({ api }: Person, id: string, messageId: string) =>
  (await api.messaging.messages({ id })).data.find(({ _id }) => _id === messageId)

test('a bank takes back what paid for a delivered request: it locks, the sale is the performer’s no more, and won, it is bought like any message', async () => {
  const { lan, mei, id, requestId, paymentUrl } = await paidByCard({ price: 80 })
  const sent = await lan.api.messaging.send({ id, fileIds: [await photo(lan)], requestId })
  await decide('approve')
  const earned = (await lan.api.earnings.lines({ sourceType: 'message' })).data
  expect(earned).toMatchObject([{ grossPrice: 80, netPrice: 64 }])
  expect(await openedBy(mei, id, sent._id)).toMatchObject({ isBought: true, files: [{ url: expect.stringContaining('/media/') }] })

  await atCheckout(house, paymentUrl, { action: 'dispute' })
  expect([await mei.balance(), await stateOf(mei, requestId), await stateOf(lan, requestId)]).toEqual([0, 'refunded', 'refunded'])
  const locked = await openedBy(mei, id, sent._id)
  expect(locked).toMatchObject({ isSale: 'ppv', price: 80 })
  expect(locked).not.toMatchObject({ isBought: true })
  expect(locked?.files?.[0]).not.toHaveProperty('url')
  expect((await mei.api.bookmarks.bought({})).data).toEqual([])
  // As with a post: the sale stands in the books, and beside it what undid it and why.
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toMatchObject([
    { netPrice: -64, reversalReason: 'chargeback' },
    { netPrice: 64, reversed: true },
  ])
  expect(await lettersTo(lan)).toContain('A bank took a payment back: 80 tokens of your sales')
  expect((await mei.api.requests.one({ id: requestId })).may).toEqual([])
  expect((await lan.api.requests.one({ id: requestId })).may).toEqual([])
  await expect(mei.api.messaging.charge({ id: sent._id })).rejects.toMatchObject({ code: 'wallet_frozen' })
  await verified()

  await atCheckout(house, paymentUrl, { action: 'win_dispute' })
  expect([await mei.balance(), await stateOf(mei, requestId)]).toEqual([100, 'refunded'])
  await mei.api.messaging.charge({ id: sent._id })
  expect(await openedBy(mei, id, sent._id)).toMatchObject({ isBought: true })
  expect([await mei.balance(), await stateOf(mei, requestId)]).toEqual([20, 'refunded'])
  await verified()
})

test('a bank takes back what is held for a request: it is over for both, nobody delivers for nothing, and no sale is said to be gone', async () => {
  const before = await held()
  const { lan, mei, id, requestId, paymentUrl } = await paidByCard({ price: 80 })
  expect((await held()) - before).toBe(80)
  await atCheckout(house, paymentUrl, { action: 'dispute' })
  expect([await mei.balance(), (await held()) - before]).toEqual([0, 0])
  expect([await stateOf(mei, requestId), await stateOf(lan, requestId)]).toEqual(['refunded', 'refunded'])
  const delivery = { id, fileIds: [await photo(lan)], requestId }
  await expect(lan.api.messaging.send(delivery)).rejects.toMatchObject({ code: 'request_over', details: { state: 'refunded' } })
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toEqual([])
  // Nothing of hers is gone, so no letter says so; that nobody waits for it any more is told to both.
  expect((await lettersTo(lan)).filter((subject) => subject.includes('of your sales'))).toEqual([])
  for (const [who, name] of [
    [lan, 'Mei'],
    [mei, 'Lan'],
  ] as const) {
    const { data } = await who.api.notifications.list({})
    expect(data[0]?.text).toBe(`The request with ${name} was cancelled, and its payment was taken back`)
  }
  await verified()
  // What comes back are tokens: for another request, if they still want one.
  await atCheckout(house, paymentUrl, { action: 'win_dispute' })
  expect([await mei.balance(), await stateOf(mei, requestId)]).toEqual([100, 'refunded'])
  await verified()
})

test('a bank takes back what is held while the delivery waits for review: it arrives locked, at its price, and nobody earned it', async () => {
  const { lan, mei, id, requestId, paymentUrl } = await paidByCard({ price: 80, days: 1 })
  const sent = await lan.api.messaging.send({ id, fileIds: [await photo(lan)], requestId })
  await atCheckout(house, paymentUrl, { action: 'dispute' })
  expect(await stateOf(lan, requestId)).toBe('refunded')
  await decide('approve')
  await deliverWaiting(house.db)
  expect([await stateOf(mei, requestId), await mei.balance()]).toEqual(['refunded', 0])
  const arrived = await openedBy(mei, id, sent._id)
  expect(arrived).toMatchObject({ isSale: 'ppv', price: 80 })
  expect(arrived).not.toMatchObject({ isBought: true })
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toEqual([])
  await verified()
})

test('plain SQL neither skips a step, nor changes what was agreed, nor takes a request away', async () => {
  const { lan, requestId } = await accepted()
  const run = (statement: ReturnType<typeof sql>) => house.db.transaction((tx) => tx.run(statement))
  const set = (change: ReturnType<typeof sql>) => run(sql`update requests.requests set ${change} where id = ${requestId}`)
  await expect(set(sql`state = 'asked'`)).rejects.toThrow()
  await expect(set(sql`price = 1`)).rejects.toThrow('step by step')
  await expect(set(sql`days = 30`)).rejects.toThrow('step by step')
  await expect(set(sql`due_at = due_at - interval '1 day'`)).rejects.toThrow('step by step')
  await expect(set(sql`fan_id = performer_id`)).rejects.toThrow()
  await expect(set(sql`state = 'declined', ended_at = now()`)).rejects.toThrow('held while it is accepted')
  await expect(set(sql`state = 'delivered', delivered_at = now(), sale_id = transfer_id, delivery_id = message_id`)).rejects.toThrow()
  await expect(run(sql`delete from requests.requests where id = ${requestId}`)).rejects.toThrow()
  await expect(run(sql`truncate requests.requests cascade`)).rejects.toThrow()
  await lan.api.requests.decline({ id: requestId })
  await expect(set(sql`state = 'accepted', ended_at = null`)).rejects.toThrow('step by step')
  await expect(set(sql`note = 'Another'`)).rejects.toThrow('step by step')
  await expect(
    run(sql`
      insert into requests.requests (conversation_id, message_id, performer_id, fan_id, state, price, days, quoted_at, created_at, changed_at)
      select conversation_id, (select id from messaging.messages m where m.conversation_id = r.conversation_id and m.id <> r.message_id limit 1), performer_id, fan_id,
        'quoted', 100, 1, now(), now(), now() from requests.requests r where id = ${requestId}`),
  ).rejects.toThrow()
})

test('each side has its own list, what is due next first', async () => {
  const { lan, mei, requestId } = await accepted(50, 30)
  const other = await mei.api.requests.ask({ performerId: lan.id, text: 'Sooner' })
  await lan.api.requests.quote({ id: other._id, price: 30, days: 1 })
  await mei.api.requests.accept({ id: other._id, expectedPrice: 30 })
  const third = await mei.api.requests.ask({ performerId: lan.id, text: 'Later' })
  for (const who of [lan, mei])
    expect((await who.api.requests.list({ status: 'open' })).data.map(({ _id }) => _id)).toEqual([other._id, requestId, third._id])
  expect((await lan.api.requests.list({})).total).toBe(3)
  expect((await lan.api.me.waiting({})).requests).toEqual({ count: 3, isTaking: true })
  await lan.api.requests.quote({ id: third._id, price: 30, days: 1 })
  expect((await lan.api.me.waiting({})).requests.count).toBe(2)
  expect((await mei.api.requests.list({ status: 'delivered' })).data).toEqual([])
  expect(await conversationOf(mei, lan)).toBe((await mei.api.requests.one({ id: requestId })).conversationId)
})

test('asking is free, and no way to write for nothing: so many a day, whatever became of them', async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei', balance: 100 })]
  await lan.api.me.updatePerformer({ takesRequests: true, messagePrice: 5 })
  const ask = () => mei.api.requests.ask({ performerId: lan.id, text: 'Free words' })
  for (let n = 0; n < 5; n++) await mei.api.requests.withdraw({ id: (await ask())._id })
  await expect(ask()).rejects.toMatchObject({ status: 429, code: 'requests_a_day', details: { limit: 5 } })
  // To another creator it is another day's work.
  const jun = await house.creator({ name: 'Jun' })
  await jun.api.me.updatePerformer({ takesRequests: true, messagePrice: 5 })
  await mei.api.requests.ask({ performerId: jun.id, text: 'Free words' })
})
