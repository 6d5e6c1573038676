import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { PostFilters, postTypes } from '#web/catalogue/feeds/compose/PostFilters.tsx'
import { own } from '#web/catalogue/feeds/compose/queries.ts'
import { useWorkColumns } from '#web/catalogue/works/studio/columns.tsx'
import { posts } from '#web/catalogue/feeds/kind.ts'
import { WorksTable } from '#web/catalogue/works/studio/WorksTable.tsx'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'
import { Button } from '#web/ui/Button.tsx'

export const handle = { auth: true }

const list = listing({
  who: requirePerformer,
  order: { sortBy: 'createdAt', sort: 'desc', sortable: ['createdAt', 'price', 'totalLike'] },
  says: { status: statuses, type: postTypes, q: { letters: 200 } },
  asks: own,
})
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const [deleting, setDeleting] = useState<string[]>([])

  const columns = useWorkColumns<Feed>({
    head: t('studio.post'),
    titleOf: ({ title }) => title || t('studio.untitled'),
    about: ({ type, totalPhotos }) => (type === 'photo' ? t('studio.photos', { count: totalPhotos }) : t(`studio.type.${type}`)),
    editPath: ({ _id }) => `/creator/posts/${_id}`,
    look: { label: t('studio.view'), path: ({ _id }) => `/posts/${_id}` },
    onDelete: (id) => setDeleting([id]),
  })

  return (
    <StudioPage
      place="posts"
      title={t('studioNav.posts')}
      aside={<span className="num max-md:hidden">{t('studio.count', { count: shown.rows.total })}</span>}
    >
      <PostFilters list={shown} />
      <WorksTable
        kind={posts}
        label={t('studioNav.posts')}
        {...{ list: shown, columns, deleting }}
        onDeleting={setDeleting}
        none={{
          icon: ImagePlus,
          words: t('studio.recent.none'),
          found: t('studio.noneFiltered'),
          begin: (
            <Button rank="second" size="sm" to="/creator/publish">
              {t('shell.studio.publish')}
            </Button>
          ),
        }}
      />
    </StudioPage>
  )
}
