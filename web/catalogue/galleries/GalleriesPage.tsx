import { Images } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { GalleryTiles } from '#web/catalogue/galleries/GalleryTiles.tsx'
import { type GalleryFilter, listed, orders } from '#web/catalogue/galleries/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { ExploreTabs } from '#web/windows/directory/ExploreTabs.tsx'
import { useTurning } from '#web/windows/timeline/HomePage.tsx'
import { Pages } from '#web/windows/timeline/Pages.tsx'

const audiences = ['free', 'followers', 'subscription', 'ppv'] as const

export async function loader(args: LoaderFunctionArgs) {
  const filter = filterOf(new URL(args.request.url).searchParams)
  return { filter, first: await load(args, listed(filter, { offset: 0 })) }
}

function filterOf(asked: URLSearchParams): GalleryFilter {
  const isSale = audiences.find((each) => each === asked.get('isSale'))
  const tag = asked.get('tag')?.trim().slice(0, 40)
  return { sortBy: orders.find((each) => each === asked.get('sortBy')) ?? 'latest', ...(isSale && { isSale }), ...(tag && { tag }) }
}

function addressOf({ sortBy, isSale, tag }: GalleryFilter): string {
  const query = new URLSearchParams({ ...(sortBy && sortBy !== 'latest' && { sortBy }), ...(isSale && { isSale }), ...(tag && { tag }) })
  return query.size > 0 ? `/galleries?${query}` : '/galleries'
}

/** Everybody's galleries. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { filter, first } = useLoaderData<typeof loader>()
  const isTurning = useTurning()
  const { isSale: chosen, ...others } = filter
  return (
    <MainFrame place="explore" wide top={{ title: t('gallery.title') }}>
      <title>{`${filter.tag ? `#${filter.tag} · ` : ''}${t('gallery.title')} · ${siteName}`}</title>
      <PageTitle>{t('gallery.title')}</PageTitle>
      <ExploreTabs place="galleries" />
      <div className="my-2 grid gap-1">
        <Pills
          label={t('gallery.order')}
          pills={orders.map((sortBy) => ({
            label: t(`gallery.order.${sortBy}`),
            to: addressOf({ ...filter, sortBy }),
            current: sortBy === filter.sortBy,
          }))}
        />
        <Pills
          label={t('gallery.filters')}
          pills={[
            ...audiences.map((isSale) => ({
              label: t(`gallery.audience.${isSale}`),
              // A second press takes the filter away.
              to: addressOf({ ...others, ...(isSale !== chosen && { isSale }) }),
              current: isSale === chosen,
            })),
            ...(filter.tag ? [{ label: `#${filter.tag}`, to: addressOf({ ...filter, tag: '' }), current: true }] : []),
          ]}
        />
      </div>
      {isTurning ? (
        <CoverGridWaiting />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Pages
            key={JSON.stringify(filter)}
            query={(after) => listed(filter, after)}
            loaded={first}
            waiting={<CoverGridWaiting />}
            empty={<None isFiltered={chosen !== undefined || filter.tag !== undefined} />}
            draw={(galleries) => <GalleryTiles galleries={galleries} />}
          />
        </div>
      )}
    </MainFrame>
  )
}

function None({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Images}
      action={
        <Button to={isFiltered ? '/galleries' : '/explore'} rank="second" size="sm">
          {t(isFiltered ? 'gallery.showAll' : 'gallery.toCreators')}
        </Button>
      }
    >
      {t(isFiltered ? 'gallery.none' : 'gallery.noneYet')}
    </EmptyState>
  )
}
