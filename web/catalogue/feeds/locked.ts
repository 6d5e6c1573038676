// What stands between someone and a post's pictures, and the pictures themselves in the shapes that the pieces take.
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { lengthOf } from '#web/catalogue/feeds/length.ts'
import type { Picture } from '#web/ui/MediaFrame.tsx'
import type { Tile } from '#web/ui/TileGrid.tsx'

/**
 * `sign-in` and `birth-date` are what free posts ask for; an adult's birth date comes before everything that costs, because
 * nobody shall pay for what stays blurred. Creators' accounts buy nothing (calls.md, house rules).
 */
export type Lock = 'open' | 'sign-in' | 'birth-date' | 'follow' | 'subscribe' | 'unlock' | 'not-for-creators'

export function lockOf(feed: Pick<Feed, 'canView' | 'isSale'>, me: Pick<CurrentUser, 'ageVerified' | 'isPerformer'> | null): Lock {
  if (feed.canView) return 'open'
  if (me && !me.ageVerified) return 'birth-date'
  if (feed.isSale === 'free') return 'sign-in'
  if (feed.isSale === 'followers') return 'follow'
  if (me?.isPerformer) return 'not-for-creators'
  return feed.isSale === 'subscription' ? 'subscribe' : 'unlock'
}

/** The server's blur. Where the creator chose a public preview, that one. */
export function previewOf(feed: Feed): string | undefined {
  return feed.thumbnail?.url ?? feed.files.find((file) => file.blurUrl)?.blurUrl ?? feed.cover?.url
}

/** What is behind the lock: how many photos, how long a film or a recording, or words. */
export function whatOf(feed: Feed, t: TFunction): string {
  if (feed.totalPhotos > 0) return t('post.photos', { count: feed.totalPhotos })
  if (feed.type !== 'video' && feed.type !== 'audio') return t('post.words')
  const seconds = feed.files[0]?.duration
  return seconds === undefined ? t(`post.${feed.type}`) : `${t(`post.${feed.type}`)} ${lengthOf(seconds)}`
}

/** @param describe says what the picture at a place is, for those who do not see it */
export function picturesOf(feed: Feed, describe: (place: number) => string): Picture[] {
  return feed.files.flatMap((file, place) =>
    file.url === undefined ? [] : [{ id: file._id, url: file.url, width: file.width, height: file.height, alt: describe(place + 1) }],
  )
}

/** @param needs what a locked tile says it takes: 「訂閱」, 「120 代幣」 */
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
  const open = first?.thumbnails.at(-1)?.url ?? (feed.type === 'photo' ? first?.url : undefined) ?? feed.cover?.url
  return feed.canView && open !== undefined
    ? { ...base, picture: open }
    : { ...base, picture: previewOf(feed) ?? null, locked: needs(feed) }
}
