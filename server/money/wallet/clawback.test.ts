import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { closeLedger, openLedger } from '#server/money/wallet/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
let fan: string
let creator: string
const why = { reason: 'chargeback', by: null }

beforeAll(async () => {
  db = await openLedger()
})
afterAll(() => closeLedger(db))
beforeEach(async () => {
  ;[fan, creator] = [await someone(db), await someone(db)]
})

const topUp = (amount: number, key = crypto.randomUUID() as string) =>
  db.transaction((tx) => wallet.deposit(tx, { to: fan, amount, kind: 'top_up', key: `payment:${key}`, title: 'Top-up' }))
const buys = (amount: number, sale: { kind?: string; reference?: string } = {}) =>
  db.transaction((tx) =>
    wallet.charge(tx, { from: fan, to: creator, amount, commissionBasisPoints: 2000, kind: 'feed', title: 'A post', ...sale }),
  )
const takesBack = (transferId: string, part?: number) => db.transaction((tx) => wallet.takeBack(tx, transferId, { ...why, part }))
const account = () => db.one(sql`select balance, floor, frozen from wallet.accounts where owner_id = ${fan} and kind = 'wallet'`)

test('what is still there is taken, and nothing else', async () => {
  await topUp(1000)
  const { transferId } = await topUp(500)
  await buys(800, { reference: 'work:older' })
  expect(await takesBack(transferId)).toEqual([])
  expect(await account()).toEqual({ balance: 200, floor: 0, frozen: false })
  expect(await wallet.receiptFor(db, fan, 'work:older')).toBeDefined()
})

test('spent already: the newest purchases go back whole, each that fits into what is missing, and the rest is a debt', async () => {
  const { transferId } = await topUp(1000)
  for (const [reference, amount] of [
    ['work:first', 100],
    ['work:second', 500],
    ['work:third', 200],
  ] as const)
    await buys(amount, { reference })
  await topUp(450)
  // 650 are there of 1,000: the newest two that are no more than 350 together go, and 500 is more than what is missing.
  expect(await takesBack(transferId)).toEqual([
    { sellerId: creator, title: 'A post', tokens: 200 },
    { sellerId: creator, title: 'A post', tokens: 100 },
  ])
  expect(await account()).toEqual({ balance: -50, floor: -50, frozen: true })
  expect([...(await wallet.receiptsFor(db, fan, ['work:first', 'work:second', 'work:third'])).keys()]).toEqual(['work:second'])
  expect(await wallet.earningsOf(db, creator)).toBe(400)
})

test('a cent that goes back takes a cent: no purchase comes back to be spent again, and the wallet is frozen until it is covered', async () => {
  const { transferId } = await topUp(50_000)
  await buys(50_000, { kind: 'tip' })
  expect(await takesBack(transferId, 10)).toEqual([])
  expect(await takesBack(transferId, 10)).toEqual([])
  expect(await account()).toEqual({ balance: -20, floor: -20, frozen: true })
  expect(await wallet.earningsOf(db, creator)).toBe(40_000)
  // The same money goes back in full after all: then the whole purchase fits.
  expect(await takesBack(transferId)).toEqual([{ sellerId: creator, title: 'A post', tokens: 50_000 }])
  expect(await db.transaction((tx) => wallet.easeDebt(tx, fan))).toBe(0)
  expect(await account()).toEqual({ balance: 0, floor: 0, frozen: true })
  expect(await wallet.earningsOf(db, creator)).toBe(0)
})

test('whatever was bought and however it is taken back: nobody has more to spend after it than before, and no creator loses more than was taken', async () => {
  const amounts = (most: number) => fc.array(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(amounts(400), amounts(600), fc.integer({ min: 0, max: 300 }), async (bought, parts, kept) => {
      ;[fan, creator] = [await someone(db), await someone(db)]
      const total = bought.reduce((sum, amount) => sum + amount, kept)
      const { transferId } = await topUp(total)
      for (const amount of bought) await buys(amount, { kind: 'tip' })
      let taken = 0
      let undone = 0
      for (const part of parts) {
        const before = await wallet.balanceOf(db, fan)
        const missing = Math.min(part, total - taken)
        for (const { tokens } of await takesBack(transferId, part)) undone += tokens
        taken += missing
        const { balance, floor, frozen } = (await account()) as { balance: number; floor: number; frozen: boolean }
        expect(balance).toBe(kept + undone - taken)
        expect(Math.max(0, balance)).toBeLessThanOrEqual(Math.max(0, before))
        expect(undone).toBeLessThanOrEqual(Math.max(0, taken - kept))
        expect([floor, frozen]).toEqual([Math.min(0, floor, balance), floor < 0])
      }
    }),
    { numRuns: 25 },
  )
})

test('what nothing covers is a debt: it freezes, every deposit shrinks it, and unfreezing waits for it', async () => {
  const { transferId } = await topUp(1000)
  const used = await buys(1000, { kind: 'subscription' })
  // Its unused half came back before. What was used is no purchase that a top-up's chargeback gives back.
  await db.transaction((tx) => wallet.reverse(tx, used.transferId, { reason: 'performer_cancelled', by: null, part: 500 }))
  await takesBack(transferId)
  expect(await account()).toEqual({ balance: -500, floor: -500, frozen: true })
  expect(await wallet.debtOf(db, fan)).toBe(500)
  expect(await db.transaction((tx) => wallet.unfreeze(tx, fan))).toBe(false)
  await expect(db.transaction((tx) => wallet.liftFreeze(tx, fan, { by: creator, reason: 'x' }))).rejects.toMatchObject({
    code: 'wallet_in_debt',
  })

  await topUp(200)
  expect(await db.transaction((tx) => wallet.easeDebt(tx, fan))).toBe(300)
  expect(await account()).toEqual({ balance: -300, floor: -300, frozen: true })
  await topUp(400)
  expect(await db.transaction((tx) => wallet.easeDebt(tx, fan))).toBe(0)
  expect(await account()).toEqual({ balance: 100, floor: 0, frozen: true })
  expect(await db.transaction((tx) => wallet.unfreeze(tx, fan))).toBe(true)
})

test('in parts: each takes what is there or the newest purchases, and all of them together no more than was put in', async () => {
  const { transferId } = await topUp(1000)
  await buys(900, { reference: 'work:only' })
  expect(await takesBack(transferId, 100)).toEqual([])
  expect(await account()).toEqual({ balance: 0, floor: 0, frozen: false })
  expect(await takesBack(transferId, 1)).toEqual([])
  expect(await account()).toEqual({ balance: -1, floor: -1, frozen: true })
  expect(await wallet.leftOf(db, transferId)).toBe(899)
  expect(await takesBack(transferId, 5000)).toEqual([{ sellerId: creator, title: 'A post', tokens: 900 }])
  await takesBack(transferId)
  expect(await db.transaction((tx) => wallet.easeDebt(tx, fan))).toBe(0)
  expect(await account()).toMatchObject({ balance: 0, floor: 0 })
})

test('a second payment that is taken back makes a debt deeper, and one that the wallet covers by then does not', async () => {
  const gone = async (amount: number) => {
    const { transferId } = await topUp(amount)
    const used = await buys(amount, { kind: 'subscription' })
    // Used time is no purchase that a chargeback undoes.
    await db.transaction((tx) => wallet.reverse(tx, used.transferId, { reason: 'performer_cancelled', by: null, part: 1 }))
    return transferId
  }
  const [first, second, third] = [await gone(1000), await gone(400), (await topUp(100)).transferId]
  // 3 hundredths came back of the months, less than what is taken: 2 of them and the top-up are there.
  await takesBack(first)
  expect(await account()).toEqual({ balance: -898, floor: -898, frozen: true })
  await takesBack(second)
  expect(await account()).toEqual({ balance: -1298, floor: -1298, frozen: true })
  expect(await wallet.debtOf(db, fan)).toBe(1298)
  await topUp(2000)
  // Before anybody eased the debt: what the wallet covers leaves the floor where it is.
  await takesBack(third)
  expect(await account()).toEqual({ balance: 602, floor: -1298, frozen: true })
  expect(await db.transaction((tx) => wallet.easeDebt(tx, fan))).toBe(0)
  expect(await account()).toEqual({ balance: 602, floor: 0, frozen: true })
})

test('twice at once is once', async () => {
  const { transferId } = await topUp(1000)
  await buys(900)
  await Promise.all([takesBack(transferId), takesBack(transferId), takesBack(transferId)])
  expect(await account()).toEqual({ balance: 0, floor: 0, frozen: false })
})

test('only what came into a wallet is taken back so', async () => {
  await topUp(1000)
  const { transferId } = await buys(500)
  await expect(takesBack(transferId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(takesBack(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
})
