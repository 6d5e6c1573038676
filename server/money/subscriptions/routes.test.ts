import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import { openCounter, type Counter } from '#server/money/subscriptions/testing-http.ts'

let house: Theatre
let counter: Counter
beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
  counter = await openCounter(house)
})
afterAll(async () => {
  await counter.closes()
  await house.db.close()
})
const call: Counter['call'] = (...asked) => counter.call(...asked)

test('subscribing, both lists, cancelling and taking it back, over HTTP (calls.md section 10)', async () => {
  const [fan, performer] = [await house.fan(10_000), await house.performer()]
  const body = { performerId: performer.accountId, type: 'monthly', useWallet: true, expectedPrice: 4.95 }
  const begun = await call(fan, 'POST', '/payment/subscribe/performers', body, { 'idempotency-key': 'one' })
  expect(begun).toMatchObject({
    status: 200,
    data: { status: 'succeeded', subscription: { status: 'active', price: 4.95, isFreeTrial: false, totalSpent: 4.95 } },
  })
  expect(await call(fan, 'POST', '/payment/subscribe/performers', body, { 'idempotency-key': 'one' })).toEqual(begun)
  expect(await call(fan, 'POST', '/payment/subscribe/performers', body)).toMatchObject({ status: 409, code: 'already_subscribed' })

  const card = { _id: performer.accountId, name: 'Lan', username: performer.username, isVerified: true }
  expect(await call(fan, 'GET', '/subscriptions/user/search?q=LAN')).toMatchObject({ data: { total: 1, data: [{ performer: card }] } })
  const sorted = '/subscriptions/user/search?sortBy=expiredAt&sort=asc'
  expect(await call(fan, 'GET', `${sorted}&fromDate=2020-01-01`)).toMatchObject({ data: { total: 1 } })
  expect(await call(fan, 'GET', `${sorted}&toDate=2020-01-01`)).toMatchObject({ data: { total: 0, data: [] } })
  expect(await call(fan, 'GET', '/subscriptions/user/search?q=nobody')).toMatchObject({ data: { total: 0, data: [] } })
  expect(await call(performer, 'GET', '/subscriptions/performer/search?status=active')).toMatchObject({
    data: { total: 1, data: [{ user: { _id: fan.accountId, name: 'Mei' } }] },
  })
  expect(await call(fan, 'GET', '/subscriptions/performer/search')).toMatchObject({ status: 403, code: 'not_allowed' })

  const { _id } = (begun.data as { subscription: { _id: string } }).subscription
  expect(await call(fan, 'POST', `/payment/wallet/cancel-subscription/${_id}`, {})).toMatchObject({
    status: 200,
    data: { status: 'cancelled' },
  })
  const cancelled = (await call(fan, 'POST', `/payment/wallet/cancel-subscription/${_id}`, {})).data
  expect(cancelled).not.toHaveProperty('nextRecurringDate')
  expect(await call(fan, 'POST', `/subscriptions/${_id}/reactivate`, {})).toMatchObject({
    data: { status: 'active', nextRecurringDate: expect.any(String) },
  })
})

test('a card answers where to go; a wallet that is short answers 402 with what is missing; neither is ever 401 or 500', async () => {
  const [fan, performer] = [await house.fan(), await house.performer()]
  const wanted = { performerId: performer.accountId, type: 'monthly' }
  expect(await call(fan, 'POST', '/payment/subscribe/performers', wanted)).toMatchObject({
    status: 200,
    data: { status: 'redirect', paymentUrl: expect.stringMatching(/^\/checkout\/sandbox\//), transactionId: expect.any(String) },
  })
  expect(await call(fan, 'POST', '/payment/subscribe/performers', { ...wanted, useWallet: true })).toMatchObject({
    status: 402,
    code: 'not_enough_tokens',
    required: 49.5,
    balance: 0,
  })
  expect(await call(fan, 'POST', '/payment/subscribe/performers', { ...wanted, type: 'weekly' })).toMatchObject({
    status: 422,
    code: 'invalid',
  })
})
