import { Radio } from 'lucide-react'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Pages } from '#web/app/Pages.tsx'
import { loadOr } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ExploreTabs } from '#web/catalogue/works/ExploreTabs.tsx'
import { streams, type StreamFilter } from '#web/stage/live/queries.ts'
import { StreamTile } from '#web/stage/live/StreamTile.tsx'
import { useLooks } from '#web/stage/live/use-looks.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

/** How often the page looks who is live now. */
const lookMs = 20_000

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams
  const q = asked.get('q')?.trim().slice(0, 100) ?? ''
  const filter: StreamFilter = {
    ...(asked.get('of') === 'followed' && { followedOnly: true as const }),
    ...(asked.get('of') === 'free' && { isFree: true as const }),
    ...(q !== '' && { q }),
  }
  // Some words may not be looked for.
  const { answer: first, refused } = await loadOr('prohibited_term', args, streams(filter, { offset: 0 }))
  return { filter, first, refused }
}

/** Who is live, and who will be. */
export function Component() {
  const { t } = useTranslation()
  const me = useMe()
  const { siteName } = useSettings()
  const { filter, first, refused } = useLoaderData<typeof loader>()
  const { followedOnly = false, isFree = false, q = '' } = filter
  useLooks('live.search', refused === undefined ? lookMs : undefined)
  const to = (of?: 'followed' | 'free') => {
    const asked = new URLSearchParams({ ...(of && { of }), ...(q !== '' && { q }) }).toString()
    return asked ? `/live?${asked}` : '/live'
  }
  return (
    <MainFrame place="explore" wide top={{ title: t('live.title') }}>
      <title>{`${t('live.title')} · ${siteName}`}</title>
      <PageTitle>{t('live.title')}</PageTitle>
      <ExploreTabs place="live" />
      <div className="my-3 flex flex-wrap items-center justify-between gap-3">
        <Pills
          label={t('live.filters')}
          pills={[
            { label: t('live.filter.all'), to: to(), current: !followedOnly && !isFree },
            ...(me ? [{ label: t('live.filter.followed'), to: to('followed'), current: followedOnly }] : []),
            { label: t('live.filter.free'), to: to('free'), current: isFree },
          ]}
        />
        <Form role="search" aria-label={t('live.search')} action="/live" className="max-md:w-full max-md:px-4 md:w-72">
          {followedOnly && <input type="hidden" name="of" value="followed" />}
          {isFree && <input type="hidden" name="of" value="free" />}
          <SearchField key={q} label={t('live.search')} name="q" defaultValue={q} maxLength={100} />
        </Form>
      </div>
      {refused === undefined ? (
        <Pages
          key={JSON.stringify(filter)}
          query={(after) => streams(filter, after)}
          loaded={first}
          waiting={<TilesWaiting />}
          empty={<Nobody filter={filter} />}
          draw={(list) => (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-2 pb-4 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
              {list.map((stream) => (
                <StreamTile key={stream._id} stream={stream} />
              ))}
            </div>
          )}
        />
      ) : (
        <RefusedState what={t('home.refused')} why={refused} />
      )}
    </MainFrame>
  )
}

function Nobody({ filter: { followedOnly, isFree, q } }: { filter: StreamFilter }) {
  const { t } = useTranslation()
  const why = q !== undefined ? 'found' : followedOnly ? 'followed' : isFree ? 'free' : 'any'
  const isFiltered = why !== 'any'
  return (
    <EmptyState
      icon={Radio}
      action={
        <Button rank="second" size="sm" to={isFiltered ? '/live' : '/explore'}>
          {t(isFiltered ? 'live.clear' : 'live.explore')}
        </Button>
      }
    >
      <b className="block">{t(`live.nobody.${why}.title`)}</b>
      {t(`live.nobody.${why}.hint`)}
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
