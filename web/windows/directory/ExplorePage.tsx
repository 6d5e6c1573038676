import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { load, loadOr } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { bringWords } from '#web/app/words.ts'
import { rail } from '#web/stage/live/rail.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { writeTotal } from '#web/ui/numbers.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { TopStrip } from '#web/windows/directory/TopStrip.tsx'
import { PerformerTiles, PerformerTilesWaiting } from '#web/windows/directory/PerformerTiles.tsx'
import { ExploreTabs } from '#web/catalogue/works/ExploreTabs.tsx'
import { addressOf, filterOf, without } from '#web/windows/directory/filters.ts'
import { bodyFields, type DirectoryFilter, genders, orders, search, top } from '#web/windows/directory/queries.ts'
import { useIsViewPending } from '#web/app/view-pending.ts'
import { Pages } from '#web/app/Pages.tsx'
import { lazy } from '#web/ui/network.ts'

const FilterSheet = lazy(() => import('#web/windows/directory/FilterSheet.tsx').then((file) => ({ default: file.FilterSheet })))
const LiveRail = lazy(async () => {
  const [file] = await Promise.all([import('#web/stage/live/LiveRail.tsx'), bringWords('live')])
  return file
})

export async function loader(args: LoaderFunctionArgs) {
  const filter = filterOf(new URL(args.request.url).searchParams, bootOf(args).settings)
  const isFiltered = Object.keys(filter).length > 1 || filter.sortBy !== 'popular'
  const [{ answer: first, refused }, ranked, shows] = await Promise.all([
    loadOr(['prohibited_term', 'invalid'], args, search(filter, { offset: 0 })),
    isFiltered ? [] : load(args, top),
    isFiltered ? undefined : load(args, rail),
  ])
  return { filter, first, refused, ranked, shows }
}

export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { locale } = useSpeech()
  const { filter, first, refused, ranked, shows } = useLoaderData<typeof loader>()
  const isPending = useIsViewPending()
  return (
    <MainFrame place="explore" wide top={{ title: t('explore.title') }}>
      <title>{`${filter.q ? `${filter.q} · ` : ''}${t('explore.title')} · ${siteName}`}</title>
      <PageTitle>{t('explore.title')}</PageTitle>
      <ExploreTabs place="performers" />
      {shows && (
        <Suspense>
          <LiveRail loaded={shows} />
        </Suspense>
      )}
      <TopStrip loaded={ranked} />
      <div className="my-2 grid gap-1">
        <Pills
          label={t('explore.order')}
          pills={orders.map((sortBy) => ({
            label: t(`explore.order.${sortBy}`),
            to: addressOf({ ...filter, sortBy }),
            current: sortBy === filter.sortBy,
          }))}
        />
        <Filters filter={filter} />
      </div>
      {first && (
        <p className="num px-4 py-2 text-14 text-muted md:px-0" aria-live="polite">
          {t('explore.found', { count: first.total, shown: writeTotal(first, locale) })}
        </p>
      )}
      {isPending ? (
        <PerformerTilesWaiting />
      ) : refused !== undefined ? (
        <RefusedState what={t('home.refused')} why={refused} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
          <Pages
            key={JSON.stringify(filter)}
            query={(after) => search(filter, after)}
            loaded={first}
            waiting={<PerformerTilesWaiting />}
            empty={<Nobody />}
            draw={(people) => <PerformerTiles people={people} />}
          />
        </div>
      )}
    </MainFrame>
  )
}

function Filters({ filter }: { filter: DirectoryFilter }) {
  const { t } = useTranslation()
  const { freeSubscriptionEnabled } = useSettings()
  const [sheet, setSheet] = useState({ wanted: false, open: false })
  const { gender, isFreeSubscription, isOnline, isLive, ...rest } = filter
  const flags = {
    ...(isFreeSubscription && { isFreeSubscription }),
    ...(isOnline && { isOnline }),
    ...(isLive && { isLive }),
    ...(gender && { gender }),
  }
  const chosen = bodyFields.filter((field) => filter[field]).length
  return (
    <>
      <Pills
        label={t('explore.filters')}
        pills={[
          {
            label: chosen > 0 ? `${t('explore.moreFilters')} · ${chosen}` : t('explore.moreFilters'),
            current: chosen > 0,
            onChoose: () => setSheet({ wanted: true, open: true }),
          },
          ...genders.map((each) => ({
            label: t(`explore.gender.${each}`),
            // A second press takes the filter away.
            to: addressOf({ ...without(filter, 'gender'), ...(each !== gender && { gender: each }) }),
            current: each === gender,
          })),
          {
            label: t('explore.live'),
            to: addressOf({ ...without(filter, 'isLive'), ...(!isLive && { isLive: true }) }),
            current: isLive === true,
          },
          {
            label: t('explore.online'),
            to: addressOf({ ...without(filter, 'isOnline'), ...(!isOnline && { isOnline: true }) }),
            current: isOnline === true,
          },
          ...(freeSubscriptionEnabled
            ? [
                {
                  label: t('explore.trial'),
                  to: addressOf({ ...without(filter, 'isFreeSubscription'), ...(!isFreeSubscription && { isFreeSubscription: true }) }),
                  current: isFreeSubscription === true,
                },
              ]
            : []),
          ...(filter.q ? [{ label: `“${filter.q}”`, to: addressOf(without(filter, 'q')), current: true }] : []),
          ...(filter.tag ? [{ label: `#${filter.tag}`, to: addressOf(without(filter, 'tag')), current: true }] : []),
        ]}
      />
      {sheet.wanted && (
        <Suspense fallback={null}>
          <FilterSheet
            open={sheet.open}
            onOpenChange={(open) => setSheet({ wanted: true, open })}
            filter={filter}
            addressOf={(body) =>
              addressOf({ sortBy: filter.sortBy, ...(rest.q && { q: rest.q }), ...(rest.tag && { tag: rest.tag }), ...flags, ...body })
            }
          />
        </Suspense>
      )}
    </>
  )
}

function Nobody() {
  const { t } = useTranslation()
  return (
    <EmptyState
      scene="lamp"
      title={t('scenes.lamp')}
      action={
        <Button to="/explore" rank="second" size="sm">
          {t('explore.showAll')}
        </Button>
      }
    >
      {t('explore.nobody')}
    </EmptyState>
  )
}
