/**
 * Goods: what performers offer to hold or to download, and the orders of it (calls.md sections 9, 10 and 12).
 * Promises: no piece is sold twice; what is sent is paid into escrow and its seller's only once it arrived, else it goes back whole; an order goes
 * forward only, and each step is written down and told; an address is sealed, shown to its seller for as long as needed, then wiped; a
 * file leaves for its buyers only, and each download is counted.
 * Leaves to others: review and states (works), who may know of a product (access), the money (wallet, earnings), address books (addresses).
 */
export { buy, type Bought, type Wanted } from '#server/catalogue/shop/buying.ts'
export { countDownload, link, mayDownload, type Link } from '#server/catalogue/shop/downloads.ts'
export type { Draft } from '#server/catalogue/shop/drafts.ts'
export { move, sendElsewhere } from '#server/catalogue/shop/transitions.ts'
export {
  purchasesOf,
  sealed,
  search as searchOrders,
  show as showOrders,
  showOne as showOrder,
} from '#server/catalogue/shop/orders.ts'
export { create, edit, remove, show, showOne, textsOf } from '#server/catalogue/shop/products.ts'
export { blank, isOfType, type Type } from '#server/catalogue/shop/queries.ts'
export { forgetBuyer, orderedAmong, paidUnderWay, titlesOf, toSend, underWay } from '#server/catalogue/shop/order-queries.ts'
