import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { block, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import { buyer, buys, download, print, score } from '#server/catalogue/shop/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let seller: Member
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await ownPlace())
})
afterAll(async () => {
  settings.forget()
  await close()
})
beforeEach(async () => {
  await review(db, 'after')
  seller = await member(db, 'performer')
})

const see = (viewer: Viewer, id: string) => shop.showOne(db, { viewer }, id)
const edit = (id: string, draft: shop.Draft, by = seller) => db.transaction((tx) => shop.edit(tx, by.accountId, id, draft))
const create = (draft: shop.Draft & { type: shop.Type }) =>
  db.transaction((tx) => shop.create(tx, seller.accountId, { ...draft, name: draft.name ?? 'A thing', price: draft.price ?? 10_000 }))
const reads = async (id: string) => (await see(seller, id)).status

test('a performer offers a print, and everybody finds it with its picture, price and stock', async () => {
  const image = await picture(db, seller, 'thumbnail')
  const id = await print(db, seller, { image, description: 'Two colours', shippingNote: '三天內寄出', tags: ['#Prints'] })
  const product = await see(visitor, id)
  expect(product).toMatchObject({
    type: 'physical',
    title: 'Lantern print',
    price: 300,
    stock: 3,
    isSale: 'ppv',
    isBought: false,
    shippingNote: '三天內寄出',
    description: 'Two colours',
    tags: ['prints'],
    files: [],
    performerId: seller.accountId,
  })
  expect(product.thumbnail?.url).toContain('/media/')
  const fan = await buyer(db)
  expect(await see(fan.who, id), 'nothing of it is locked').toMatchObject({ canView: true, isBought: false })
  expect(await see(visitor, product.slug), 'by its readable address, too').toMatchObject({ _id: id })
  const filter = { kind: 'product' as const, creatorId: seller.accountId }
  for (const [type, found] of [
    ['physical', [id]],
    ['digital', []],
  ] as const)
    expect(
      (await access.listShown(db, { viewer: visitor }, { ...filter, also: shop.isOfType(type) }, { limit: 9, offset: 0 })).ids,
    ).toEqual(found)
})

test('a digital product shows what it is, and no address of its file, not to its buyer and not to its seller', async () => {
  const id = await score(db, seller)
  const fan = await buyer(db)
  expect(await see(fan.who, id)).toMatchObject({ type: 'digital', canView: false, files: [{ type: 'download', locked: true }] })
  expect((await see(fan.who, id)).stock).toBeUndefined()
  await buys(db, fan, id)
  const bought = await see(fan.who, id)
  expect(bought).toMatchObject({ canView: true, isBought: true, files: [{ name: 'score.txt', locked: false }] })
  for (const product of [bought, await see(seller, id)]) expect(JSON.stringify(product.files)).not.toContain('/media/')
})

test('what is missing or out of bounds is refused by its field (calls.md section 12)', async () => {
  const file = await download(db, seller)
  for (const [draft, code, field] of [
    [{ type: 'physical' }, 'stock_required', 'stock'],
    [{ type: 'digital' }, 'digital_file_required', 'digitalFile'],
    [{ type: 'digital', file, price: 50 }, 'price_out_of_bounds', 'price'],
    [{ type: 'digital', file, price: 2_000_000 }, 'price_out_of_bounds', 'price'],
    [{ type: 'digital', file, price: 0 }, 'price_required', 'price'],
    [{ type: 'physical', stock: 1, name: '  ' }, 'invalid', 'name'],
  ] as const)
    await expect(create(draft), code).rejects.toMatchObject({ code, fields: [{ field }] })
})

test('another’s file, or one that was uploaded for something else, does not become a product’s', async () => {
  const other = await member(db, 'performer')
  for (const draft of [
    { type: 'digital', file: await download(db, other) },
    { type: 'digital', file: await picture(db, seller, 'photo') },
    { type: 'physical', stock: 1, image: await picture(db, other, 'thumbnail') },
    { type: 'physical', stock: 1, image: await picture(db, seller, 'photo') },
  ] as const)
    await expect(create(draft)).rejects.toMatchObject({ code: 'file_not_yours' })
})

test('a draft may lack its file, is its seller’s alone, and cannot be bought', async () => {
  const id = await create({ type: 'digital', isDraft: true })
  const fan = await buyer(db)
  expect(await see(seller, id)).toMatchObject({ status: 'inactive', files: [] })
  await expect(see(fan.who, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(buys(db, fan, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(edit(id, { isDraft: false })).rejects.toMatchObject({ code: 'digital_file_required' })
  await edit(id, { isDraft: false, file: await download(db, seller) })
  expect(await see(fan.who, id)).toMatchObject({ status: 'active' })
})

test('before review nobody sees it; a new text is reviewed again, a new price or stock is not', async () => {
  await review(db, 'before')
  const id = await print(db, seller)
  expect(await reads(id)).toBe('pending_review')
  await expect(see(visitor, id)).rejects.toMatchObject({ code: 'not_found' })
  const staff = await member(db, 'staff')
  await db.transaction((tx) => works.approve(tx, id, staff.accountId))
  await edit(id, { price: 40_000, stock: 9 })
  expect(await see(visitor, id)).toMatchObject({ price: 400, stock: 9 })
  await edit(id, { description: 'Signed' })
  expect(await reads(id)).toBe('pending_review')
})

test('what was sold keeps its type and its file, and a digital one gets no dearer', async () => {
  const id = await score(db, seller)
  const fan = await buyer(db)
  const { transferId } = await buys(db, fan, id)
  await expect(edit(id, { type: 'physical', stock: 1 })).rejects.toMatchObject({ code: 'type_is_sold' })
  // What another type would need is not asked for first: it would be sent in vain.
  await expect(edit(id, { type: 'physical' })).rejects.toMatchObject({ code: 'type_is_sold', fields: [{ field: 'type' }] })
  const parcel = await print(db, seller)
  await buys(db, fan, parcel)
  for (const sent of [
    { type: 'digital' },
    { type: 'digital', file: await download(db, seller) },
    { type: 'digital', isDraft: true },
  ] as const)
    await expect(edit(parcel, sent)).rejects.toMatchObject({ code: 'type_is_sold', fields: [{ field: 'type' }] })
  const unsold = await print(db, seller)
  await expect(edit(unsold, { type: 'digital' })).rejects.toMatchObject({ code: 'digital_file_required' })
  await edit(unsold, { type: 'digital', file: await download(db, seller) })
  await expect(edit(id, { file: await download(db, seller) })).rejects.toMatchObject({ code: 'media_is_sold' })
  await expect(edit(id, { price: 12_001 })).rejects.toMatchObject({ code: 'price_is_sold' })
  await edit(id, { price: 11_000, description: 'Cheaper now' })
  expect(await see(seller, id)).toMatchObject({ price: 110, totalSold: 1 })
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))
  await edit(id, { price: 13_000, file: await download(db, seller) })
  await expect(edit(id, { type: 'physical', stock: 1 }), 'an order still says what it was').rejects.toMatchObject({ code: 'type_is_sold' })
})

test('a print may cost more tomorrow: an order keeps what it cost', async () => {
  const id = await print(db, seller)
  const fan = await buyer(db)
  const { orderId } = await buys(db, fan, id)
  await edit(id, { price: 50_000, name: 'Lantern print, second edition' })
  expect(await shop.showOrder(db, fan.who, orderId)).toMatchObject({ unitPrice: 300, product: { title: 'Lantern print' } })
  expect(await see(seller, id)).toMatchObject({ price: 500, totalSold: 1, stock: 2 })
})

test('nobody changes or deletes another’s product', async () => {
  const id = await print(db, seller)
  const other = await member(db, 'performer')
  await expect(edit(id, { price: 100 }, other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(db.transaction((tx) => shop.remove(tx, other.accountId, id))).rejects.toMatchObject({ code: 'not_found' })
  expect(await see(visitor, id)).toMatchObject({ price: 300 })
})

test('a deleted product is gone from the shop, and stays with those who bought it', async () => {
  const id = await score(db, seller)
  const fan = await buyer(db)
  await buys(db, fan, id)
  await db.transaction((tx) => shop.remove(tx, seller.accountId, id))
  expect(await see(fan.who, id)).toMatchObject({ isBought: true })
  await expect(see(visitor, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(edit(id, { price: 100 })).rejects.toMatchObject({ code: 'not_found' })
})

test('a block hides a product, but not the one that was bought; a takedown hides it from its buyer, too', async () => {
  const [bought, other] = [await score(db, seller), await print(db, seller)]
  const fan = await buyer(db)
  await buys(db, fan, bought)
  await block(db, seller, fan.who)
  expect(await see(fan.who, bought)).toMatchObject({ isBought: true })
  await expect(see(fan.who, other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(buys(db, fan, other)).rejects.toMatchObject({ code: 'not_found' })
  const staff = await member(db, 'staff')
  await db.transaction((tx) => works.takeDown(tx, bought, staff.accountId, 'A rule was broken'))
  await expect(see(fan.who, bought)).rejects.toMatchObject({ code: 'not_found' })
})
