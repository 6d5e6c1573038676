import { ExternalLink, Film, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Video } from '#contract/catalogue/videos.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, type TableAddress, tableFrom, useTableAddress, useWaiting } from '#web/app/table-address.ts'
import { PostPrice } from '#web/catalogue/feeds/compose/PostPrice.tsx'
import { statuses } from '#web/catalogue/feeds/compose/PostState.tsx'
import { WorkCover } from '#web/catalogue/feeds/compose/WorkCover.tsx'
import { WorkState, WorkTime } from '#web/catalogue/galleries/studio/WorkState.tsx'
import { own } from '#web/catalogue/videos/queries.ts'
import { DeleteVideos } from '#web/catalogue/videos/studio/DeleteVideos.tsx'
import { writeTime } from '#web/media/player/times.ts'
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
  const selected = chosen.filter((id) => rows.data.some((video) => video._id === id))
  const drafts = rows.data.filter(({ _id, status }) => status === 'inactive' && selected.includes(_id))
  return (
    <StudioShell place="videos" title={t('videoStudio.nav')}>
      <title>{`${t('videoStudio.nav')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <>
            <span className="num max-md:hidden">{t('videoStudio.count', { count: rows.total })}</span>
            <Button rank="inverse" size="sm" to="/creator/videos/new" icon={<Plus className="size-4" />} className="max-md:my-2">
              {t('videoStudio.new')}
            </Button>
          </>
        }
      >
        {t('videoStudio.nav')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Filters address={address} status={filter.status} />
        <DataTable
          label={t('videoStudio.nav')}
          columns={columns}
          rows={rows.data}
          rowKey={(video) => video._id}
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
      <DeleteVideos ids={deleting} onClose={() => setDeleting([])} />
    </StudioShell>
  )
}

function useColumns(onDelete: (id: string) => void): Column<Video>[] {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  return [
    {
      key: 'title',
      title: t('videoStudio.video'),
      sortable: true,
      cell: (video) => (
        <span className="flex min-w-0 items-center gap-3 max-md:pr-11">
          <WorkCover url={video.cover?.url} />
          <span className="min-w-0">
            <Link to={`/creator/videos/${video._id}`} className="line-clamp-1 font-semibold hover:underline">
              {video.title}
            </Link>
            {video.rejectionReason ? (
              <span className="block text-13 text-onair">{t('studio.rejectedBecause', { reason: video.rejectionReason })}</span>
            ) : (
              <span className="num block text-13 text-muted">
                {video.duration === undefined
                  ? video.progress === undefined
                    ? t('videoStudio.noFile')
                    : t('video.processing', { percent: video.progress })
                  : writeTime(video.duration)}
                {(video.totalSold ?? 0) > 0 && ` · ${t('videoStudio.sold', { count: video.totalSold })}`}
                <span className="md:hidden">
                  {' · '}
                  <WorkTime work={video} now={now} />
                </span>
              </span>
            )}
          </span>
        </span>
      ),
    },
    { key: 'price', title: t('studio.watch'), sortable: true, cell: (video) => <PostPrice post={video} /> },
    {
      key: 'views',
      onPhone: 'hidden',
      title: t('studio.views'),
      align: 'right',
      cell: (video) => writeCount(video.totalViews, locale),
    },
    {
      key: 'totalLike',
      onPhone: 'hidden',
      title: t('studio.likes'),
      align: 'right',
      sortable: true,
      cell: (video) => writeCount(video.totalLike, locale),
    },
    { key: 'status', title: t('studio.state'), cell: (video) => <WorkState work={video} now={now} /> },
    {
      key: 'createdAt',
      onPhone: 'hidden',
      title: t('studio.date.head'),
      align: 'right',
      sortable: true,
      cell: (video) => (
        <span className="text-muted">
          <WorkTime work={video} now={now} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('studio.actions'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (video) => (
        <span className="inline-block max-md:-mt-2.5">
          <Menu
            label={t('studio.menu', { title: video.title })}
            entries={[
              { label: t('studio.edit'), icon: Pencil, to: `/creator/videos/${video._id}` },
              { label: t('videoStudio.look'), icon: ExternalLink, to: `/videos/${video.slug}` },
              { label: t('studio.delete'), icon: Trash2, danger: true, apart: true, onChoose: () => onDelete(video._id) },
            ]}
          />
        </span>
      ),
    },
  ]
}

/** State and words; all of it stands in the address. */
function Filters({ address, status }: { address: TableAddress; status: Video['status'] | undefined }) {
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
      <FilterSearch address={address} label={t('videoStudio.search')} className="md:w-56" />
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
    for (const id of ids) await api.videos.update({ id, status: 'active' }).catch(() => failed++)
    await refresh('videos.own')
    setBusy(false)
    if (failed > 0) toast.show(t('videoStudio.publish.failed', { count: failed }), { failed: true })
    else toast.show(t('videoStudio.publish.done', { count: ids.length }))
    onDone()
  }
  return (
    <Button rank="second" size="sm" loading={busy} onClick={() => void publish()}>
      {t('videoStudio.publish')}
    </Button>
  )
}

function None({ address, isFiltered }: { address: TableAddress; isFiltered: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      look="bare"
      icon={Film}
      action={
        isFiltered ? (
          <Button rank="second" size="sm" to={address.filterTo({ status: undefined, q: undefined })}>
            {t('studio.showAll')}
          </Button>
        ) : (
          <Button rank="second" size="sm" to="/creator/videos/new">
            {t('videoStudio.new')}
          </Button>
        )
      }
    >
      {t(isFiltered ? 'videoStudio.noneFiltered' : 'videoStudio.none')}
    </EmptyState>
  )
}
