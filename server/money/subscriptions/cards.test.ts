import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { earningsOf } from '#server/money/wallet/wallet.ts'
import { transactionsOf } from '#server/money/payments/payments.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let house: Theatre
let fan: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(async () => {
  expect(await disagreements(house.db)).toEqual([])
  expect(house.failures).toEqual([])
  await house.db.close()
})
beforeEach(async () => {
  fan = await house.fan(1000)
  performer = await house.performer()
})

const byCard = { gateway: undefined }
const balance = () => wallet.balanceOf(house.db, fan.accountId)
const running = async () => (await door.runningBetween(house.db, fan.accountId, [performer.accountId])).get(performer.accountId)
const until = (instant: Date | undefined, days = 0) =>
  house.clock.advance({ seconds: Math.ceil(((instant?.getTime() ?? 0) - house.clock.now().getTime()) / 1000) + 1 + days * 86_400 })
const blocked = () => house.db.transaction((tx) => blocks.block(tx, performer.accountId, { targetId: fan.accountId }))

test('by card: it begins with the gateway’s word, the creator earns, and the wallet is not touched', async () => {
  const outcome = await house.tries(fan, performer, { ...byCard, returnPath: '/lan' })
  expect(outcome).toMatchObject({ status: 'redirect', transactionId: expect.any(String) })
  expect(await running()).toBeUndefined()
  await house.pays(outcome)
  expect(await running()).toMatchObject({ status: 'active', gateway: 'sandbox', cycles: 1, spent: 495 })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 3960])
  expect((await transactionsOf(house.db, fan.accountId, { limit: 5, offset: 0 })).rows).toMatchObject([
    { purpose: 'subscription', status: 'success', amount: 495, title: 'Monthly subscription to Lan' },
  ])
})

test('3-D Secure and a declined card: the one begins it, the other does not', async () => {
  await house.pays(await house.tries(fan, performer, byCard), { action: 'pay', card: 'decline' })
  expect(await running()).toBeUndefined()
  await house.pays(await house.tries(fan, performer, byCard), { action: 'pay', card: 'three_d_secure' }, { action: 'confirm' })
  expect(await running()).toMatchObject({ status: 'active' })
})

test('two checkouts paid: one subscription, and the other payment becomes tokens, with a letter', async () => {
  const [one, two] = [await house.tries(fan, performer, byCard), await house.tries(fan, performer, byCard)]
  await house.pays(one)
  await house.pays(two)
  expect(await running()).toMatchObject({ cycles: 1 })
  expect(await balance()).toBe(1000 + 4950)
  expect(await house.lettersTo(fan)).toEqual(['You are subscribed to Lan', 'Your payment was turned into tokens'])
})

test('blocked while at the checkout: the payment becomes tokens', async () => {
  const outcome = await house.tries(fan, performer, byCard)
  await blocked()
  await house.pays(outcome)
  expect(await running()).toBeUndefined()
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([5950, 0])
})

test('a frozen wallet is no reason to lose what a card has paid', async () => {
  const outcome = await house.tries(fan, performer, byCard)
  await house.db.transaction((tx) => wallet.freeze(tx, fan.accountId))
  await house.pays(outcome)
  expect(await running()).toMatchObject({ status: 'active' })
})

test('a block gives unused time of a card payment back as tokens, out of the same shares', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  house.clock.advance({ days: 15 })
  await blocked()
  await house.settle()
  expect(await running()).toBeUndefined()
  expect(await balance()).toBeGreaterThanOrEqual(1000 + 2473)
  expect(await balance()).toBeLessThanOrEqual(1000 + 2475)
  expect(await earningsOf(house.db, performer.accountId)).toBeLessThanOrEqual(1984)
  const { lines } = await wallet.statement(house.db, fan.accountId, { limit: 1, offset: 0 })
  expect(lines).toMatchObject([{ kind: 'subscription', title: 'Unused time of a subscription to Lan' }])
})

test('a card is charged again by its gateway, which reports by webhook: once, however often the job comes round', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const first = await running()
  until(first?.expiresAt)
  await Promise.all([house.renew(), house.renew()])
  await house.renew()
  expect((await transactionsOf(house.db, fan.accountId, { status: 'pending', limit: 5, offset: 0 })).total).toBe(1)
  await house.settle()
  const renewed = await running()
  expect(renewed).toMatchObject({ id: first?.id, status: 'active', gateway: 'sandbox', cycles: 2, spent: 990 })
  expect(renewed?.anchoredAt).toEqual(first?.anchoredAt)
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 7920])
  until(renewed?.expiresAt)
  await house.renew()
  await house.settle()
  expect(await running()).toMatchObject({ cycles: 3 })
})

test('cancelled while the card is being charged: the payment becomes tokens and nothing is extended', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  until(expiresAt)
  await house.renew()
  await house.cancels(fan, id)
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'cancelled', cycles: 1 })
  expect(await balance()).toBe(5950)
})

test('a card that cannot be charged again: past due, a letter, then over', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  // Its bank has closed it.
  await house.db.transaction((tx) => tx.run(sql`update payments.sandbox_checkouts set status = 'declined' where status = 'paid'`))
  until(expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  // The fan may pay in another way meanwhile, or let it end.
  until(expiresAt, 3)
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid' })
  expect((await house.lettersTo(fan)).slice(1)).toEqual([
    'Your subscription to Lan could not be renewed',
    'Your subscription to Lan has ended',
  ])
})

test('a cancelled one is extended by card from its expiry', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  await house.cancels(fan, id)
  await house.pays(await house.tries(fan, performer, { ...byCard, type: 'yearly' }))
  expect(await running()).toMatchObject({ id, type: 'yearly', status: 'active', cycles: 2, price: 4950, anchoredAt: expiresAt })
})
