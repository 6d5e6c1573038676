// Products as their sellers keep them and as readers see them.
import type { Product } from '#contract/catalogue/shop.ts'
import type { MediaFile } from '#contract/media/file.ts'
import * as access from '#server/catalogue/access/access.ts'
import { present } from '#server/catalogue/showing/showing.ts'
import { checked, differs, type Draft, type Written } from '#server/catalogue/shop/drafts.ts'
import * as orders from '#server/catalogue/shop/order-queries.ts'
import * as queries from '#server/catalogue/shop/queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'

/**
 * Offers a product, or keeps a draft; answers its id. Prices are hundredths of a token.
 * @throws price_required, price_out_of_bounds, stock_required, digital_file_required, file_not_yours, file_not_ready, file_blocked, prohibited_term
 */
export async function create(
  tx: Tx,
  sellerId: string,
  draft: Draft & { name: string; type: queries.Type; price: number },
): Promise<string> {
  const product = await checked(tx, sellerId, draft, { ...blank, type: draft.type })
  const workId = await works.create(tx, { kind: 'product', creatorId: sellerId, ...workOf(product) })
  await queries.insert(tx, { ...product, workId })
  return workId
}

const blank: Omit<Written, 'type'> = {
  name: '',
  description: '',
  price: 0,
  stock: null,
  shippingNote: '',
  tags: [],
  image: null,
  file: null,
  isDraft: false,
}

/**
 * Changes one of the seller's own; what is not named stays. Whoever is buying it ends first, so that nobody pays for what has just changed.
 * @throws not_found for another's; stock_changed {stock} when it is not what the seller saw; type_is_sold once it was ordered; media_is_sold, price_is_sold for a digital one that somebody holds;
 * and all of create()
 */
export async function edit(tx: Tx, sellerId: string, workId: string, draft: Draft): Promise<void> {
  await works.lockExclusive(tx, workId)
  const work = await ownOne(tx, sellerId, workId)
  const goods = (await queries.lock(tx, workId)) ?? refuse('not_found')
  refuseOtherStock(goods, draft)
  const before: Written = {
    ...goods,
    name: work.title,
    price: work.price,
    tags: work.tags,
    image: work.preview,
    file: work.media[0] ?? null,
    isDraft: work.state === 'draft',
  }
  // Before what the other type would need: a seller would send a file in vain.
  if (draft.type && draft.type !== before.type && (await orders.wasOrdered(tx, workId))) refuseField('type', 'type_is_sold')
  const after = await checked(tx, sellerId, draft, before)
  if (before.type === 'digital' && (await access.isSold(tx, workId))) {
    if (after.file !== before.file) refuse('media_is_sold')
    if (after.price > before.price) refuse('price_is_sold')
  }
  await works.update(tx, work, { ...workOf(after), needsReview: differs(before, after) })
  await queries.update(tx, { ...after, workId })
}

/** Pieces that were sold since would be offered again, those that came back be lost. */
function refuseOtherStock({ stock }: queries.Goods, { stock: next, expectedStock }: Draft): void {
  if (next === undefined || expectedStock === undefined || stock === expectedStock) return
  refuseField('stock', 'stock_changed', { stock: stock ?? 0 })
}

/** Off the shelf for everyone; those who bought keep what they bought, and their orders go on. @throws not_found for another's */
export async function remove(tx: Tx, sellerId: string, workId: string): Promise<void> {
  await ownOne(tx, sellerId, workId)
  await works.remove(tx, workId)
}

async function ownOne(db: Db, sellerId: string, workId: string): Promise<works.Work> {
  const work = await works.named(db, 'product', workId)
  return work?.creatorId === sellerId && !work.deletedAt ? work : refuse('not_found')
}

function workOf({ name, description, price, tags, image, file, isDraft }: Written): Omit<works.Draft, 'kind' | 'creatorId'> {
  return {
    medium: 'goods',
    title: name,
    words: description,
    tags,
    audience: 'ppv',
    price,
    pinned: false,
    scheduledAt: null,
    expiresAt: null,
    isDraft,
    media: file ? [file] : [],
    preview: image,
    teaser: null,
    participants: [],
    isForFront: false,
  }
}

/** These products as this reader may see them, in the order given; those that the reader may not know of are left out. */
export async function show(db: Db, reader: access.Reader, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const viewerId = idOf(reader.viewer)
  const [found, goods, ordered] = await Promise.all([
    works.find(db, ids),
    queries.goods(db, ids),
    viewerId ? orders.uncancelledPieces(db, viewerId, ids) : new Map<string, number>(),
  ])
  const shown = await present(
    db,
    reader,
    ids.flatMap((id) => found.get(id) ?? []),
  )
  const owned = shown.flatMap(({ isOwner, work }) => (isOwner ? [work.id] : []))
  const sold = owned.length > 0 ? await orders.piecesSold(db, owned) : new Map<string, number>()
  const byWork = new Map(goods.map((row) => [row.workId, row]))
  return shown.flatMap(({ work, common, isOwner, stored }) => {
    const row = byWork.get(work.id)
    if (!row) return []
    const { type, description, stock, shippingNote } = row
    return [
      {
        ...common,
        // A file of goods has no address: it leaves by the download link only.
        files: common.files.map((file) => withoutAddress(file, isOwner ? (stored.get(file._id)?.name ?? '') : undefined)),
        isBought: common.isBought || ordered.has(work.id),
        ...(isOwner && { totalSold: type === 'physical' ? (sold.get(work.id) ?? 0) : (common.totalSold ?? 0) }),
        slug: work.slug ?? work.id,
        type,
        description,
        ...(stock !== null && { stock }),
        shippingNote,
      },
    ]
  })
}

/** All that these products say, for whoever decides about them. */
export async function textsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queries.goods(db, ids)
  return new Map(rows.map(({ workId, description, shippingNote }) => [workId, [description, shippingNote].filter(Boolean).join('\n\n')]))
}

/** @param idOrSlug of the product @throws not_found */
export async function showOne(db: Db, reader: access.Reader, idOrSlug: string): Promise<Product> {
  const work = (await works.named(db, 'product', idOrSlug)) ?? refuse('not_found')
  const [product] = await show(db, reader, [work.id])
  return product ?? refuse('not_found')
}

/** Its seller reads the file's name before it is finished, too. */
function withoutAddress(file: MediaFile, name: string | undefined): MediaFile {
  const { url: _url, ...shown } = file
  return name === undefined ? shown : { ...shown, name }
}
