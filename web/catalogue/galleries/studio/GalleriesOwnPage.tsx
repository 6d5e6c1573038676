import { Images } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { useList } from '#web/app/listing.ts'
import { own } from '#web/catalogue/galleries/queries.ts'
import { galleries } from '#web/catalogue/galleries/studio/kind.ts'
import { useWorkColumns } from '#web/catalogue/works/studio/columns.tsx'
import { OwnWorks, ownList } from '#web/catalogue/works/studio/OwnWorks.tsx'

export const handle = { auth: true }

const list = ownList(own)
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
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
  return <OwnWorks list={shown} columns={columns} deleting={deleting} kind={galleries} icon={Images} onDeleting={setDeleting} />
}
