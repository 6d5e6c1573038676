// What a creator is writing of a video: what every titled work has, and one film in place of photos.
import type { Video } from '#contract/catalogue/videos.ts'
import type { SentTo } from '#contract/client.ts'
import { chosenTeaser } from '#web/catalogue/works/studio/chosen.ts'
import type { Wrong } from '#web/catalogue/works/studio/terms.ts'
import * as work from '#web/catalogue/works/studio/work-draft.ts'
import { isOnItsWay, type MediaItem } from '#web/media/uploads/uploads.ts'

export interface Files {
  video: MediaItem | undefined
  teaser: MediaItem | undefined
  thumbnail: MediaItem | undefined
}

interface Checks extends work.Checks {
  files: Files
  before: Video | undefined
}

export type VideoField = work.WorkField | 'video' | 'teaserId'

/** What must be put right before it can be sent. A film may still be processed: it goes out by itself when that is done. */
export function wrongs(draft: work.WorkDraft, status: 'active' | 'inactive', checks: Checks): Partial<Record<VideoField, Wrong>> {
  const { video, teaser } = checks.files
  const wrong: Partial<Record<VideoField, Wrong>> = work.wrongs(draft, status, checks)
  if (!video) wrong.video = { key: 'composer.wrong.videoMissing' }
  else if (isOnItsWay(video)) wrong.video = { key: 'composer.wrong.clipOnItsWay' }
  else if (video.state === 'failed') wrong.video = { key: 'composer.wrong.clipFailed' }
  if (teaser && teaser.state !== 'ready') wrong.teaserId = { key: 'composer.wrong.teaserNotReady' }
  return wrong
}

type Sent = SentTo<'videos.upload'>

/** What the calls take. What was there before is not sent again; what was taken away is sent as null. */
export function bodyOf(draft: work.WorkDraft, status: 'active' | 'inactive', checks: Checks): Sent {
  const { files, before } = checks
  const fresh = (item: MediaItem | undefined) => (item?.id === 'before' ? undefined : item?.fileId)
  const [fileId, teaserId, thumbnailId] = [fresh(files.video), fresh(files.teaser), fresh(files.thumbnail)]
  return {
    ...work.bodyOf(draft, status, checks),
    ...(fileId && fileId !== before?.files[0]?._id && { fileId }),
    ...(teaserId && { teaserId }),
    ...(before && chosenTeaser(before) && !files.teaser && { teaserId: null }),
    ...(thumbnailId && { thumbnailId }),
    ...(before?.thumbnail && !files.thumbnail && { thumbnailId: null }),
  }
}
