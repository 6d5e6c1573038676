// What a visitor pressed, kept for the tab while they come in: it survives a reload, a letter and Back. It is words and what was typed,
// never a deed: nothing follows from it that its wisher does not see, and it says nothing of who they are.
import type { Tint } from '#web/ui/tint.ts'

export interface Wish {
  /** What, and of what: `like:<id>`. The part of the page that answers to it goes on with it. */
  key: string
  kind:
    | 'follow'
    | 'remind'
    | 'like'
    | 'keep'
    | 'vote'
    | 'comment'
    | 'block'
    | 'see'
    | 'give'
    | 'subscribe'
    | 'tip'
    | 'message'
    | 'unlock'
    | 'buy'
  /** Whose. */
  of: { name: string; avatar?: string | undefined }
  /** In words, where its kind does not say it all; and what it costs, where it costs. */
  what?: string | undefined
  cost?: string | undefined
  tint?: Tint | undefined
  /** What was typed and chosen. */
  typed?: Readonly<Record<string, string>> | undefined
}

const place = 'wish'
/** Who comes back later than that wants something else. */
const mostMs = 2 * 60 * 60_000

export function keep(wish: Wish): void {
  try {
    window.sessionStorage.setItem(place, JSON.stringify({ ...wish, at: Date.now(), on: window.location.pathname }))
  } catch {
    // Storage may be refused: then a reload forgets it.
  }
}

export function drop(): void {
  kept = null
  try {
    window.sessionStorage.removeItem(place)
  } catch {
    // Nothing was kept where storage is refused.
  }
}

/** As the page was opened: what is kept later belongs to a sheet that is open. */
let kept: Wish | null | undefined

/** The wish that was kept before this page was loaded, if it is this one. It is answered to once. */
export function take(key: string): Wish | undefined {
  if (kept === undefined) kept = read() ?? null
  if (kept?.key !== key) return undefined
  const wish = kept
  drop()
  return wish
}

function read(): Wish | undefined {
  try {
    const found = JSON.parse(window.sessionStorage.getItem(place) ?? 'null') as Partial<Wish & { at: number; on: string }> | null
    if (typeof found?.key !== 'string' || typeof found.kind !== 'string' || typeof found.of?.name !== 'string') return undefined
    // Whoever went Back, or on, left it: it is not waiting for them on some later visit.
    if (found.on !== window.location.pathname) {
      window.sessionStorage.removeItem(place)
      return undefined
    }
    return typeof found.at === 'number' && Date.now() - found.at < mostMs ? (found as Wish) : undefined
  } catch {
    return undefined
  }
}
