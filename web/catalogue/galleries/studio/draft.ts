// What a creator is writing of a gallery: what every titled work has, and what is said of each photo.
import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { SentTo } from '#contract/client.ts'
import type { Wrong } from '#web/catalogue/works/studio/terms.ts'
import * as work from '#web/catalogue/works/studio/work-draft.ts'
import { isOnItsWay, type MediaItem } from '#web/media/uploads/uploads.ts'

/** What is said of one photo, by its file. */
export interface Said {
  title: string
  description: string
  isHidden: boolean
}

export interface GalleryDraft extends work.WorkDraft {
  said: Readonly<Record<string, Said>>
  /** The file of the photo that stands for it; without one, the first. */
  cover: string | undefined
}

export const nothingSaid: Said = { title: '', description: '', isHidden: false }

export const emptyDraft: GalleryDraft = { ...work.emptyDraft, said: {}, cover: undefined }

export function draftFrom(gallery: Gallery, timeZone: string): GalleryDraft {
  const photos = gallery.photos ?? []
  const cover = photos.find(({ isCover }) => isCover)
  return {
    ...work.draftFrom(gallery, timeZone),
    said: Object.fromEntries(
      photos.map(({ file, title, description, status }) => [file._id, { title, description, isHidden: status === 'inactive' }]),
    ),
    // The first stands for it by itself: it need not be chosen.
    cover: cover === photos.find(({ status }) => status === 'active') ? undefined : cover?.file._id,
  }
}

export type GalleryField = work.WorkField | 'fileIds'

interface Checks extends work.Checks {
  photos: readonly MediaItem[]
  before: Gallery | undefined
}

/** What must be put right before it can be shown to anyone; a draft needs a title and photos that have arrived. */
export function wrongs(draft: GalleryDraft, status: 'active' | 'inactive', checks: Checks): Partial<Record<GalleryField, Wrong>> {
  const { title, ...terms } = work.wrongs(draft, status, checks)
  const fileIds = wrongPhotos(draft, status, checks.photos)
  return { ...(title && { title }), ...(fileIds && { fileIds }), ...terms }
}

function wrongPhotos({ said }: GalleryDraft, status: 'active' | 'inactive', photos: readonly MediaItem[]): Wrong | undefined {
  if (photos.some(isOnItsWay)) return { key: 'galleryStudio.wrong.onItsWay' }
  if (status === 'inactive') return undefined
  if (photos.some(({ state }) => state === 'failed')) return { key: 'galleryStudio.wrong.failed' }
  const isAnyShown = photos.some(({ fileId }) => !said[fileId ?? '']?.isHidden)
  return isAnyShown ? undefined : { key: 'galleryStudio.wrong.noPhoto' }
}

type Sent = SentTo<'galleries.create'>

/** What the calls take. */
export function bodyOf(draft: GalleryDraft, status: 'active' | 'inactive', checks: Checks, thumbnail: MediaItem | undefined): Sent {
  const { photos, before } = checks
  return {
    ...work.bodyOf(draft, status, checks),
    fileIds: photos.flatMap(({ fileId, state }) => (fileId && state !== 'failed' ? [fileId] : [])),
    // The preview that was there is still there.
    ...(thumbnail?.fileId && thumbnail.id !== 'before' && { thumbnailId: thumbnail.fileId }),
    ...(before?.thumbnail && !thumbnail && { thumbnailId: null }),
  }
}
