import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gallery, Photo } from '#contract/catalogue/galleries.ts'
import { rowStyle, widthOf } from '#web/catalogue/galleries/rows.ts'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

type LockedWallProps = { gallery: Gallery; photos: readonly Photo[]; action: ReactNode }

/** As many as a screen takes: behind the one act more would only be scrolled past. */
const most = 12

/** The photos as the server blurred them, in their own shapes, and over them what is inside and the one act that opens it. */
export function LockedWall({ gallery, photos, action }: LockedWallProps) {
  const { t } = useTranslation()
  const words = useUiWords()
  const { thumbnail, totalPhotos } = gallery
  return (
    <section aria-label={t('gallery.photos')} className="grid gap-0.5 md:gap-1">
      {thumbnail && (
        <img src={thumbnail.url} alt={t('gallery.preview')} className="max-h-[70vh] w-full bg-well object-contain md:rounded-card" />
      )}
      <div className="relative isolate grid min-h-[360px] overflow-hidden bg-t-deep md:min-h-[440px] md:rounded-card">
        <ul aria-hidden="true" className="flex max-h-[560px] flex-wrap content-start gap-0.5 [--row:132px] md:gap-1 md:[--row:190px]">
          {photos.slice(0, most).map(({ _id, file }) => (
            <li key={_id} style={{ ...rowStyle(widthOf(file)), aspectRatio: widthOf(file) }} className="relative min-w-0 overflow-hidden">
              <Blur preview={file.blurUrl} />
            </li>
          ))}
        </ul>
        <div className="absolute inset-0 bg-radial-[closest-side] from-media-pool from-30% to-media-dim" />
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-center text-on-media">
          <span className="grid size-12 place-items-center rounded-full bg-media-chip/40 ring-1 ring-media-line ring-inset">
            <Lock aria-hidden="true" />
            <span className="sr-only">{words.locked}</span>
          </span>
          <p className="num text-15">{t('post.photos', { count: totalPhotos })}</p>
          <div className="mt-2 grid min-w-[200px] *:focus-visible:outline-on-media">{action}</div>
        </div>
      </div>
    </section>
  )
}
