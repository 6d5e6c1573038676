import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { subscriptions as table } from '#contract/money/subscriptions.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { handlers } from '#server/money/subscriptions/routes.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

let house: Theatre
let http: FastifyInstance
const people = new Map<string, Member>()

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  const around = {
    db: house.db,
    geo: { countryOf: () => undefined },
    storage: {} as never,
    rateLimitFactor: 1000,
    isSecure: false,
    allowedOrigins: [],
    identify: async (_db: unknown, token: string) => people.get(token),
    inMaintenance: () => false,
    overridesFor: async () => ({}),
  }
  serve(http, around, 'subscriptions', table, handlers)
  await http.ready()
})
afterAll(async () => {
  await http.close()
  await house.db.close()
})

async function call(who: Member, method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
  people.set(who.accountId, who)
  const answer = await http.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: who.accountId, ...headers },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, ...(answer.json() as { code?: string; data: unknown }) }
}

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
