import type { Video } from '#contract/catalogue/videos.ts'
import { query, type Query } from '#web/app/query.ts'
import type { Way } from '#web/catalogue/works/unlock/purchase.ts'
import type { ListFilter } from '#web/catalogue/works/browsing.ts'
import type { OwnInput } from '#web/catalogue/works/studio/kinds.ts'
import type { After, Paged } from '#web/app/Pages.tsx'

export function listed(filter: ListFilter, { offset }: After, limit = 24): Query<Paged<Video>> {
  const input = { ...filter, limit, offset }
  return query('videos.search', input)
}

/** @param id or slug */
export function video(id: string): Query<Video> {
  return query('videos.one', { id })
}

/** How a video is bought and asked for again. */
export function wayOf({ _id, slug }: Pick<Video, '_id' | 'slug'>): Way<Video> {
  return {
    path: `/videos/${slug}`,
    key: video(slug).key,
    charge: (api, input, options) => api.videos.charge(input, options),
    again: (api) => api.videos.one({ id: _id }),
  }
}

export const own = (input: OwnInput) => query('videos.own', input)

export function ownOne(id: string): Query<Video> {
  return query('videos.ownOne', { id })
}
