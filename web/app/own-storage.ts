// What somebody began in this browser and did not send yet, kept under their account: it survives a reload, nobody who signs in after them
// reads it, and it goes when they sign out.
const begin = 'stagedoor.own.'
const placeOf = (accountId: string, name: string) => `${begin}${accountId}.${name}`

export function storedOwn(accountId: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(placeOf(accountId, name)) ?? 'null')
  } catch {
    return null
  }
}

/** Everything whose name begins so. */
export function allStoredOwn(accountId: string, names: string): unknown[] {
  try {
    const place = placeOf(accountId, names)
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(place) ? [storedOwn(accountId, `${names}${name.slice(place.length)}`)] : [],
    )
  } catch {
    return []
  }
}

/** @param value undefined: nothing is kept any more */
export function storeOwn(accountId: string, name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(placeOf(accountId, name))
    else localStorage.setItem(placeOf(accountId, name), JSON.stringify(value))
  } catch {
    // Storage may be refused or full: then a reload forgets it.
  }
}

/** Of whoever was here, when they sign out or go on as another account: the number at the site's icon is theirs as well. */
export function forgetOwn(): void {
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => {})
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(begin)) localStorage.removeItem(name)
  } catch {
    // Nothing was kept where storage is refused.
  }
}
