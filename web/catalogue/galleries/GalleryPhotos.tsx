import { useTranslation } from '#web/app/say.ts'
import { photosOf } from '#web/catalogue/galleries/queries.ts'
import { PhotoTiles } from '#web/catalogue/galleries/PhotoTiles.tsx'
import { Pages } from '#web/app/Pages.tsx'

/** Photos out of a performer's galleries, under those of their posts. Nothing where there are none. */
export function GalleryPhotos({ performerId }: { performerId: string }) {
  const { t } = useTranslation()
  return (
    <Pages
      query={(after) => photosOf(performerId, after)}
      waiting={null}
      empty={null}
      draw={(photos, first) => (
        <>
          {first && <h2 className="mt-6 mb-3 text-18 max-md:px-4">{t('browse.galleryPhotos')}</h2>}
          <PhotoTiles photos={photos} />
        </>
      )}
    />
  )
}
