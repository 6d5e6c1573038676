// Whether the site says that it can be kept on a screen: to members who come on another day than their first in this browser, on one day, and never again
// once they answered or have it. This is the browser's matter and not the account's: it stays when somebody signs out.
const place = 'stagedoor.install'

interface Kept {
  /** The first day, as 2026-11-21. */
  first: string
  /** The day on which it was said. */
  said?: string
  /** Put away, or installed. */
  isOver?: true
}

/** Notes the visit, too. Where storage is refused nobody could be spared a second time, so it is not said at all. */
export function mayTellOn(today: string): boolean {
  try {
    const kept = read() ?? { first: today }
    if (isInstalled()) kept.isOver = true
    localStorage.setItem(place, JSON.stringify(kept))
    return !kept.isOver && kept.first < today && (kept.said ?? today) === today
  } catch {
    return false
  }
}

export function saidOn(today: string): void {
  keep({ said: today })
}

export function neverAgain(): void {
  keep({ isOver: true })
}

function keep(more: Partial<Kept>): void {
  try {
    localStorage.setItem(place, JSON.stringify({ first: '', ...read(), ...more }))
  } catch {
    // It was not said either.
  }
}

/** What somebody else wrote there is nothing. */
function read(): Kept | undefined {
  const found = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null
  return typeof found?.first === 'string' ? found : undefined
}

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** What Chromium hands over where a site can be installed. The page's head keeps it (web/entry-server.tsx): it comes once, perhaps before this. */
interface Offer {
  prompt: () => Promise<unknown>
}

export const offered = (): Offer | undefined => (window as { offered?: Offer }).offered

/** Safari on a phone or a tablet offers nothing: one does it oneself, and must be told how. Other browsers there have it elsewhere or not at all. */
export const isByShareSheet = (): boolean =>
  'standalone' in navigator && navigator.maxTouchPoints > 1 && /\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\/\S+$/.test(navigator.userAgent)
