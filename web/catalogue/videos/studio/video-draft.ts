// What a creator is writing of a video: the same form as a gallery's, with one film in place of photos.
import type { Video } from '#contract/catalogue/videos.ts'
import type { Api } from '#contract/client.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import { chosenTeaser } from '#web/catalogue/feeds/compose/draft.ts'
import { fieldFrom } from '#web/catalogue/feeds/compose/moments.ts'
import * as gallery from '#web/catalogue/galleries/studio/draft.ts'
import { isOnItsWay, type MediaItem } from '#web/media/uploads/uploads.ts'

export type VideoDraft = gallery.GalleryDraft
export const { emptyDraft } = gallery

export interface Files {
  video: MediaItem | undefined
  teaser: MediaItem | undefined
  thumbnail: MediaItem | undefined
}

export function draftFrom(video: Video, timeZone: string): VideoDraft {
  const { title, description, isSale, tags, participants } = video
  return {
    ...emptyDraft,
    title,
    description,
    isSale,
    tags,
    participants,
    price: isSale === 'ppv' ? String(video.price) : '',
    scheduledAt: fieldFrom(video.scheduledAt, timeZone),
    expiresAt: fieldFrom(video.expiresAt, timeZone),
  }
}

interface Checks {
  files: Files
  settings: PublicSettings
  timeZone: string
  now: number
  before: Video | undefined
}

export type VideoField = gallery.GalleryField | 'video' | 'teaserId'
export type VideoErrors = Partial<Record<VideoField, string>>

/** What must be put right before it can be sent. A film may still be processed: it goes out by itself when that is done. */
export function wrongs(draft: VideoDraft, status: 'active' | 'inactive', checks: Checks): Partial<Record<VideoField, gallery.Wrong>> {
  const { files, before } = checks
  const { fileIds: _photos, ...found } = gallery.wrongs(draft, status, { ...checks, photos: [], before: shapeOf(before) })
  const wrong: Partial<Record<VideoField, gallery.Wrong>> = found
  if (!files.video) wrong.video = { key: 'composer.wrong.videoMissing' }
  else if (isOnItsWay(files.video)) wrong.video = { key: 'composer.wrong.clipOnItsWay' }
  else if (files.video.state === 'failed') wrong.video = { key: 'composer.wrong.clipFailed' }
  if (files.teaser && files.teaser.state !== 'ready') wrong.teaserId = { key: 'composer.wrong.teaserNotReady' }
  return wrong
}

type Sent = Parameters<Api['videos']['upload']>[0]

/** What the calls take. What was there before is not sent again; what was taken away is sent as null. */
export function bodyOf(draft: VideoDraft, status: 'active' | 'inactive', checks: Checks): Sent {
  const { files, before } = checks
  const {
    fileIds: _photos,
    thumbnailId: _preview,
    ...body
  } = gallery.bodyOf(draft, status, { ...checks, photos: [], before: shapeOf(before) }, undefined)
  const fresh = (item: MediaItem | undefined) => (item?.id === 'before' ? undefined : item?.fileId)
  const [fileId, teaserId, thumbnailId] = [fresh(files.video), fresh(files.teaser), fresh(files.thumbnail)]
  return {
    ...body,
    ...(fileId && fileId !== before?.files[0]?._id && { fileId }),
    ...(teaserId && { teaserId }),
    ...(before && chosenTeaser(before) && !files.teaser && { teaserId: null }),
    ...(thumbnailId && { thumbnailId }),
    ...(before?.thumbnail && !files.thumbnail && { thumbnailId: null }),
  }
}

/** As far as a schedule is concerned they are the same. */
function shapeOf(before: Video | undefined) {
  return before && { ...before, totalPhotos: 0 }
}
