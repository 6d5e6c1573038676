import { Film } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import type { Video } from '#contract/catalogue/videos.ts'
import { useList } from '#web/app/listing.ts'
import { own } from '#web/catalogue/videos/queries.ts'
import { videos } from '#web/catalogue/videos/studio/kind.ts'
import { useWorkColumns } from '#web/catalogue/works/studio/columns.tsx'
import { OwnWorks, ownList } from '#web/catalogue/works/studio/OwnWorks.tsx'
import { writeTime } from '#web/media/player/times.ts'

export const handle = { auth: true }

const list = ownList(own)
export const { loader } = list

export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const [deleting, setDeleting] = useState<string[]>([])
  const columns = useWorkColumns<Video>({
    head: t('videoStudio.video'),
    isTitleSortable: true,
    titleOf: ({ title }) => title,
    about: (video) => (
      <>
        <Footage video={video} />
        {(video.totalSold ?? 0) > 0 && ` · ${t('videoStudio.sold', { count: video.totalSold })}`}
      </>
    ),
    editPath: ({ _id }) => `/creator/videos/${_id}`,
    look: { label: t('videoStudio.look'), path: ({ slug }) => `/videos/${slug}` },
    onDelete: (id) => setDeleting([id]),
  })
  return <OwnWorks list={shown} columns={columns} deleting={deleting} kind={videos} icon={Film} onDeleting={setDeleting} />
}

/** How long it is, or how far it is on its way. */
function Footage({ video: { duration, progress } }: { video: Video }) {
  const { t } = useTranslation()
  if (duration !== undefined) return writeTime(duration)
  return progress === undefined ? t('videoStudio.noFile') : t('videoStudio.processing', { percent: progress })
}
