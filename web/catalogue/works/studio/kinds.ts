import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { Video } from '#contract/catalogue/videos.ts'
import type { Api, RowName } from '#contract/client.ts'

/** What the studio must know of each kind of work, to do the same with all of them. */
export interface Kind {
  /** Its list stands under /creator/ by this name. */
  place: 'posts' | 'galleries' | 'videos' | 'products'
  /** Whose words: the beginning of their keys. */
  words: 'studio' | 'products' | 'galleryStudio' | 'videoStudio'
  /** The answers that a change makes old. */
  lists: readonly RowName[]
  remove: (api: Api, id: string) => Promise<unknown>
}

/** Of which several drafts are published at once. */
export interface PublishableKind extends Kind {
  words: 'studio' | 'galleryStudio' | 'videoStudio'
  publish: (api: Api, id: string) => Promise<{ status: string }>
}

export const posts: PublishableKind = {
  place: 'posts',
  words: 'studio',
  lists: ['feeds.own'],
  remove: (api, id) => api.feeds.remove({ id }),
  publish: (api, id) => api.feeds.update({ id, status: 'active' }),
}
export const products: Kind = {
  place: 'products',
  words: 'products',
  lists: ['shop.ownProducts', 'shop.products', 'shop.product'],
  remove: (api, id) => api.shop.removeProduct({ id }),
}

/** Galleries and videos, which a list of the same form shows. */
export interface TitledKind extends PublishableKind {
  place: 'galleries' | 'videos'
  words: 'galleryStudio' | 'videoStudio'
}

export type TitledWork = Gallery | Video

export const galleries: TitledKind = {
  place: 'galleries',
  words: 'galleryStudio',
  lists: ['galleries.own'],
  remove: (api, id) => api.galleries.remove({ id }),
  publish: (api, id) => api.galleries.update({ id, status: 'active' }),
}
export const videos: TitledKind = {
  place: 'videos',
  words: 'videoStudio',
  lists: ['videos.own'],
  remove: (api, id) => api.videos.remove({ id }),
  publish: (api, id) => api.videos.update({ id, status: 'active' }),
}

/** What the creator's own list of either is narrowed to. */
export interface OwnFilter {
  status?: TitledWork['status']
  q?: string
  sortBy?: 'createdAt' | 'price' | 'totalLike' | 'title'
  sort?: 'asc' | 'desc'
}
