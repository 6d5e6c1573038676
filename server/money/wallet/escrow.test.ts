import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeLedger, openLedger } from '#server/money/wallet/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'

let db: Database
let fan: string
let seller: string
beforeAll(async () => {
  db = await openLedger()
})
afterAll(() => closeLedger(db))
beforeEach(async () => {
  fan = await someone(db, 1000)
  seller = await someone(db)
})

const hold = (amount: number, more: Partial<wallet.Hold> = {}) =>
  db.transaction((tx) =>
    wallet.hold(tx, { from: fan, seller, amount, kind: 'product', reference: `order:${randomUUID()}`, title: 'A print', ...more }),
  )
const release = (heldId: string, commissionBasisPoints = 2000) =>
  db.transaction((tx) => wallet.release(tx, { heldId, to: seller, commissionBasisPoints }))
const takeBack = (transferId: string) => db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))
/** What fan, escrow, seller and site have. */
const figures = async () => {
  const site = await db.one<{ balance: number }>(sql`select balance from wallet.balances where id = 2`)
  return [await wallet.balanceOf(db, fan), await wallet.heldInAll(db), await wallet.earningsOf(db, seller), site.balance]
}

test('what a fan pays waits in escrow, and is the seller’s less commission once it is released', async () => {
  const [, escrow = 0, , site = 0] = await figures()
  const { transferId, balance } = await hold(300)
  expect(balance).toBe(700)
  expect(await figures()).toEqual([700, escrow + 300, 0, site])
  expect(await release(transferId)).toMatchObject({ commission: 60, already: false })
  expect(await figures()).toEqual([700, escrow, 240, site + 60])
  const { lines } = await wallet.statement(db, fan, { limit: 10, offset: 0 })
  expect(lines[0]).toMatchObject({ kind: 'product', title: 'A print', change: -300, payeeId: seller, balanceAfter: 700 })
})

test('a seller’s own rate counts when it is released', async () => {
  await db.transaction((tx) => wallet.agreeCommission(tx, seller, 1000))
  expect(await release((await hold(300)).transferId)).toMatchObject({ commission: 30 })
})

test('it is released once, however often and however many at once ask', async () => {
  const { transferId } = await hold(300)
  const released = await Promise.all(Array.from({ length: 6 }, () => release(transferId)))
  expect(released.filter(({ already }) => !already)).toHaveLength(1)
  expect(await wallet.earningsOf(db, seller)).toBe(240)
})

test('what is held goes back whole, and is not released any more', async () => {
  const before = await figures()
  const { transferId } = await hold(300)
  expect(await takeBack(transferId)).toMatchObject({ amount: 300, already: false })
  expect(await takeBack(transferId)).toMatchObject({ already: true })
  expect(await figures()).toEqual(before)
  await expect(release(transferId)).rejects.toMatchObject({ code: 'not_found' })
  const { lines } = await wallet.statement(db, fan, { limit: 10, offset: 0 })
  expect(lines.slice(0, 2)).toMatchObject([
    { change: 300, isReversal: true, payeeId: seller },
    { change: -300, isReversed: true, payeeId: seller },
  ])
})

test('after the release it comes back from the seller, whichever of the two transfers is named', async () => {
  const before = await figures()
  for (const named of ['held', 'released'] as const) {
    const { transferId } = await hold(300)
    const { transferId: released } = await release(transferId)
    await takeBack(named === 'held' ? transferId : released)
    expect(await figures()).toEqual(before)
    expect(await takeBack(transferId)).toMatchObject({ already: true })
  }
})

test('released and given back in the same instant: one of the two, never both', async () => {
  for (let n = 0; n < 8; n++) {
    const before = await figures()
    const { transferId } = await hold(100)
    const [, back] = await Promise.allSettled([release(transferId), takeBack(transferId)])
    expect(back?.status).toBe('fulfilled')
    expect(await figures()).toEqual(before)
  }
})

test('what cannot be held is refused by name, and nothing moves', async () => {
  const before = await figures()
  await expect(hold(1001)).rejects.toMatchObject({ code: 'not_enough_tokens', details: { required: 10.01, balance: 10 } })
  await expect(hold(100, { seller: fan })).rejects.toMatchObject({ code: 'cannot_pay_yourself' })
  await expect(hold(0)).rejects.toMatchObject({ code: 'amount_out_of_bounds' })
  await expect(hold(100, { expected: 90 })).rejects.toMatchObject({ code: 'price_changed', details: { price: 1 } })
  await db.transaction((tx) => wallet.freeze(tx, fan))
  await expect(hold(100)).rejects.toMatchObject({ code: 'wallet_frozen' })
  expect(await figures()).toEqual(before)
})

test('an ordinary sale and a transfer that does not exist are not released', async () => {
  const sale = await db.transaction((tx) =>
    wallet.charge(tx, { from: fan, to: seller, amount: 100, commissionBasisPoints: 0, kind: 'feed', title: 'A post' }),
  )
  await expect(release(sale.transferId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(release(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
})

test('by hand, too, escrow hands on only what it holds, whole and once', async () => {
  const { transferId } = await hold(300)
  const out = (key: string | null, amount = 300, reference = sql`(select reference from wallet.transfers where id = ${transferId})`) =>
    db.transaction((tx) =>
      tx.run(sql`
        insert into wallet.transfers (payer, payee, amount, kind, reference, key, title, paid_by, created_at)
        values (4, wallet.account_of(${seller}, 'earnings'), ${amount}, 'product', ${reference}, ${key}, 'x', ${fan}, now())`),
    )
  for (const wrong of [
    () => out(null),
    () => out('release:nothing'),
    () => out(`release:${randomUUID()}`),
    () => out(`release:${transferId}`, 299),
    () => out(`release:${transferId}`, 300, sql`'order:another'`),
  ])
    await expect(wrong()).rejects.toThrow('only what is held is released')
  expect(await out(`release:${transferId}`)).toBe(1)
  await expect(out(`release:${transferId}`)).rejects.toThrow('key_is_used_once')
  await expect(db.transaction((tx) => tx.run(sql`select wallet.reverse(${transferId}, null, '{}', now())`))).rejects.toThrow(
    'what was released comes back to escrow first',
  )
})
