import { Film, GalleryVerticalEnd, Images, PenLine, ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import type { Query } from '#web/app/query.ts'
import { useMe } from '#web/app/session.tsx'
import { tileOf } from '#web/catalogue/feeds/pictures.ts'
import { lockOf } from '#web/catalogue/works/lock.ts'
import { GalleryPhotos } from '#web/catalogue/galleries/GalleryPhotos.tsx'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { VideoTiles } from '#web/catalogue/videos/VideoTiles.tsx'
import { useAmounts } from '#web/money/payments/amounts.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { Bone, Waiting, WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { TileGrid } from '#web/ui/TileGrid.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { type ProfileTab, profileTabs, tabQueries } from '#web/windows/directory/profile-tabs.ts'
import { FeedList } from '#web/windows/timeline/FeedList.tsx'
import { useTurning } from '#web/app/turning.ts'
import { type Paged, Pages } from '#web/windows/timeline/Pages.tsx'

type ProfileWorksProps = {
  /** As the address calls them: username or id. */
  id: string
  profile: PerformerProfile
  tab: ProfileTab
  first: Paged<unknown>
  isMine: boolean
}

/** What a performer has published: posts to read, pictures, videos, galleries and what is for sale. */
export function ProfileWorks({ id, profile, tab, first, isMine }: ProfileWorksProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const isTurning = useTurning()
  const { stats } = profile
  const counts = {
    feed: stats.totalFeeds,
    photos: stats.totalPhotos,
    videos: stats.totalVideos,
    galleries: stats.totalGalleries,
    shop: stats.totalProducts,
  }
  return (
    <section aria-label={t('profile.works')}>
      <LinkTabs
        className="mt-2 mb-2 md:mt-6 md:mb-4"
        label={t('profile.works')}
        // A tab that has nothing in it is not worth a press, except the one that one is on.
        tabs={profileTabs
          .filter((each) => each === 'feed' || each === tab || counts[each] > 0)
          .map((each) => ({
            label: t(`profile.tab.${each}`),
            to: each === 'feed' ? `/${id}` : `/${id}?tab=${each}`,
            current: each === tab,
            count: writeCount(counts[each], locale),
          }))}
      />
      {isTurning ? tab === 'feed' ? <TilesWaiting /> : <WorkCardSkeleton /> : <OneTab key={tab} {...{ id, profile, tab, first, isMine }} />}
    </section>
  )
}

function OneTab({ id, profile, tab, first, isMine }: ProfileWorksProps) {
  const rest = { empty: <Empty isMine={isMine} tab={tab} />, waiting: <TilesWaiting /> }
  const lists = tabQueries(id, profile._id)
  // The loader asked for exactly this tab.
  const loaded = <Item,>(_query: (after: { offset: number }) => Query<Paged<Item>>) => first as Paged<Item>
  if (tab === 'feed') {
    return (
      <div className="mx-auto grid max-w-[600px] gap-8 lg:mx-0 lg:max-w-none lg:grid-cols-[minmax(0,600px)_minmax(0,1fr)]">
        <FeedList query={lists.feed} loaded={loaded(lists.feed)} empty={rest.empty} />
        <Latest feeds={loaded(lists.feed).data} to={`/${id}?tab=photos`} />
      </div>
    )
  }
  if (tab === 'photos') {
    // Those of galleries stand below those of posts: the figure on the tab counts both.
    const empty = profile.stats.totalPhotos > 0 ? null : rest.empty
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 md:gap-1">
        <Pages {...rest} empty={empty} query={lists.photos} loaded={loaded(lists.photos)} draw={(feeds) => <Tiles feeds={feeds} />} />
        <GalleryPhotos performerId={profile._id} />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {tab === 'videos' && (
        <Pages {...rest} query={lists.videos} loaded={loaded(lists.videos)} draw={(videos) => <VideoTiles videos={videos} byOne />} />
      )}
      {tab === 'galleries' && (
        <Pages
          {...rest}
          query={lists.galleries}
          loaded={loaded(lists.galleries)}
          draw={(galleries) => <GalleryTiles galleries={galleries} />}
        />
      )}
      {tab === 'shop' && (
        <Pages {...rest} query={lists.shop} loaded={loaded(lists.shop)} draw={(products) => <ProductTiles products={products} />} />
      )}
    </div>
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

const icons = { feed: PenLine, photos: Images, videos: Film, galleries: GalleryVerticalEnd, shop: ShoppingBag }
const words = { feed: 'empty', photos: 'emptyPhotos', videos: 'emptyVideos', galleries: 'emptyGalleries', shop: 'emptyShop' } as const

function Empty({ isMine, tab }: { isMine: boolean; tab: ProfileTab }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={icons[tab]}
      action={
        isMine ? (
          <Button to="/creator/publish" rank="second" size="sm">
            {t('shell.studio.publish')}
          </Button>
        ) : undefined
      }
    >
      {t(isMine && tab === 'feed' ? 'profile.emptyMine' : `profile.${words[tab]}`)}
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
