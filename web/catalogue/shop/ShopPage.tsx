import { ShoppingBag } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '#web/app/query.ts'
import { ProductTiles } from '#web/catalogue/shop/ProductTiles.tsx'
import { listed, type ProductFilter } from '#web/catalogue/shop/queries.ts'
import { BrowsePage } from '#web/catalogue/works/BrowsePage.tsx'

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
  const { filter, way, first } = useLoaderData<typeof loader>()
  return (
    <BrowsePage
      place="shop"
      title={t('shop.title')}
      pills={[
        {
          label: t('shop.order'),
          pills: (Object.keys(ways) as Way[]).map((each) => ({
            label: t(`shop.order.${each}`),
            to: addressOf(each, filter.type),
            current: each === way,
          })),
        },
        {
          label: t('shop.type'),
          pills: types.map((type) => ({
            label: t(`shop.type.${type}`),
            // A second press takes the filter away.
            to: addressOf(way, type === filter.type ? undefined : type),
            current: type === filter.type,
          })),
        },
      ]}
      filter={filter}
      first={first}
      query={(after) => listed(filter, after)}
      draw={(products) => <ProductTiles products={products} />}
      none={
        filter.type
          ? { icon: ShoppingBag, words: t('shop.noneFiltered'), action: t('shop.showAll'), to: '/shop' }
          : { icon: ShoppingBag, words: t('shop.none'), action: t('browse.toCreators'), to: '/explore' }
      }
    />
  )
}
