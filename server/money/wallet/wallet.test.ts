import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { foldAll } from '#server/money/wallet/jobs.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { closeLedger, openLedger } from '#server/money/wallet/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
beforeAll(async () => {
  db = await openLedger()
})
afterAll(() => closeLedger(db))

const work = (): `work:${string}` => `work:${randomUUID()}`

/** Pays for a post unless told otherwise. */
function pay(from: string, to: string, amount: number, more: Partial<wallet.Charge> = {}) {
  return db.transaction((tx) =>
    wallet.charge(tx, { from, to, amount, commissionBasisPoints: 2000, kind: 'feed', title: 'A post', ...more }),
  )
}
const topUp = (to: string, amount: number, key: string) =>
  db.transaction((tx) => wallet.deposit(tx, { to, amount, key, kind: 'top_up', title: 'Top-up' }))
const takeBack = (transferId: string, part?: number) =>
  db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null, ...(part !== undefined && { part }) }))

test('a fan pays, the creator gets the rest after commission, before and after folding', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const { balance, commission, already } = await pay(fan, creator, 305)
  expect({ balance, commission, already }).toEqual({ balance: 695, commission: 61, already: false })
  expect(await wallet.balanceOf(db, fan)).toBe(695)
  expect(await wallet.earningsOf(db, creator)).toBe(244)
  expect(await foldAll(db)).toBeGreaterThan(0)
  expect(await wallet.earningsOf(db, creator)).toBe(244)
  expect(await foldAll(db)).toBe(0)
})

test('a fan who cannot afford a post keeps their money and sees what is missing', async () => {
  const [fan, creator] = [await someone(db, 200), await someone(db)]
  await expect(pay(fan, creator, 300)).rejects.toMatchObject({ code: 'not_enough_tokens', details: { required: 3, balance: 2 } })
  expect(await wallet.balanceOf(db, fan)).toBe(200)
  await expect(pay(await someone(db), creator, 1)).rejects.toMatchObject({ code: 'not_enough_tokens', details: { balance: 0 } })
})

test('what cannot be paid is refused by name', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  await expect(pay(fan, fan, 100)).rejects.toMatchObject({ code: 'cannot_pay_yourself' })
  for (const amount of [0, -5, 1.5, Number.NaN, 2 ** 53])
    await expect(pay(fan, creator, amount)).rejects.toMatchObject({ code: 'amount_out_of_bounds' })
  await expect(pay(fan, creator, 100, { expected: 90 })).rejects.toMatchObject({ code: 'price_changed', details: { price: 1 } })
  await db.transaction((tx) => wallet.freeze(tx, fan))
  await expect(pay(fan, creator, 100)).rejects.toMatchObject({ code: 'wallet_frozen' })
  expect(await wallet.balanceOf(db, fan)).toBe(1000)
  await db.transaction((tx) => wallet.unfreeze(tx, fan))
  expect((await pay(fan, creator, 100, { expected: 100 })).balance).toBe(900)
})

test('the receipt is the right: a work is paid once, even when two tabs buy in the same instant', async () => {
  const [fan, creator, reference] = [await someone(db, 1000), await someone(db), work()]
  const bought = await Promise.all(Array.from({ length: 8 }, () => pay(fan, creator, 300, { reference })))
  expect(bought.filter(({ already }) => !already)).toHaveLength(1)
  expect(new Set(bought.map(({ transferId }) => transferId)).size).toBe(1)
  expect(bought.every(({ balance }) => balance === 700)).toBe(true)
  expect(await wallet.receiptFor(db, fan, reference)).toMatchObject({ transferId: bought[0]?.transferId, amount: 300 })
  // Already bought wins over a price that has changed since.
  expect(await pay(fan, creator, 500, { reference, expected: 300 })).toMatchObject({ already: true, balance: 700 })
})

test('a refund gives the money back, takes the receipt away, and may leave the creator below zero', async () => {
  const [fan, creator, reference] = [await someone(db, 1000), await someone(db), work()]
  const { transferId } = await pay(fan, creator, 300, { reference })
  const [first, second] = await Promise.all([takeBack(transferId), takeBack(transferId)])
  expect(first.transferId).toBe(second.transferId)
  expect(first.already).not.toBe(second.already)
  expect(await wallet.balanceOf(db, fan)).toBe(1000)
  expect(await wallet.earningsOf(db, creator)).toBe(0)
  expect(await wallet.receiptFor(db, fan, reference)).toBeUndefined()
  expect((await pay(fan, creator, 300, { reference })).already).toBe(false)
})

test('a subscription is taken back in part, with that part of its commission; a post only whole', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const month = await pay(fan, creator, 301, { kind: 'subscription', reference: `subscription:${randomUUID()}` })
  expect(await takeBack(month.transferId, 100)).toMatchObject({ amount: 100 })
  expect(await wallet.balanceOf(db, fan)).toBe(799)
  expect(await wallet.earningsOf(db, creator)).toBe(301 - 60 - (100 - 19))
  const post = await pay(fan, creator, 300)
  await expect(takeBack(post.transferId, 100)).rejects.toThrow('a reversal has the amount of its original')
})

test('a top-up is credited once for one payment, and cannot be taken back once it is spent', async () => {
  const [fan, creator, key] = [await someone(db), await someone(db), `payment:${randomUUID()}`]
  const credited = await Promise.all(Array.from({ length: 4 }, () => topUp(fan, 500, key)))
  expect(credited.filter(({ already }) => !already)).toHaveLength(1)
  expect(await wallet.balanceOf(db, fan)).toBe(500)
  await expect(topUp(fan, 600, key)).rejects.toThrow('stands for another transfer')
  await pay(fan, creator, 1)
  await expect(takeBack(credited[0]?.transferId ?? '')).rejects.toMatchObject({
    code: 'not_enough_tokens',
    details: { required: 5, balance: 4.99 },
  })
})

test('a frozen wallet still takes deposits and refunds', async () => {
  const [fan, creator] = [await someone(db, 500), await someone(db)]
  const { transferId } = await pay(fan, creator, 200)
  await db.transaction((tx) => wallet.freeze(tx, fan))
  await topUp(fan, 100, `payment:${randomUUID()}`)
  await takeBack(transferId)
  expect(await wallet.balanceOf(db, fan)).toBe(600)
})

test('a subscription by card reaches the creator without touching the wallet, once per payment', async () => {
  const [fan, creator] = [await someone(db, 100), await someone(db)]
  const sale = {
    by: fan,
    to: creator,
    amount: 1000,
    commissionBasisPoints: 2000,
    kind: 'subscription',
    key: `payment:${randomUUID()}`,
    title: 'A month',
  }
  const booked = await Promise.all(Array.from({ length: 4 }, () => db.transaction((tx) => wallet.chargeCard(tx, sale))))
  expect(booked.filter(({ already }) => !already)).toHaveLength(1)
  expect(await wallet.balanceOf(db, fan)).toBe(100)
  expect(await wallet.earningsOf(db, creator)).toBe(800)
})

test("a creator's own rate wins over the site's", async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  expect(await wallet.agreedCommission(db, creator)).toBeNull()
  await db.transaction((tx) => wallet.agreeCommission(tx, creator, 1000))
  expect(await wallet.agreedCommission(db, creator)).toBe(1000)
  expect((await pay(fan, creator, 500)).commission).toBe(50)
  await db.transaction((tx) => wallet.agreeCommission(tx, creator, null))
  expect((await pay(fan, creator, 500)).commission).toBe(100)
})

test('paying one creator does not wait for another payment to the same creator', async () => {
  const [ann, bob, creator] = [await someone(db, 1000), await someone(db, 1000), await someone(db)]
  await pay(ann, creator, 1)
  await db.transaction(async (tx) => {
    await wallet.charge(tx, { from: ann, to: creator, amount: 100, commissionBasisPoints: 2000, kind: 'tip', title: 'Tip' })
    // Ann's payment is still open here. Were the creator's row locked by it, Bob's would wait for ever.
    await db.transaction(async (other) => {
      await other.run(sql`set local lock_timeout = '2s'`)
      await wallet.charge(other, { from: bob, to: creator, amount: 100, commissionBasisPoints: 2000, kind: 'tip', title: 'Tip' })
    })
  })
  expect(await wallet.earningsOf(db, creator)).toBe(161)
})

test('a charge that shares a transaction disappears with it', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const broken = db.transaction(async (tx) => {
    await wallet.charge(tx, { from: fan, to: creator, amount: 100, commissionBasisPoints: 0, kind: 'tip', title: 'Tip' })
    throw new Error('the post was removed meanwhile')
  })
  await expect(broken).rejects.toThrow('removed meanwhile')
  expect(await wallet.balanceOf(db, fan)).toBe(1000)
})

test('the statement tells what came and went, newest first, with the balance after each', async () => {
  const [fan, creator] = [await someone(db, 1000), await someone(db)]
  const { transferId } = await pay(fan, creator, 300, { title: '後台寫真' })
  await takeBack(transferId)
  const { lines, total } = await wallet.statement(db, fan, { limit: 2, offset: 0 })
  expect(total).toBe(3)
  expect(lines).toMatchObject([
    { change: 300, balanceAfter: 1000, isReversal: true, payeeId: creator },
    { change: -300, balanceAfter: 700, isReversal: false, isReversed: true, title: '後台寫真' },
  ])
  expect((await wallet.statement(db, fan, { kind: 'top_up', limit: 10, offset: 0 })).lines).toMatchObject([{ change: 1000, payeeId: null }])
  expect((await wallet.statement(db, fan, { text: '寫真', limit: 10, offset: 0 })).total).toBe(2)
  for (const [isReversed, changes] of [
    [true, [-300]],
    [false, [300, 1000]],
  ] as const)
    expect((await wallet.statement(db, fan, { isReversed, limit: 10, offset: 0 })).lines.map(({ change }) => change)).toEqual(changes)
  expect((await wallet.statement(db, creator, { limit: 10, offset: 0 })).total).toBe(0)
})

test('folds that run at the same time share the work and lose nothing', async () => {
  const [creator, fans] = [await someone(db), await Promise.all(Array.from({ length: 20 }, () => someone(db, 1000)))]
  await Promise.all(fans.flatMap((fan) => [pay(fan, creator, 10), pay(fan, creator, 20)]))
  await Promise.all([foldAll(db), foldAll(db), foldAll(db)])
  expect(await wallet.earningsOf(db, creator)).toBe(20 * 24)
})
