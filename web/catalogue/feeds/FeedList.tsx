import type { Feed } from '#contract/catalogue/feeds.ts'
import { FeedCards } from '#web/catalogue/feeds/FeedCards.tsx'
import { WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { Pages, type PagesProps } from '#web/app/Pages.tsx'

/** Posts one under another, for the home page, a profile and what one kept. */
export function FeedList(props: Omit<PagesProps<Feed>, 'draw' | 'waiting'>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
      <Pages {...props} waiting={<WorkCardSkeleton count={2} />} draw={(feeds, first) => <FeedCards feeds={feeds} first={first} />} />
    </div>
  )
}
