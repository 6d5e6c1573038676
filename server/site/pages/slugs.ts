// Words that no page of the site may have as its address: a page of the product bears them already, or a call does.
const reserved = new Set(
  `search new edit preview all index api assets media flags socket.io error
  home explore videos live galleries shop posts post products orders settings unlocked bookmarks wallet checkout payment subscriptions following requests
  messages unsubscribe notifications me age auth login logout register report reports contact ledger creator admin office studio dev 500 404 403 pages page blog
  robots sitemap favicon manifest`.split(/\s+/),
)

/** Pages that stand in for the built-in papers at their own addresses. */
const papers = ['terms', 'privacy'] as const
type Paper = (typeof papers)[number]

export const isPaper = (slug: string): slug is Paper => papers.some((each) => each === slug)

/** What looks like an id is reserved, too: a page is asked for by either. */
export function isReserved(slug: string, type: 'page' | 'post'): boolean {
  if (isPaper(slug)) return type !== 'page'
  return reserved.has(slug) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(slug)
}
