// A wish to unlock survives the way to the payment page and back. What was agreed to is the price; the key makes every
// repeat of it the same purchase. A link with ?unlock=1 from somebody else carries no wish, so it buys nothing; nor does one person's wish
// buy anything for whoever signs in after them in the same tab.
export interface Intention {
  key: string
  price: number
}

/** Whose wish, and for what. */
export interface Wisher {
  accountId: string
  workId: string
}

const place = ({ accountId, workId }: Wisher) => `unlock:${accountId}:${workId}`

export function newIntention(price: number): Intention {
  return { key: crypto.randomUUID(), price }
}

export function remember(wisher: Wisher, intention: Intention): void {
  try {
    window.sessionStorage.setItem(place(wisher), JSON.stringify(intention))
  } catch {
    // Storage may be refused: on return the sheet opens and waits for one press.
  }
}

export function recall(wisher: Wisher): Intention | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(place(wisher)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('key' in kept) || !('price' in kept)) return undefined
    return typeof kept.key === 'string' && typeof kept.price === 'number' ? { key: kept.key, price: kept.price } : undefined
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
