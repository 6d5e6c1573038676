// What the address of a page with everybody's works of a kind asks for.
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Pill } from '#web/ui/Pills.tsx'

const orders = ['latest', 'popular', 'price'] as const
const audiences = ['free', 'followers', 'subscription', 'ppv'] as const satisfies readonly Feed['isSale'][]

export interface WorkFilter {
  sortBy?: (typeof orders)[number]
  isSale?: Feed['isSale']
  tag?: string
}

export interface ListFilter extends WorkFilter {
  q?: string
  performerId?: string
  excludedId?: string
}

export function filterFrom(url: string): WorkFilter {
  const asked = new URL(url).searchParams
  const isSale = audiences.find((each) => each === asked.get('isSale'))
  const tag = asked.get('tag')?.trim().slice(0, 40)
  return { sortBy: orders.find((each) => each === asked.get('sortBy')) ?? 'latest', ...(isSale && { isSale }), ...(tag && { tag }) }
}

export const isFiltered = ({ isSale, tag }: WorkFilter): boolean => isSale !== undefined || tag !== undefined

function addressOf(path: string, { sortBy, isSale, tag }: WorkFilter): string {
  const query = new URLSearchParams({ ...(sortBy && sortBy !== 'latest' && { sortBy }), ...(isSale && { isSale }), ...(tag && { tag }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** The order, and below it who may see what; a second press takes a filter away. */
export function useWorkPills(path: string, filter: WorkFilter): { label: string; pills: Pill[] }[] {
  const { t } = useTranslation()
  const { isSale: chosen, ...others } = filter
  return [
    {
      label: t('browse.order'),
      pills: orders.map((sortBy) => ({
        label: t(`browse.order.${sortBy}`),
        to: addressOf(path, { ...filter, sortBy }),
        current: sortBy === filter.sortBy,
      })),
    },
    {
      label: t('browse.filters'),
      pills: [
        ...audiences.map((isSale) => ({
          label: t(`browse.audience.${isSale}`),
          to: addressOf(path, { ...others, ...(isSale !== chosen && { isSale }) }),
          current: isSale === chosen,
        })),
        ...(filter.tag ? [{ label: `#${filter.tag}`, to: addressOf(path, { ...filter, tag: '' }), current: true }] : []),
      ],
    },
  ]
}
