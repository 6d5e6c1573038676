import { Check, PackageOpen } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, useLoaderData } from 'react-router'
import type { Order } from '#contract/catalogue/shop.ts'
import { useBulkAct } from '#web/app/bulk-act.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable, useChosen } from '#web/app/ListTable.tsx'
import { useNow, useSettings } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { OrderState } from '#web/catalogue/shop/orders/OrderState.tsx'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { aboutOrders, orderStatuses, sold } from '#web/catalogue/shop/queries.ts'
import { shortOf } from '#web/people/addresses/AddressText.tsx'
import { exact } from '#web/app/amounts.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { auth: true, inClosedCountry: true }

const list = listing({
  who: requirePerformer,
  order: { sortBy: 'date', sort: 'desc', sortable: ['date'] },
  says: { status: orderStatuses, q: { letters: 100 } },
  // By date is its only order, and goes without saying.
  asks: ({ status, sortBy: _date, ...asked }) => sold({ ...asked, ...(status && { deliveryStatus: status }) }),
})
export const { loader } = list

/** What was bought from me, and what waits for me. */
export function Component() {
  const { t } = useTranslation()
  const now = useNow()
  const shown = useList(list, useLoaderData<typeof loader>())
  const chosen = useChosen(shown)
  const acceptable = shown.rows.data.filter(({ _id, nextStatuses }) => chosen.ids.includes(_id) && nextStatuses.includes('processing'))
  // Some may have been withdrawn meanwhile.
  const accept = useBulkAct('orders.accept', aboutOrders, (api, id) => api.shop.updateOrder({ id, deliveryStatus: 'processing' }))

  const columns: Column<Order>[] = [
    {
      key: 'order',
      title: t('orders.order'),
      cell: ({ _id, number, product, quantity, buyer }) => (
        <Link data-row to={`/creator/orders/${_id}`} className="group flex min-w-0 items-center gap-3">
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
    { key: 'total', onPhone: 'note', title: t('orders.total'), align: 'right', cell: ({ totalPrice }) => <Worth tokens={totalPrice} /> },
    {
      key: 'status',
      onPhone: 'note',
      title: t('orders.state'),
      cell: ({ _id, deliveryStatus, nextStatuses }) =>
        nextStatuses.includes('processing') ? (
          <Button rank="second" size="sm" disabled={accept.busy} onClick={() => void accept.each([_id])}>
            {t('orders.accept')}
          </Button>
        ) : (
          <OrderState status={deliveryStatus} />
        ),
    },
    {
      key: 'date',
      title: t('orders.date'),
      align: 'right',
      onPhone: 'note',
      sortable: true,
      cell: ({ createdAt, acceptBy }) => (
        <span className="text-muted">
          {acceptBy ? (
            <>
              {t('orders.acceptBy')}
              <RelativeTime at={acceptBy} now={now} show="moment" />
            </>
          ) : (
            <RelativeTime at={createdAt} now={now} />
          )}
        </span>
      ),
    },
  ]

  return (
    <StudioPage place="orders" title={t('orders.title')}>
      <Filters>
        <FilterPills
          list={shown}
          by="status"
          label={t('orders.byStatus')}
          all={t('orders.all')}
          of={orderStatuses}
          say={(each) => t(`orders.status.${each}`)}
        />
        <FilterSearch address={shown.address} label={t('orders.search')} className="md:w-64" />
      </Filters>
      <ListTable
        label={t('orders.title')}
        list={shown}
        columns={columns}
        chosen={chosen}
        acts={
          <Button
            rank="second"
            size="sm"
            icon={<Check className="size-4" />}
            loading={accept.busy}
            disabled={acceptable.length === 0}
            onClick={() => void accept.each(acceptable.map(({ _id }) => _id)).then(chosen.clear)}
          >
            {t('orders.accept.some', { count: acceptable.length })}
          </Button>
        }
        none={{
          icon: PackageOpen,
          words: t('orders.noneSold'),
          found: t('orders.noneFiltered'),
          begin: (
            <Button rank="second" size="sm" to="/creator/products">
              {t('orders.toProducts')}
            </Button>
          ),
        }}
      />
    </StudioPage>
  )
}

/** Creators think in money: what the tokens are worth stands under them. */
function Worth({ tokens }: { tokens: number }) {
  const { currency, tokenConversionRate } = useSettings()
  return (
    <>
      <Tokens value={tokens} />
      <span className="md:hidden"> · </span>
      <Money value={exact(tokens * tokenConversionRate)} currency={currency} className="text-13 text-muted md:block" />
    </>
  )
}
