// A wish to buy survives the way to the payment page and back. What was agreed to is all of it, price, pieces and address; the key makes
// every repeat of it the same purchase. A link with ?buy=1 from somebody else carries no wish, so it buys nothing; nor does one person's
// wish buy anything for whoever signs in after them in the same tab.
export interface Wish {
  key: string
  /** Of one piece. */
  price: number
  quantity: number
  addressId?: string | undefined
  note: string
}

/** Whose wish, and for what. */
export interface Wisher {
  accountId: string
  productId: string
}

const place = ({ accountId, productId }: Wisher) => `buy:${accountId}:${productId}`

export function newWish(price: number): Wish {
  return { key: crypto.randomUUID(), price, quantity: 1, note: '' }
}

/** Another wish is another purchase. */
export function changed(wish: Wish, part: Partial<Omit<Wish, 'key'>>): Wish {
  return { ...wish, ...part, key: crypto.randomUUID() }
}

export function remember(wisher: Wisher, wish: Wish): void {
  try {
    window.sessionStorage.setItem(place(wisher), JSON.stringify(wish))
  } catch {
    // Storage may be refused: on return the sheet opens and waits for one press.
  }
}

export function recall(wisher: Wisher): Wish | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(place(wisher)) ?? 'null') as Partial<Record<keyof Wish, unknown>> | null
    if (typeof kept !== 'object' || kept === null) return undefined
    const { key, price, quantity, addressId, note } = kept
    if (typeof key !== 'string' || typeof price !== 'number' || typeof quantity !== 'number' || typeof note !== 'string') return undefined
    return { key, price, quantity, note, ...(typeof addressId === 'string' && { addressId }) }
  } catch {
    return undefined
  }
}

export function forget(wisher: Wisher): void {
  try {
    window.sessionStorage.removeItem(place(wisher))
  } catch {
    // Nothing was kept where storage is refused.
  }
}
