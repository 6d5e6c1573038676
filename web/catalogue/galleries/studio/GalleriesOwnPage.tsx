import { ExternalLink, Images, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, type TableAddress, tableFrom, useTableAddress, useWaiting } from '#web/app/table-address.ts'
import { PostPrice } from '#web/catalogue/feeds/compose/PostPrice.tsx'
import { statuses } from '#web/catalogue/feeds/compose/PostState.tsx'
import { WorkCover } from '#web/catalogue/feeds/compose/WorkCover.tsx'
import { own } from '#web/catalogue/galleries/queries.ts'
import { DeleteGalleries } from '#web/catalogue/galleries/studio/DeleteGalleries.tsx'
import { WorkState, WorkTime } from '#web/catalogue/galleries/studio/WorkState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { Pills } from '#web/ui/Pills.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { auth: true }

const orders = ['createdAt', 'price', 'totalLike', 'title'] as const
const table = { sortBy: 'createdAt', sort: 'desc', sortable: orders } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const state = tableFrom(params, table)
  const status = statuses.find((each) => each === params.get('status'))
  const q = params.get('q')?.slice(0, 200)
  const sortBy = orders.find((order) => order === state.sortBy) ?? 'createdAt'
  const filter = { sortBy, sort: state.sort, ...(status && { status }), ...(q && { q }) }
  const window = pagingOf(state)
  return { filter, window, rows: await load(args, own(filter, window)) }
}

/** Everything that the creator put together, whatever its state. */
export function Component() {
  const { t } = useTranslation()
  const { filter, window, rows: loaded } = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const address = useTableAddress(table)
  const waiting = useWaiting()
  const rows = useQuery(own(filter, window), loaded).data ?? loaded
  const [chosen, setChosen] = useState<string[]>([])
  const [deleting, setDeleting] = useState<string[]>([])
  const columns = useColumns((id) => setDeleting([id]))
  const selected = chosen.filter((id) => rows.data.some((gallery) => gallery._id === id))
  const drafts = rows.data.filter(({ _id, status }) => status === 'inactive' && selected.includes(_id))
  return (
    <StudioShell place="galleries" title={t('galleryStudio.nav')}>
      <title>{`${t('galleryStudio.nav')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <>
            <span className="num max-md:hidden">{t('galleryStudio.count', { count: rows.total })}</span>
            <Button rank="inverse" size="sm" to="/creator/galleries/new" icon={<Plus className="size-4" />} className="max-md:my-2">
              {t('galleryStudio.new')}
            </Button>
          </>
        }
      >
        {t('galleryStudio.nav')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Filters address={address} status={filter.status} />
        <DataTable
          label={t('galleryStudio.nav')}
          columns={columns}
          rows={rows.data}
          rowKey={(gallery) => gallery._id}
          state={address.state}
          total={rows.total}
          onState={address.onState}
          pageTo={address.pageTo}
          waiting={waiting}
          selected={selected}
          onSelect={setChosen}
          bulk={
            <>
              <Button rank="text" size="sm" onClick={() => setChosen([])}>
                {t('studio.clear')}
              </Button>
              {drafts.length > 0 && <Publish ids={drafts.map(({ _id }) => _id)} onDone={() => setChosen([])} />}
              <Button rank="danger" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(selected)}>
                {t('studio.delete')}
              </Button>
            </>
          }
          empty={<None address={address} isFiltered={filter.status !== undefined || filter.q !== undefined} />}
        />
      </div>
      <DeleteGalleries ids={deleting} onClose={() => setDeleting([])} />
    </StudioShell>
  )
}

function useColumns(onDelete: (id: string) => void): Column<Gallery>[] {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  return [
    {
      key: 'title',
      title: t('galleryStudio.gallery'),
      sortable: true,
      cell: (gallery) => (
        <span className="flex min-w-0 items-center gap-3 max-md:pr-11">
          <WorkCover url={gallery.cover?.url} />
          <span className="min-w-0">
            <Link to={`/creator/galleries/${gallery._id}`} className="line-clamp-1 font-semibold hover:underline">
              {gallery.title}
            </Link>
            {gallery.rejectionReason ? (
              <span className="block text-13 text-onair">{t('studio.rejectedBecause', { reason: gallery.rejectionReason })}</span>
            ) : (
              <span className="num block text-13 text-muted">
                {t('studio.photos', { count: gallery.totalPhotos })}
                {(gallery.totalSold ?? 0) > 0 && ` · ${t('galleryStudio.sold', { count: gallery.totalSold })}`}
                <span className="md:hidden">
                  {' · '}
                  <WorkTime work={gallery} now={now} />
                </span>
              </span>
            )}
          </span>
        </span>
      ),
    },
    { key: 'price', title: t('studio.watch'), sortable: true, cell: (gallery) => <PostPrice post={gallery} /> },
    {
      key: 'views',
      onPhone: 'hidden',
      title: t('studio.views'),
      align: 'right',
      cell: (gallery) => writeCount(gallery.totalViews, locale),
    },
    {
      key: 'totalLike',
      onPhone: 'hidden',
      title: t('studio.likes'),
      align: 'right',
      sortable: true,
      cell: (gallery) => writeCount(gallery.totalLike, locale),
    },
    { key: 'status', title: t('studio.state'), cell: (gallery) => <WorkState work={gallery} now={now} /> },
    {
      key: 'createdAt',
      onPhone: 'hidden',
      title: t('studio.date.head'),
      align: 'right',
      sortable: true,
      cell: (gallery) => (
        <span className="text-muted">
          <WorkTime work={gallery} now={now} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('studio.actions'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (gallery) => (
        <span className="inline-block max-md:-mt-2.5">
          <Menu
            label={t('studio.menu', { title: gallery.title })}
            entries={[
              { label: t('studio.edit'), icon: Pencil, to: `/creator/galleries/${gallery._id}` },
              { label: t('galleryStudio.look'), icon: ExternalLink, to: `/galleries/${gallery._id}` },
              { label: t('studio.delete'), icon: Trash2, danger: true, apart: true, onChoose: () => onDelete(gallery._id) },
            ]}
          />
        </span>
      ),
    },
  ]
}

/** State and words; all of it stands in the address. */
function Filters({ address, status }: { address: TableAddress; status: Gallery['status'] | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
      <Pills
        className="max-w-full"
        label={t('studio.state')}
        pills={[
          { label: t('studio.all'), to: address.filterTo({ status: undefined }), current: status === undefined },
          ...statuses.map((each) => ({
            label: t(`studio.state.${each}`),
            to: address.filterTo({ status: each }),
            current: status === each,
          })),
        ]}
      />
      <FilterSearch address={address} label={t('galleryStudio.search')} className="md:w-56" />
    </div>
  )
}

/** Several drafts at once; those that are not ready stay drafts, and are counted. */
function Publish({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    let failed = 0
    for (const id of ids) await api.galleries.update({ id, status: 'active' }).catch(() => failed++)
    await refresh('galleries.own')
    setBusy(false)
    if (failed > 0) toast.show(t('galleryStudio.publish.failed', { count: failed }), { failed: true })
    else toast.show(t('galleryStudio.publish.done', { count: ids.length }))
    onDone()
  }
  return (
    <Button rank="second" size="sm" loading={busy} onClick={() => void publish()}>
      {t('galleryStudio.publish')}
    </Button>
  )
}

function None({ address, isFiltered }: { address: TableAddress; isFiltered: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      look="bare"
      icon={Images}
      action={
        isFiltered ? (
          <Button rank="second" size="sm" to={address.filterTo({ status: undefined, q: undefined })}>
            {t('studio.showAll')}
          </Button>
        ) : (
          <Button rank="second" size="sm" to="/creator/galleries/new">
            {t('galleryStudio.new')}
          </Button>
        )
      }
    >
      {t(isFiltered ? 'galleryStudio.noneFiltered' : 'galleryStudio.none')}
    </EmptyState>
  )
}
