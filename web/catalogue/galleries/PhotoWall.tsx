import { useTranslation } from 'react-i18next'
import type { Photo } from '#contract/catalogue/galleries.ts'
import { cx } from '#web/ui/cx.ts'
import { rowStyle, widthOf } from '#web/catalogue/galleries/rows.ts'

type PhotoWallProps = {
  photos: readonly Photo[]
  /** It has just been opened. */
  reveal: boolean
  onOpen: (place: number) => void
}

/** All photos in rows of one height, each whole and in its own shape. */
export function PhotoWall({ photos, reveal, onOpen }: PhotoWallProps) {
  const { t } = useTranslation()
  return (
    <ul
      aria-label={t('gallery.photos')}
      className={cx('flex flex-wrap gap-0.5 overflow-hidden [--row:132px] md:gap-1 md:rounded-card md:[--row:232px]', reveal && 'reveal')}
    >
      {photos.map((photo, place) => {
        const { file } = photo
        const ratio = widthOf(file)
        const sources = [...file.thumbnails, ...(file.url ? [{ url: file.url, width: file.width ?? 2048 }] : [])]
        return (
          <li key={photo._id} style={rowStyle(ratio)} className="relative min-w-0 bg-well">
            <button
              type="button"
              onClick={() => onOpen(place)}
              className="block size-full cursor-zoom-in focus-visible:outline-on-media focus-visible:outline-offset-[-3px]"
              style={{ aspectRatio: ratio }}
            >
              <img
                src={file.thumbnails.at(-1)?.url ?? file.url}
                srcSet={sources.map(({ url, width }) => `${url} ${width}w`).join(', ')}
                sizes={`(min-width: 768px) ${Math.round(ratio * 300)}px, ${Math.round(ratio * 180)}px`}
                alt={photo.title || t('gallery.photo', { place: place + 1 })}
                loading={place < 6 ? 'eager' : 'lazy'}
                decoding="async"
                draggable={false}
                className="size-full object-cover"
              />
            </button>
          </li>
        )
      })}
      {/* What is left of the last row, so that its photos keep their size. */}
      <li aria-hidden="true" className="h-0 grow-[1000]" />
    </ul>
  )
}
