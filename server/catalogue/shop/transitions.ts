// How an order goes on: who may set which status from which, and what each step does to money, stock and the order's papers.
// Every step is written down and told.
import '#server/catalogue/shop/events.ts'
import * as orders from '#server/catalogue/shop/order-queries.ts'
import type { Order, Status } from '#server/catalogue/shop/order-queries.ts'
import * as queries from '#server/catalogue/shop/queries.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

export type Side = 'buyer' | 'seller' | 'staff'

/** Whose order it is to the asker; undefined when it is none of theirs. */
export function sideOf({ accountId, role }: Member, { buyerId, sellerId }: Order): Side | undefined {
  if (accountId === buyerId) return 'buyer'
  if (accountId === sellerId) return 'seller'
  return role === 'staff' ? 'staff' : undefined
}

const steps: Readonly<Record<Side, Partial<Record<Status, readonly Status[]>>>> = {
  seller: { created: ['processing', 'cancelled'], processing: ['shipping', 'cancelled'], shipping: ['delivered'] },
  buyer: { created: ['cancelled'], shipping: ['delivered'] },
  staff: { created: ['refunded'], processing: ['refunded'], shipping: ['refunded'], delivered: ['refunded'] },
}

/** What this side may set an order to now. Forward only: nothing ever goes back. */
export function nextOf(side: Side, status: Status): readonly Status[] {
  return steps[side][status] ?? []
}

const isUnderWay = (status: Status) => status === 'created' || status === 'processing' || status === 'shipping'
export const canSendElsewhere = ({ type, status }: Order) => type === 'physical' && (status === 'created' || status === 'processing')

/** Enters an order that was just paid. What is downloaded has arrived. */
export async function begin(tx: Tx, order: Omit<orders.NewOrder, 'status'>): Promise<void> {
  const status = order.type === 'digital' ? 'delivered' : 'created'
  await orders.insert(tx, { ...order, status })
  await orders.addStep(tx, { orderId: order.id, status, byId: order.buyerId, note: '' })
  await tell(tx, order, status, order.buyerId)
}

export interface Move {
  status?: Status | undefined
  carrier?: string | undefined
  shippingCode?: string | undefined
  note?: string | undefined
}

/**
 * Moves an order on, or tells more about its parcel. The status it has already is no step.
 * @throws not_found for those it does not concern; status_cannot_follow {from, to}; prohibited_term; not_allowed for whoever else writes
 * the seller's half, and for a seller who writes it once the order is over
 */
export async function move(tx: Tx, asker: Member, orderId: string, { status, ...told }: Move): Promise<void> {
  const order = (await orders.lock(tx, orderId)) ?? refuse('not_found')
  const side = sideOf(asker, order) ?? refuse('not_found')
  const to = status === order.status ? undefined : status
  if (to && !nextOf(side, order.status).includes(to)) refuse('status_cannot_follow', { from: order.status, to })
  const note = terms.cleanText(told.note ?? '')
  await terms.refuseProhibited(tx, { note, carrier: told.carrier, shippingCode: told.shippingCode })
  if (side !== 'seller' && (told.carrier !== undefined || told.shippingCode !== undefined)) refuse('not_allowed')
  if (side === 'seller') await label(tx, order, told, to === undefined)
  if (to) await step(tx, order, to, asker.accountId, note)
}

/** What the seller says about the parcel, for as long as it is on its way. */
async function label(tx: Tx, order: Order, { carrier, shippingCode, note }: Omit<Move, 'status'>, isAlone: boolean): Promise<void> {
  const line = (text: string | undefined, before: string) =>
    text === undefined ? before : terms.cleanText(text).replaceAll(/\s+/g, ' ').trim()
  const parcel = {
    carrier: line(carrier, order.carrier),
    shippingCode: line(shippingCode, order.shippingCode),
    sellerNote: note === undefined ? order.sellerNote : terms.cleanText(note),
  }
  const isSame = parcel.carrier === order.carrier && parcel.shippingCode === order.shippingCode && parcel.sellerNote === order.sellerNote
  if (isSame) return
  if (!isUnderWay(order.status)) refuse('not_allowed')
  await orders.setParcel(tx, order.id, parcel)
  if (isAlone) await announce(tx, 'order.changed', { orderId: order.id, buyerId: order.buyerId, sellerId: order.sellerId, what: 'parcel' })
}

/** @param by null: the system, when time ran out */
async function step(tx: Tx, order: Order, to: Status, by: string | null, note: string): Promise<void> {
  const isGivenBack = to === 'cancelled' || to === 'refunded'
  // What is downloaded has no shelf to go back to; what was delivered stays with its buyer.
  if (isGivenBack && order.type === 'physical' && order.status !== 'delivered') await queries.returnStock(tx, order.workId, order.quantity)
  await orders.addStep(tx, { orderId: order.id, status: to, byId: by, note })
  await tell(tx, order, to, by)
  // Money moves last: a wallet is locked for as short as can be.
  if (isGivenBack) await wallet.reverse(tx, order.transferId, { reason: note || to, by })
  const release = to === 'delivered' ? await earnings.earnHeld(tx, { heldId: order.transferId, creator: order.sellerId }) : undefined
  await orders.setStatus(tx, order.id, to, release?.transferId)
}

async function tell(tx: Tx, order: Pick<Order, 'id' | 'buyerId' | 'sellerId' | 'type'>, status: Status, by: string | null): Promise<void> {
  await announce(tx, 'order.moved', { orderId: order.id, buyerId: order.buyerId, sellerId: order.sellerId, status, by, type: order.type })
}

/** The buyer sends it elsewhere, for as long as it is not sent. @throws not_found, order_is_underway, address_not_yours, address_required */
export async function sendElsewhere(tx: Tx, asker: Member, orderId: string, addressId: string): Promise<void> {
  const order = (await orders.lock(tx, orderId)) ?? refuse('not_found')
  if (order.buyerId !== asker.accountId) refuse('not_found')
  if (!canSendElsewhere(order)) refuse('order_is_underway')
  const address = (await addresses.find(tx, asker.accountId, addressId)) ?? refuseField('deliveryAddressId', 'address_not_yours')
  const postal = address.postal ?? refuseField('deliveryAddressId', 'address_required')
  await orders.setAddress(tx, orderId, addresses.seal(`order:${orderId}`, postal), postal.country)
  await announce(tx, 'order.changed', { orderId, buyerId: order.buyerId, sellerId: order.sellerId, what: 'address' })
}

/** How long a seller may take to accept. */
const acceptDays = 3
const dayMs = 86_400_000
export const acceptBy = ({ createdAt }: Pick<Order, 'createdAt'>) => new Date(createdAt.getTime() + acceptDays * dayMs)

/** Gives back what its seller did not accept in time. False when it has moved on meanwhile. */
export async function giveBackUnaccepted(tx: Tx, orderId: string): Promise<boolean> {
  const order = await orders.lock(tx, orderId)
  if (order?.status !== 'created' || acceptBy(order) > tx.now) return false
  await step(tx, order, 'refunded', null, '')
  return true
}

/** Gives back what is on its way of a product that staff took down; what was delivered stays with its buyer. False when it has moved on meanwhile. */
export async function giveBackRemoved(tx: Tx, orderId: string, by: string | null): Promise<boolean> {
  const order = await orders.lock(tx, orderId)
  if (!order || !isUnderWay(order.status)) return false
  await step(tx, order, 'refunded', by, '')
  return true
}

/** Orders of a product that are under way. */
export function underWayOf(db: Db, workId: string): Promise<string[]> {
  return orders.underWayOf(db, workId)
}

/** The money of an order went back by another hand (staff, in the ledger): the order says so, too. Twice is once. */
export async function followRefund(tx: Tx, transferId: string, by: string | null): Promise<void> {
  const found = await orders.ofTransfer(tx, transferId)
  const order = found && (await orders.lock(tx, found.id))
  if (!order || order.status === 'cancelled' || order.status === 'refunded') return
  await step(tx, order, 'refunded', by, '')
}

/** Orders whose time to be accepted has run out. */
export function unaccepted(db: Db): Promise<string[]> {
  return orders.unaccepted(db, new Date(db.now.getTime() - acceptDays * dayMs))
}
