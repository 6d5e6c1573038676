import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { PerformerTile } from '#web/windows/directory/PerformerTile.tsx'
import { type DirectoryFilter, genders, orders, search } from '#web/windows/directory/queries.ts'
import { useTurning } from '#web/windows/timeline/HomePage.tsx'
import { Pages } from '#web/windows/timeline/Pages.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const filter = filterOf(new URL(args.request.url).searchParams)
  return { filter, first: await load(args, search(filter, { offset: 0 })) }
}

function filterOf(asked: URLSearchParams): DirectoryFilter {
  const q = asked.get('q')?.trim().slice(0, 100)
  const gender = genders.find((each) => each === asked.get('gender'))
  return {
    sortBy: orders.find((each) => each === asked.get('sortBy')) ?? 'popular',
    ...(q && { q }),
    ...(gender && { gender }),
    ...(asked.get('trial') === '1' && { isFreeSubscription: true as const }),
  }
}

/** The filters as the address wears them; what is usual is left out. */
function queryOf({ q, gender, isFreeSubscription, sortBy }: DirectoryFilter): Record<string, string> {
  return {
    ...(q && { q }),
    ...(gender && { gender }),
    ...(isFreeSubscription && { trial: '1' }),
    ...(sortBy !== 'popular' && { sortBy }),
  }
}

function addressOf(filter: DirectoryFilter): string {
  const query = new URLSearchParams(queryOf(filter))
  return query.size > 0 ? `/explore?${query}` : '/explore'
}

export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { filter, first } = useLoaderData<typeof loader>()
  const isTurning = useTurning()
  const { q: _q, ...kept } = queryOf(filter)
  return (
    <MainFrame place="explore" wide top={{ title: t('explore.title') }}>
      <title>{`${filter.q ? `${filter.q} · ` : ''}${t('explore.title')} · ${siteName}`}</title>
      <PageTitle>{t('explore.title')}</PageTitle>
      <Form role="search" action="/explore" className="max-md:px-4 max-md:pt-2">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField key={filter.q ?? ''} label={t('explore.search')} name="q" defaultValue={filter.q} maxLength={100} />
      </Form>
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
      <p className="num px-4 py-2 text-14 text-muted md:px-0" aria-live="polite">
        {t('explore.found', { count: first.total })}
      </p>
      {isTurning ? (
        <TilesWaiting />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
          <Pages
            key={JSON.stringify(filter)}
            query={(after) => search(filter, after)}
            loaded={first}
            waiting={<TilesWaiting />}
            empty={<Nobody />}
            draw={(people) => (
              <ul className={tiles}>
                {people.map((each) => (
                  <li key={each._id}>
                    <PerformerTile performer={each} />
                  </li>
                ))}
              </ul>
            )}
          />
        </div>
      )}
    </MainFrame>
  )
}

const tiles = 'grid gap-2 sm:grid-cols-2 md:gap-4 lg:grid-cols-3'

function Filters({ filter }: { filter: DirectoryFilter }) {
  const { t } = useTranslation()
  const { gender, isFreeSubscription, ...rest } = filter
  const trial = isFreeSubscription && { isFreeSubscription }
  return (
    <Pills
      label={t('explore.filters')}
      pills={[
        ...genders.map((each) => ({
          label: t(`explore.gender.${each}`),
          // A second press takes the filter away.
          to: addressOf({ ...rest, ...trial, ...(each !== gender && { gender: each }) }),
          current: each === gender,
        })),
        {
          label: t('explore.trial'),
          to: addressOf({ ...rest, ...(gender && { gender }), ...(!isFreeSubscription && { isFreeSubscription: true }) }),
          current: isFreeSubscription === true,
        },
      ]}
    />
  )
}

function Nobody() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={SearchX}
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

function TilesWaiting() {
  return (
    <Waiting>
      <div className={tiles}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <Card key={place} className="overflow-hidden">
            <Bone className="h-28 rounded-none!" />
            <div className="grid gap-2.5 p-4">
              <Bone className="h-4 w-32" />
              <Bone className="h-3 w-24" />
              <Bone className="h-3.5 w-full" />
              <Bone className="h-3.5 w-2/3" />
            </div>
          </Card>
        ))}
      </div>
    </Waiting>
  )
}
