// The wallet as one of the ways to pay: no gateway tells anything, so its events are what people ask. Asked twice, out of order or with
// something else it is once, and what it comes to is what a card comes to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import type { GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import * as payments from '#server/money/payments/payments.ts'
import { permutations } from '#server/money/payments/testing.ts'
import { byCard, openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import { openCounter, type Counter } from '#server/money/subscriptions/testing-http.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let house: Theatre
let counter: Counter
beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
  counter = await openCounter(house)
})
afterAll(async () => {
  await counter.closes()
  await house.closes()
})

/** Asks for a month out of the wallet, under this key; forged: by somebody who is not signed in. */
async function asks(fan: Member, lan: Member, { key = 'once', type = 'monthly', forged = false } = {}) {
  const headers = { 'idempotency-key': `${fan.accountId}:${key}`, ...(forged && { authorization: 'somebody' }) }
  const body = { performerId: lan.accountId, type, useWallet: true }
  const { data, ...answer } = await counter.call(fan, 'POST', '/payment/subscribe/performers', body, headers)
  return { ...answer, data: data as { subscription: { _id: string } } | undefined }
}

/** What a fan buys tokens with, and what its bank does with it later. */
async function topsUp(fan: Member, amount: number) {
  const begun = await house.db.transaction((tx) => payments.topUp(tx, { accountId: fan.accountId, amount }, 'en-US'))
  const { gatewayRef } = await payments.transactionOf(house.db, fan.accountId, begun.transactionId)
  const reference = gatewayRef ?? expect.fail('it is at its gateway')
  const receives = (event: GatewayEvent) => house.db.transaction((tx) => payments.receive(tx, 'sandbox', event))
  return {
    paid: () => receives({ id: `paid_${reference}`, reference, kind: 'succeeded', amount, currency: 'USD' }),
    disputed: () => receives({ id: `disputed_${reference}`, reference, kind: 'chargeback' }),
  }
}

/** What a subscription came to for its creator and for the site, whatever paid it. */
async function creatorSide(fan: Member, lan: Member): Promise<unknown> {
  const { db } = house
  const [subscription] = await db.many(sql`
    select status, ended_reason, type, cycles, spent from subscriptions.subscriptions where fan_id = ${fan.accountId}`)
  const periods = await db.many(sql`
    select p.number, p.price, p.tokens, p.refunded_tokens from subscriptions.periods p
    join subscriptions.subscriptions s on s.id = p.subscription_id where s.fan_id = ${fan.accountId} order by 1`)
  const sales = await db.many(sql`
    select amount, commission, sign from wallet.transfers where paid_by = ${fan.accountId} and kind = 'subscription' order by 1, 2, 3`)
  return { subscription, periods, sales, earned: await wallet.earningsOf(db, lan.accountId) }
}

test('paid for, asked, asked again and asked with something else, in every order: one month, and one charge', async () => {
  const ends = new Set<string>()
  for (const order of permutations([0, 1, 2, 3])) {
    const [fan, lan] = [await house.fan(), await house.performer()]
    const topUp = await topsUp(fan, 1000)
    const acts = [() => topUp.paid(), () => asks(fan, lan), () => asks(fan, lan), () => asks(fan, lan, { forged: true })]
    for (const n of [...order, ...order]) await acts[n]?.()
    expect((await asks(fan, lan)).status).toBe(200)
    expect(await asks(fan, lan, { type: 'yearly' })).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    ends.add(JSON.stringify([await creatorSide(fan, lan), await house.balance(fan)]))
  }
  expect([...ends].map((end) => JSON.parse(end) as unknown)).toMatchObject([
    [{ subscription: { status: 'active', cycles: 1, spent: 495 }, earned: 3960 }, 10_000 - 4950],
  ])
})

test('with too little nothing happens, by name, and the same key pays once there is enough', async () => {
  const [fan, lan] = [await house.fan(4949), await house.performer()]
  expect(await asks(fan, lan)).toMatchObject({ status: 402, code: 'not_enough_tokens', required: 49.5, balance: 49.49 })
  expect(await creatorSide(fan, lan)).toMatchObject({ periods: [], sales: [], earned: 0 })
  expect(await house.balance(fan)).toBe(4949)
  await house.topsUp(fan, 1)
  expect((await asks(fan, lan)).status).toBe(200)
  expect(await house.balance(fan)).toBe(0)
})

/** The same story out of the wallet and by card: two months, then `ends`. */
async function bothWays(ends: (fan: Member, way: 'wallet' | 'card', topUp: Awaited<ReturnType<typeof topsUp>>) => Promise<void>) {
  const sides: unknown[] = []
  for (const way of ['wallet', 'card'] as const) {
    const [fan, lan] = [await house.fan(), await house.performer()]
    const topUp = await topsUp(fan, 1000)
    if (way === 'wallet') {
      await topUp.paid()
      expect((await asks(fan, lan)).status).toBe(200)
    } else await house.pays(await house.tries(fan, lan, byCard))
    house.goTo((await house.running(fan, lan))?.expiresAt)
    await house.renew()
    await house.settle()
    expect((await house.running(fan, lan))?.cycles).toBe(2)
    await ends(fan, way, topUp)
    await house.settle()
    sides.push(await creatorSide(fan, lan))
  }
  expect(sides[0]).toEqual(sides[1])
  return sides[0]
}

/** Staff give the second month back: whole, to the wallet that paid it (calls.md, decisions); at a card, its gateway does. */
test('two months, the second given back: out of the wallet it comes to what it comes to by card', async () => {
  const end = await bothWays(async (fan, way) => {
    if (way === 'card') return house.atTheGateway(fan, { action: 'refund' })
    const { lines } = await wallet.statement(house.db, fan.accountId, { limit: 1, offset: 0 })
    const { transferId } = lines[0] ?? expect.fail('a renewal was paid')
    await house.db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'refund', by: null }))
    expect(await house.balance(fan)).toBe(4950 + 100)
  })
  expect(end).toMatchObject({ subscription: { status: 'expired', ended_reason: 'unpaid', cycles: 2, spent: 495 }, earned: 3960 })
})

test('two months, then a bank takes back what paid the second: the same end, and the wallet is frozen either way', async () => {
  const end = await bothWays(async (fan, way, topUp) => {
    if (way === 'card') await house.atTheGateway(fan, { action: 'dispute' })
    else {
      // What is there of another top-up leaves as much missing as the newest month was, so that goes back.
      await house.topsUp(fan, 4950)
      await topUp.disputed()
    }
    const frozen = await house.db.one(sql`select frozen from wallet.accounts where owner_id = ${fan.accountId} and kind = 'wallet'`)
    expect(frozen).toEqual({ frozen: true })
  })
  expect(end).toMatchObject({ subscription: { status: 'expired', ended_reason: 'unpaid' }, earned: 3960 })
})

test('two months and cancelled: it runs to its last paid moment, whatever paid it', async () => {
  const end = await bothWays(async (fan) => {
    const { id } = await house.db.one<{ id: string }>(sql`select id from subscriptions.subscriptions where fan_id = ${fan.accountId}`)
    await house.cancels(fan, id)
    await house.cancels(fan, id)
  })
  expect(end).toMatchObject({ subscription: { status: 'cancelled', cycles: 2, spent: 990 }, earned: 7920 })
})
