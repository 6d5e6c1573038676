import { Check, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Order } from '#contract/catalogue/shop.ts'
import { useEach } from '#web/app/each.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { OrderState } from '#web/catalogue/shop/orders/OrderState.tsx'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { aboutOrders, orderStatuses, sold } from '#web/catalogue/shop/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { shortOf } from '#web/people/addresses/AddressText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { auth: true, inClosedCountry: true }

const table = { sortBy: 'date', sort: 'desc', sortable: ['date'] } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const deliveryStatus = orderStatuses.find((each) => each === params.get('status'))
  const q = params.get('q')?.slice(0, 100)
  const state = tableFrom(params, table)
  const input = { ...pagingOf(state), sort: state.sort, ...(deliveryStatus && { deliveryStatus }), ...(q && { q }) }
  return { input, rows: await load(args, sold(input)) }
}

/** What was bought from me, and what waits for me. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(sold(loaded.input), loaded.rows).data ?? loaded.rows
  const [chosen, setChosen] = useState<string[]>([])
  const selected = chosen.filter((id) => rows.data.some((order) => order._id === id))
  const acceptable = rows.data.filter(({ _id, nextStatuses }) => selected.includes(_id) && nextStatuses.includes('processing'))
  // Some may have been withdrawn meanwhile.
  const accept = useEach('orders.accept', aboutOrders, (api, id) => api.shop.updateOrder({ id, deliveryStatus: 'processing' }))
  const { deliveryStatus, q } = loaded.input
  const isFiltered = deliveryStatus !== undefined || q !== undefined

  const columns: Column<Order>[] = [
    {
      key: 'order',
      title: t('orders.order'),
      cell: ({ _id, number, product, quantity, buyer }) => (
        <Link to={`/creator/orders/${_id}`} className="group flex min-w-0 items-center gap-3">
          <Picture url={product.image} />
          <span className="min-w-0">
            <span className="line-clamp-1 font-semibold group-hover:underline">
              {product.title}
              {quantity > 1 && <span className="num"> × {quantity}</span>}
            </span>
            <span className="num block truncate text-13 text-muted">
              {t('orders.number', { number })}
              <span className="md:hidden"> · {buyer.name}</span>
            </span>
          </span>
        </Link>
      ),
    },
    {
      key: 'buyer',
      title: t('orders.buyer'),
      onPhone: 'hidden',
      cell: ({ buyer, deliveryAddress }) => (
        <span className="min-w-0">
          <span className="block truncate">{buyer.name}</span>
          {deliveryAddress && <span className="block max-w-64 truncate text-13 text-muted max-md:hidden">{shortOf(deliveryAddress)}</span>}
        </span>
      ),
    },
    { key: 'total', title: t('orders.total'), align: 'right', cell: ({ totalPrice }) => <Tokens value={totalPrice} /> },
    { key: 'status', title: t('orders.state'), cell: (order) => <OrderState status={order.deliveryStatus} /> },
    {
      key: 'date',
      title: t('orders.date'),
      align: 'right',
      sortable: true,
      cell: ({ createdAt, acceptBy }) => (
        <span className="text-muted">
          {acceptBy ? (
            <>
              {t('orders.acceptBy')} <RelativeTime at={acceptBy} now={now} show="moment" />
            </>
          ) : (
            <RelativeTime at={createdAt} now={now} />
          )}
        </span>
      ),
    },
  ]

  return (
    <StudioShell place="orders" title={t('orders.title')}>
      <title>{usePageTitle(t('orders.title'))}</title>
      <PageTitle>{t('orders.title')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
          <Pills
            className="max-w-full"
            label={t('orders.byStatus')}
            pills={[
              { label: t('orders.all'), to: address.filterTo({ status: undefined }), current: deliveryStatus === undefined },
              ...orderStatuses.map((each) => ({
                label: t(`orders.status.${each}`),
                to: address.filterTo({ status: each }),
                current: deliveryStatus === each,
              })),
            ]}
          />
          <FilterSearch address={address} label={t('orders.search')} className="md:w-64" />
        </div>
        <DataTable
          label={t('orders.title')}
          columns={columns}
          rows={rows.data}
          rowKey={(order) => order._id}
          total={rows.total}
          {...address.table}
          selected={selected}
          onSelect={setChosen}
          bulk={
            <Button
              rank="inverse"
              size="sm"
              icon={<Check className="size-4" />}
              loading={accept.busy}
              disabled={acceptable.length === 0}
              onClick={() => void accept.each(acceptable.map(({ _id }) => _id)).then(() => setChosen([]))}
            >
              {t('orders.accept.some', { count: acceptable.length })}
            </Button>
          }
          empty={
            <EmptyState
              look="bare"
              icon={PackageOpen}
              action={
                <Button
                  rank="second"
                  size="sm"
                  to={isFiltered ? address.filterTo({ status: undefined, q: undefined }) : '/creator/products'}
                >
                  {t(isFiltered ? 'orders.showAll' : 'orders.toProducts')}
                </Button>
              }
            >
              {t(isFiltered ? 'orders.noneFiltered' : 'orders.noneSold')}
            </EmptyState>
          }
        />
      </div>
    </StudioShell>
  )
}
