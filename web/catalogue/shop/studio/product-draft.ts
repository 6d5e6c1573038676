// A product as it stands in its form: all of it text, until it is sent.
import type { Product } from '#contract/catalogue/shop.ts'
import { amountIn } from '#web/app/typed-amount.ts'

export interface Draft {
  type: Product['type']
  name: string
  description: string
  price: string
  stock: string
  shippingNote: string
  tags: string[]
  image: File | null
  digitalFile: File | null
}

export const emptyDraft: Draft = {
  type: 'physical',
  name: '',
  description: '',
  price: '',
  stock: '',
  shippingNote: '',
  tags: [],
  image: null,
  digitalFile: null,
}

export function draftFrom({ type, title, description, price, stock, shippingNote, tags }: Product): Draft {
  return {
    ...emptyDraft,
    type,
    name: title,
    description,
    price: String(price),
    stock: stock === undefined ? '' : String(stock),
    shippingNote,
    tags,
  }
}

type Problem = 'needed' | 'price' | 'stock'
export type Problems = Partial<Record<'name' | 'price' | 'stock' | 'digitalFile', Problem>>

export function piecesOf(text: string): number | undefined {
  const pieces = /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined
  return pieces !== undefined && pieces <= 1_000_000 ? pieces : undefined
}

/** What is wrong before anything is sent. A draft may lack its file. */
export function problemsOf(draft: Draft, { isDraft, hasFile }: { isDraft: boolean; hasFile: boolean }): Problems {
  const price = amountIn(draft.price)
  return {
    ...(draft.name.trim() === '' && { name: 'needed' as const }),
    ...((price === undefined || price <= 0) && { price: 'price' as const }),
    ...(draft.type === 'physical' && piecesOf(draft.stock) === undefined && { stock: 'stock' as const }),
    ...(draft.type === 'digital' && !isDraft && !hasFile && draft.digitalFile === null && { digitalFile: 'needed' as const }),
  }
}

/**
 * As the row takes it. Stock that stays is not sent: pieces sold while the form was open would be back on the shelf.
 * @param seenStock the pieces that the seller writes over
 */
export function sentOf(draft: Draft, status: 'active' | 'inactive', seenStock?: number) {
  const { type, name, description, shippingNote, tags, image, digitalFile } = draft
  return {
    type,
    name: name.trim(),
    price: amountIn(draft.price) ?? 0,
    description,
    tags,
    status,
    ...(type === 'physical' && { ...stockOf(draft, seenStock), shippingNote }),
    ...(image && { image }),
    ...(type === 'digital' && digitalFile && { digitalFile }),
  }
}

function stockOf(draft: Draft, seenStock: number | undefined) {
  const stock = piecesOf(draft.stock) ?? 0
  if (seenStock === undefined) return { stock }
  return stock === seenStock ? {} : { stock, expectedStock: seenStock }
}
