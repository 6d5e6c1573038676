// What a seller wrote about a product, cleaned and held against the rules of calls.md section 12.
import * as works from '#server/catalogue/works/works.ts'
import type { Goods, Type } from '#server/catalogue/shop/queries.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

/** What may be sent; undefined stays as it was, null takes it away. */
export interface Draft {
  name?: string | undefined
  type?: Type | undefined
  description?: string | undefined
  /** Hundredths of a token. */
  price?: number | undefined
  stock?: number | undefined
  /** The pieces that the seller saw when they wrote the new number. */
  expectedStock?: number | undefined
  shippingNote?: string | undefined
  tags?: readonly string[] | undefined
  image?: string | null | undefined
  /** What buyers of a digital product download. */
  file?: string | undefined
  isDraft?: boolean | undefined
}

/** A whole product. */
export interface Written extends Omit<Goods, 'workId'> {
  name: string
  price: number
  tags: string[]
  image: string | null
  file: string | null
  isDraft: boolean
}

/** What only the other type has is let go: a digital product counts no pieces, a physical one has no file. */
export async function checked(db: Db, sellerId: string, draft: Draft, before: Written): Promise<Written> {
  const type = draft.type ?? before.type
  const product: Written = {
    name: draft.name === undefined ? before.name : terms.requireText('name', draft.name.replaceAll(/\s+/g, ' ')),
    type,
    description: draft.description === undefined ? before.description : terms.cleanText(draft.description),
    price: draft.price ?? before.price,
    stock: type === 'physical' ? (draft.stock ?? before.stock) : null,
    shippingNote: draft.shippingNote === undefined ? before.shippingNote : terms.cleanText(draft.shippingNote),
    tags: draft.tags === undefined ? before.tags : works.cleanTags(draft.tags),
    image: draft.image === undefined ? before.image : draft.image,
    file: type === 'digital' ? (draft.file ?? before.file) : null,
    isDraft: draft.isDraft ?? before.isDraft,
  }
  const { name, description, shippingNote, tags, image, file, isDraft } = product
  await terms.refuseProhibited(db, { name, description, shippingNote, tags })
  if (type === 'physical' && product.stock === null) refuseField('stock', 'stock_required')
  if (type === 'digital' && file === null && !isDraft) refuseField('digitalFile', 'digital_file_required')
  await works.refuseForeignFiles(db, sellerId, [
    // A picture that is still being made shows once it is there; goods without their file are no goods.
    { field: 'imageId', ids: image ? [image] : [], purpose: 'thumbnail', mayWait: true },
    { field: 'digitalFileId', ids: file ? [file] : [], purpose: 'download', mayWait: isDraft },
  ])
  return product
}

/** What is reviewed again when it changes; price and stock are not. */
export function differs(before: Written, after: Written): boolean {
  const seen = ({ name, type, description, shippingNote, tags, image, file }: Written) =>
    JSON.stringify([name, type, description, shippingNote, tags, image, file])
  return seen(before) !== seen(after)
}
