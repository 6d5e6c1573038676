// Of which token the session came: its digest, and never the token itself. It outlives a reload, so that the same token is not sent again with each page.
const place = 'stagedoor.widget'
const declinedPlace = 'stagedoor.widget.declined'

/** Undefined where the page is reached without HTTPS, where browsers make none: then it is known for this page only. */
export async function digestOf(token: string): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let here: string | undefined

export function keptToken(): string | undefined {
  return here ?? read(() => localStorage.getItem(place))
}

export function keepToken(digest: string | undefined): void {
  here = digest
  read(() => (digest === undefined ? localStorage.removeItem(place) : localStorage.setItem(place, digest)))
}

/** Whoever put the questions to a newcomer away is not asked again on each page of this visit. */
export function isDeclined(digest: string | undefined): boolean {
  return digest !== undefined && read(() => sessionStorage.getItem(declinedPlace)) === digest
}

/** @param digest undefined: they asked to come in after all */
export function decline(digest: string | undefined): void {
  read(() => (digest === undefined ? sessionStorage.removeItem(declinedPlace) : sessionStorage.setItem(declinedPlace, digest)))
}

/** Storage may be refused: then nothing is known of it after a reload. */
function read(does: () => string | null | void): string | undefined {
  try {
    return does() ?? undefined
  } catch {
    return undefined
  }
}
