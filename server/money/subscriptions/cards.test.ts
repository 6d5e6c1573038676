import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { earningsOf } from '#server/money/wallet/wallet.ts'
import * as payments from '#server/money/payments/payments.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import { byCard, openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let house: Theatre
let fan: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  fan = await house.fan(1000)
  performer = await house.performer()
})

const balance = () => house.balance(fan)
const running = () => house.running(fan, performer)

test('by card: it begins with the gateway’s word, the creator earns, and the wallet is not touched', async () => {
  const outcome = await house.tries(fan, performer, { ...byCard, returnPath: '/lan' })
  expect(outcome).toMatchObject({ status: 'redirect', transactionId: expect.any(String) })
  expect(await running()).toBeUndefined()
  await house.pays(outcome)
  expect(await running()).toMatchObject({ status: 'active', gateway: 'sandbox', cycles: 1, spent: 495 })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 3960])
  expect((await payments.transactionsOf(house.db, fan.accountId, { limit: 5, offset: 0 })).rows).toMatchObject([
    { purpose: 'subscription', status: 'success', amount: 495, title: 'Monthly subscription to Lan' },
  ])
})

test('a payment by card is told in one letter, with its receipt: a first month, a gift, and what became tokens', async () => {
  const tells = async (who: Member, subjects: string[], ...said: RegExp[]) => {
    expect(await house.lettersTo(who)).toEqual(subjects)
    const { paragraphs, also } = await house.lastLetterTo(who)
    for (const each of said) expect(paragraphs.join('\n')).toMatch(each)
    expect(also).toMatchObject({ label: 'Download the invoice' })
    expect(also?.path).toMatch(/^\/api\/payment\/invoices\/[0-9a-f-]{36}\.pdf$/)
  }
  const receipt = (price: string) => new RegExp(`^You paid \\${price} for “.*Lan.*”\\. Your invoice is INV-2026-\\d{6}, and`, 'm')
  const [one, two] = [await house.tries(fan, performer, byCard), await house.tries(fan, performer, byCard)]
  await house.pays(one)
  await tells(fan, ['You are subscribed to Lan'], /49\.5 tokens/, /cancel/, receipt('$4.95'))
  await house.pays(two)
  await tells(fan, ['You are subscribed to Lan', 'Your payment was turned into tokens'], /as 49\.5 tokens/, receipt('$4.95'))
  const giver = await house.fan()
  await house.pays(await house.gives(giver, fan, performer, byCard))
  await tells(giver, ['Your gift for Mei has arrived'], /does not renew/, receipt('$13.50'))
  // Who was given it paid nothing.
  expect((await house.lastLetterTo(fan)).also).toBeNull()
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
  await house.blocks(performer, fan)
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
  await house.blocks(performer, fan)
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
  house.goTo(first?.expiresAt)
  await Promise.all([house.renew(), house.renew()])
  await house.renew()
  expect((await payments.transactionsOf(house.db, fan.accountId, { status: 'pending', limit: 5, offset: 0 })).total).toBe(1)
  await house.settle()
  const renewed = await running()
  expect(renewed).toMatchObject({ id: first?.id, status: 'active', gateway: 'sandbox', cycles: 2, spent: 990 })
  expect(renewed?.anchoredAt).toEqual(first?.anchoredAt)
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 7920])
  house.goTo(renewed?.expiresAt)
  await house.renew()
  await house.settle()
  expect(await running()).toMatchObject({ cycles: 3 })
})

test('cancelled while the card is being charged: the payment becomes tokens and nothing is extended', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  house.goTo(expiresAt)
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
  house.goTo(expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  // The fan may pay in another way meanwhile, or let it end.
  house.goTo(expiresAt, 3)
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'past_due' })
  house.goTo(expiresAt, 3.25)
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid' })
  expect((await house.lettersTo(fan)).slice(1)).toEqual([
    'Your subscription to Lan could not be renewed',
    'Your subscription to Lan has ended',
  ])
})

test('a declined card is asked again after one day and after three, and then it is over', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  const asked = async () => {
    await house.renew()
    await fails()
    const { total } = await payments.transactionsOf(house.db, fan.accountId, { limit: 20, offset: 0 })
    return { times: total - 1, status: (await house.find(id)).status }
  }
  house.goTo(expiresAt)
  expect(await asked()).toEqual({ times: 1, status: 'past_due' })
  house.goTo(expiresAt, 0.9)
  expect(await asked()).toEqual({ times: 1, status: 'past_due' })
  house.goTo(expiresAt, 1)
  expect(await asked()).toEqual({ times: 2, status: 'past_due' })
  house.goTo(expiresAt, 2)
  expect(await asked()).toEqual({ times: 2, status: 'past_due' })
  house.goTo(expiresAt, 3)
  expect(await asked()).toEqual({ times: 3, status: 'expired' })
  expect((await house.lettersTo(fan)).slice(1)).toEqual([
    'Your subscription to Lan could not be renewed',
    'Your subscription to Lan has ended',
  ])
})

test('a gateway that is away takes none of a card’s three askings: it is asked once the gateway is there again, also on the last day', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  const goes = () =>
    house.db.transaction((tx) => tx.run(sql`update payments.sandbox_checkouts set status = 'abandoned' where status = 'paid'`))
  const comes = () =>
    house.db.transaction((tx) => tx.run(sql`update payments.sandbox_checkouts set status = 'paid' where status = 'abandoned'`))
  const asked = async (days: number) => {
    house.goTo(expiresAt, days)
    await house.renew()
    await fails()
    const { total } = await payments.transactionsOf(house.db, fan.accountId, { limit: 20, offset: 0 })
    return { times: total - 1, status: (await house.find(id)).status }
  }
  expect(await asked(0)).toEqual({ times: 1, status: 'past_due' })
  await goes()
  expect(await asked(1)).toEqual({ times: 1, status: 'past_due' })
  await comes()
  expect(await asked(1.25)).toEqual({ times: 2, status: 'past_due' })
  await goes()
  expect(await asked(3)).toEqual({ times: 2, status: 'past_due' })
  await comes()
  expect(await asked(3.24)).toMatchObject({ times: 3, status: 'expired' })
})

test('a declined card that pays on the second asking brings it back', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  house.goTo(expiresAt)
  await house.renew()
  await fails()
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  house.goTo(expiresAt, 1)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2 })
})

/** The gateway reports that what it was asked last was declined. */

async function fails(): Promise<void> {
  const { rows } = await payments.transactionsOf(house.db, fan.accountId, { status: 'pending', limit: 5, offset: 0 })
  for (const { gatewayRef } of rows)
    await house.db.transaction((tx) =>
      payments.receive(tx, 'sandbox', {
        id: `declined_${gatewayRef}`,
        reference: gatewayRef ?? '',
        kind: 'failed',
        reason: 'card_declined',
      }),
    )
}

test('a cancelled one is extended by card from its expiry', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', anchoredAt = new Date(0) } = (await running()) ?? {}
  await house.cancels(fan, id)
  await house.pays(await house.tries(fan, performer, { ...byCard, type: 'yearly' }))
  expect(await running()).toMatchObject({
    id,
    type: 'yearly',
    status: 'active',
    cycles: 2,
    price: 4950,
    expiresAt: addMonths(anchoredAt, 13),
  })
})
