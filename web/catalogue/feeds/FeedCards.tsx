import type { Feed } from '#contract/catalogue/feeds.ts'
import { FeedCard } from '#web/catalogue/feeds/FeedCard.tsx'

/** Posts one under another. @param first these are seen at once */
export function FeedCards({ feeds, first = false }: { feeds: readonly Feed[]; first?: boolean }) {
  return feeds.map((feed, place) => <FeedCard key={feed._id} feed={feed} priority={first && place === 0} />)
}
