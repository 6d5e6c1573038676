import { Radio } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Pages } from '#web/app/Pages.tsx'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ExploreTabs } from '#web/catalogue/works/ExploreTabs.tsx'
import { streams, type StreamFilter } from '#web/stage/live/queries.ts'
import { StreamTile } from '#web/stage/live/StreamTile.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams
  const filter: StreamFilter = {
    ...(asked.get('of') === 'followed' && { followedOnly: true as const }),
    ...(asked.get('of') === 'free' && { isFree: true as const }),
  }
  return { filter, first: await load(args, streams(filter, { offset: 0 })) }
}

/** Who is live, and who will be. */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const { siteName } = useSettings()
  const { filter, first } = useLoaderData<typeof loader>()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <MainFrame place="explore" wide top={{ title: t('live.title') }}>
      <title>{`${t('live.title')} · ${siteName}`}</title>
      <PageTitle>{t('live.title')}</PageTitle>
      <ExploreTabs place="live" />
      <Pills
        className="my-3"
        label={t('live.filters')}
        pills={[
          { label: t('live.filter.all'), to: '/live', current: !filter.followedOnly && !filter.isFree },
          ...(me ? [{ label: t('live.filter.followed'), to: '/live?of=followed', current: filter.followedOnly === true }] : []),
          { label: t('live.filter.free'), to: '/live?of=free', current: filter.isFree === true },
        ]}
      />
      <Pages
        key={JSON.stringify(filter)}
        query={(after) => streams(filter, after)}
        loaded={first}
        waiting={<TilesWaiting />}
        empty={<Nobody isFiltered={isFiltered} />}
        draw={(list) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-4 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
            {list.map((stream) => (
              <StreamTile key={stream._id} stream={stream} />
            ))}
          </div>
        )}
      />
    </MainFrame>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Radio}
      action={
        <Button rank="second" size="sm" to={isFiltered ? '/live' : '/explore'}>
          {t(isFiltered ? 'live.clear' : 'live.explore')}
        </Button>
      }
    >
      <b className="block">{t(isFiltered ? 'live.nothing' : 'live.nobody')}</b>
      {t(isFiltered ? 'live.nothingHint' : 'live.nobodyHint')}
    </EmptyState>
  )
}

const TilesWaiting = () => (
  <Waiting>
    <div className="grid gap-2 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
      {[0, 1, 2].map((each) => (
        <Bone key={each} className="h-40 rounded-card" />
      ))}
    </div>
  </Waiting>
)
