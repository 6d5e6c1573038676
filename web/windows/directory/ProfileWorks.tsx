import { Grid2x2, Images, Rows3 } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, useSearchParams } from 'react-router'
import { kindNames, workKinds } from '#contract/catalogue/kind-names.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { FeedTiles } from '#web/catalogue/feeds/FeedTiles.tsx'
import { type AnyItem, frameOf, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { Bone, Waiting, WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
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
  const [asked] = useSearchParams()
  const isList = asked.get('view') === 'list'
  const countOf = (each: ProfileTab) => (each === 'photos' ? stats.totalPhotos : stats[kindNames[kindOfTab(each)].total])
  return (
    <section aria-label={t('profilePage.works')}>
      <LinkTabs
        className="mt-2 mb-3 md:mt-4"
        label={t('profilePage.works')}
        // A tab that has nothing in it is not worth a press, except the one that one is on.
        tabs={profileTabs
          .filter((each) => each === 'feed' || each === tab || countOf(each) > 0)
          .map((each) => ({
            label: t(`profilePage.tab.${each}`),
            to: each === 'feed' ? `/${id}` : `/${id}?tab=${each}`,
            current: each === tab,
            count: countOf(each) > 0 ? writeCount(countOf(each), locale) : undefined,
          }))}
        aside={
          tab === 'feed' && (
            <Link
              to={isList ? `/${id}` : `/${id}?view=list`}
              preventScrollReset
              replace
              aria-label={t(isList ? 'profilePage.asGrid' : 'profilePage.asList')}
              title={t(isList ? 'profilePage.asGrid' : 'profilePage.asList')}
              className="ms-auto grid size-11 flex-none place-items-center self-center text-text"
            >
              {isList ? <Grid2x2 aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
            </Link>
          )
        }
      />
      {isPending ? (
        tab === 'feed' ? (
          <TilesWaiting />
        ) : (
          <WorkCardSkeleton />
        )
      ) : (
        <OneTab key={tab} {...{ id, profile, tab, first, isMine, isList }} />
      )}
    </section>
  )
}

function OneTab({ id, profile, tab, first, isMine, isList }: ProfileWorksProps & { isList: boolean }) {
  const rest = { empty: <Empty isMine={isMine} tab={tab} />, waiting: <TilesWaiting /> }
  // The loader asked for exactly this tab.
  if (tab === 'feed') {
    const posts = first as Paged<Feed>
    return isList ? (
      <FeedList query={postsOf(id, tab)} loaded={posts} empty={rest.empty} />
    ) : (
      <Pages {...rest} query={postsOf(id, tab)} loaded={posts} draw={(feeds) => <FeedTiles feeds={feeds} />} />
    )
  }
  if (tab === 'photos') {
    // Those of other kinds stand below those of posts: the figure on the tab counts all.
    const empty = profile.stats.totalPhotos > 0 ? null : rest.empty
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 md:gap-1">
        <Pages
          {...rest}
          empty={empty}
          query={postsOf(id, tab)}
          loaded={first as Paged<Feed>}
          draw={(feeds) => <FeedTiles feeds={feeds} />}
        />
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
      {t(isMine && tab === 'feed' ? 'profilePage.emptyMine' : `profilePage.empty.${tab}`)}
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
