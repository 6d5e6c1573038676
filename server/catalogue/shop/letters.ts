// What buyer and seller are told about an order, in their languages.
import * as queries from '#server/catalogue/shop/order-queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { writtenNumber } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'

/** `placed` and `sold` are the first letters of an order; `late` is a refund because nobody accepted it. */
export type Occasion =
  | 'placed'
  | 'ready'
  | 'sold'
  | 'downloaded'
  | 'processing'
  | 'shipping'
  | 'delivered'
  | 'paid'
  | 'cancelled'
  | 'withdrawn'
  | 'refunded'
  | 'late'
  | 'missed'
  | 'address'

/** What confirms a purchase or gives tokens back is told to whoever wants no letters, too. */
const always: ReadonlySet<Occasion> = new Set(['placed', 'ready', 'cancelled', 'refunded', 'late'])

/** Who gets which letter: `[buyer's, seller's]`. Nobody is told what they did themselves, except that they paid. */
export function occasionsOf(order: queries.Order, status: queries.Status, by: string | null): [Occasion | undefined, Occasion | undefined] {
  const isBuyer = by === order.buyerId
  if (status === 'created') return ['placed', 'sold']
  if (status === 'processing' || status === 'shipping') return [status, undefined]
  if (status === 'delivered') return order.type === 'digital' ? ['ready', 'downloaded'] : [isBuyer ? undefined : 'delivered', 'paid']
  if (status === 'cancelled') return isBuyer ? ['refunded', 'withdrawn'] : ['cancelled', undefined]
  return by === null ? ['late', 'missed'] : ['refunded', 'withdrawn']
}

export async function write(tx: Tx, order: queries.Order, to: 'buyer' | 'seller', occasion: Occasion): Promise<void> {
  const people = await accounts.findAll(tx, [order.buyerId, order.sellerId])
  const [buyer, seller] = [people.get(order.buyerId), people.get(order.sellerId)]
  if (!buyer || !seller) return
  const reader = to === 'buyer' ? buyer : seller
  const { siteName, defaultLocale } = await current(tx)
  const language = accounts.languageFor(reader, defaultLocale)
  const parcel = [order.carrier, order.shippingCode].filter(Boolean).join(' ')
  const facts = {
    siteName,
    name: reader.name,
    other: to === 'buyer' ? seller.name : buyer.name,
    title: order.title,
    number: order.number,
    quantity: writtenNumber(order.quantity, language),
    tokens: writtenNumber(order.totalPrice / 100, language),
    parcel: parcel && say(language, 'orderLetters.parcel', { parcel }),
    note: order.sellerNote && say(language, 'orderLetters.note', { note: order.sellerNote }),
  }
  const told = (part: string) => say(language, `orderLetters.${part}`, facts)
  const paragraphs = [
    told('greeting'),
    told(`${occasion}.why`),
    told(`${occasion}.note`),
    occasion === 'shipping' ? facts.parcel : '',
    facts.note,
  ]
  await writeLetter(tx, {
    to: reader.email,
    subject: told(`${occasion}.subject`),
    paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    ...(!always.has(occasion) && { about: { accountId: reader.id, kind: 'order' } }),
    action: { label: told('action'), path: to === 'buyer' ? `/orders/${order.id}` : `/creator/orders/${order.id}` },
  })
}
