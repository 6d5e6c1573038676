import type { Kind } from '#web/catalogue/works/studio/kinds.ts'

export const products: Kind = {
  place: 'products',
  words: 'products',
  lists: ['shop.ownProducts', 'shop.products', 'shop.product'],
  remove: (api, id) => api.shop.removeProduct({ id }),
}
