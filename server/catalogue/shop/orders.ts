// Orders as either side sees them.
import type { Order as Shown } from '#contract/catalogue/shop.ts'
import { acceptBy, canSendElsewhere, nextOf, sideOf, type Side } from '#server/catalogue/shop/transitions.ts'
import * as queries from '#server/catalogue/shop/order-queries.ts'
import type { Order, Step } from '#server/catalogue/shop/order-queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'

/** How long after its end a seller still sees where an order went; then nobody does. */
const addressDays = 30
const dayMs = 86_400_000
const oldestWithAddress = (now: Date) => new Date(now.getTime() - addressDays * dayMs)

/** These orders as the asker sees them, in the order given; those that do not concern them are left out. */
export async function show(db: Db, asker: Member, ids: readonly string[]): Promise<Shown[]> {
  if (ids.length === 0) return []
  const found = new Map((await queries.orders(db, ids)).map((order) => [order.id, order]))
  const list = ids.flatMap((id) => found.get(id) ?? [])
  const [steps, people, products] = await Promise.all([
    queries.steps(db, ids),
    profiles.userCards(db, [...new Set(list.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]))]),
    works.find(db, [...new Set(list.map(({ workId }) => workId))]),
  ])
  const pictures = await files.find(
    db,
    [...products.values()].flatMap(({ preview }) => preview ?? []),
  )
  return list.flatMap((order) => {
    const side = sideOf(asker, order)
    const [buyer, seller, work] = [people.get(order.buyerId), people.get(order.sellerId), products.get(order.workId)]
    if (!side || !buyer || !seller) return []
    // What staff took down is shown to nobody, and to its buyers nothing that staff have not let out.
    const isShown = work && (side === 'buyer' ? works.isReviewed(work) : work.state !== 'removed')
    const picture = isShown && work.preview ? pictures.get(work.preview) : undefined
    const image = picture && files.previewForm(picture, { viewerId: asker.accountId, now: db.now })?.url
    return [
      {
        ...formOf(order, side, db.now),
        product: { _id: order.workId, title: order.title, type: order.type, slug: work?.slug ?? order.workId, ...(image && { image }) },
        buyer,
        seller,
        steps: steps.filter(({ orderId }) => orderId === order.id).map((step) => stepOf(step, order)),
      },
    ]
  })
}

/** @throws not_found */
export async function showOne(db: Db, asker: Member, id: string): Promise<Shown> {
  const [order] = await show(db, asker, [id])
  return order ?? refuse('not_found')
}

function formOf(order: Order, side: Side, now: Date): Omit<Shown, 'product' | 'buyer' | 'seller' | 'steps'> {
  const { type, status } = order
  return {
    _id: order.id,
    number: order.number,
    quantity: order.quantity,
    unitPrice: fromHundredths(order.unitPrice),
    totalPrice: fromHundredths(order.totalPrice),
    deliveryStatus: status,
    ...(order.sealedAddress && seesAddress(order, side, now) && addressIn(order.id, order.sealedAddress)),
    buyerNote: order.buyerNote,
    carrier: order.carrier,
    shippingCode: order.shippingCode,
    note: order.sellerNote,
    nextStatuses: [...nextOf(side, status)],
    canChangeAddress: side === 'buyer' && canSendElsewhere(order),
    isEscrowed: type === 'physical' && (status === 'created' || status === 'processing' || status === 'shipping'),
    ...(status === 'created' && { acceptBy: acceptBy(order).toISOString() }),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

/** For a change of the site's key. */
export const sealed = [addresses.sealedColumn('the address of an order', 'shop.orders', 'sealed_address', 'order')]

function addressIn(id: string, sealed: Buffer): Pick<Shown, 'deliveryAddress' | 'addressNeedsAgain'> {
  const deliveryAddress = addresses.unseal(`order:${id}`, sealed)
  return deliveryAddress ? { deliveryAddress } : { addressNeedsAgain: true }
}

function seesAddress({ endedAt }: Order, side: Side, now: Date): boolean {
  return side === 'buyer' || endedAt === null || endedAt > oldestWithAddress(now)
}

function stepOf({ status, byId, note, createdAt }: Step, { buyerId, sellerId }: Order): Shown['steps'][number] {
  const by = byId === null ? 'system' : byId === buyerId ? 'buyer' : byId === sellerId ? 'seller' : 'staff'
  return { status, by, note, createdAt: createdAt.toISOString() }
}

export function search(db: Db, side: 'buyer' | 'seller', personId: string, filter: queries.Filter) {
  return queries.search(db, side, personId, filter)
}

/** What somebody's orders of a product come to, without those that were cancelled or refunded. */
export async function purchasesOf(db: Db, buyerId: string, workId: string): Promise<{ orderId: string; quantity: number } | undefined> {
  const [newest, pieces] = await Promise.all([
    queries.newestUncancelled(db, buyerId, workId),
    queries.uncancelledPieces(db, buyerId, [workId]),
  ])
  return newest && { orderId: newest.id, quantity: pieces.get(workId) ?? 0 }
}

/** Forgets where orders went that ended long enough ago. */
export function wipeOldAddresses(tx: Tx): Promise<number> {
  return queries.wipeAddresses(tx, oldestWithAddress(tx.now))
}
