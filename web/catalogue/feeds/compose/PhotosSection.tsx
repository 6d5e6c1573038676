import { FolderOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { mostPhotos } from '#web/catalogue/feeds/compose/draft.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { uploadsOf } from '#web/media/uploads/tiles.ts'
import { isOnItsWay, itemsFrom, itemsOf, type MediaItem, remove, reorder, retry, seed } from '#web/media/uploads/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormSection } from '#web/ui/FormCard.tsx'
import { UploadGrid } from '#web/ui/UploadGrid.tsx'
import { lazy } from '#web/ui/network.ts'

const LibraryPicker = lazy(() => import('#web/media/library/LibraryPicker.tsx').then((file) => ({ default: file.LibraryPicker })))

type PhotosSectionProps = {
  list: string
  photos: readonly MediaItem[]
  onAdd: (files: readonly File[]) => void
  error: string | undefined
  /** Why nothing may be changed here; then the photos are only shown. */
  locked?: string | undefined
  /** What buyers can count on, said before it is sold. */
  hint?: string | undefined
}

/** The post's photos, in order. */
export function PhotosSection({ list, photos, onAdd, error, locked, hint }: PhotosSectionProps) {
  const { t } = useTranslation()
  const [library, setLibrary] = useState({ wanted: false, open: false })
  const onTheWay = photos.filter(isOnItsWay).length
  const processing = photos.filter(({ state }) => state === 'processing').length
  const note =
    onTheWay > 0 ? t('composer.onTheWay', { count: onTheWay }) : processing > 0 ? t('composer.processing', { count: processing }) : hint
  return (
    <FormSection
      isTitled
      title={t('composer.photos')}
      aside={
        <span className="num">{photos.length > 1 ? t('composer.photoCount', { count: photos.length }) : t('composer.photoRule')}</span>
      }
    >
      {locked ? (
        <>
          <ul className="grid grid-cols-3 gap-2 md:grid-cols-4">
            {photos.map((photo) => (
              <li key={photo.id} className="aspect-square overflow-hidden rounded-tile bg-well">
                {photo.picture && <img src={photo.picture} alt="" className="size-full object-cover" />}
              </li>
            ))}
          </ul>
          <p role="alert" tabIndex={-1} data-error="fileIds" className="mt-3 text-13 text-muted">
            {locked}
          </p>
        </>
      ) : (
        <UploadGrid
          uploads={uploadsOf(photos, (number) => t('composer.photoNumber', { number }), t('composer.failed'))}
          accept={accepts.photo}
          addLabel={t('composer.addPhotos')}
          full={photos.length >= mostPhotos}
          onAdd={onAdd}
          onRemove={(id) => remove(list, id)}
          onRetry={(id) => retry(list, id)}
          onReorder={(ids) => reorder(list, ids)}
        />
      )}
      {!locked && photos.length < mostPhotos && (
        <Button
          rank="text"
          size="sm"
          className="mt-2"
          icon={<FolderOpen className="size-4" />}
          onClick={() => setLibrary({ wanted: true, open: true })}
        >
          {t('library.pick')}
        </Button>
      )}
      {library.wanted && (
        <Suspense fallback={null}>
          <LibraryPicker
            purpose="photo"
            room={mostPhotos - photos.length}
            taken={photos.flatMap(({ fileId }) => fileId ?? [])}
            open={library.open}
            onOpenChange={(open) => setLibrary({ wanted: true, open })}
            onPick={(files) => seed(list, [...itemsOf(list), ...itemsFrom(files)])}
          />
        </Suspense>
      )}
      {error && !locked && (
        <p role="alert" tabIndex={-1} data-error="fileIds" className="mt-3 text-13 text-onair">
          {error}
        </p>
      )}
      {note && !locked && (
        <p role="status" className="num mt-3 text-13 text-muted">
          {note}
        </p>
      )}
    </FormSection>
  )
}
