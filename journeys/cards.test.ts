// A kept card from its first payment to its removal, another try, and what becomes of tokens when their money is gone again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCheckout, type House, openHouse, type Person, publishes } from '#journeys/house.ts'

let house: House
let fan: Person
let other: Person
beforeAll(async () => {
  house = await openHouse()
  fan = await house.fan()
  other = await house.fan()
})
afterAll(() => house.close())

const pays = { action: 'pay', card: 'success' } as const
const gone = { status: 404, code: 'not_found' }
const statuses = async (id: string) => (await fan.api.payments.transaction({ id })).history.map(({ status }) => status)

test('a card that is kept by paying pays the next time at once, and nobody else’s hands reach it', async () => {
  const first = await fan.api.payments.topUp({ amount: 10 })
  await atCheckout(house, first.paymentUrl, { ...pays, keep: true })
  const { data } = await fan.api.payments.cards({})
  expect(data).toMatchObject([{ brand: 'visa', last4: '4242', isDefault: true, isUsable: true, provider: 'sandbox' }])
  const id = data[0]!._id

  expect((await other.api.payments.cards({})).total).toBe(0)
  await expect(other.api.payments.topUp({ amount: 10, cardId: id })).rejects.toMatchObject(gone)
  await expect(other.api.payments.defaultCard({ id })).rejects.toMatchObject(gone)
  await expect(other.api.payments.removeCard({ id })).rejects.toMatchObject(gone)

  const again = await fan.api.payments.topUp({ amount: 20, cardId: id, returnPath: '/payment/return?to=%2Fwallet' })
  expect(again).toMatchObject({ status: 'redirect', paymentUrl: `/payment/return?to=%2Fwallet&transaction=${again.transactionId}` })
  await house.settle()
  expect(await fan.balance()).toBe(300)
  expect(await fan.api.payments.transaction({ id: again.transactionId! })).toMatchObject({ status: 'success', card: { last4: '4242' } })
  expect(await statuses(again.transactionId!)).toEqual(['created', 'pending', 'success'])
})

test('a card by its provider’s token: never a number, once, the first is asked first, and it can be forgotten', async () => {
  const mei = await house.fan()
  for (const sourceToken of ['4242424242424242', '4242 4242 4242 4242', 'tok'])
    await expect(mei.api.payments.addCard({ provider: 'sandbox', sourceToken })).rejects.toMatchObject({ status: 422, code: 'invalid' })
  await expect(mei.api.payments.addCard({ provider: 'sandbox', sourceToken: 'sbt_unknown' })).rejects.toMatchObject({
    code: 'card_refused',
  })
  await expect(mei.api.payments.addCard({ provider: 'stripe', sourceToken: 'pm_visa' })).rejects.toMatchObject({
    code: 'gateway_unavailable',
  })
  const setup = await mei.api.payments.cardSetup({})
  expect(setup).toMatchObject({ provider: 'sandbox', canAdd: true })
  const one = await mei.api.payments.addCard({ provider: 'sandbox', sourceToken: setup.testTokens![0]!.token, holderName: '林美' })
  const two = await mei.api.payments.addCard({ provider: 'sandbox', sourceToken: setup.testTokens![1]!.token })
  expect([one.isDefault, two.isDefault, one.holderName]).toEqual([true, false, '林美'])
  await mei.api.payments.defaultCard({ id: two._id })
  expect((await mei.api.payments.cards({})).data.map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
    [two._id, true],
    [one._id, false],
  ])
  await mei.api.payments.removeCard({ id: two._id })
  expect((await mei.api.payments.cards({})).data).toMatchObject([{ _id: one._id, isDefault: true }])
  await expect(mei.api.payments.removeCard({ id: two._id })).rejects.toMatchObject(gone)
})

test('a payment that failed is tried again for the same amount, five times, by its payer only', async () => {
  const started = await fan.api.payments.topUp({ amount: 10 })
  const id = started.transactionId!
  await expect(fan.api.payments.retry({ id })).rejects.toMatchObject({ status: 409, code: 'cannot_retry' })
  await atCheckout(house, started.paymentUrl, { action: 'pay', card: 'decline' })
  expect(await fan.api.payments.transaction({ id })).toMatchObject({ status: 'fail', canRetry: true, failureReason: 'card_declined' })
  await expect(other.api.payments.retry({ id })).rejects.toMatchObject(gone)

  const before = await fan.balance()
  let last = started
  for (let time = 1; time <= 5; time++) {
    last = await fan.api.payments.retry({ id: last.transactionId! }, { idempotencyKey: `again ${time}` })
    expect(await fan.api.payments.retry({ id }, { idempotencyKey: `again ${time}` }).catch(({ code }) => code)).toEqual(
      time === 1 ? last : 'idempotency_key_reused',
    )
    await atCheckout(house, last.paymentUrl, { action: 'pay', card: time < 5 ? 'decline' : 'success' })
  }
  expect(await fan.balance()).toBe((before ?? 0) + 100)
  await expect(fan.api.payments.retry({ id })).rejects.toMatchObject({ status: 429, code: 'too_many_retries', details: { maximum: 5 } })
  await expect(fan.api.payments.retry({ id: last.transactionId! })).rejects.toMatchObject({ code: 'cannot_retry' })
})

test('a bank that asks: the payment waits, goes on where it is asked, and nobody else goes on with it', async () => {
  const { testTokens } = await fan.api.payments.cardSetup({})
  const asks = await fan.api.payments.addCard({ provider: 'sandbox', sourceToken: testTokens![1]!.token })
  const { transactionId } = await fan.api.payments.topUp({ amount: 10, cardId: asks._id })
  await house.settle()
  expect(await fan.api.payments.transaction({ id: transactionId! })).toMatchObject({ status: 'requires_action' })
  await expect(other.api.payments.goOn({ id: transactionId! })).rejects.toMatchObject(gone)
  const next = await fan.api.payments.goOn({ id: transactionId! })
  await atCheckout(house, next.paymentUrl, { action: 'confirm' })
  expect(await statuses(transactionId!)).toEqual(['created', 'pending', 'requires_action', 'success'])
  await expect(fan.api.payments.goOn({ id: transactionId! })).rejects.toMatchObject({ status: 409, code: 'checkout_over' })
})

test('a chargeback locks what its tokens opened, freezes the wallet, tells both why; won, the tokens are back', async () => {
  const mei = await house.fan()
  const creator = await house.creator()
  const post = await publishes(house, creator, { isSale: 'ppv', price: 80 })
  const topped = await mei.api.payments.topUp({ amount: 10 })
  await atCheckout(house, topped.paymentUrl, pays)
  await mei.api.feeds.charge({ id: post._id })
  expect([await mei.balance(), (await mei.api.feeds.one({ id: post._id })).isBought]).toEqual([20, true])

  await atCheckout(house, topped.paymentUrl, { action: 'dispute' })
  expect([await mei.balance(), (await mei.api.feeds.one({ id: post._id })).isBought]).toEqual([0, false])
  expect(await mei.api.payments.transaction({ id: topped.transactionId! })).toMatchObject({ status: 'chargeback' })
  const { data } = await creator.api.earnings.lines({})
  expect(data).toMatchObject([
    { netPrice: -64, reversalReason: 'chargeback' },
    { netPrice: 64, reversed: true },
  ])
  await expect(mei.api.feeds.charge({ id: post._id })).rejects.toMatchObject({ status: 403, code: 'wallet_frozen' })

  await atCheckout(house, topped.paymentUrl, { action: 'win_dispute' })
  expect(await mei.balance()).toBe(100)
  await mei.api.feeds.charge({ id: post._id })
  expect(await mei.balance()).toBe(20)
})

test('a payment whose retry was paid is not asked for again; while that one is open, a second try leads to it', async () => {
  const mei = await house.fan()
  const first = await mei.api.payments.topUp({ amount: 30 })
  await atCheckout(house, first.paymentUrl, { action: 'pay', card: 'decline' })
  const second = await mei.api.payments.retry({ id: first.transactionId! })
  const canRetry = async () => 'canRetry' in (await mei.api.payments.transaction({ id: first.transactionId! }))
  expect(await canRetry()).toBe(false)
  expect(await mei.api.payments.retry({ id: first.transactionId! })).toEqual({
    status: 'redirect',
    transactionId: second.transactionId,
    paymentUrl: `/payment/return?transaction=${second.transactionId}`,
  })
  await atCheckout(house, second.paymentUrl, { action: 'pay', card: 'decline' })
  expect(await canRetry()).toBe(true)
  const third = await mei.api.payments.retry({ id: second.transactionId! })
  await atCheckout(house, third.paymentUrl, pays)
  expect(await canRetry()).toBe(false)
  for (const { transactionId: id } of [first, second])
    await expect(mei.api.payments.retry({ id: id! })).rejects.toMatchObject({ code: 'cannot_retry' })
  await atCheckout(house, third.paymentUrl, { action: 'refund' })
  await expect(mei.api.payments.retry({ id: first.transactionId! })).rejects.toMatchObject({ code: 'cannot_retry' })
  expect((await mei.api.payments.transactions({})).data.map((each) => 'canRetry' in each)).toEqual([false, false, false])
})

test('a refund in parts takes its part of the tokens each time, one that fails brings them back, and nothing freezes', async () => {
  const mei = await house.fan()
  const topped = await mei.api.payments.topUp({ amount: 30 })
  await atCheckout(house, topped.paymentUrl, pays, { action: 'refund', amount: 10 })
  expect(await mei.balance()).toBe(200)
  expect(await mei.api.payments.transaction({ id: topped.transactionId! })).toMatchObject({ status: 'success', refundedAmount: 10 })
  await atCheckout(house, topped.paymentUrl, { action: 'fail_refund' })
  expect(await mei.balance()).toBe(300)
  expect(await mei.api.payments.transaction({ id: topped.transactionId! })).not.toHaveProperty('refundedAmount')
  await atCheckout(house, topped.paymentUrl, { action: 'refund', amount: 10 })
  await expect(atCheckout(house, topped.paymentUrl, { action: 'refund', amount: 20.01 })).rejects.toMatchObject({
    code: 'amount_out_of_bounds',
  })
  await atCheckout(house, topped.paymentUrl, { action: 'refund' })
  expect(await mei.balance()).toBe(0)
  expect(await mei.api.payments.transaction({ id: topped.transactionId! })).toMatchObject({ status: 'refunded', refundedAmount: 30 })
  const again = await mei.api.payments.topUp({ amount: 10 })
  await atCheckout(house, again.paymentUrl, pays)
  expect(await mei.balance()).toBe(100)
})

test('a performer’s own account at CCBill is written and never read back', async () => {
  const creator = await house.creator()
  const value = { subAccountNumber: '0042', flexformId: 'cb617dcc-8467-49ab-b3a7-735ce1d60ad9', salt: 'a-salt-of-her-own' }
  await expect(creator.api.payments.ownAccount({ key: 'ccbill', status: 'active' })).rejects.toMatchObject({ code: 'invalid' })
  expect(await creator.api.payments.ownAccount({ key: 'ccbill', status: 'active', value })).toEqual({
    key: 'ccbill',
    status: 'active',
    ending: '42',
  })
  expect(JSON.stringify(await creator.api.payments.ownAccounts({}))).not.toContain(value.salt)
  expect(await creator.api.payments.ownAccount({ key: 'ccbill', status: 'inactive' })).toEqual({
    key: 'ccbill',
    status: 'inactive',
    ending: '42',
  })
})
