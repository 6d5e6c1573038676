// The town's shop: pictures drawn, files taken in, goods put on the shelf, ordered, sent and received, all by the doors that people use.
import { randomUUID } from 'node:crypto'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as images from '#server/media/images/images.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import { drawPicture } from '#database/town/art/draw.ts'
import { arrived, eachConcurrently } from '#database/town/build/arriving.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { note } from '#database/town/build/leftovers.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import type { Event } from '#database/town/history.ts'
import { type Product, products } from '#database/town/shop.ts'

/** What was taken in for a product. */
interface Taken {
  image?: string
  file?: string
}

/** The shop while its history is told. */
export interface Shop {
  taken: ReadonlyMap<string, Taken>
  /** Works by their product's key, orders by their fan and product. */
  works: Map<string, string>
  orders: Map<string, string>
}

/** Draws the pictures and takes in the files. */
export async function stock({ db, cast, scale }: { db: Database; cast: Cast; scale: number }): Promise<Shop> {
  const taken = new Map<string, Taken>(products.map(({ key }) => [key, {}]))
  await eachConcurrently(products, async (product) => {
    const { accountId: ownerId } = cast.of(product.creator).member
    const { key, picture } = product
    const fileId = randomUUID()
    await note(`originals/${fileId}`, `renditions/${fileId}`)
    const drawn = await drawPicture({ ...picture, ratio: '1:1', seed: `shop-${key}` }, scale)
    await images.receivePicture(db, await arrived(drawn, { sealed: false, name: `${key}.jpg` }), { purpose: 'thumbnail', ownerId, fileId })
    taken.set(key, { image: fileId, ...(product.type === 'digital' && { file: await download(db, ownerId, product.file) }) })
  })
  return { taken, works: new Map(), orders: new Map() }
}

async function download(db: Database, ownerId: string, { name, text }: { name: string; text: string }): Promise<string> {
  const fileId = randomUUID()
  await note(`downloads/${fileId}`)
  await uploads.receive(db, await arrived(Buffer.from(text), { sealed: false, name }), { purpose: 'download', ownerId, fileId })
  return fileId
}

/** Goods on the shelf, and seen to by staff, each at its hour. */
export function shelfChapters(cast: Cast, { taken, works: known }: Shop): Chapter[] {
  return products.flatMap((product) => [
    {
      hoursAgo: product.hoursAgo,
      happen: async (tx: Tx) => void known.set(product.key, await offer(tx, cast, taken.get(product.key) ?? {}, product)),
    },
    { hoursAgo: product.hoursAgo - 4, happen: (tx: Tx) => works.approve(tx, idOf(known, product.key), cast.staffId) },
  ])
}

function offer(tx: Tx, cast: Cast, { image, file }: Taken, product: Product): Promise<string> {
  const { creator, name, description, type, tags } = product
  const half = product.type === 'physical' ? { stock: product.stock, shippingNote: product.shippingNote } : { file }
  const price = toHundredths(product.price)
  return shop.create(tx, cast.of(creator).member.accountId, { name, description, type, price, tags, image, ...half })
}

type Told<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

export async function order(tx: Tx, cast: Cast, { works: known, orders }: Shop, event: Told<'order'>): Promise<void> {
  const { fan, product: key, quantity, note: words = '' } = event
  const { member, country } = cast.of(fan)
  const isSent = products.some((product) => product.key === key && product.type === 'physical')
  const addressId = isSent ? await addresses.create(tx, member.accountId, homeOf(cast, fan)) : undefined
  const { orderId } = await shop.buy(tx, member, country, { workId: idOf(known, key), quantity, note: words, addressId })
  orders.set(`${fan} ${key}`, orderId)
}

export async function orderStep(tx: Tx, cast: Cast, { orders }: Shop, { fan, product, status, by }: Told<'orderStep'>): Promise<void> {
  const seller = products.find(({ key }) => key === product)?.creator ?? ''
  const { member } = cast.of(by === 'buyer' ? fan : seller)
  const parcel =
    status === 'shipping' ? { carrier: '中華郵政', shippingCode: `RR ${idOf(orders, `${fan} ${product}`).slice(-6).toUpperCase()} TW` } : {}
  await shop.move(tx, member, idOf(orders, `${fan} ${product}`), { status, ...parcel })
}

/** Streets that do not exist, in towns that do. */
function homeOf(cast: Cast, fan: string): addresses.PostalAddress {
  const { name, country } = cast.of(fan)
  return { name, country, zipCode: '100', city: '臺北市', district: '中正區', streetAddress: '潮間巷7弄3號', phone: '+886 2 0000 0000' }
}

function idOf(known: ReadonlyMap<string, string>, key: string): string {
  const id = known.get(key)
  if (!id) throw new Error(`${key} is not there yet`)
  return id
}
