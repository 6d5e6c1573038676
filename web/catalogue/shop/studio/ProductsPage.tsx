import { ExternalLink, EyeOff, PackagePlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Product } from '#contract/catalogue/shop.ts'
import { useEach } from '#web/app/each.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { own } from '#web/catalogue/shop/queries.ts'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import { products } from '#web/catalogue/shop/studio/kind.ts'
import { ProductState, statuses } from '#web/catalogue/shop/studio/ProductState.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { auth: true }

const orders = ['createdAt', 'price', 'title'] as const
const table = { sortBy: 'createdAt', sort: 'desc', sortable: orders } as const
const types = ['physical', 'digital'] as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const state = tableFrom(params, table)
  const status = statuses.find((each) => each === params.get('status'))
  const type = types.find((each) => each === params.get('type'))
  const q = params.get('q')?.slice(0, 200)
  const sortBy = orders.find((order) => order === state.sortBy) ?? 'createdAt'
  const input = { ...pagingOf(state), sortBy, sort: state.sort, ...(status && { status }), ...(type && { type }), ...(q && { q }) }
  return { input, rows: await load(args, own(input)) }
}

/** Everything I sell. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(own(loaded.input), loaded.rows).data ?? loaded.rows
  const [chosen, setChosen] = useState<string[]>([])
  const [deleting, setDeleting] = useState<string[]>([])
  const selected = chosen.filter((id) => rows.data.some((product) => product._id === id))
  const takeOff = useEach('products.takeOff', products.lists, (api, id) => api.shop.updateProduct({ id, status: 'inactive' }))
  const { status, type, q } = loaded.input
  const isFiltered = status !== undefined || type !== undefined || q !== undefined

  const columns: Column<Product>[] = [
    {
      key: 'title',
      title: t('products.product'),
      sortable: true,
      cell: ({ _id, title, thumbnail, type: kind, rejectionReason }) => (
        <Link to={`/creator/products/${_id}`} className="group flex min-w-0 items-center gap-3 max-md:mr-11">
          <Picture url={thumbnail?.url} />
          <span className="min-w-0">
            <span className="line-clamp-1 font-semibold group-hover:underline">{title}</span>
            {rejectionReason ? (
              <span className="block text-13 text-onair">{t('products.rejectedBecause', { reason: rejectionReason })}</span>
            ) : (
              <span className="block text-13 text-muted">{t(`products.type.${kind}`)}</span>
            )}
          </span>
        </Link>
      ),
    },
    { key: 'price', title: t('products.price'), sortable: true, cell: ({ price }) => <Tokens value={price} /> },
    { key: 'stock', title: t('products.stock'), align: 'right', cell: ({ stock }) => stock ?? '–' },
    { key: 'sold', title: t('products.sold'), align: 'right', onPhone: 'hidden', cell: ({ totalSold = 0 }) => totalSold },
    { key: 'status', title: t('products.state'), cell: (product) => <ProductState product={product} /> },
    {
      key: 'createdAt',
      title: t('products.date'),
      align: 'right',
      sortable: true,
      onPhone: 'hidden',
      cell: ({ createdAt }) => (
        <span className="text-muted">
          <RelativeTime at={createdAt} now={now} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('products.actions'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: ({ _id, slug, title }) => (
        <span className="inline-block max-md:-mt-2.5">
          <Menu
            label={t('products.menu', { title })}
            entries={[
              { label: t('products.edit'), icon: Pencil, to: `/creator/products/${_id}` },
              { label: t('products.view'), icon: ExternalLink, to: `/products/${slug}` },
              { label: t('studio.delete'), icon: Trash2, danger: true, apart: true, onChoose: () => setDeleting([_id]) },
            ]}
          />
        </span>
      ),
    },
  ]

  return (
    <StudioShell place="products" title={t('products.title')}>
      <title>{usePageTitle(t('products.title'))}</title>
      <PageTitle
        aside={
          <Button rank="inverse" size="sm" icon={<Plus className="size-4" />} to="/creator/products/new" className="max-md:my-2">
            {t('products.new')}
          </Button>
        }
      >
        {t('products.title')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
          <Pills
            className="max-w-full"
            label={t('products.state')}
            pills={[
              { label: t('products.all'), to: address.filterTo({ status: undefined, type: undefined }), current: !status && !type },
              ...types.map((each) => ({
                label: t(`products.type.${each}`),
                to: address.filterTo({ type: each === type ? undefined : each }),
                current: each === type,
              })),
              ...statuses.map((each) => ({
                label: t(`products.state.${each}`),
                to: address.filterTo({ status: each === status ? undefined : each }),
                current: each === status,
              })),
            ]}
          />
          <FilterSearch address={address} label={t('products.search')} className="md:w-64" />
        </div>
        <DataTable
          label={t('products.title')}
          columns={columns}
          rows={rows.data}
          rowKey={(product) => product._id}
          total={rows.total}
          {...address.table}
          selected={selected}
          onSelect={setChosen}
          bulk={
            <>
              <Button
                rank="second"
                size="sm"
                icon={<EyeOff className="size-4" />}
                loading={takeOff.busy}
                onClick={() => void takeOff.each(selected).then(() => setChosen([]))}
              >
                {t('products.takeOff')}
              </Button>
              <Button rank="danger" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(selected)}>
                {t('studio.delete')}
              </Button>
            </>
          }
          empty={
            <EmptyState
              look="bare"
              icon={PackagePlus}
              action={
                <Button
                  rank="second"
                  size="sm"
                  to={isFiltered ? address.filterTo({ status: undefined, type: undefined, q: undefined }) : '/creator/products/new'}
                >
                  {t(isFiltered ? 'products.showAll' : 'products.new')}
                </Button>
              }
            >
              {t(isFiltered ? 'products.noneFiltered' : 'products.none')}
            </EmptyState>
          }
        />
      </div>
      <DeleteWorks kind={products} ids={deleting} onClose={() => setDeleting([])} onDeleted={() => setChosen([])} />
    </StudioShell>
  )
}
