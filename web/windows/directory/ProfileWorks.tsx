import { Images } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { kindNames, workKinds } from '#contract/catalogue/kind-names.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useMe } from '#web/app/session.tsx'
import { tileOf } from '#web/catalogue/feeds/pictures.ts'
import { lockOf } from '#web/catalogue/works/lock.ts'
import { type AnyItem, frameOf, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { Bone, Waiting, WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { TileGrid } from '#web/ui/TileGrid.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { kindOfTab, postsOf, type ProfileTab, profileTabs, worksOf } from '#web/windows/directory/profile-tabs.ts'
import { FeedList } from '#web/catalogue/feeds/FeedList.tsx'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { type Paged, Pages } from '#web/app/Pages.tsx'

type ProfileWorksProps = {
  /** As the address calls them: username or id. */
  id: string
  profile: PerformerProfile
  tab: ProfileTab
  first: Paged<unknown>
  isMine: boolean
}

/** What a performer has published: posts to read, pictures, and works of every other kind. */
export function ProfileWorks({ id, profile, tab, first, isMine }: ProfileWorksProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const isPending = useIsViewPending()
  const { stats } = profile
  const countOf = (each: ProfileTab) => (each === 'photos' ? stats.totalPhotos : stats[kindNames[kindOfTab(each)].total])
  return (
    <section aria-label={t('profile.works')}>
      <LinkTabs
        className="mt-2 mb-2 md:mt-6 md:mb-4"
        label={t('profile.works')}
        // A tab that has nothing in it is not worth a press, except the one that one is on.
        tabs={profileTabs
          .filter((each) => each === 'feed' || each === tab || countOf(each) > 0)
          .map((each) => ({
            label: t(`profile.tab.${each}`),
            to: each === 'feed' ? `/${id}` : `/${id}?tab=${each}`,
            current: each === tab,
            count: writeCount(countOf(each), locale),
          }))}
      />
      {isPending ? tab === 'feed' ? <TilesWaiting /> : <WorkCardSkeleton /> : <OneTab key={tab} {...{ id, profile, tab, first, isMine }} />}
    </section>
  )
}

function OneTab({ id, profile, tab, first, isMine }: ProfileWorksProps) {
  const rest = { empty: <Empty isMine={isMine} tab={tab} />, waiting: <TilesWaiting /> }
  // The loader asked for exactly this tab.
  if (tab === 'feed') {
    const posts = first as Paged<Feed>
    return (
      <div className="mx-auto grid max-w-[600px] gap-8 lg:mx-0 lg:max-w-none lg:grid-cols-[minmax(0,600px)_minmax(0,1fr)]">
        <FeedList query={postsOf(id, tab)} loaded={posts} empty={rest.empty} />
        <Latest feeds={posts.data} to={`/${id}?tab=photos`} />
      </div>
    )
  }
  if (tab === 'photos') {
    // Those of other kinds stand below those of posts: the figure on the tab counts all.
    const empty = profile.stats.totalPhotos > 0 ? null : rest.empty
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 md:gap-1">
        <Pages {...rest} empty={empty} query={postsOf(id, tab)} loaded={first as Paged<Feed>} draw={(feeds) => <Tiles feeds={feeds} />} />
        {workKinds.map((kind) => (
          <Fragment key={kind}>{lookOf(kind).photosOf?.(profile._id)}</Fragment>
        ))}
      </div>
    )
  }
  const kind = kindOfTab(tab)
  return (
    <div className={frameOf(kind)}>
      <Pages
        {...rest}
        query={worksOf(profile._id, kind)}
        loaded={first as Paged<AnyItem>}
        draw={(works, isFirst) => lookOf(kind).draw(works, { byOne: true, first: isFirst })}
      />
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

function Empty({ isMine, tab }: { isMine: boolean; tab: ProfileTab }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={tab === 'photos' ? Images : lookOf(kindOfTab(tab)).icon}
      action={
        isMine ? (
          <Button to="/creator/publish" rank="second" size="sm">
            {t('shell.studio.publish')}
          </Button>
        ) : undefined
      }
    >
      {t(isMine && tab === 'feed' ? 'profile.emptyMine' : `profile.empty.${tab}`)}
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
