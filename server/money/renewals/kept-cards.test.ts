// Cards that a fan keeps: what they begin, renew and turn a trial into, and choosing among them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { earningsOf } from '#server/money/wallet/wallet.ts'
import { act } from '#server/money/payments/gateways/sandbox.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as renewals from '#server/money/renewals/renewals.ts'
import { byCard, openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

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

test('with a kept card: the fan waits on their page, it is asked at once, and it renews what it began', async () => {
  const cardId = await keeps()
  const other = await house.performer()
  const outcome = await house.tries(fan, other, { ...byCard, cardId, returnPath: '/payment/return?to=/lan' })
  expect(outcome).toMatchObject({ status: 'redirect', paymentUrl: expect.stringMatching(/^\/payment\/return\?to=%2Flan&transaction=/) })
  await house.settle()
  const begun = await house.running(fan, other)
  expect(begun).toMatchObject({ status: 'active', cycles: 1 })
  house.goTo(begun?.expiresAt)
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
  house.goTo(expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ cycles: 1 })
  expect(await house.lettersTo(fan)).toContain('Your bank wants to confirm a payment')
  await house.atTheGateway(fan, confirmed)
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2 })
})

test('a trial turns into a paid one by the fan’s card where they keep one, and ends when it is declined', async () => {
  for (const card of ['success', 'declines_later'] as const) {
    fan = await house.fan()
    performer = await house.performer()
    await keeps(card)
    performer = await house.performer({ trial: true })
    const trial = await house.subscribes(fan, performer, { type: 'free' })
    house.goTo(trial.expiresAt)
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
    const chosen = await house.db.transaction((tx) => renewals.payWith(tx, fan.accountId, trial.id, undefined))
    expect(chosen).toMatchObject({ type: 'free', gateway: 'wallet', cardId: null })
    const before = await payments.transactionsOf(house.db, fan.accountId, { limit: 9, offset: 0 })
    house.goTo(trial.expiresAt)
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
  await house.db.transaction((tx) => renewals.payWith(tx, fan.accountId, trial.id, other))
  house.goTo(trial.expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(trial.id)).toMatchObject({ status: 'active', gateway: 'sandbox', cycles: 1 })
  const { rows } = await payments.transactionsOf(house.db, fan.accountId, { limit: 1, offset: 0 })
  expect(rows).toMatchObject([{ cardId: other, status: 'success' }])
})

test('a bank wants to ask about one card, and the fan chooses another: that one is asked at once, and pays', async () => {
  const add = (token: string) => payments.addCard(house.db, fan.accountId, { gateway: 'sandbox', token, holderName: '' })
  const [asking, paying] = [await add('sbt_three_d_secure'), await add('sbt_success')]
  await house.topsUp(fan, 5000)
  const { id, expiresAt } = await house.subscribes(fan, performer)
  const payWith = (card: string) => house.db.transaction((tx) => renewals.payWith(tx, fan.accountId, id, card))
  await payWith(asking.id)
  house.goTo(expiresAt)
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
  house.goTo(expiresAt)
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
  const { id = '', expiresAt } = (await running()) ?? {}
  const payWith = (card?: string, who = fan) => house.db.transaction((tx) => renewals.payWith(tx, who.accountId, id, card))
  await expect(payWith(undefined, await house.fan())).rejects.toMatchObject({ code: 'not_found' })
  await expect(payWith(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  expect(await payWith()).toMatchObject({ gateway: 'wallet' })
  house.goTo(expiresAt)
  await house.renew()
  // 10 tokens are not enough, and the card was left.
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  expect(await payWith(cardId)).toMatchObject({ gateway: 'sandbox' })
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, gateway: 'sandbox' })
  expect(await balance()).toBe(1000)
})
