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

async function reported(who: Person, target: 'message' | 'feed' | 'product' | 'comment', targetId: string) {
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
    text: 'Staff took your work down. Why, and how to object, is in the e-mail we sent you',
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

/** Mei asked for a lullaby, Lan quoted fifty tokens and sent a photo. */
async function ordered() {
  const { lan, mei, id } = await couple(house)
  await lan.api.me.updatePerformer({ takesRequests: true, requestMinimum: 20 })
  const before = await mei.balance()
  const { _id: requestId } = await mei.api.requests.ask({ performerId: lan.id, text: 'A lullaby for a lighthouse', budget: 40 })
  await lan.api.requests.quote({ id: requestId, price: 50, days: 3, note: 'With a cello' })
  await mei.api.requests.accept({ id: requestId, expectedPrice: 50 })
  const deliver = async () => {
    const { _id } = await lan.api.messaging.send({ id, text: 'Here it is', fileIds: [await photo(lan)], requestId })
    await approves()
    return _id
  }
  return { lan, mei, id, requestId, before, deliver }
}

const objecting = (targetId: string, description = 'There is no cello in it.') =>
  ({ target: 'request', targetId, reason: 'not_as_agreed', description }) as const

async function objects(who: Person, requestId: string) {
  const { caseNumber } = await who.api.reports.send(objecting(requestId))
  const { data } = await office.api.reports.cases({ q: caseNumber, target: 'request', reason: 'not_as_agreed' })
  return { caseNumber, caseId: data[0]!._id }
}

/** What the fan bought with what was held. */
async function saleTo({ username }: Person): Promise<string> {
  const { data } = await office.api.admin.transfers({ q: username })
  return data.find(({ kind, isReversal }) => kind === 'message' && !isReversal)!._id
}

const openedBy = async ({ api }: Person, id: string, messageId: string) =>
  (await api.messaging.messages({ id })).data.find(({ _id }) => _id === messageId)

test('what arrived and is not what was agreed is reported with the request beside it, given back by staff once, and told to both', async () => {
  const { lan, mei, id, requestId, before, deliver } = await ordered()
  const sent = await deliver()
  expect(await mei.api.requests.one({ id: requestId })).toMatchObject({ state: 'delivered', may: ['object'] })
  expect((await lan.api.requests.one({ id: requestId })).may).toEqual([])
  const { caseId, caseNumber } = await objects(mei, requestId)
  expect(await office.api.reports.case({ id: caseId })).toMatchObject({
    target: 'request',
    owner: { name: 'Lan' },
    reported: [{ reporter: { name: 'Mei' }, reason: 'not_as_agreed', description: 'There is no cello in it.' }],
    subject: {
      isRemovable: false,
      text: 'A lullaby for a lighthouse',
      request: {
        state: 'delivered',
        asker: { name: 'Mei' },
        budget: 40,
        price: 50,
        days: 3,
        note: 'With a cello',
        delivered: 'Here it is',
      },
      work: { files: [{ type: 'photo' }] },
      refund: { people: 1, amount: 50 },
    },
  })
  await expect(office.api.reports.decide({ id: caseId, what: 'removed', reason: 'No' })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'what', code: 'not_an_option' }],
  })
  const done = await office.api.reports.decide({ id: caseId, what: 'refunded', reason: 'A cello was agreed on.' })
  expect(done).toEqual({ _id: caseId, state: 'closed', refund: { people: 1, amount: 50 } })
  await house.settle()
  expect(await mei.balance()).toBe(before)
  expect(await mei.api.requests.one({ id: requestId })).toMatchObject({ state: 'refunded', may: [] })
  expect(await openedBy(mei, id, sent)).not.toMatchObject({ isBought: true })
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toMatchObject([
    { netPrice: -40 },
    { netPrice: 40, reversed: true },
  ])
  expect((await office.api.reports.case({ id: caseId })).subject).not.toHaveProperty('refund')

  const [own] = (await mei.api.reports.mine({})).data
  expect(own).toMatchObject({ caseNumber, decision: { what: 'refunded', reason: 'A cello was agreed on.' } })
  expect(await mei.api.reports.one({ id: own!._id })).toMatchObject({
    subject: { text: 'A lullaby for a lighthouse', path: `/messages/${id}` },
  })
  expect(await noticesOf(mei)).toEqual(
    expect.arrayContaining([
      { text: 'We decided on your report', path: `/settings/reports/${own!._id}` },
      { text: 'Your custom request has ended. 50 tokens went back', path: `/messages/${id}` },
    ]),
  )
  expect(await noticesOf(lan)).toContainEqual({
    text: 'The request with Mei was cancelled, and its payment was taken back',
    path: `/messages/${id}`,
  })
  const [toFan, toCreator] = [await lettersTo(mei), await lettersTo(lan)]
  expect(toFan.find(({ subject }) => subject.includes('We decided'))?.text).toContain('gave you back the tokens')
  const why = toCreator.find(({ subject }) => subject === 'We gave back what was paid for a custom request')
  expect(why?.text).toContain('A cello was agreed on.')
  expect(why?.text).toContain(caseNumber)

  // Once: neither by another report, nor by the same case, nor by hand, nor when what was delivered is taken away later.
  await expect(mei.api.reports.send(objecting(requestId))).rejects.toMatchObject({
    status: 409,
    code: 'request_over',
    details: { state: 'refunded' },
  })
  await expect(office.api.reports.decide({ id: caseId, what: 'refunded', reason: 'Again' })).rejects.toMatchObject({
    code: 'already_decided',
  })
  const paid = await saleTo(mei)
  await expect(office.api.admin.refund({ id: paid, reason: 'Again' })).rejects.toMatchObject({ code: 'already_decided' })
  const ofMessage = await reported(mei, 'message', sent)
  expect((await office.api.reports.case({ id: ofMessage })).subject).not.toHaveProperty('refund')
  await office.api.reports.decide({ id: ofMessage, what: 'removed', reason: 'No' })
  await house.settle()
  expect(await mei.balance()).toBe(before)
})

test('what staff find to be as agreed stays paid, and its fan reads why; what went back by hand meanwhile is not given back again', async () => {
  const one = await ordered()
  await one.deliver()
  const kept = await objects(one.mei, one.requestId)
  expect(await office.api.reports.decide({ id: kept.caseId, what: 'kept', reason: 'There is a cello in it.' })).not.toHaveProperty('refund')
  await house.settle()
  expect([await one.mei.balance(), (await one.mei.api.requests.one({ id: one.requestId })).state]).toEqual([one.before - 50, 'delivered'])
  expect(
    (await lettersTo(one.mei)).find(({ subject }) => subject.includes(kept.caseNumber) && subject.includes('decided'))?.text,
  ).toContain('decided not to give the tokens back')
  expect((await noticesOf(one.mei)).map(({ text }) => text)).toContain('We decided on your report')
  expect((await lettersTo(one.lan)).filter(({ subject }) => subject.includes('gave back'))).toEqual([])

  const two = await objects(one.mei, one.requestId)
  expect(two.caseNumber).not.toBe(kept.caseNumber)
  const paid = await saleTo(one.mei)
  await office.api.admin.refund({ id: paid, reason: 'They agreed' })
  // Before the request has heard of it, and after.
  for (let turn = 0; turn < 2; turn++) {
    await expect(office.api.reports.decide({ id: two.caseId, what: 'refunded', reason: 'No cello' })).rejects.toMatchObject({
      status: 409,
      code: 'request_over',
      details: { state: 'refunded' },
    })
    await house.settle()
  }
  expect(await one.mei.balance()).toBe(one.before)
  await office.api.reports.decide({ id: two.caseId, what: 'acted', reason: 'It went back already.' })
})

test('nobody objects to another’s request, to their own work, to what was not delivered, nor to anything else by that reason', async () => {
  const { lan, mei, requestId, deliver } = await ordered()
  const an = await house.fan()
  const refuses = (who: Person, answer: object) => expect(who.api.reports.send(objecting(requestId))).rejects.toMatchObject(answer)
  const early = { status: 409, code: 'request_not_delivered', details: { state: 'accepted' } }
  await refuses(mei, early)
  await refuses(an, { status: 404, code: 'not_found' })
  await refuses(office, { status: 404, code: 'not_found' })
  const sent = await deliver()
  await refuses(an, { status: 404, code: 'not_found' })
  await refuses(lan, { code: 'cannot_report_yourself' })
  await expect(house.visitor().reports.send({ ...objecting(requestId), contact: 'a@stagedoor.example' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(mei.api.reports.send(objecting(requestId, ' '))).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'description', code: 'required' }],
  })
  const wrong = { status: 422, code: 'invalid', errors: [{ field: 'reason', code: 'not_an_option' }] }
  await expect(mei.api.reports.send({ ...objecting(requestId), reason: 'scam' })).rejects.toMatchObject(wrong)
  await expect(mei.api.reports.send({ ...objecting(sent), target: 'message' })).rejects.toMatchObject(wrong)
  const other = await reported(mei, 'message', sent)
  await expect(office.api.reports.decide({ id: other, what: 'refunded', reason: 'No' })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'what', code: 'not_an_option' }],
  })
  await office.api.reports.decide({ id: other, what: 'kept', reason: 'Fine' })
})

test('of a request that was delivered staff take the words away and what was made stays paid; what was made is given back when it goes, once', async () => {
  const { lan, mei, id, requestId, before, deliver } = await ordered()
  const sent = await deliver()
  const line = (await lan.api.messaging.messages({ id })).data.find(({ type }) => type === 'request')!
  const ofLine = await reported(lan, 'message', line._id)
  const { subject } = await office.api.reports.case({ id: ofLine })
  expect(subject).toMatchObject({ request: { state: 'delivered', price: 50, delivered: 'Here it is' }, isRemovable: true })
  expect(subject).not.toHaveProperty('refund')
  expect(await office.api.reports.decide({ id: ofLine, what: 'removed', reason: 'Nobody asks for that' })).not.toHaveProperty('refund')
  await house.settle()
  expect(await mei.balance()).toBe(before - 50)
  expect(await mei.api.requests.one({ id: requestId })).toMatchObject({ state: 'delivered', text: '' })
  expect(await openedBy(mei, id, sent)).toMatchObject({ isBought: true })
  expect((await lan.api.earnings.lines({ sourceType: 'message' })).data).toMatchObject([{ netPrice: 40 }])
  // Its words are gone, and its fan may still object; the office reads them all the same.
  const { caseId } = await objects(mei, requestId)
  expect((await office.api.reports.case({ id: caseId })).subject.text).toBe('A lullaby for a lighthouse')

  const ofDelivery = await reported(mei, 'message', sent)
  expect((await office.api.reports.case({ id: ofDelivery })).subject.refund).toEqual({ people: 1, amount: 50 })
  expect(await office.api.reports.decide({ id: ofDelivery, what: 'removed', reason: 'Nor that' })).toMatchObject({
    refund: { people: 1, amount: 50 },
  })
  await house.settle()
  expect([await mei.balance(), (await mei.api.requests.one({ id: requestId })).state]).toEqual([before, 'refunded'])
  await expect(office.api.reports.decide({ id: caseId, what: 'refunded', reason: 'No cello' })).rejects.toMatchObject({
    code: 'request_over',
  })
  expect(await mei.balance()).toBe(before)
})

test('whose comment staff removed reads so where they are told of everything else, once; what its author or the creator takes away tells nobody', async () => {
  const { lan, mei } = await couple(house)
  const post = await lan.api.feeds.create({ type: 'text', text: 'Tonight' })
  await approves()
  const write = async (content: string) => (await mei.api.comments.write({ objectId: post._id, objectType: 'feed', content }))._id
  const [rude, own, theirs] = [await write('Buy followers'), await write('Never mind'), await write('Too long')]
  await mei.api.comments.remove({ id: own })
  await lan.api.comments.remove({ id: theirs })
  await house.settle()
  expect((await noticesOf(mei)).filter(({ text }) => text.includes('comment'))).toEqual([])
  await office.api.reports.decide({ id: await reported(lan, 'comment', rude), what: 'removed', reason: 'No advertising' })
  await house.settle()
  expect((await noticesOf(mei)).filter(({ text }) => text.includes('comment'))).toEqual([
    { text: 'Staff removed a comment of yours. If you think that is wrong, tell us by the contact page', path: `/posts/${post._id}` },
  ])
  expect((await lettersTo(mei)).filter(({ subject }) => subject.includes('comment'))).toMatchObject([
    { subject: 'We removed your comment' },
  ])
  expect((await noticesOf(lan)).filter(({ text }) => text.includes('removed'))).toEqual([])
})
