// Buying out of the wallet (calls.md section 10, products). What is downloaded is the buyer's at once and the payment its receipt, as of any
// work; what is sent becomes an order whose payment waits in escrow. Rows are locked in one order: the product's, then the wallet's last.
import * as access from '#server/catalogue/access/access.ts'
import '#server/catalogue/shop/events.ts'
import * as orders from '#server/catalogue/shop/order-queries.ts'
import * as queries from '#server/catalogue/shop/queries.ts'
import { begin } from '#server/catalogue/shop/transitions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

export interface Wanted {
  workId: string
  quantity: number
  addressId?: string | undefined
  /** Instead of the one in the address. */
  phone?: string | undefined
  note: string
  /** The price of one piece that the buyer saw, in hundredths. */
  expectedPrice?: number | undefined
}

export interface Bought {
  orderId: string
  transferId: string
  /** What the buyer has left, in hundredths. */
  balance: number
}

/**
 * Buys a product; performers may, too (calls.md section 0). A digital one that is theirs already costs nothing again.
 * @throws not_found, cannot_pay_yourself, not_for_sale, birth_date_required, price_changed, address_required, address_not_yours, out_of_stock {stock},
 * prohibited_term, not_enough_tokens, wallet_frozen
 */
export async function buy(tx: Tx, buyer: Member, country: string | undefined, wanted: Wanted): Promise<Bought> {
  await works.lockShared(tx, wanted.workId)
  const work = (await works.named(tx, 'product', wanted.workId)) ?? refuse('not_found')
  const [goods] = await queries.goods(tx, [work.id])
  if (!goods) return refuse('not_found')
  if (work.creatorId === buyer.accountId) refuse('cannot_pay_yourself')
  const right = (await access.mayView(tx, { viewer: buyer, country }, [work])).get(work.id)
  if (!right?.isThere) return refuse('not_found')
  if (goods.type === 'digital' && right.isBought) return boughtBefore(tx, buyer.accountId, work.id)
  if (!works.isShown(work, tx.now)) refuse('not_for_sale')
  if (!buyer.isAdult) refuse('birth_date_required')
  if (wanted.expectedPrice !== undefined && wanted.expectedPrice !== work.price) refuse('price_changed', { price: work.price / 100 })
  const note = terms.cleanText(wanted.note)
  await terms.refuseProhibited(tx, { note })
  return goods.type === 'digital' ? download(tx, buyer, work, { ...wanted, note }) : send(tx, buyer, work, { ...wanted, note })
}

async function download(tx: Tx, { accountId }: Member, work: works.Work, { quantity, note }: Wanted): Promise<Bought> {
  if (quantity !== 1) throw new Refusal('invalid', {}, [{ field: 'quantity', code: 'too_large', limit: 1 }])
  const id = await orders.newId(tx)
  const paid = await earnings.sell(tx, {
    buyer: accountId,
    creator: work.creatorId,
    amount: work.price,
    expected: work.price,
    kind: 'product',
    reference: access.referenceOf(work.id),
    title: work.title,
    detail: { workId: work.id, orderId: id },
  })
  // In another tab, in the same instant.
  if (paid.already) return boughtBefore(tx, accountId, work.id)
  await begin(tx, {
    ...orderOf(work, accountId, note),
    id,
    quantity,
    transferId: paid.transferId,
    type: 'digital',
    sealedAddress: null,
    country: null,
  })
  await announce(tx, 'work.bought', {
    transferId: paid.transferId,
    workId: work.id,
    creatorId: work.creatorId,
    buyerId: accountId,
    price: work.price,
  })
  return { orderId: id, transferId: paid.transferId, balance: paid.balance }
}

async function send(tx: Tx, { accountId }: Member, work: works.Work, { quantity, note, addressId, phone }: Wanted): Promise<Bought> {
  if (addressId === undefined) return refuseField('deliveryAddressId', 'address_required')
  const address = (await addresses.find(tx, accountId, addressId)) ?? refuseField('deliveryAddressId', 'address_not_yours')
  const known = address.postal ?? refuseField('deliveryAddressId', 'address_required')
  const postal = phone === undefined ? known : { ...known, phone: terms.requireText('phone', phone) }
  const id = await orders.newId(tx)
  if (!(await queries.takeStock(tx, work.id, quantity))) {
    const [left] = await queries.goods(tx, [work.id])
    refuse('out_of_stock', { stock: left?.stock ?? 0 })
  }
  const paid = await wallet.hold(tx, {
    from: accountId,
    seller: work.creatorId,
    amount: work.price * quantity,
    kind: 'product',
    reference: `order:${id}`,
    title: work.title,
    detail: { workId: work.id, orderId: id, quantity },
  })
  await begin(tx, {
    ...orderOf(work, accountId, note),
    id,
    quantity,
    transferId: paid.transferId,
    type: 'physical',
    sealedAddress: addresses.seal(`order:${id}`, postal),
    country: postal.country,
  })
  return { orderId: id, transferId: paid.transferId, balance: paid.balance }
}

function orderOf(work: works.Work, buyerId: string, buyerNote: string) {
  return { workId: work.id, buyerId, sellerId: work.creatorId, title: work.title, unitPrice: work.price, buyerNote }
}

async function boughtBefore(tx: Tx, buyerId: string, workId: string): Promise<Bought> {
  const order = await orders.newestUncancelled(tx, buyerId, workId)
  if (!order) throw new Error(`the product ${workId} was paid for without an order`)
  return { orderId: order.id, transferId: order.transferId, balance: await wallet.balanceOf(tx, buyerId) }
}
