// What staff take away though somebody paid for it: how much goes back to how many is said before and after, and all who are concerned hear of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { noise } from '#server/media/images/testing.ts'
import { conversationOf, couple, send } from '#journeys/talking.ts'

let house: House
let office: Person
beforeAll(async () => {
  house = await openHouse()
  office = await house.staff()
})
afterAll(() => house.close())

/** Like no picture that was taken down here. */
async function grain(): Promise<File> {
  return new File([new Uint8Array(await noise(600, 400).jpeg().toBuffer())], 'grain.jpg')
}

async function photo({ api }: Person): Promise<string> {
  const { _id } = await api.messaging.uploadOpenPhoto({ file: await grain() })
  await house.settle()
  return _id
}

async function approves(): Promise<void> {
  for (const { _id } of (await office.api.admin.works({ status: 'waiting' })).data) await office.api.admin.approveWork({ id: _id })
  await house.settle()
}

/** Mei bought a photo without a word that Lan sent her for ten tokens. */
async function sold() {
  const { lan, mei, id } = await couple(house)
  const { _id: messageId } = await lan.api.messaging.send({ id, text: '', fileIds: [await photo(lan)], isSale: 'ppv', price: 10 })
  await approves()
  const before = await mei.balance()
  await mei.api.messaging.charge({ id: messageId, expectedPrice: 10 })
  return { lan, mei, id, messageId, before }
}

async function reported(who: Person, target: 'message' | 'feed' | 'product', targetId: string) {
  const { caseNumber } = await who.api.reports.send({ target, targetId, reason: 'scam' })
  const { data } = await office.api.reports.cases({ q: caseNumber })
  return data[0]!._id
}

test('before staff take away a message that was paid for they read how much goes back to how many, and afterwards that it did', async () => {
  const { mei, messageId, before } = await sold()
  const caseId = await reported(mei, 'message', messageId)
  expect((await office.api.reports.case({ id: caseId })).subject).toMatchObject({ refund: { people: 1, amount: 10 } })
  const done = await office.api.reports.decide({ id: caseId, what: 'removed', reason: 'Somebody else is in it' })
  expect(done).toMatchObject({ state: 'closed', refund: { people: 1, amount: 10 } })
  await house.settle()
  expect(await mei.balance()).toBe(before)
  const closed = await office.api.reports.case({ id: caseId })
  expect(closed.decisions).toMatchObject([{ what: 'removed', refund: { people: 1, amount: 10 } }])
  expect(closed.subject).not.toHaveProperty('refund')
})

test('what a fan paid to write and nobody read goes back when it is taken away; what was read does not', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 100 })
  await lan.api.me.updatePerformer({ messagePrice: 5 })
  const id = await conversationOf(mei, lan)
  const read = await send(mei, id, 'Hello', { expectedPrice: 5 })
  await lan.api.messaging.readAll({ id })
  const unread = await send(mei, id, 'Pay me elsewhere', { expectedPrice: 5 })
  const [ofRead, ofUnread] = [await reported(lan, 'message', read._id), await reported(lan, 'message', unread._id)]
  expect((await office.api.reports.case({ id: ofRead })).subject).not.toHaveProperty('refund')
  expect((await office.api.reports.case({ id: ofUnread })).subject.refund).toEqual({ people: 1, amount: 5 })
  expect(await office.api.reports.decide({ id: ofRead, what: 'removed', reason: 'No' })).not.toHaveProperty('refund')
  expect(await office.api.reports.decide({ id: ofUnread, what: 'removed', reason: 'No' })).toMatchObject({
    refund: { people: 1, amount: 5 },
  })
  expect(await mei.balance()).toBe(95)
})

test('a request whose line is taken away gives back what it holds, and says so before', async () => {
  const { lan, mei, id } = await couple(house)
  await lan.api.me.updatePerformer({ takesRequests: true, requestMinimum: 20 })
  const before = await mei.balance()
  const { _id: requestId } = await mei.api.requests.ask({ performerId: lan.id, text: 'A lullaby', budget: 40 })
  await lan.api.requests.quote({ id: requestId, price: 50, days: 3 })
  await mei.api.requests.accept({ id: requestId, expectedPrice: 50 })
  const line = (await lan.api.messaging.messages({ id })).data.find(({ type }) => type === 'request')!
  const caseId = await reported(lan, 'message', line._id)
  expect((await office.api.reports.case({ id: caseId })).subject.refund).toEqual({ people: 1, amount: 50 })
  expect(await office.api.reports.decide({ id: caseId, what: 'removed', reason: 'No' })).toMatchObject({
    refund: { people: 1, amount: 50 },
  })
  expect(await mei.balance()).toBe(before)
})

test('the queue of works says of each that is shown what taking it down gives back; goods count while they are under way', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [mei, an] = [await house.fan({ balance: 1000 }), await house.fan({ balance: 500 })]
  const file = await lan.api.feeds.uploadPhoto({ file: await grain() })
  await house.settle()
  const post = await lan.api.feeds.create({ type: 'photo', text: 'Behind the curtain', fileIds: [file._id], isSale: 'ppv', price: 120 })
  const print = await lan.api.shop.createProduct({
    name: 'Print',
    type: 'physical',
    price: 300,
    stock: 3,
    image: await grain(),
  })
  await approves()
  for (const fan of [mei, an]) await fan.api.feeds.charge({ id: post._id, expectedPrice: 120 })
  const { _id: deliveryAddressId } = await mei.api.addresses.create({
    name: 'Mei',
    country: 'TW',
    city: '臺北市',
    streetAddress: '忠孝西路一段1號',
    zipCode: '100',
  })
  const [arrived] = [
    await mei.api.shop.charge({ id: print._id, deliveryAddressId }),
    await mei.api.shop.charge({ id: print._id, deliveryAddressId }),
  ]
  const shown = async (id: string) => (await office.api.admin.works({ status: 'active', limit: 100 })).data.find(({ _id }) => _id === id)
  expect(await shown(post._id)).toMatchObject({ refund: { people: 2, amount: 240 } })
  expect(await shown(print._id)).toMatchObject({ refund: { people: 1, amount: 600 } })
  for (const deliveryStatus of ['processing', 'shipping', 'delivered'] as const)
    await lan.api.shop.updateOrder({ id: arrived.order._id, deliveryStatus })
  expect(await shown(print._id)).toMatchObject({ refund: { people: 1, amount: 300 } })
  expect(await office.api.admin.rejectWork({ id: post._id, reason: 'No consent' })).toMatchObject({
    state: 'removed',
    refund: { people: 2, amount: 240 },
  })
  await house.settle()
  const { data: gone } = await office.api.admin.works({ status: 'rejected' })
  expect(gone.find(({ _id }) => _id === post._id)).not.toHaveProperty('refund')
  const { data: deeds } = await office.api.admin.audit({ action: 'access.given_back', limit: 100 })
  expect(deeds.filter(({ detail }) => detail['workId'] === post._id)).toHaveLength(2)
})

const noticesOf = async ({ api }: Person) => (await api.notifications.list({})).data.map(({ text, path }) => ({ text, path }))
const lettersTo = async ({ api }: Person) =>
  (await office.api.admin.letters({ recipient: (await api.me.user({})).email, limit: 20 })).data.map(({ subject, text }) => ({
    subject,
    text,
  }))

test('both read in the conversation that staff removed it; the buyer hears that tokens came back and of what, and its sender that it is gone', async () => {
  const { lan, mei, id, messageId } = await sold()
  const { _id: caseId } = { _id: await reported(mei, 'message', messageId) }
  await office.api.reports.decide({ id: caseId, what: 'removed', reason: 'Somebody else is in it' })
  await house.settle()
  for (const who of [mei, lan])
    expect((await who.api.messaging.messages({ id })).data.find(({ _id }) => _id === messageId)).toMatchObject({
      isDeleted: true,
      isRemoved: true,
    })
  expect(await noticesOf(mei)).toContainEqual({
    text: 'Staff removed what you bought from Lan. 10 tokens are back in your wallet',
    path: '/wallet',
  })
  expect(await noticesOf(lan)).toContainEqual({
    text: 'Staff took your work down. Why, and how to object, is in the letter to you',
    path: `/messages/${id}`,
  })
  const back = (await lettersTo(mei)).find(({ text }) => text.includes('back in your wallet'))
  expect(back?.subject).toBe('“A message from Lan” was taken down; 10 tokens are back in your wallet')
  expect(back?.text).toContain('broke our rules')
})

test('what one deletes oneself was not removed by staff, and a message of words alone that staff removed is told to who wrote it', async () => {
  const { lan, mei, id } = await couple(house)
  const [own, theirs] = [await send(lan, id, 'Never mind'), await send(lan, id, 'Pay me elsewhere')]
  const answer = await mei.api.messaging.send({ id, text: 'Why?', replyTo: theirs._id })
  await lan.api.messaging.remove({ id: own._id })
  await office.api.reports.decide({ id: await reported(mei, 'message', theirs._id), what: 'removed', reason: 'No' })
  await house.settle()
  const lines = new Map((await mei.api.messaging.messages({ id })).data.map((each) => [each._id, each]))
  expect(lines.get(own._id)).toMatchObject({ isDeleted: true })
  expect(lines.get(own._id)).not.toHaveProperty('isRemoved')
  expect(lines.get(theirs._id)).toMatchObject({ isDeleted: true, isRemoved: true })
  expect(lines.get(answer._id)?.replyTo).toMatchObject({ isDeleted: true, isRemoved: true })
  expect(await noticesOf(lan)).toContainEqual({
    text: 'Staff removed a message of yours. If you think that is wrong, tell us by the contact page',
    path: `/messages/${id}`,
  })
})
