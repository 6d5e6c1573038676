import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Photo } from '#contract/catalogue/galleries.ts'
import { Curtain, type CurtainProps } from '#web/ui/Curtain.tsx'
import { rowStyle, widthOf } from '#web/catalogue/galleries/rows.ts'

type PhotoWallProps = {
  photos: readonly Photo[]
  /** It has just been opened: what hung there. */
  curtain: CurtainProps | undefined
  onOpen: (place: number) => void
}

/** All photos in rows of one height, each whole and in its own shape. */
export function PhotoWall({ photos, curtain, onOpen }: PhotoWallProps) {
  const { t } = useTranslation()
  const [hasCome, setHasCome] = useState(false)
  return (
    <ul
      aria-label={t('gallery.photos')}
      className="relative isolate flex flex-wrap gap-0.5 overflow-hidden [--row:132px] md:gap-1 md:rounded-card md:[--row:232px]"
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
                src={file.thumbnails[0]?.url ?? file.url}
                srcSet={sources.map(({ url, width }) => `${url} ${width}w`).join(', ')}
                sizes={`(min-width: 768px) ${Math.round(ratio * 300)}px, ${Math.round(ratio * 180)}px`}
                alt={photo.title || t('gallery.photo', { place: place + 1 })}
                width={file.width}
                height={file.height}
                fetchPriority={place === 0 ? 'high' : 'auto'}
                loading={place < 6 ? 'eager' : 'lazy'}
                decoding="async"
                draggable={false}
                {...(curtain && place === 0 && { onLoad: () => setHasCome(true), onError: () => setHasCome(true) })}
                className="size-full object-cover"
              />
            </button>
          </li>
        )
      })}
      {/* What is left of the last row, so that its photos keep their size. */}
      <li aria-hidden="true" className="h-0 grow-[1000]" />
      {curtain && (
        <li aria-hidden="true">
          <Curtain {...curtain} waits={!hasCome} />
        </li>
      )}
    </ul>
  )
}
