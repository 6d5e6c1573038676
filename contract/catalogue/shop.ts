// Products and their orders (calls.md sections 9 and 12). A digital product is delivered at once and downloaded by a signed link; the
// payment for a physical one stays in escrow until it is delivered.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, SortedQuery, Tokens, TokensIn } from '#contract/endpoint.ts'
import { ownFilters, purchaseRefusals, soldRefusals, workFields, workFilters } from '#contract/catalogue/work.ts'
import { WalletTransaction } from '#contract/money/wallet.ts'
import { PostalAddress } from '#contract/people/addresses.ts'
import { UserCard } from '#contract/people/person.ts'

const ProductType = Type.Enum(['physical', 'digital'])
/** The one file of a digital product is in `files`, without an address: it leaves by the download link only. */
export const Product = Type.Object({
  ...workFields,
  slug: Type.String(),
  description: Type.String(),
  type: ProductType,
  stock: Type.Optional(Type.Integer({ description: 'of a physical product' })),
  shippingNote: Type.String(),
})
export type Product = Static<typeof Product>

const OrderStatus = Type.Enum(['created', 'processing', 'shipping', 'delivered', 'cancelled', 'refunded'])
export const Order = Type.Object({
  _id: Id,
  number: Type.Integer(),
  product: Type.Object({ _id: Id, title: Type.String(), type: ProductType, slug: Type.String(), image: Type.Optional(Type.String()) }),
  buyer: UserCard,
  seller: UserCard,
  quantity: Type.Integer(),
  unitPrice: Tokens,
  totalPrice: Tokens,
  deliveryStatus: OrderStatus,
  deliveryAddress: Type.Optional(PostalAddress),
  addressNeedsAgain: Type.Optional(Type.Boolean({ description: 'where it goes cannot be read any more: the site’s key is another one' })),
  buyerNote: Type.String(),
  carrier: Type.String(),
  shippingCode: Type.String(),
  note: Type.String({ description: 'from the seller' }),
  steps: Type.Array(
    Type.Object({ status: OrderStatus, by: Type.Enum(['buyer', 'seller', 'staff', 'system']), note: Type.String(), createdAt: Instant }),
  ),
  nextStatuses: Type.Array(OrderStatus, { description: 'those the asker may set now' }),
  canChangeAddress: Flag,
  isEscrowed: Type.Boolean({ description: 'paid, and not the seller’s yet' }),
  acceptBy: Type.Optional(Type.String({ format: 'date-time', description: 'refunded by itself when it is not accepted until then' })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Order = Static<typeof Order>

const mib = 1024 * 1024
const productFiles = { image: { maxBytes: 20 * mib }, digitalFile: { maxBytes: 4096 * mib } } as const
const productDraft = {
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  stock: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  shippingNote: Type.Optional(Type.String({ maxLength: 1000 })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20, uniqueItems: true })),
  imageId: Type.Optional(Type.Union([Id, Type.Null()], { description: 'a preview picture uploaded before' })),
  digitalFileId: Type.Optional(Id),
  status: Type.Optional(Type.Enum(['active', 'inactive'])),
}
const productRefusals = [
  'price_required',
  'price_out_of_bounds',
  'stock_required',
  'digital_file_required',
  'file_type_not_allowed',
  'file_unreadable',
  'file_blocked',
  'file_check_unavailable',
  'file_not_yours',
  'file_not_ready',
  'prohibited_term',
] as const
const productChange = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  type: Type.Optional(ProductType),
  price: Type.Optional(TokensIn),
  ...productDraft,
  expectedStock: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'the pieces that the new stock was written over' }),
  ),
}
const productEdit = {
  method: 'PUT',
  for: 'creator',
  summary: 'Edit one of my products; a sold one keeps its type and its file',
  uploads: productFiles,
  reply: Product,
  refuses: [...productRefusals, ...soldRefusals, 'type_is_sold', 'stock_changed', 'not_found'],
} as const
const orderFilters = {
  deliveryStatus: Type.Optional(OrderStatus),
  q: Type.Optional(Type.String({ maxLength: 100, description: 'a number, a title or a name' })),
}

export const shop = endpoints({
  /**
   * calls.md names `categoryIds`, but no call tells which categories there are, and nothing is found by one: `tags` do that here. A field
   * that nobody reads is refused like any other.
   */
  createProduct: {
    method: 'POST',
    path: '/performer/performer-assets/products',
    for: 'creator',
    summary: 'Offer a product, or keep a draft',
    uploads: productFiles,
    body: Body({ name: Type.String({ minLength: 1, maxLength: 200 }), type: ProductType, price: TokensIn, ...productDraft }),
    reply: Product,
    refuses: productRefusals,
    rate: 'upload',
  },
  /**
   * `stock` is set as it is sent. Whoever edits what they saw sends `expectedStock`, too: pieces that were sold or came back meanwhile
   * are then told (`stock_changed` with `stock`, those there are now) and not written over. A form may carry `_id` as well: the address decides.
   */
  updateProduct: {
    ...productEdit,
    alsoBy: 'POST',
    path: '/performer/performer-assets/products/:id',
    params: ById,
    body: Body({ _id: Type.Optional(Id), ...productChange }),
  },
  /** The same for a form that carries the product's `_id` (calls.tsv). */
  updateNamedProduct: { ...productEdit, path: '/performer/performer-assets/products', body: Body({ _id: Id, ...productChange }) },
  ownProducts: {
    method: 'GET',
    path: '/performer/performer-assets/products/search',
    for: 'creator',
    summary: 'My products',
    query: ListQuery({ ...ownFilters, type: Type.Optional(ProductType) }),
    reply: Page(Product),
  },
  ownProduct: {
    method: 'GET',
    path: '/performer/performer-assets/products/:id/view',
    for: 'creator',
    summary: 'One of my products',
    params: ById,
    reply: Product,
    refuses: ['not_found'],
  },
  /** Orders keep what they bought. */
  removeProduct: {
    method: 'DELETE',
    path: '/performer/performer-assets/products/:id',
    for: 'creator',
    summary: 'Delete one of my products',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found'],
  },
  products: {
    method: 'GET',
    path: '/performer-assets/products/search',
    for: 'anyone',
    summary: 'The shop',
    query: ListQuery({ ...workFilters, type: Type.Optional(ProductType) }),
    reply: Page(Product),
    refuses: ['prohibited_term'],
  },
  product: {
    method: 'GET',
    path: '/performer-assets/products/:id',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'One product',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100, description: 'id or slug' }) }),
    reply: Product,
    refuses: ['not_found'],
  },
  /**
   * The buyer of a digital product: good for 15 minutes. 5 downloads a day, each logged. One counts when it starts: the file is asked for
   * whole, or for the first time under its link; a part under a link that was used goes on with the same one. A sixth is refused here, and
   * at the link's own address. Pictures carry the buyer's name. `leftToday`: how many after this one.
   */
  downloadLink: {
    method: 'GET',
    path: '/performer-assets/products/:id/download-link',
    for: 'member',
    inClosedCountry: true,
    isExplicit: true,
    whileActing: false,
    summary: 'A link to download what I bought',
    params: ById,
    reply: Type.Object({ url: Type.String(), expiresAt: Instant, name: Type.String(), leftToday: Type.Integer() }),
    refuses: ['not_found', 'download_limit', 'file_not_ready'],
  },
  /**
   * Makes an order. A physical product needs an address of the buyer's; its stock goes down by the quantity in the same instant. A digital
   * one is bought once, one piece: again answers the first order without a charge. expectedPrice is that of one piece. Performers may buy.
   */
  charge: {
    method: 'POST',
    path: '/wallet/charges/product/:id',
    for: 'member',
    summary: 'Buy a product out of the wallet',
    params: ById,
    body: Body({
      quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      deliveryAddressId: Type.Optional(Id),
      phone: Type.Optional(Type.String({ maxLength: 30 })),
      note: Type.Optional(Type.String({ maxLength: 500 })),
      expectedPrice: Type.Optional(TokensIn),
    }),
    reply: Type.Object({ transaction: WalletTransaction, balance: Tokens, order: Order }),
    refuses: [...purchaseRefusals, 'out_of_stock', 'address_required', 'address_not_yours', 'prohibited_term'],
    idempotent: true,
    rate: 'money',
  },
  orders: {
    method: 'GET',
    path: '/orders/search',
    for: 'creator',
    inClosedCountry: true,
    summary: 'Orders of my products',
    query: SortedQuery(['createdAt', 'totalPrice'], orderFilters),
    reply: Page(Order),
  },
  ownOrders: {
    method: 'GET',
    path: '/orders/users/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'My orders',
    query: SortedQuery(['createdAt', 'totalPrice'], orderFilters),
    reply: Page(Order),
  },
  /** The product that was bought, by productId; `userId` is the asker, or one of the seller's buyers. */
  checkPurchased: {
    method: 'GET',
    path: '/orders/check-user-purchased',
    for: 'member',
    inClosedCountry: true,
    summary: 'Whether somebody bought a product',
    query: Type.Object({ productId: Id, userId: Type.Optional(Id) }),
    reply: Type.Object({ bought: Flag, orderId: Type.Optional(Id), quantity: Type.Integer() }),
    refuses: ['not_found'],
  },
  /** Either party, or staff. The seller sees the address while the order is open and 30 days longer. */
  order: {
    method: 'GET',
    path: '/orders/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'One order',
    params: ById,
    reply: Order,
    refuses: ['not_found'],
  },
  /** The seller, forward only: created → processing → shipping → delivered; `cancelled` before it is sent gives the money back. The buyer may confirm `delivered`, staff `refunded`. */
  updateOrder: {
    method: 'PUT',
    path: '/orders/:id/update',
    for: 'member',
    inClosedCountry: true,
    summary: 'Move an order on, or say more about its parcel while it is on its way (the seller)',
    params: ById,
    body: Body({
      deliveryStatus: Type.Optional(OrderStatus),
      shippingCode: Type.Optional(Type.String({ maxLength: 120 })),
      carrier: Type.Optional(Type.String({ maxLength: 80 })),
      note: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: Order,
    refuses: ['not_found', 'not_allowed', 'status_cannot_follow', 'prohibited_term'],
    idempotent: true,
  },
  updateOrderAddress: {
    method: 'PUT',
    path: '/orders/:id/update/delivery-address',
    for: 'member',
    inClosedCountry: true,
    summary: 'Send an order elsewhere, before it is sent',
    params: ById,
    body: Body({ deliveryAddressId: Id }),
    reply: Order,
    refuses: ['not_found', 'order_is_underway', 'address_not_yours', 'address_required'],
  },
})
