import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import { member, review } from '#server/catalogue/feeds/testing.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import { addressOf, buyer, buys, print, score } from '#server/catalogue/shop/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let seller: Member
let fan: Awaited<ReturnType<typeof buyer>>
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  await review(db, 'after')
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  settings.forget()
  await close()
})
beforeEach(async () => {
  seller = await member(db, 'performer')
  fan = await buyer(db)
})

const stock = async (id: string) => (await shop.showOne(db, { viewer: visitor }, id)).stock
const balance = (who: Member) => wallet.balanceOf(db, who.accountId)
const earned = () => wallet.earningsOf(db, seller.accountId)
const order = (id: string, who = fan.who) => shop.showOrder(db, who, id)
const orderCount = async () =>
  (await db.one<{ n: number }>(sql`select count(*) as n from shop.orders where seller_id = ${seller.accountId}`)).n

test('a print is paid into escrow, leaves the shelf, and becomes an order with its address', async () => {
  const id = await print(db, seller)
  const before = await wallet.heldInAll(db)
  const bought = await buys(db, fan, id, { quantity: 2, note: '請包裝成禮物', phone: '0912-000-000', expectedPrice: 30_000 })
  expect(bought.balance).toBe(40_000)
  expect([await stock(id), await earned(), (await wallet.heldInAll(db)) - before]).toEqual([1, 0, 60_000])
  expect(await order(bought.orderId)).toMatchObject({
    deliveryStatus: 'created',
    quantity: 2,
    unitPrice: 300,
    totalPrice: 600,
    buyerNote: '請包裝成禮物',
    deliveryAddress: { city: '臺北市', phone: '0912-000-000' },
    isEscrowed: true,
    canChangeAddress: true,
    nextStatuses: ['cancelled'],
    steps: [{ status: 'created', by: 'buyer' }],
  })
  expect(await order(bought.orderId, seller)).toMatchObject({ nextStatuses: ['processing', 'cancelled'], canChangeAddress: false })
  const { lines } = await wallet.statement(db, fan.who.accountId, { limit: 1, offset: 0 })
  expect(lines[0]).toMatchObject({ kind: 'product', title: 'Lantern print', change: -60_000, payeeId: seller.accountId })
})

test('a score is the buyer’s at once and the seller’s earning less commission; again costs nothing', async () => {
  const id = await score(db, seller)
  const bought = await buys(db, fan, id)
  expect(await order(bought.orderId)).toMatchObject({ deliveryStatus: 'delivered', quantity: 1, isEscrowed: false, nextStatuses: [] })
  expect([bought.balance, await earned()]).toEqual([88_000, 9_600])
  expect(await buys(db, fan, id)).toEqual(bought)
  const tabs = await Promise.all([buys(db, fan, id), buys(db, fan, id)])
  expect(new Set(tabs.map(({ orderId }) => orderId))).toEqual(new Set([bought.orderId]))
  expect([await balance(fan.who), await orderCount()]).toEqual([88_000, 1])
})

test('two tabs that buy a score in the same instant pay once', async () => {
  const id = await score(db, seller)
  const tabs = await Promise.all(Array.from({ length: 5 }, () => buys(db, fan, id)))
  expect(new Set(tabs.map(({ orderId }) => orderId)).size).toBe(1)
  expect([await balance(fan.who), await orderCount()]).toEqual([88_000, 1])
})

test('twenty buyers at the same time, three pieces: three have one, seventeen keep their tokens', async () => {
  const id = await print(db, seller, { stock: 3 })
  const crowd = await Promise.all(Array.from({ length: 20 }, () => buyer(db, 30_000)))
  const tries = await Promise.allSettled(crowd.map((each) => buys(db, each, id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'out_of_stock', details: { stock: 0 } })
  expect([await stock(id), await orderCount()]).toEqual([0, 3])
  const left = await Promise.all(crowd.map(({ who }) => balance(who)))
  expect(left.filter((tokens) => tokens === 0)).toHaveLength(3)
  expect(left.filter((tokens) => tokens === 30_000)).toHaveLength(17)
})

test('a seller counts anew while a fan buys: the piece that was sold does not come back', async () => {
  const id = await print(db, seller, { stock: 3 })
  const edit = (draft: shop.Draft) => db.transaction((tx) => shop.edit(tx, seller.accountId, id, draft))
  await buys(db, fan, id)
  await expect(edit({ stock: 10, expectedStock: 3 })).rejects.toMatchObject({
    code: 'stock_changed',
    details: { stock: 2 },
    fields: [{ field: 'stock' }],
  })
  await edit({ name: 'Lantern print, signed' })
  expect(await stock(id), 'what is not sent stays as it is').toBe(2)
  await edit({ stock: 10, expectedStock: 2 })
  expect(await stock(id)).toBe(10)
  const [counted] = await Promise.allSettled([edit({ stock: 20, expectedStock: 10 }), buys(db, fan, id)])
  expect(await stock(id), 'whoever was first').toBe(counted.status === 'fulfilled' ? 19 : 9)
})

test('the shelf itself refuses to go below empty, whoever writes', async () => {
  const id = await print(db, seller)
  await expect(db.transaction((tx) => tx.run(sql`update shop.products set stock = -1 where work_id = ${id}`))).rejects.toThrow(
    'stock_is_never_oversold',
  )
})

test('what cannot be bought is refused by name, and nothing changes', async () => {
  const [id, digital] = [await print(db, seller, { stock: 2 }), await score(db, seller)]
  const stranger = await buyer(db)
  const young = await member(db, 'user', { balance: 100_000, isAdult: false })
  const poor = await buyer(db, 100)
  const [youngsHome, sellersHome] = [await addressOf(db, young), await addressOf(db, seller)]
  const refused: [() => Promise<unknown>, object][] = [
    [() => buys(db, fan, id, { quantity: 3 }), { code: 'out_of_stock', details: { stock: 2 } }],
    [() => buys(db, { who: fan.who }, id), { code: 'address_required', fields: [{ field: 'deliveryAddressId' }] }],
    [() => buys(db, fan, id, { addressId: stranger.addressId }), { code: 'address_not_yours' }],
    [() => buys(db, fan, id, { expectedPrice: 20_000 }), { code: 'price_changed', details: { price: 300 } }],
    [() => buys(db, fan, digital, { quantity: 2 }), { code: 'invalid', fields: [{ field: 'quantity', limit: 1 }] }],
    [() => buys(db, { who: young, addressId: youngsHome }, id), { code: 'birth_date_required' }],
    [() => buys(db, poor, id), { code: 'not_enough_tokens', details: { required: 300, balance: 1 } }],
    [() => buys(db, poor, digital), { code: 'not_enough_tokens', details: { required: 120, balance: 1 } }],
    [() => buys(db, { who: seller, addressId: sellersHome }, id), { code: 'cannot_pay_yourself' }],
  ]
  for (const [attempt, refusal] of refused) await expect(attempt()).rejects.toMatchObject(refusal)
  await db.transaction((tx) => wallet.freeze(tx, poor.who.accountId))
  await expect(buys(db, poor, id)).rejects.toMatchObject({ code: 'wallet_frozen' })
  expect([await stock(id), await balance(fan.who), await balance(poor.who), await orderCount()]).toEqual([2, 100_000, 100, 0])
})

test('what its seller took off the shelf is no longer for sale to those who know it', async () => {
  const id = await print(db, seller)
  await db.transaction((tx) => shop.edit(tx, seller.accountId, id, { isDraft: true }))
  await expect(buys(db, fan, id)).rejects.toMatchObject({ code: 'not_found' })
  const bought = await score(db, seller)
  await buys(db, fan, bought)
  await db.transaction((tx) => shop.remove(tx, seller.accountId, bought))
  expect(await buys(db, fan, bought), 'theirs already').toMatchObject({ balance: 88_000 })
})

test('a performer buys from another (calls.md section 0)', async () => {
  const performer = await member(db, 'performer', { balance: 50_000 })
  const id = await print(db, seller)
  expect(await buys(db, { who: performer, addressId: await addressOf(db, performer) }, id)).toMatchObject({ balance: 20_000 })
  expect(await buys(db, { who: performer }, await score(db, seller))).toMatchObject({ balance: 8_000 })
})

test('goods are ordered, not unlocked: the way of posts does not sell them', async () => {
  const id = await print(db, seller)
  await expect(db.transaction((tx) => access.buy(tx, fan.who, undefined, id))).rejects.toMatchObject({ code: 'not_found' })
  expect(await balance(fan.who)).toBe(100_000)
})
