// A post's pictures in the shapes that the pieces take.
import type { Say } from '#contract/words/speaking.ts'
import type { ReactNode } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { writeTime } from '#web/media/player/times.ts'
import { previewOf } from '#web/catalogue/works/lock.ts'
import type { Picture } from '#web/ui/MediaFrame.tsx'
import type { Tile } from '#web/ui/TileGrid.tsx'

/** What is behind the lock: how many photos, how long a film or a recording, or words. */
export function whatOf(feed: Feed, t: Say): string {
  if (feed.totalPhotos > 0) return t('post.photos', { count: feed.totalPhotos })
  if (feed.type !== 'video' && feed.type !== 'audio') return t('post.words')
  const seconds = feed.files[0]?.duration
  return seconds === undefined ? t(`post.${feed.type}`) : `${t(`post.${feed.type}`)} ${writeTime(seconds)}`
}

/** @param describe says what the picture at a place is, for those who do not see it */
export function picturesOf(feed: Feed, describe: (place: number) => string): Picture[] {
  return feed.files.flatMap((file, place) =>
    file.url === undefined
      ? []
      : [{ id: file._id, url: file.url, width: file.width, height: file.height, smaller: file.thumbnails, alt: describe(place + 1) }],
  )
}

/** @param needs what a locked tile says it takes: 「訂閱」, 「120代幣」 */
export function tileOf(feed: Feed, needs: (feed: Feed) => ReactNode): Tile {
  const label = feed.title || feed.performer.name
  const base = {
    id: feed._id,
    to: `/posts/${feed._id}`,
    label,
    kind: feed.type === 'video' ? ('video' as const) : feed.totalPhotos > 1 ? ('photos' as const) : ('photo' as const),
  }
  const [first] = feed.files
  // The address of footage or sound is no picture.
  const open = first?.thumbnails[0]?.url ?? (feed.type === 'photo' ? first?.url : undefined) ?? feed.cover?.url
  if (feed.canView && open === undefined) return { ...base, picture: null, words: feed.text || label }
  if (feed.canView && open !== undefined) return { ...base, picture: open }
  const preview = previewOf(feed)
  return { ...base, picture: preview ?? null, locked: needs(feed), ...(preview === undefined && { words: feed.title }) }
}
