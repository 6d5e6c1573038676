import { Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Gallery, Photo } from '#contract/catalogue/galleries.ts'
import { previewOf } from '#web/catalogue/works/lock.ts'
import { Blur, LockedMedia } from '#web/ui/LockedMedia.tsx'

type LockedWallProps = { gallery: Gallery; photos: readonly Photo[]; action: ReactNode }

/** The public picture where there is one, and the plate: the cover's blur, what is inside, the one act that opens it, and six blurs of the photos. */
export function LockedWall({ gallery, photos, action }: LockedWallProps) {
  const { t } = useTranslation()
  const { thumbnail, totalPhotos } = gallery
  return (
    <section aria-label={t('gallery.photos')} className="grid gap-0.5 md:gap-1">
      {thumbnail && (
        <img src={thumbnail.url} alt={t('gallery.preview')} className="max-h-[70vh] w-full bg-well object-contain md:rounded-card" />
      )}
      <LockedMedia
        preview={previewOf(gallery)}
        tint={gallery.cover?.tint}
        width={4}
        height={3}
        what={t('post.album', { count: totalPhotos })}
        action={action}
        sign={<Images aria-hidden="true" />}
        below={<Frames photos={photos} total={totalPhotos} />}
        className="max-h-[560px] min-h-[320px] w-full md:rounded-card"
      />
    </section>
  )
}

const mostFrames = 6

/** Six at most; the last one says how many are left. */
function Frames({ photos, total }: { photos: readonly Photo[]; total: number }) {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 bottom-0 grid grid-cols-6 gap-1 p-2">
      {photos.slice(0, mostFrames).map(({ _id, file }, place) => (
        <span key={_id} className="relative isolate grid aspect-square place-items-center overflow-hidden rounded-tile bg-t-deep">
          <Blur preview={file.blurUrl} className="blur-[4px]!" />
          {place === mostFrames - 1 && total > mostFrames && (
            <>
              <span className="absolute inset-0 bg-media-chip" />
              <span className="num relative text-13 font-semibold text-on-media md:text-15">+{total - place}</span>
            </>
          )}
        </span>
      ))}
    </div>
  )
}
