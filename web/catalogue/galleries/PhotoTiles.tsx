import { useTranslation } from '#web/app/say.ts'
import type { Photo } from '#contract/catalogue/galleries.ts'
import { TileGrid } from '#web/ui/TileGrid.tsx'

/** Photos out of galleries, three in a row. A press opens the gallery at that photo, or what it takes to see it. */
export function PhotoTiles({ photos }: { photos: readonly Photo[] }) {
  const { t } = useTranslation()
  return (
    <TileGrid
      label={t('browse.galleryPhotos')}
      tiles={photos.map(({ _id, galleryId, title, file }, place) => {
        const picture = file.thumbnails[0]?.url ?? file.url
        const base = { id: _id, to: `/galleries/${galleryId}?photo=${_id}`, label: title || t('browse.photo', { place: place + 1 }) }
        return picture ? { ...base, picture } : { ...base, picture: file.blurUrl ?? null, locked: t('browse.lockedPhoto') }
      })}
    />
  )
}
