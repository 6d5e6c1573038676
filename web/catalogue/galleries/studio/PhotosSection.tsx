import { FolderOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { GalleryDraft, Said } from '#web/catalogue/galleries/studio/draft.ts'
import { accepts } from '#web/media/uploads/purposes.ts'
import { uploadsOf } from '#web/media/uploads/tiles.ts'
import { isOnItsWay, itemsFrom, itemsOf, type MediaItem, remove, reorder, retry, seed } from '#web/media/uploads/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormSection } from '#web/ui/FormCard.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { UploadGrid } from '#web/ui/UploadGrid.tsx'
import { lazy } from '#web/ui/network.ts'

export const mostPhotos = 500

const LibraryPicker = lazy(() => import('#web/media/library/LibraryPicker.tsx').then((file) => ({ default: file.LibraryPicker })))
const PhotoSheet = lazy(() => import('#web/catalogue/galleries/studio/PhotoSheet.tsx').then((file) => ({ default: file.PhotoSheet })))

type PhotosSectionProps = {
  list: string
  photos: readonly MediaItem[]
  draft: GalleryDraft
  onChange: (part: Partial<GalleryDraft>) => void
  onAdd: (files: readonly File[]) => void
  error: string | undefined
  /** Files that somebody has bought: they stay. */
  sold: ReadonlySet<string>
}

/** The gallery's photos in their order: dropped, picked, moved by drag or keys; a press opens what is said of one. */
export function PhotosSection({ list, photos, draft, onChange, onAdd, error, sold }: PhotosSectionProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [library, setLibrary] = useState({ wanted: false, open: false })
  const [open, setOpen] = useState<string>()
  const onTheWay = photos.filter(isOnItsWay).length
  const processing = photos.filter(({ state }) => state === 'processing').length
  const cover = coverOf(photos, draft)
  const opened = photos.find(({ fileId }) => fileId !== undefined && fileId === open)
  const note = () => {
    if (onTheWay > 0) return t('galleryStudio.onTheWay', { count: onTheWay })
    if (processing > 0) return t('galleryStudio.processing', { count: processing })
    return t(sold.size > 0 ? 'galleryStudio.soldPhotos' : 'galleryStudio.hint')
  }
  const chipOf = ({ fileId }: MediaItem) => {
    if (fileId && draft.said[fileId]?.isHidden) return t('galleryStudio.hidden')
    return fileId !== undefined && fileId === cover ? t('galleryStudio.cover') : undefined
  }
  return (
    <FormSection
      isTitled
      title={t('galleryStudio.photos')}
      aside={
        <span className="num">
          {photos.length > 1 ? t('galleryStudio.photoCount', { count: photos.length }) : t('galleryStudio.photoRule')}
        </span>
      }
    >
      <UploadGrid
        uploads={uploadsOf(photos, (number) => t('galleryStudio.photo', { number }), t('galleryStudio.broken')).map((upload, place) => ({
          ...upload,
          chip: chipOf(photos[place]!),
        }))}
        accept={accepts.photo}
        addLabel={t('galleryStudio.add')}
        full={photos.length >= mostPhotos}
        onAdd={onAdd}
        onOpen={(id) => setOpen(photos.find((photo) => photo.id === id)?.fileId)}
        onRemove={(id) => {
          const { fileId } = photos.find((photo) => photo.id === id) ?? {}
          if (fileId && sold.has(fileId)) toast.show(t('galleryStudio.soldPhotos'))
          else remove(list, id)
        }}
        onRetry={(id) => retry(list, id)}
        onReorder={(ids) => reorder(list, ids)}
      />
      <Button
        rank="text"
        size="sm"
        className="mt-2"
        icon={<FolderOpen className="size-4" />}
        onClick={() => setLibrary({ wanted: true, open: true })}
      >
        {t('galleryStudio.pick')}
      </Button>
      <Suspense fallback={null}>
        {library.wanted && (
          <LibraryPicker
            purpose="photo"
            room={mostPhotos - photos.length}
            taken={photos.flatMap(({ fileId }) => fileId ?? [])}
            open={library.open}
            onOpenChange={(isOpen) => setLibrary({ wanted: true, open: isOpen })}
            onPick={(files) => seed(list, [...itemsOf(list), ...itemsFrom(files)])}
          />
        )}
        {opened?.fileId && (
          <PhotoSheet
            key={opened.fileId}
            picture={opened.picture}
            said={draft.said[opened.fileId]}
            isCover={opened.fileId === cover}
            isSold={sold.has(opened.fileId)}
            onClose={() => setOpen(undefined)}
            onSay={(said: Said) => onChange({ said: { ...draft.said, [opened.fileId ?? '']: said } })}
            onCover={() => onChange({ cover: opened.fileId })}
          />
        )}
      </Suspense>
      {error && (
        <p role="alert" tabIndex={-1} data-error="fileIds" className="mt-3 text-13 text-onair">
          {error}
        </p>
      )}
      <p role="status" className="num mt-2 text-13 text-muted">
        {note()}
      </p>
    </FormSection>
  )
}

/** The chosen one while it is there and shown, else the first that is. */
export function coverOf(photos: readonly MediaItem[], { cover, said }: Pick<GalleryDraft, 'cover' | 'said'>): string | undefined {
  const shown = photos.flatMap(({ fileId, state }) => (fileId && state !== 'failed' && !said[fileId]?.isHidden ? [fileId] : []))
  return shown.find((fileId) => fileId === cover) ?? shown[0]
}
