import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { listed, type ProductFilter } from '#web/catalogue/shop/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { CoverGridWaiting } from '#web/ui/CoverGridWaiting.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { ExploreTabs } from '#web/windows/directory/ExploreTabs.tsx'
import { useTurning } from '#web/windows/timeline/HomePage.tsx'
import { Pages } from '#web/windows/timeline/Pages.tsx'

const types = ['physical', 'digital'] as const
/** What people look for in a shop; the cheapest first is what a price alone means. */
const ways = {
  latest: { sortBy: 'latest' },
  popular: { sortBy: 'popular' },
  cheap: { sortBy: 'price', sort: 'asc' },
  dear: { sortBy: 'price', sort: 'desc' },
} as const
type Way = keyof typeof ways

export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams
  const type = types.find((each) => each === asked.get('type'))
  const way = wayOf(asked)
  const filter: ProductFilter = { ...ways[way], ...(type && { type }) }
  return { filter, way, first: await load(args, listed(filter, { offset: 0 })) }
}

/** The address carries sortBy and sort, as tables do. */
function wayOf(asked: URLSearchParams): Way {
  if (asked.get('sortBy') === 'popular') return 'popular'
  if (asked.get('sortBy') !== 'price') return 'latest'
  return asked.get('sort') === 'desc' ? 'dear' : 'cheap'
}

function addressOf(way: Way, type: ProductFilter['type']): string {
  const query = new URLSearchParams({ ...(way !== 'latest' && ways[way]), ...(type && { type }) })
  return query.size > 0 ? `/shop?${query}` : '/shop'
}

/** Everybody's goods. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { filter, way, first } = useLoaderData<typeof loader>()
  const isTurning = useTurning()
  return (
    <MainFrame place="explore" wide top={{ title: t('shop.title') }}>
      <title>{`${t('shop.title')} · ${siteName}`}</title>
      <PageTitle>{t('shop.title')}</PageTitle>
      <ExploreTabs place="shop" />
      <div className="my-2 grid gap-1">
        <Pills
          label={t('shop.order')}
          pills={(Object.keys(ways) as Way[]).map((each) => ({
            label: t(`shop.order.${each}`),
            to: addressOf(each, filter.type),
            current: each === way,
          }))}
        />
        <Pills
          label={t('shop.type')}
          pills={types.map((type) => ({
            label: t(`shop.type.${type}`),
            // A second press takes the filter away.
            to: addressOf(way, type === filter.type ? undefined : type),
            current: type === filter.type,
          }))}
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
            empty={
              <EmptyState
                icon={ShoppingBag}
                action={
                  <Button to={filter.type ? '/shop' : '/explore'} rank="second" size="sm">
                    {t(filter.type ? 'shop.showAll' : 'shop.explore')}
                  </Button>
                }
              >
                {t(filter.type ? 'shop.noneFiltered' : 'shop.none')}
              </EmptyState>
            }
            draw={(products) => <ProductTiles products={products} />}
          />
        </div>
      )}
    </MainFrame>
  )
}
