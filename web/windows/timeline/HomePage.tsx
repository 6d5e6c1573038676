import { Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { bringWords } from '#web/app/words.ts'
import { load } from '#web/app/query.ts'
import { useBoot, useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { WorkCardSkeleton } from '#web/ui/Skeleton.tsx'
import { idle } from '#web/ui/idle.ts'
import { lazy } from '#web/ui/network.ts'
import { beginning } from '#web/windows/front/queries.ts'
import { random } from '#web/windows/directory/random.ts'
import { FeedList } from '#web/catalogue/feeds/FeedList.tsx'
import { home, type HomeFilter, kinds, scopes } from '#web/windows/timeline/queries.ts'
import { rail } from '#web/stage/live/rail.ts'
import { useIsViewPending } from '#web/app/view-pending.ts'

// Most have followed somebody: its words and pictures come to those who have not.
const NewHouse = lazy(async () => {
  const [page] = await Promise.all([import('#web/windows/front/NewHouse.tsx'), bringWords('landing')])
  return page
})

// What stands beside the posts, where there is room for it, is drawn by the server and comes alive when nothing else wants to.
const Suggestions = lazy(async () => {
  await idle()
  return { default: (await import('#web/windows/timeline/Suggestions.tsx')).Suggestions }
})
const LiveRail = lazy(async () => {
  await idle()
  const [rail] = await Promise.all([import('#web/stage/live/LiveRail.tsx'), bringWords('live')])
  return rail
})
// Most days the site has nothing to put forward.
const Promos = lazy(async () => {
  const [file] = await Promise.all([import('#web/windows/promos/Promos.tsx'), bringWords('landing')])
  return { default: file.Promos }
})
const EmptyHome = lazy(() => import('#web/windows/timeline/EmptyHome.tsx'))

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  const filter = filterOf(new URL(args.request.url).searchParams, bootOf(args).me !== null)
  const [first, people, shows] = await Promise.all([load(args, home(filter, { offset: 0 })), load(args, random), load(args, rail)])
  const isNew = bootOf(args).me !== null && filter.scope === 'following' && !filter.type && first.total === 0
  return { filter, first, people, shows, begin: isNew ? await load(args, beginning) : undefined }
}

/** Visitors see what is free for everyone; members begin with those whom they follow. */
function filterOf(asked: URLSearchParams, isMember: boolean): HomeFilter {
  const scope = scopes.find((each) => each === asked.get('scope')) ?? 'following'
  const type = kinds.find((each) => each === asked.get('type'))
  return { scope: isMember ? scope : 'discover', ...(type && { type }) }
}

function addressOf({ scope, type }: HomeFilter): string {
  const query = new URLSearchParams({ ...(scope !== 'following' && { scope }), ...(type && { type }) })
  return query.size > 0 ? `/home?${query}` : '/home'
}

export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const boot = useBoot()
  const { siteName } = useSettings()
  const { filter, first, people, shows, begin } = useLoaderData<typeof loader>()
  const isPending = useIsViewPending()
  const promos = (position: 'home' | 'sidebar') =>
    boot.promos.length > 0 && (
      <Suspense>
        <Promos position={position} />
      </Suspense>
    )
  if (begin) {
    return (
      <MainFrame place="home" wide>
        <title>{`${t('home.title')} · ${siteName}`}</title>
        <h1 className="sr-only">{t('home.title')}</h1>
        <Suspense>
          <NewHouse {...begin} />
        </Suspense>
      </MainFrame>
    )
  }
  return (
    <MainFrame
      place="home"
      aside={
        <>
          <Suspense>
            <Suggestions people={people} />
          </Suspense>
          {promos('sidebar')}
        </>
      }
    >
      <title>{`${t('home.title')} · ${siteName}`}</title>
      <h1 className="sr-only">{t('home.title')}</h1>
      {promos('home')}
      {me && (
        <LinkTabs
          label={t('home.scopes')}
          tabs={scopes.map((scope) => ({
            label: t(`home.scope.${scope}`),
            to: addressOf({ ...filter, scope }),
            current: scope === filter.scope,
          }))}
        />
      )}
      <Suspense>
        <LiveRail loaded={shows} />
      </Suspense>
      <Pills
        className="my-1 md:my-2"
        label={t('home.kinds')}
        pills={[undefined, ...kinds].map((type) => ({
          label: t(`home.kind.${type ?? 'all'}`),
          to: addressOf({ scope: filter.scope, ...(type && { type }) }),
          current: type === filter.type,
        }))}
      />
      {isPending ? (
        <WorkCardSkeleton count={2} />
      ) : (
        <FeedList
          key={JSON.stringify(filter)}
          byCursor
          query={(after) => home(filter, after)}
          loaded={first}
          empty={
            <Suspense>
              <EmptyHome scope={filter.scope} />
            </Suspense>
          }
        />
      )}
    </MainFrame>
  )
}
