// The two accounts that payouts go through, and their guard: each rule is shown to bite when the door is bypassed with raw SQL.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { closeLedger, openLedger, withoutRequests } from '#server/money/wallet/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
let creator: string
let requestId: string
let lock: wallet.EarningsLock

beforeAll(async () => {
  db = await openLedger()
  await withoutRequests(db)
})
afterAll(() => closeLedger(db))
beforeEach(async () => {
  const fan = await someone(db, 1000)
  creator = await someone(db)
  requestId = randomUUID()
  const sale = { from: fan, to: creator, amount: 1000, commissionBasisPoints: 2000, kind: 'feed', title: 'A post' }
  await db.transaction((tx) => wallet.charge(tx, sale))
  lock = { from: creator, amount: 600, requestId, title: '#1' }
})

const locks = (more: Partial<wallet.EarningsLock> = {}) => db.transaction((tx) => wallet.lockEarnings(tx, { ...lock, ...more }))
const pays = (more: Partial<wallet.EarningsLock> = {}) => db.transaction((tx) => wallet.payOut(tx, { ...lock, ...more }))
const givesBack = (id: string) => db.transaction((tx) => wallet.reverse(tx, id, { reason: 'no', by: null }))
const run = (statement: Sql) => db.transaction((tx) => tx.run(statement))
const earnings = () => sql`(select id from wallet.accounts where owner_id = ${creator} and kind = 'earnings')`

/** By hand, as somebody would who does not use the door. */
const transfer = (
  payer: Sql,
  payee: Sql,
  more: { kind?: string; commission?: number; amount?: number; key?: string; reference?: string } = {},
) => {
  const { kind = 'payout', commission = 0, amount = 600, key = null, reference = `payout:${requestId}` } = more
  return sql`insert into wallet.transfers (payer, payee, amount, commission, kind, reference, key, title, paid_by, created_at)
    values (${payer}, ${payee}, ${amount}, ${commission}, ${kind}, ${reference}, ${key}, 'x', ${creator}, now())`
}

test('earnings are put aside, given back, put aside again and paid out, and the books agree at every step', async () => {
  const first = await locks()
  expect(await wallet.earningsOf(db, creator)).toBe(200)
  await givesBack(first.transferId)
  expect(await wallet.earningsOf(db, creator)).toBe(800)
  await locks({ amount: 800 })
  expect(await disagreements(db)).toEqual([])
  const paid = await pays({ amount: 800 })
  expect((await pays({ amount: 800 })).transferId).toBe(paid.transferId)
  expect(await wallet.earningsOf(db, creator)).toBe(0)
  expect(await disagreements(db)).toEqual([])
})

test('a request puts aside once, and what it put aside is paid or given back, not both', async () => {
  const { transferId } = await locks()
  await expect(locks()).rejects.toThrow('one_lock_a_payout')
  await expect(pays({ amount: 601 })).rejects.toThrow('only what was put aside')
  await pays()
  await expect(givesBack(transferId)).rejects.toThrow('what was paid out does not come back')
})

test('what was given back is not paid out, nor what was never put aside', async () => {
  await expect(pays()).rejects.toThrow('only what was put aside')
  await givesBack((await locks()).transferId)
  await expect(pays()).rejects.toThrow('only what was put aside')
})

test('paying and giving back at once: one of the two happens', async () => {
  for (let round = 0; round < 5; round++) {
    lock = { ...lock, amount: 100, requestId: randomUUID() }
    const { transferId } = await locks()
    const ends = await Promise.allSettled([pays(), givesBack(transferId)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('what was paid out and came back is its creator’s again: both steps at once, once, and never one of them alone', async () => {
  const { transferId } = await locks()
  const { transferId: paidId } = await pays()
  await expect(givesBack(paidId)).rejects.toThrow('is its creator')
  await expect(givesBack(transferId)).rejects.toThrow('does not come back by itself')
  const bringsBack = () => db.transaction((tx) => wallet.bringBack(tx, { transferId, paidId }, { reason: 'no such account', by: null }))
  const ends = await Promise.allSettled([bringsBack(), bringsBack()])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await wallet.earningsOf(db, creator)).toBe(800)
  expect(await disagreements(db)).toEqual([])
  await expect(run(transfer(sql`5`, sql`6`, { key: `paid:${requestId}` }))).rejects.toThrow('only what was put aside')
  lock = { ...lock, requestId: randomUUID() }
  await locks()
  await pays()
  expect(await wallet.earningsOf(db, creator)).toBe(200)
  expect(await disagreements(db)).toEqual([])
})

test('paid out stays paid out: nothing else leads into or out of the two accounts', async () => {
  await locks()
  await pays()
  await expect(run(transfer(sql`6`, earnings()))).rejects.toThrow('what was paid out stays')
  await expect(run(transfer(sql`5`, earnings()))).rejects.toThrow('what was paid out stays')
  await expect(run(transfer(sql`1`, sql`6`))).rejects.toThrow('what was paid out stays')
  await expect(run(transfer(sql`1`, sql`5`))).rejects.toThrow('only earnings of one')
  requestId = randomUUID()
  expect(await run(transfer(earnings(), sql`5`, { amount: 100 })), 'by hand and by the rules').toBe(1)
  await expect(run(transfer(sql`5`, sql`6`, { amount: 100 }))).rejects.toThrow('only what was put aside')
  expect(await run(transfer(sql`5`, sql`6`, { amount: 100, key: `paid:${requestId}` }))).toBe(1)
})

test('a payout names its request and leaves no commission', async () => {
  await expect(run(transfer(earnings(), sql`5`, { kind: 'feed' }))).rejects.toThrow('names its request')
  await expect(run(transfer(earnings(), sql`5`, { commission: 1 }))).rejects.toThrow('names its request')
  await expect(run(transfer(earnings(), sql`5`, { reference: 'payout:' }))).rejects.toThrow('names its request')
})
