import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { member, picture, review } from '#server/catalogue/feeds/testing.ts'
import { refundUnaccepted } from '#server/catalogue/shop/jobs.ts'
import { wipeOldAddresses } from '#server/catalogue/shop/orders.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import { addressOf, buyer, buys, drainOutbox, print, score } from '#server/catalogue/shop/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let seller: Member
let staff: Member
let fan: Awaited<ReturnType<typeof buyer>>
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await review(db, 'after')
  staff = await member(db, 'staff')
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

type Status = NonNullable<Parameters<typeof shop.move>[3]['status']>
const moves = (who: Member, id: string, status?: Status, more: Omit<Parameters<typeof shop.move>[3], 'status'> = {}) =>
  db.transaction((tx) => shop.move(tx, who, id, { status, ...more }))
const order = (id: string, who = fan.who) => shop.showOrder(db, who, id)
const stock = async (id: string) => (await shop.showOne(db, { viewer: visitor }, id)).stock
const balance = () => wallet.balanceOf(db, fan.who.accountId)
const earned = () => wallet.earningsOf(db, seller.accountId)
const ordered = async () => {
  const id = await print(db, seller)
  const { orderId } = await buys(db, fan, id)
  return { id, orderId }
}
async function walk(orderId: string, ...statuses: Status[]): Promise<void> {
  for (const status of statuses) await moves(seller, orderId, status)
}
/** Subjects of what somebody was written, oldest first. */
async function letters(who: Member): Promise<string[]> {
  await drainOutbox(db)
  const rows = await db.many<{ subject: string }>(
    sql`select subject from mail.letters where recipient = ${`${who.username}@stagedoor.example`} order by id`,
  )
  return rows.map(({ subject }) => subject)
}

test('an order goes its way, each step is written down and told, and the money is the seller’s when it arrived', async () => {
  const { orderId } = await ordered()
  const held = await wallet.heldInAll(db)
  await moves(seller, orderId, 'processing')
  await moves(seller, orderId, 'shipping', { carrier: '宅配通', shippingCode: 'TW 123', note: '明天會到' })
  expect(await order(orderId)).toMatchObject({ carrier: '宅配通', shippingCode: 'TW 123', note: '明天會到', nextStatuses: ['delivered'] })
  expect([await earned(), await wallet.heldInAll(db)]).toEqual([0, held])
  await moves(fan.who, orderId, 'delivered')
  expect([await earned(), await wallet.heldInAll(db)]).toEqual([24_000, held - 30_000])
  const done = await order(orderId)
  expect(done.steps.map(({ status, by }) => [status, by])).toEqual([
    ['created', 'buyer'],
    ['processing', 'seller'],
    ['shipping', 'seller'],
    ['delivered', 'buyer'],
  ])
  expect(done).toMatchObject({ isEscrowed: false, nextStatuses: [] })
  const number = (await order(orderId)).number
  expect(await letters(fan.who)).toEqual([`訂單#${number}已成立：Lantern print`, `訂單#${number}已接單`, `訂單#${number}已寄出`])
  expect(await letters(seller)).toEqual([`新訂單#${number}：Lantern print`, `訂單#${number}已完成`])
})

test('nothing goes back or skips a step, and nobody sets what is not theirs to set', async () => {
  const { orderId } = await ordered()
  const refused: [Member, Status, Status][] = [
    [seller, 'created', 'shipping'],
    [seller, 'created', 'delivered'],
    [seller, 'created', 'refunded'],
    [fan.who, 'created', 'processing'],
    [fan.who, 'created', 'delivered'],
    [fan.who, 'created', 'refunded'],
    [staff, 'created', 'processing'],
  ]
  for (const [who, from, to] of refused)
    await expect(moves(who, orderId, to), `${who.role} ${to}`).rejects.toMatchObject({
      code: 'status_cannot_follow',
      details: { from, to },
    })
  await walk(orderId, 'processing')
  for (const to of ['created', 'delivered'] as const)
    await expect(moves(seller, orderId, to)).rejects.toMatchObject({ code: 'status_cannot_follow', details: { from: 'processing', to } })
  await expect(moves(fan.who, orderId, 'cancelled')).rejects.toMatchObject({ code: 'status_cannot_follow' })
  await walk(orderId, 'shipping')
  for (const to of ['created', 'processing', 'cancelled'] as const)
    await expect(moves(seller, orderId, to)).rejects.toMatchObject({ code: 'status_cannot_follow' })
  await walk(orderId, 'delivered')
  for (const to of ['created', 'processing', 'shipping', 'cancelled'] as const)
    await expect(moves(seller, orderId, to)).rejects.toMatchObject({ code: 'status_cannot_follow' })
  expect((await order(orderId)).steps).toHaveLength(4)
})

test('pressing twice is no second step', async () => {
  const { orderId } = await ordered()
  await Promise.all([moves(seller, orderId, 'processing'), moves(seller, orderId, 'processing')])
  expect((await order(orderId)).steps).toHaveLength(2)
})

test('a stranger, and another seller, do not find an order, and change nothing', async () => {
  const { orderId } = await ordered()
  for (const stranger of [(await buyer(db)).who, await member(db, 'performer')]) {
    await expect(order(orderId, stranger)).rejects.toMatchObject({ code: 'not_found' })
    for (const status of ['processing', 'cancelled'] as const)
      await expect(moves(stranger, orderId, status)).rejects.toMatchObject({ code: 'not_found' })
    const addressId = await addressOf(db, stranger)
    await expect(db.transaction((tx) => shop.sendElsewhere(tx, stranger, orderId, addressId))).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await order(orderId)).toMatchObject({ deliveryStatus: 'created', steps: [{}] })
})

test('a seller who cancels gives everything back: tokens to the buyer, the piece to the shelf', async () => {
  for (const steps of [[], ['processing']] as const) {
    const { id, orderId } = await ordered()
    await walk(orderId, ...steps)
    await moves(seller, orderId, 'cancelled', { note: '賣完了' })
    expect([await balance(), await earned(), await stock(id)]).toEqual([100_000, 0, 3])
    expect(await order(orderId)).toMatchObject({ deliveryStatus: 'cancelled', isEscrowed: false, note: '賣完了' })
  }
})

test('a buyer may withdraw until it is accepted', async () => {
  const { id, orderId } = await ordered()
  await moves(fan.who, orderId, 'cancelled')
  expect([await balance(), await stock(id)]).toEqual([100_000, 3])
  expect((await letters(seller)).at(-1)).toMatch('已取消並退款')
})

test('staff give back at any time; after delivery it comes out of the seller’s earnings', async () => {
  for (const statuses of [[], ['processing'], ['processing', 'shipping'], ['processing', 'shipping', 'delivered']] as const) {
    const { id, orderId } = await ordered()
    await walk(orderId, ...statuses)
    await moves(staff, orderId, 'refunded', { note: 'Arrived broken' })
    expect([await balance(), await earned()]).toEqual([100_000, 0])
    expect(await stock(id), 'what was delivered stays with its buyer').toBe(statuses.length === 3 ? 2 : 3)
    await expect(moves(staff, orderId, 'refunded')).resolves.toBeUndefined()
    expect((await order(orderId)).steps.at(-1)).toMatchObject({ status: 'refunded', by: 'staff', note: 'Arrived broken' })
  }
})

test('a refund in the ledger, of either half, ends the order, too', async () => {
  for (const half of ['transferId', 'releaseId'] as const) {
    const { orderId } = await ordered()
    await walk(orderId, 'processing', 'shipping', 'delivered')
    const row = await db.one<{ transferId: string; releaseId: string }>(
      sql`select transfer_id as "transferId", release_id as "releaseId" from shop.orders where id = ${orderId}`,
    )
    await db.transaction((tx) => wallet.reverse(tx, row[half], { reason: 'asked', by: staff.accountId }))
    await drainOutbox(db)
    expect(await order(orderId)).toMatchObject({ deliveryStatus: 'refunded' })
    expect((await order(orderId)).steps.at(-1)).toMatchObject({ status: 'refunded', by: 'staff' })
    expect([await balance(), await earned()]).toEqual([100_000, 0])
  }
  const { transferId, orderId } = await buys(db, fan, await score(db, seller))
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: staff.accountId }))
  await drainOutbox(db)
  expect(await order(orderId)).toMatchObject({ deliveryStatus: 'refunded' })
})

test('what nobody accepts in three days goes back by itself, and both are told; what was accepted stays', async () => {
  clock.advance({ days: 4 })
  await refundUnaccepted(db)
  const [late, accepted] = [await ordered(), await ordered()]
  await walk(accepted.orderId, 'processing')
  expect(Date.parse((await order(late.orderId)).acceptBy ?? '') - Date.parse((await order(late.orderId)).createdAt)).toBe(3 * 86_400_000)
  clock.advance({ days: 2, hours: 23 })
  expect(await refundUnaccepted(db)).toBe(0)
  clock.advance({ hours: 2 })
  const jobs = await Promise.all([refundUnaccepted(db), refundUnaccepted(db)])
  expect(jobs.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await order(late.orderId)).toMatchObject({ deliveryStatus: 'refunded' })
  expect((await order(late.orderId)).steps.at(-1)).toMatchObject({ by: 'system' })
  expect(await order(accepted.orderId)).toMatchObject({ deliveryStatus: 'processing' })
  expect([await balance(), await stock(late.id)]).toEqual([70_000, 3])
  expect((await letters(fan.who)).at(-1)).toMatch('無人接單')
  expect((await letters(seller)).at(-1)).toMatch('逾期未接單')
  await expect(moves(seller, late.orderId, 'processing')).rejects.toMatchObject({ code: 'status_cannot_follow' })
})

test('the buyer sends it elsewhere until it is sent, and the seller is told', async () => {
  const { orderId } = await ordered()
  const office = await addressOf(db, fan.who, { city: '高雄市' })
  const elsewhere = (addressId: string, who = fan.who) => db.transaction((tx) => shop.sendElsewhere(tx, who, orderId, addressId))
  const stranger = await buyer(db)
  await expect(elsewhere(stranger.addressId)).rejects.toMatchObject({ code: 'address_not_yours' })
  await expect(elsewhere(office, seller), 'the seller cannot').rejects.toMatchObject({ code: 'not_found' })
  await walk(orderId, 'processing')
  await elsewhere(office)
  expect(await order(orderId, seller)).toMatchObject({ deliveryAddress: { city: '高雄市' } })
  expect((await letters(seller)).at(-1)).toMatch('更改了寄送地址')
  await walk(orderId, 'shipping')
  await expect(elsewhere(fan.addressId)).rejects.toMatchObject({ code: 'order_is_underway' })
  expect(await order(orderId)).toMatchObject({ deliveryAddress: { city: '高雄市' }, canChangeAddress: false })
  const { orderId: digital } = await buys(db, fan, await score(db, seller))
  await expect(db.transaction((tx) => shop.sendElsewhere(tx, fan.who, digital, office))).rejects.toMatchObject({
    code: 'order_is_underway',
  })
})

test('an order keeps the address it was given, sealed; its seller sees it thirty days longer, then it is wiped', async () => {
  const { orderId } = await ordered()
  const row = await db.one<{ sealed: Buffer; others: string }>(
    sql`select sealed_address as sealed, (to_jsonb(o) - 'sealed_address')::text as others from shop.orders o where id = ${orderId}`,
  )
  for (const part of ['忠孝', '臺北', '林小美']) {
    expect(row.sealed.includes(Buffer.from(part))).toBe(false)
    expect(row.others).not.toContain(part)
  }
  await walk(orderId, 'processing', 'shipping', 'delivered')
  clock.advance({ days: 29 })
  expect(await order(orderId, seller)).toMatchObject({ deliveryAddress: { city: '臺北市' } })
  clock.advance({ days: 2 })
  expect((await order(orderId, seller)).deliveryAddress).toBeUndefined()
  expect((await order(orderId, staff)).deliveryAddress).toBeUndefined()
  expect((await order(orderId)).deliveryAddress).toBeDefined()
  await db.transaction(wipeOldAddresses)
  expect((await order(orderId)).deliveryAddress).toBeUndefined()
  const { orderId: open } = await ordered()
  clock.advance({ days: 2 })
  await db.transaction(wipeOldAddresses)
  expect(await order(open, seller)).toMatchObject({ deliveryAddress: {} })
})

test('an address that was deleted since stays in the order that took it', async () => {
  const { orderId } = await ordered()
  await db.transaction((tx) => tx.run(sql`delete from addresses.addresses where id = ${fan.addressId}`))
  expect(await order(orderId, seller)).toMatchObject({ deliveryAddress: { city: '臺北市' } })
})

test('the parcel’s words are its seller’s, while it is on its way', async () => {
  const { orderId } = await ordered()
  await expect(moves(fan.who, orderId, undefined, { carrier: 'Mine' })).rejects.toMatchObject({ code: 'not_allowed' })
  await walk(orderId, 'processing', 'shipping')
  await moves(seller, orderId, undefined, { carrier: '黑貓', shippingCode: 'A-1' })
  expect(await order(orderId)).toMatchObject({ carrier: '黑貓', shippingCode: 'A-1', deliveryStatus: 'shipping' })
  expect((await letters(fan.who)).at(-1)).toMatch('已寄出')
  await walk(orderId, 'delivered')
  await expect(moves(seller, orderId, undefined, { shippingCode: 'B-2' })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('each side finds its own orders by status, number, title and the other’s name', async () => {
  const { orderId } = await ordered()
  await buys(db, fan, await score(db, seller, { name: 'Night rain, notes' }))
  const find = (side: 'buyer' | 'seller', who: Member, more: { status?: Status; text?: string; from?: Date; until?: Date } = {}) =>
    shop.searchOrders(db, side, who.accountId, { isRising: false, limit: 10, offset: 0, ...more })
  expect((await find('buyer', fan.who)).total).toBe(2)
  expect(await find('seller', seller, { status: 'created' })).toEqual({ ids: [orderId], total: 1 })
  const { number } = await order(orderId)
  expect((await find('seller', seller, { text: `#${number}` })).ids).toEqual([orderId])
  expect((await find('seller', seller, { text: 'night RAIN' })).total).toBe(1)
  expect((await find('seller', seller, { text: fan.who.username })).total).toBe(2)
  expect((await find('seller', seller, { text: 'nothing like it' })).total).toBe(0)
  expect((await find('seller', seller, { from: new Date(db.now.getTime() + 1000) })).total).toBe(0)
  const byPrice = async (isRising: boolean) =>
    (await shop.searchOrders(db, 'buyer', fan.who.accountId, { sortBy: 'totalPrice', isRising, limit: 10, offset: 0 })).ids
  const prices = await Promise.all((await byPrice(true)).map(async (id) => (await order(id)).totalPrice))
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  expect(await byPrice(false)).toEqual((await byPrice(true)).toReversed())
  for (const [side, who] of [
    ['buyer', seller],
    ['seller', fan.who],
    ['buyer', (await buyer(db)).who],
  ] as const)
    expect((await find(side, who)).total).toBe(0)
})

test('in an order its buyer sees the product’s picture once staff let it out, its seller before; what was taken down nobody', async () => {
  const id = await print(db, seller, { image: await picture(db, seller, 'thumbnail') })
  const { orderId } = await buys(db, fan, id)
  const pictured = async () => [
    (await order(orderId)).product.image !== undefined,
    (await order(orderId, seller)).product.image !== undefined,
  ]
  expect(await pictured()).toEqual([true, true])
  await review(db, 'before')
  const image = await picture(db, seller, 'thumbnail')
  await db.transaction((tx) => shop.edit(tx, seller.accountId, id, { image }))
  await review(db, 'after')
  expect(await pictured()).toEqual([false, true])
  await db.transaction((tx) => works.takeDown(tx, id, staff.accountId, 'An order.'))
  expect(await pictured()).toEqual([false, false])
})

test('an address that nobody can read any more keeps nobody from their orders: the buyer chooses one again', async () => {
  const { orderId } = await ordered()
  await db.transaction((tx) => tx.run(sql`update shop.orders set sealed_address = '\\x00' where id = ${orderId}`))
  for (const who of [fan.who, seller]) {
    const seen = await order(orderId, who)
    expect(seen).toMatchObject({ addressNeedsAgain: true })
    expect(seen.deliveryAddress).toBeUndefined()
  }
  await db.transaction((tx) => tx.run(sql`update addresses.addresses set sealed = '\\x00' where id = ${fan.addressId}`))
  const sends = (addressId: string) => db.transaction((tx) => shop.sendElsewhere(tx, fan.who, orderId, addressId))
  await expect(sends(fan.addressId)).rejects.toMatchObject({ code: 'address_required' })
  await expect(ordered()).rejects.toMatchObject({ code: 'address_required' })
  await sends(await addressOf(db, fan.who))
  expect(await order(orderId, seller)).toMatchObject({ deliveryAddress: { city: '臺北市' } })
})
