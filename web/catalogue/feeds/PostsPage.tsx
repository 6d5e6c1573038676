import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { PostFilters, postTypes } from '#web/catalogue/feeds/compose/PostFilters.tsx'
import { own } from '#web/catalogue/feeds/compose/queries.ts'
import { useWorkColumns } from '#web/catalogue/works/studio/columns.tsx'
import { posts } from '#web/catalogue/feeds/kind.ts'
import { WorksTable } from '#web/catalogue/works/studio/WorksTable.tsx'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

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
  const address = useTableAddress(table)
  const rows = useQuery(own(loaded.input), loaded.rows).data ?? loaded.rows
  const [deleting, setDeleting] = useState<string[]>([])
  const { status, type, q } = loaded.input
  const isFiltered = status !== undefined || type !== undefined || q !== undefined

  const columns = useWorkColumns<Feed>({
    head: t('studio.post'),
    titleOf: ({ title }) => title || t('studio.untitled'),
    about: ({ type, totalPhotos }) => (type === 'photo' ? t('studio.photos', { count: totalPhotos }) : t(`studio.type.${type}`)),
    editPath: ({ _id }) => `/creator/posts/${_id}`,
    look: { label: t('studio.view'), path: ({ _id }) => `/posts/${_id}` },
    onDelete: (id) => setDeleting([id]),
  })

  return (
    <StudioShell place="posts" title={t('shell.studio.posts')}>
      <title>{`${t('shell.studio.posts')} · ${siteName}`}</title>
      <PageTitle aside={<span className="num max-md:hidden">{t('studio.count', { count: rows.total })}</span>}>
        {t('shell.studio.posts')}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <PostFilters address={address} status={status} type={type} />
        <WorksTable
          kind={posts}
          label={t('shell.studio.posts')}
          {...{ rows, columns, address, deleting }}
          onDeleting={setDeleting}
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
    </StudioShell>
  )
}
