import { ExternalLink, ImagePlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress, useWaiting } from '#web/app/table-address.ts'
import { DeletePosts } from '#web/catalogue/feeds/compose/DeletePosts.tsx'
import { PostFilters, postTypes } from '#web/catalogue/feeds/compose/PostFilters.tsx'
import { PostPrice } from '#web/catalogue/feeds/compose/PostPrice.tsx'
import { PostState, PostTime, statuses } from '#web/catalogue/feeds/compose/PostState.tsx'
import { own } from '#web/catalogue/feeds/compose/queries.ts'
import { WorkCover } from '#web/catalogue/feeds/compose/WorkCover.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export const handle = { auth: true }

const table = { sortBy: 'createdAt', sort: 'desc', sortable: ['createdAt', 'price', 'totalLike'] } as const
const orders = ['createdAt', 'price', 'totalLike'] as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const state = tableFrom(params, table)
  const status = statuses.find((each) => each === params.get('status'))
  const type = postTypes.find((each) => each === params.get('type'))
  const q = params.get('q')?.slice(0, 200)
  const input = {
    ...pagingOf(state),
    sortBy: orders.find((order) => order === state.sortBy) ?? 'createdAt',
    sort: state.sort,
    ...(status && { status }),
    ...(type && { type }),
    ...(q && { q }),
  }
  return { input, rows: await load(args, own(input)) }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { locale } = useSpeech()
  const now = useNow()
  const address = useTableAddress(table)
  const waiting = useWaiting()
  const rows = useQuery(own(loaded.input), loaded.rows).data ?? loaded.rows
  const [chosen, setChosen] = useState<string[]>([])
  const [deleting, setDeleting] = useState<string[]>([])
  const selected = chosen.filter((id) => rows.data.some((post) => post._id === id))
  const { status, type, q } = loaded.input
  const isFiltered = status !== undefined || type !== undefined || q !== undefined

  const columns: Column<Feed>[] = [
    {
      key: 'title',
      title: t('studio.post'),
      cell: (post) => (
        <span className="flex min-w-0 items-center gap-3 max-md:pr-11">
          <WorkCover url={post.cover?.url} />
          <span className="min-w-0">
            <Link to={`/creator/posts/${post._id}`} className="line-clamp-1 font-semibold hover:underline">
              {post.title || t('studio.untitled')}
            </Link>
            {post.rejectionReason ? (
              <span className="block text-13 text-onair">{t('studio.rejectedBecause', { reason: post.rejectionReason })}</span>
            ) : (
              <span className="num block text-13 text-muted">
                {post.type === 'photo' ? t('studio.photos', { count: post.totalPhotos }) : t(`studio.type.${post.type}`)}
                <span className="md:hidden">
                  {' · '}
                  <PostTime post={post} now={now} />
                </span>
              </span>
            )}
          </span>
        </span>
      ),
    },
    { key: 'price', title: t('studio.watch'), sortable: true, cell: (post) => <PostPrice post={post} /> },
    { key: 'views', onPhone: 'hidden', title: t('studio.views'), align: 'right', cell: (post) => writeCount(post.totalViews, locale) },
    {
      key: 'totalLike',
      onPhone: 'hidden',
      title: t('studio.likes'),
      align: 'right',
      sortable: true,
      cell: (post) => writeCount(post.totalLike, locale),
    },
    { key: 'status', title: t('studio.state'), cell: (post) => <PostState post={post} now={now} /> },
    {
      key: 'createdAt',
      onPhone: 'hidden',
      title: t('studio.date.head'),
      align: 'right',
      sortable: true,
      cell: (post) => (
        <span className="text-muted">
          <PostTime post={post} now={now} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('studio.actions'),
      hideTitle: true,
      align: 'right',
      onPhone: 'end',
      cell: (post) => (
        <span className="inline-block max-md:-mt-2.5">
          <Menu
            label={t('studio.menu', { title: post.title || t('studio.untitled') })}
            entries={[
              { label: t('studio.edit'), icon: Pencil, to: `/creator/posts/${post._id}` },
              { label: t('studio.view'), icon: ExternalLink, to: `/posts/${post._id}` },
              { label: t('studio.delete'), icon: Trash2, danger: true, apart: true, onChoose: () => setDeleting([post._id]) },
            ]}
          />
        </span>
      ),
    },
  ]

  return (
    <StudioShell place="posts" title={t('shell.studio.posts')}>
      <title>{`${t('shell.studio.posts')} · ${siteName}`}</title>
      <PageTitle aside={<span className="num max-md:hidden">{t('studio.count', { count: rows.total })}</span>}>
        {t('shell.studio.posts')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <PostFilters address={address} status={status} type={type} />
        <DataTable
          label={t('shell.studio.posts')}
          columns={columns}
          rows={rows.data}
          rowKey={(post) => post._id}
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
              <Button rank="danger" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(selected)}>
                {t('studio.delete')}
              </Button>
            </>
          }
          empty={
            <EmptyState
              look="bare"
              icon={ImagePlus}
              action={
                isFiltered ? (
                  <Button rank="second" size="sm" to={address.filterTo({ status: undefined, type: undefined, q: undefined })}>
                    {t('studio.showAll')}
                  </Button>
                ) : (
                  <Button rank="second" size="sm" to="/creator/publish">
                    {t('shell.studio.publish')}
                  </Button>
                )
              }
            >
              {t(isFiltered ? 'studio.noneFiltered' : 'studio.recent.none')}
            </EmptyState>
          }
        />
      </div>
      <DeletePosts ids={deleting} onClose={() => setDeleting([])} />
    </StudioShell>
  )
}
