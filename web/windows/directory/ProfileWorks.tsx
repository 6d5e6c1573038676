import { Images, PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useMe } from '#web/app/session.tsx'
import { lockOf, tileOf } from '#web/catalogue/feeds/locked.ts'
import { ofPerformer } from '#web/catalogue/feeds/queries.ts'
import { useAmounts } from '#web/money/payments/amounts.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { Bone, Waiting, WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { TileGrid } from '#web/ui/TileGrid.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { FeedList } from '#web/windows/timeline/FeedList.tsx'
import { useTurning } from '#web/windows/timeline/HomePage.tsx'
import { type Paged, Pages } from '#web/windows/timeline/Pages.tsx'

type ProfileWorksProps = { id: string; profile: PerformerProfile; photos: boolean; first: Paged<Feed>; isMine: boolean }

/** What a performer has published: as posts to read, or as a grid of pictures. */
export function ProfileWorks({ id, profile, photos, first, isMine }: ProfileWorksProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const isTurning = useTurning()
  const { stats } = profile
  // While turning, the shape of the tab that comes stands in place of the one that goes.
  const list = {
    query: (after: { offset: number }) => ofPerformer(id, photos, after),
    loaded: first,
    empty: <Empty isMine={isMine} photos={photos} />,
  }
  return (
    <section aria-label={t('profile.works')}>
      <LinkTabs
        className="mt-2 mb-2 md:mt-6 md:mb-4"
        label={t('profile.works')}
        tabs={[
          { label: t('profile.tab.feed'), to: `/${id}`, current: !photos, count: writeCount(stats.totalFeeds, locale) },
          { label: t('profile.tab.photos'), to: `/${id}?tab=photos`, current: photos, count: writeCount(stats.totalPhotos, locale) },
        ]}
      />
      {photos ? (
        isTurning ? (
          <WorkCardSkeleton />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 md:gap-1">
            <Pages key="photos" {...list} waiting={<TilesWaiting />} draw={(feeds) => <Tiles feeds={feeds} />} />
          </div>
        )
      ) : isTurning ? (
        <TilesWaiting />
      ) : (
        <div className="mx-auto grid max-w-[600px] gap-8 lg:mx-0 lg:max-w-none lg:grid-cols-[minmax(0,600px)_minmax(0,1fr)]">
          <FeedList key="feed" {...list} />
          <Latest feeds={first.data} to={`/${id}?tab=photos`} />
        </div>
      )}
    </section>
  )
}

function Tiles({ feeds }: { feeds: Feed[] }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const me = useMe()
  const needs = (feed: Feed) => <span className="whitespace-nowrap">{wordsFor(feed)}</span>
  const wordsFor = (feed: Feed) => {
    const lock = lockOf(feed, me)
    if (feed.isSale === 'ppv') return t('unlock.tokens', { count: feed.price, amount: number(feed.price) })
    return t(`profile.needs.${lock === 'birth-date' ? 'age' : feed.isSale}`)
  }
  return <TileGrid label={t('profile.tab.photos')} tiles={feeds.map((feed) => tileOf(feed, needs))} />
}

/** Beside the posts on wide screens: the newest pictures among them. */
function Latest({ feeds, to }: { feeds: Feed[]; to: string }) {
  const { t } = useTranslation()
  const withPictures = feeds.filter((feed) => feed.files.length > 0)
  // Whole rows only.
  const rows = Math.min(2, Math.floor(withPictures.length / 3))
  if (rows === 0) return null
  return (
    <aside className="sticky top-5 self-start max-lg:hidden">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-4">
        <h2 className="text-16">{t('profile.latest')}</h2>
        <Link to={to} preventScrollReset className="text-14 text-link hover:underline">
          {t('profile.all')}
        </Link>
      </div>
      <Tiles feeds={withPictures.slice(0, rows * 3)} />
    </aside>
  )
}

function Empty({ isMine, photos }: { isMine: boolean; photos: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={photos ? Images : PenLine}
      action={
        isMine ? (
          <Button to="/creator/publish" rank="second" size="sm">
            {t('shell.studio.publish')}
          </Button>
        ) : undefined
      }
    >
      {t(isMine ? 'profile.emptyMine' : photos ? 'profile.emptyPhotos' : 'profile.empty')}
    </EmptyState>
  )
}

function TilesWaiting() {
  return (
    <Waiting>
      <div className="grid grid-cols-3 gap-0.5 overflow-hidden md:gap-1 md:rounded-card">
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <Bone key={place} className="aspect-4/5 rounded-none!" />
        ))}
      </div>
    </Waiting>
  )
}
