import { shop as table } from '#contract/catalogue/shop.ts'
import type { Input } from '#contract/endpoint.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import { instantsOf } from '#server/platform/db/db.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { once } from '#server/platform/http/idempotency.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'

// An order holds an address, which is kept sealed: under a caller's key stands the order's id, and the order is read again.
export const handlers: Handlers<typeof table> = {
  async createProduct(call, { name, type, price, ...more }) {
    const id = await uploads.receiving(call, purposes, (received) => {
      const draft = { ...draftOf(more), ...filesOf(received), name, type, price: toHundredths(price) }
      return call.db.transaction((tx) => shop.create(tx, call.viewer.accountId, draft))
    })
    return shop.showOne(call.db, access.readerOf(call), id)
  },
  updateProduct: (call, { id, _id, ...sent }) => edited(call, id, sent),
  updateNamedProduct: (call, { _id, ...sent }) => edited(call, _id, sent),
  async ownProducts(call, { limit, offset, q, type, ...filter }) {
    const wanted = { kind: 'product' as const, ...filter, text: q, also: type && shop.isOfType(type) }
    const { ids, ...count } = await works.own(call.db, call.viewer.accountId, wanted, { limit, offset })
    return { data: await shop.show(call.db, access.readerOf(call), ids), ...count }
  },
  ownProduct: (call, { id }) => ownOne(call, id),
  async removeProduct(call, { id }) {
    await call.db.transaction((tx) => shop.remove(tx, call.viewer.accountId, id))
    return { deleted: true }
  },
  async products(call, { limit, offset, q, type, performerId, isSale, ...filter }) {
    const wanted = {
      kind: 'product' as const,
      ...filter,
      creatorId: performerId,
      audience: isSale,
      text: q,
      also: type && shop.isOfType(type),
    }
    const { ids, ...count } = await access.listShown(call.db, access.readerOf(call), wanted, { limit, offset })
    return { data: await shop.show(call.db, access.readerOf(call), ids), ...count }
  },
  async product(call, { id }) {
    const product = await shop.showOne(call.db, access.readerOf(call), id)
    return { ...product, totalViews: await reactions.countView(call, product) }
  },
  async downloadLink(call, { id }) {
    const { expiresAt, ...link } = await call.db.transaction((tx) => shop.link(tx, call.viewer, call.country(), id))
    return { ...link, expiresAt: expiresAt.toISOString() }
  },
  charge: {
    async withoutTx(call, { id, quantity = 1, deliveryAddressId, phone, note = '', expectedPrice }) {
      const bought = await once(call.db, call.attempt, async (tx) => {
        const { orderId, transferId, balance } = await shop.buy(tx, call.viewer, call.country(), {
          workId: id,
          quantity,
          addressId: deliveryAddressId,
          phone,
          note,
          expectedPrice: expectedPrice === undefined ? undefined : toHundredths(expectedPrice),
        })
        return { orderId, transferId, balance: fromHundredths(balance) }
      })
      const order = await shop.showOrder(call.db, call.viewer, bought.orderId)
      const { product, totalPrice: amount, createdAt } = order
      return {
        transaction: { _id: bought.transferId, type: 'product', targetTitle: product.title, amount, createdAt },
        balance: bought.balance,
        order,
      }
    },
  },
  orders: (call, filter) => orders(call, 'seller', filter),
  ownOrders: (call, filter) => orders(call, 'buyer', filter),
  async checkPurchased(call, { productId, userId = call.viewer.accountId }) {
    const work = (await works.named(call.db, 'product', productId)) ?? refuse('not_found')
    const isSeller = work.creatorId === call.viewer.accountId
    if (userId !== call.viewer.accountId && !isSeller) refuse('not_found')
    const found = await shop.purchasesOf(call.db, userId, work.id)
    if (found) return { bought: true, ...found }
    // Whoever did not buy it learns no more than the shop shows them.
    if (!isSeller) await shop.showOne(call.db, access.readerOf(call), work.id)
    return { bought: false, quantity: 0 }
  },
  order: (call, { id }) => shop.showOrder(call.db, call.viewer, id),
  updateOrder: {
    async withoutTx(call, { id, deliveryStatus, ...more }) {
      await once(call.db, call.attempt, async (tx) => {
        await shop.move(tx, call.viewer, id, { status: deliveryStatus, ...more })
        return { orderId: id }
      })
      return shop.showOrder(call.db, call.viewer, id)
    },
  },
  async updateOrderAddress(call, { id, deliveryAddressId }) {
    await call.db.transaction((tx) => shop.sendElsewhere(tx, call.viewer, id, deliveryAddressId))
    return shop.showOrder(call.db, call.viewer, id)
  },
}

async function ownOne(call: Call<Member>, id: string) {
  const product = await shop.showOne(call.db, access.readerOf(call), id)
  return product.performerId === call.viewer.accountId ? product : refuse('not_found')
}

async function edited(call: Call<Member>, id: string, sent: Sent) {
  await ownOne(call, id)
  await uploads.receiving(call, purposes, (received) => {
    const draft = { ...draftOf(sent), ...filesOf(received) }
    return call.db.transaction((tx) => shop.edit(tx, call.viewer.accountId, id, draft))
  })
  return shop.showOne(call.db, access.readerOf(call), id)
}

const purposes = { image: 'thumbnail', digitalFile: 'download' } as const

/** What came with the call stands before what it names. */
function filesOf({ image, digitalFile }: { [Field in keyof typeof purposes]?: string }): Pick<shop.Draft, 'image' | 'file'> {
  return { ...(image && { image }), ...(digitalFile && { file: digitalFile }) }
}

type Sent = Omit<Input<(typeof table)['updateProduct']>, 'id' | '_id'>

/** Not sent stays not sent, null takes away. */
function draftOf({ price, imageId, digitalFileId, status, ...same }: Sent): shop.Draft {
  return {
    ...same,
    price: price === undefined ? undefined : toHundredths(price),
    ...(imageId !== undefined && { image: imageId }),
    ...(digitalFileId !== undefined && { file: digitalFileId }),
    isDraft: status === undefined ? undefined : status === 'inactive',
  }
}

async function orders(
  call: Call<Member>,
  side: 'buyer' | 'seller',
  { deliveryStatus, q, fromDate, toDate, timeZone, sortBy, sort, limit, offset }: Input<(typeof table)['orders']>,
) {
  const { ids, total } = await shop.searchOrders(call.db, side, call.viewer.accountId, {
    status: deliveryStatus,
    text: q,
    ...instantsOf({ fromDate, toDate, timeZone }),
    sortBy,
    isRising: sort === 'asc',
    limit,
    offset,
  })
  return { data: await shop.showOrders(call.db, call.viewer, ids), total }
}
