import { ExternalLink, EyeOff, PackagePlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, useLoaderData } from 'react-router'
import type { Product } from '#contract/catalogue/shop.ts'
import { useBulkAct } from '#web/app/bulk-act.ts'
import { Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable, useChosen } from '#web/app/ListTable.tsx'
import { useNow } from '#web/app/session.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { Picture } from '#web/catalogue/shop/Picture.tsx'
import { own } from '#web/catalogue/shop/queries.ts'
import { products } from '#web/catalogue/shop/studio/kind.ts'
import { ProductState, statuses } from '#web/catalogue/shop/studio/ProductState.tsx'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export const handle = { auth: true }

const types = ['physical', 'digital'] as const

const list = listing({
  who: requirePerformer,
  order: { sortBy: 'createdAt', sort: 'desc', sortable: ['createdAt', 'price', 'title'] },
  says: { status: statuses, type: types, q: { letters: 200 } },
  asks: own,
})
export const { loader } = list

/** Everything I sell. */
export function Component() {
  const { t } = useTranslation()
  const now = useNow()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { address } = shown
  const { status, type } = shown.asked
  const chosen = useChosen(shown)
  const [deleting, setDeleting] = useState<string[]>([])
  const takeOff = useBulkAct('products.takeOff', products.lists, (api, id) => api.shop.updateProduct({ id, status: 'inactive' }))

  const columns: Column<Product>[] = [
    {
      key: 'title',
      title: t('products.product'),
      sortable: true,
      cell: ({ _id, title, thumbnail, type: kind, stock, rejectionReason }) => (
        <Link data-row to={`/creator/products/${_id}`} className="group flex min-w-0 items-center gap-3 max-md:me-11">
          <Picture url={thumbnail?.url} />
          <span className="min-w-0">
            <span className="line-clamp-1 font-semibold group-hover:underline">{title}</span>
            {rejectionReason ? (
              <span className="block text-13 text-onair">{t('products.rejectedBecause', { reason: rejectionReason })}</span>
            ) : (
              <span className="num block text-13 text-muted">
                {t(`products.type.${kind}`)}
                {stock !== undefined && <span className="md:hidden">{` · ${t('products.stock')} ${stock}`}</span>}
              </span>
            )}
          </span>
        </Link>
      ),
    },
    { key: 'price', onPhone: 'note', title: t('products.price'), sortable: true, cell: ({ price }) => <Tokens value={price} /> },
    { key: 'stock', title: t('products.stock'), align: 'right', onPhone: 'hidden', cell: ({ stock }) => stock ?? '–' },
    { key: 'sold', title: t('products.sold'), align: 'right', onPhone: 'hidden', cell: ({ totalSold = 0 }) => totalSold || null },
    { key: 'status', onPhone: 'note', title: t('products.state'), cell: (product) => <ProductState product={product} /> },
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
    <StudioPage
      place="products"
      title={t('products.title')}
      aside={
        <Button rank="second" size="sm" icon={<Plus className="size-4" />} to="/creator/products/new" className="max-md:my-2">
          {t('products.new')}
        </Button>
      }
    >
      <Filters>
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
      </Filters>
      <ListTable
        label={t('products.title')}
        list={shown}
        columns={columns}
        chosen={chosen}
        acts={
          <>
            <Button
              rank="second"
              size="sm"
              icon={<EyeOff className="size-4" />}
              loading={takeOff.busy}
              onClick={() => void takeOff.each(chosen.ids).then(chosen.clear)}
            >
              {t('products.takeOff')}
            </Button>
            <Button rank="danger" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(chosen.ids)}>
              {t('studio.delete')}
            </Button>
          </>
        }
        none={{
          icon: PackagePlus,
          words: t('products.none'),
          found: t('products.noneFiltered'),
          begin: (
            <Button rank="second" size="sm" to="/creator/products/new">
              {t('products.new')}
            </Button>
          ),
        }}
      />
      <DeleteWorks kind={products} ids={deleting} onClose={() => setDeleting([])} onDeleted={chosen.clear} />
    </StudioPage>
  )
}
