import { Radio } from 'lucide-react'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Pages } from '#web/app/Pages.tsx'
import { loadOr } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { streams, type StreamFilter } from '#web/stage/live/queries.ts'
import { StreamTile } from '#web/stage/live/StreamTile.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams
  const q = asked.get('q')?.trim().slice(0, 100)
  const filter: StreamFilter = {
    ...(asked.get('of') === 'followed' && { followedOnly: true as const }),
    ...(asked.get('of') === 'free' && { isFree: true as const }),
    ...(q && { q }),
  }
  const { answer: first, refused } = await loadOr('prohibited_term', args, streams(filter, { offset: 0 }))
  return { filter, first, refused }
}

const addressOf = (of: 'followed' | 'free' | undefined, q: string | undefined) => {
  const asked = new URLSearchParams({ ...(of && { of }), ...(q && { q }) }).toString()
  return asked ? `/live?${asked}` : '/live'
}

/** Who is live, and who will be. */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const { siteName } = useSettings()
  const { filter, first, refused } = useLoaderData<typeof loader>()
  const { q } = filter
  const isFiltered = Object.keys(filter).length > 0
  return (
    <MainFrame place="explore" wide top={{ title: t('live.title') }}>
      <title>{`${t('live.title')} · ${siteName}`}</title>
      <PageTitle>{t('live.title')}</PageTitle>
      <Form role="search" action="/live" className="max-md:px-4 max-md:pt-2">
        <SearchField label={t('live.search')} name="q" defaultValue={q ?? ''} maxLength={100} />
      </Form>
      <Pills
        className="my-3"
        label={t('live.filters')}
        pills={[
          { label: t('live.filter.all'), to: addressOf(undefined, q), current: !filter.followedOnly && !filter.isFree },
          ...(me ? [{ label: t('live.filter.followed'), to: addressOf('followed', q), current: filter.followedOnly === true }] : []),
          { label: t('live.filter.free'), to: addressOf('free', q), current: filter.isFree === true },
        ]}
      />
      {refused !== undefined ? (
        <RefusedState what={t('home.refused')} why={refused} />
      ) : (
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
      )}
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
