import { Images } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { own } from '#web/catalogue/galleries/queries.ts'
import { useWorkColumns } from '#web/catalogue/works/studio/columns.tsx'
import { galleries } from '#web/catalogue/galleries/studio/kind.ts'
import { OwnWorks, ownListFrom } from '#web/catalogue/works/studio/OwnWorks.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const { filter, window } = ownListFrom(args.request.url)
  return { filter, window, rows: await load(args, own(filter, window)) }
}

export function Component() {
  const { t } = useTranslation()
  const { filter, window, rows: loaded } = useLoaderData<typeof loader>()
  const rows = useQuery(own(filter, window), loaded).data ?? loaded
  const [deleting, setDeleting] = useState<string[]>([])
  const columns = useWorkColumns<Gallery>({
    head: t('galleryStudio.gallery'),
    isTitleSortable: true,
    titleOf: ({ title }) => title,
    about: ({ totalPhotos, totalSold = 0 }) => (
      <>
        {t('studio.photos', { count: totalPhotos })}
        {totalSold > 0 && ` · ${t('galleryStudio.sold', { count: totalSold })}`}
      </>
    ),
    editPath: ({ _id }) => `/creator/galleries/${_id}`,
    look: { label: t('galleryStudio.look'), path: ({ _id }) => `/galleries/${_id}` },
    onDelete: (id) => setDeleting([id]),
  })
  return (
    <OwnWorks rows={rows} filter={filter} columns={columns} deleting={deleting} kind={galleries} icon={Images} onDeleting={setDeleting} />
  )
}
