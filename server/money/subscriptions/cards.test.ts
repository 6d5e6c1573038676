import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { earningsOf } from '#server/money/wallet/wallet.ts'
import { act, type Act } from '#server/money/payments/gateways/sandbox.ts'
import * as payments from '#server/money/payments/payments.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
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
  expect((await payments.transactionsOf(house.db, fan.accountId, { limit: 5, offset: 0 })).rows).toMatchObject([
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
  expect((await payments.transactionsOf(house.db, fan.accountId, { status: 'pending', limit: 5, offset: 0 })).total).toBe(1)
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

test('a declined card is asked again after one day and after three, and then it is over', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  const asked = async () => {
    await house.renew()
    await fails()
    const { total } = await payments.transactionsOf(house.db, fan.accountId, { limit: 20, offset: 0 })
    return { times: total - 1, status: (await house.find(id)).status }
  }
  until(expiresAt)
  expect(await asked()).toEqual({ times: 1, status: 'past_due' })
  until(expiresAt, 0.9)
  expect(await asked()).toEqual({ times: 1, status: 'past_due' })
  until(expiresAt, 1)
  expect(await asked()).toEqual({ times: 2, status: 'past_due' })
  until(expiresAt, 2)
  expect(await asked()).toEqual({ times: 2, status: 'past_due' })
  until(expiresAt, 3)
  expect(await asked()).toEqual({ times: 3, status: 'expired' })
  expect((await house.lettersTo(fan)).slice(1)).toEqual([
    'Your subscription to Lan could not be renewed',
    'Your subscription to Lan has ended',
  ])
})

test('a declined card that pays on the second asking brings it back', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', expiresAt } = (await running()) ?? {}
  until(expiresAt)
  await house.renew()
  await fails()
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  until(expiresAt, 1)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2 })
})

/** The gateway reports that what it was asked last was declined. */
async function fails(): Promise<void> {
  const { rows } = await payments.transactionsOf(house.db, fan.accountId, { status: 'pending', limit: 5, offset: 0 })
  for (const { gatewayRef } of rows)
    await house.db.transaction((tx) =>
      payments.hear(tx, 'sandbox', { id: `declined_${gatewayRef}`, reference: gatewayRef ?? '', kind: 'failed', reason: 'card_declined' }),
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

/** Pays, and keeps the card. */
async function keeps(card: 'success' | 'declines_later' | 'three_d_secure' = 'success'): Promise<string> {
  await house.pays(
    await house.tries(fan, performer, byCard),
    { action: 'pay', card, keep: true },
    ...(card === 'three_d_secure' ? [confirmed] : []),
  )
  const [kept] = await payments.cardsOf(house.db, fan.accountId)
  return kept?.id ?? expect.fail('no card was kept')
}
const confirmed = { action: 'confirm', keep: true } as const
/** What a bank or a gateway's staff does at the page of the fan's latest payment. */
async function atTheGateway(...acts: Act[]) {
  const { id } = await house.db.one<{ id: string }>(sql`
    select c.id from payments.sandbox_checkouts c join payments.transactions t on t.gateway_ref = c.reference
    where t.account_id = ${fan.accountId} order by t.created_at desc, t.id desc limit 1`)
  for (const each of acts) await house.db.transaction((tx) => act(tx, id, each))
  await house.settle()
}

test('with a kept card: the fan waits on their page, it is asked at once, and it renews what it began', async () => {
  const cardId = await keeps()
  const other = await house.performer()
  const outcome = await house.tries(fan, other, { ...byCard, cardId, returnPath: '/payment/return?to=/lan' })
  expect(outcome).toMatchObject({ status: 'redirect', paymentUrl: expect.stringMatching(/^\/payment\/return\?to=%2Flan&transaction=/) })
  await house.settle()
  const begun = (await door.runningBetween(house.db, fan.accountId, [other.accountId])).get(other.accountId)
  expect(begun).toMatchObject({ status: 'active', cycles: 1 })
  until(begun?.expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(begun?.id ?? '')).toMatchObject({ status: 'active', cycles: 2 })
  expect(await earningsOf(house.db, other.accountId)).toBe(7920)
})

test('a kept card that a subscription renews by is not removed by accident, and by decision it is', async () => {
  const cardId = await keeps()
  const remove = (isSure: boolean) => house.db.transaction((tx) => payments.removeCard(tx, fan.accountId, cardId, isSure))
  await expect(remove(false)).rejects.toMatchObject({ code: 'card_in_use', details: { uses: 'Lan', count: 1 } })
  await remove(true)
  expect(await payments.cardsOf(house.db, fan.accountId)).toEqual([])
})

test('a bank that wants to ask at a renewal: nothing is charged, and the fan gets a letter that leads there', async () => {
  await keeps('three_d_secure')
  const { id = '', expiresAt } = (await running()) ?? {}
  until(expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ cycles: 1 })
  expect(await house.lettersTo(fan)).toContain('Your bank wants to confirm a payment')
  await atTheGateway(confirmed)
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2 })
})

test('a chargeback of a card payment reverses the sale, ends the subscription, freezes the wallet and tells both', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  await atTheGateway({ action: 'dispute' })
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid', spent: 0 })
  expect([await earningsOf(house.db, performer.accountId), await balance()]).toEqual([0, 1000])
  await expect(house.tries(fan, await house.performer({ monthly: 50 }))).rejects.toMatchObject({ code: 'wallet_frozen' })
  expect(await house.lettersTo(fan)).toContain('Your wallet is frozen: your bank took $4.95 back')
  expect(await house.lettersTo(performer)).toEqual(['A bank took a payment back: 49.5 tokens of your sales'])

  await atTheGateway({ action: 'win_dispute' })
  expect(await balance()).toBe(1000 + 4950)
  await house.tries(fan, await house.performer({ monthly: 50 }))
})

test('a refund of a card payment whose unused time came back already takes those tokens too', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  await blocked()
  await house.settle()
  expect(await balance()).toBeGreaterThan(5900)
  await atTheGateway({ action: 'refund' })
  expect(await balance()).toBe(1000)
})

test('a refund of a month that the creator ended half-way takes the tokens that came back; the used half stays earned (ADR 1)', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  house.clock.advance({ days: 15 })
  await house.cancels(performer, id)
  const earned = await earningsOf(house.db, performer.accountId)
  // 15 days of a month, whichever it is.
  expect(earned).toBeGreaterThan(1900)
  expect(earned).toBeLessThan(2130)
  await atTheGateway({ action: 'refund' })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, earned])
})

test('a gift that a bank takes back is taken out of the middle, and the recipient’s own time stays', async () => {
  const own = await house.subscribes(await enough(), performer)
  const giver = await house.fan()
  const recipient = fan
  await house.pays(await house.gives(giver, fan, performer, byCard))
  fan = giver
  await atTheGateway({ action: 'dispute' })
  expect(await house.find(own.id)).toMatchObject({ status: 'active', expiresAt: own.expiresAt, renewsAt: own.expiresAt })
  expect(await wallet.balanceOf(house.db, recipient.accountId)).toBe(5050)
})

test('a card payment that is refunded takes its own time only: what a friend gave stays whole, and nothing renews any more', async () => {
  const giver = await house.fan(50_000)
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', anchoredAt = new Date(0) } = (await running()) ?? {}
  await house.gives(giver, fan, performer)
  const before = await wallet.balanceOf(house.db, giver.accountId)
  house.clock.advance({ days: 10 })
  const refundedAt = house.clock.now()
  await atTheGateway({ action: 'refund' })
  const left = await house.find(id)
  expect(left).toMatchObject({ status: 'cancelled', spent: 0, renewsAt: null })
  const given = addMonths(anchoredAt, 4).getTime() - addMonths(anchoredAt, 1).getTime()
  expect(Math.abs(left.expiresAt.getTime() - refundedAt.getTime() - given)).toBeLessThan(60_000)
  expect(await door.isActive(house.db, fan.accountId, performer.accountId)).toBe(true)
  expect(await wallet.balanceOf(house.db, giver.accountId)).toBe(before)
  until(left.expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'cancelled', cycles: 2 })
})

test('a month by card after a year from the wallet is refunded: the year stays to its last day', async () => {
  fan = await house.fan(50_000)
  const { id, expiresAt } = await house.subscribes(fan, performer, { type: 'yearly' })
  await house.cancels(fan, id)
  await house.pays(await house.tries(fan, performer, byCard))
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, spent: 4950 + 495 })
  await atTheGateway({ action: 'refund' })
  expect(await house.find(id)).toMatchObject({ status: 'cancelled', expiresAt, spent: 4950, renewsAt: null })
  expect(await balance()).toBe(500)
})

async function enough(): Promise<Member> {
  fan = await house.fan(10_000)
  return fan
}

test('a subscription out of the wallet ends when the top-up that paid it is taken back', async () => {
  const rich = await house.fan()
  const { transactionId, ...paying } = await house.db.transaction((tx) =>
    payments.topUp(tx, { accountId: rich.accountId, amount: 500 }, 'en-US'),
  )
  await house.pays({ ...paying, transactionId })
  const { id } = await house.subscribes(rich, performer)
  fan = rich
  await atTheGateway({ action: 'dispute' })
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid' })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([0, 0])
})

test('a trial turns into a paid one by the fan’s card where they keep one, and ends when it is declined', async () => {
  for (const card of ['success', 'declines_later'] as const) {
    fan = await house.fan()
    performer = await house.performer()
    await keeps(card)
    performer = await house.performer({ trial: true })
    const trial = await house.subscribes(fan, performer, { type: 'free' })
    until(trial.expiresAt)
    await house.renew()
    await house.settle()
    expect(await house.find(trial.id)).toMatchObject(
      card === 'success'
        ? { status: 'active', type: 'monthly', gateway: 'sandbox', cycles: 1 }
        : { status: 'expired', endedReason: 'trial_over', cycles: 0 },
    )
  }
})

test('a trial for which the wallet was chosen is paid by the wallet, or ends: the kept card is not asked', async () => {
  for (const [tokens, ends] of [
    [10_000, { status: 'active', gateway: 'wallet', cycles: 1 }],
    [0, { status: 'expired', endedReason: 'trial_over', cycles: 0 }],
  ] as const) {
    fan = await house.fan(tokens)
    performer = await house.performer()
    await keeps()
    performer = await house.performer({ trial: true })
    const trial = await house.subscribes(fan, performer, { type: 'free' })
    const chosen = await house.db.transaction((tx) => door.payWith(tx, fan.accountId, trial.id, undefined))
    expect(chosen).toMatchObject({ type: 'free', gateway: 'wallet', cardId: null })
    const before = await payments.transactionsOf(house.db, fan.accountId, { limit: 9, offset: 0 })
    until(trial.expiresAt)
    await house.renew()
    await house.settle()
    expect(await house.find(trial.id)).toMatchObject(ends)
    expect((await payments.transactionsOf(house.db, fan.accountId, { limit: 9, offset: 0 })).total).toBe(before.total)
  }
})

test('a trial for which another card than the default one was chosen is paid by that card', async () => {
  await keeps()
  const { id: other } = await payments.addCard(house.db, fan.accountId, { gateway: 'sandbox', token: 'sbt_success', holderName: '' })
  performer = await house.performer({ trial: true })
  const trial = await house.subscribes(fan, performer, { type: 'free' })
  await house.db.transaction((tx) => door.payWith(tx, fan.accountId, trial.id, other))
  until(trial.expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(trial.id)).toMatchObject({ status: 'active', gateway: 'sandbox', cycles: 1 })
  const { rows } = await payments.transactionsOf(house.db, fan.accountId, { limit: 1, offset: 0 })
  expect(rows).toMatchObject([{ cardId: other, status: 'success' }])
})

test('a bank wants to ask about one card, and the fan chooses another: that one is asked at once, and pays', async () => {
  const add = (token: string) => payments.addCard(house.db, fan.accountId, { gateway: 'sandbox', token, holderName: '' })
  const [asking, paying] = [await add('sbt_three_d_secure'), await add('sbt_success')]
  await house.db.transaction((tx) =>
    wallet.deposit(tx, { to: fan.accountId, amount: 5000, kind: 'top_up', key: `payment:${crypto.randomUUID()}`, title: 'Top-up' }),
  )
  const { id, expiresAt } = await house.subscribes(fan, performer)
  const payWith = (card: string) => house.db.transaction((tx) => door.payWith(tx, fan.accountId, id, card))
  await payWith(asking.id)
  until(expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 1 })
  await payWith(paying.id)
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, gateway: 'sandbox' })
  // Asked again by nobody, however often the job comes round; and what the bank confirms late is not lost.
  await house.renew()
  await house.settle()
  expect((await payments.transactionsOf(house.db, fan.accountId, { limit: 9, offset: 0 })).total).toBe(2)
  const before = await balance()
  const { id: page } = await house.db.one<{ id: string }>(sql`
    select c.id from payments.sandbox_checkouts c join payments.transactions t on t.gateway_ref = c.reference
    where t.card_id = ${asking.id}`)
  await house.db.transaction((tx) => act(tx, page, { action: 'confirm' }))
  await house.settle()
  expect([await balance(), (await house.find(id)).cycles]).toEqual([before + 4950, 2])
})

test('a fan who tries again by themselves and is declined keeps their days of grace', async () => {
  await keeps('declines_later')
  const { id = '', expiresAt } = (await running()) ?? {}
  until(expiresAt)
  await house.renew()
  await house.settle()
  const due = await house.find(id)
  expect(due).toMatchObject({ status: 'past_due', cycles: 1 })
  for (const card of ['decline', 'decline', 'success'] as const) {
    const { rows } = await payments.transactionsOf(house.db, fan.accountId, { status: 'fail', limit: 1, offset: 0 })
    const again = await house.db.transaction((tx) => payments.retry(tx, fan.accountId, rows[0]?.id ?? ''))
    await house.pays(again, { action: 'pay', card })
    expect(await house.find(id)).toMatchObject(card === 'decline' ? { status: 'past_due', renewsAt: due.renewsAt } : { cycles: 2 })
  }
  expect(await house.find(id)).toMatchObject({ status: 'active' })
})

test('another way to pay: from the wallet to a card and back, from the next month on; what waits is asked at once', async () => {
  const cardId = await keeps()
  fan = { ...fan }
  const { id = '', expiresAt } = (await running()) ?? {}
  const payWith = (card?: string, who = fan) => house.db.transaction((tx) => door.payWith(tx, who.accountId, id, card))
  await expect(payWith(undefined, await house.fan())).rejects.toMatchObject({ code: 'not_found' })
  await expect(payWith(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  expect(await payWith()).toMatchObject({ gateway: 'wallet' })
  until(expiresAt)
  await house.renew()
  // 10 tokens are not enough, and the card was left.
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  expect(await payWith(cardId)).toMatchObject({ gateway: 'sandbox' })
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, gateway: 'sandbox' })
  expect(await balance()).toBe(1000)
})
