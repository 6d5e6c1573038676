import type { kindNames, WorkKind } from '#contract/catalogue/kind-names.ts'
import type { ItemOf } from '#contract/catalogue/items.ts'
import type { Api, RowName } from '#contract/client.ts'

/** What the studio must know of each kind of work, to do the same with all of them. */
export interface Kind {
  /** Its list stands under /creator/ by this name. */
  place: (typeof kindNames)[WorkKind]['path']
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

/** With a title and a description, which a list of the same form shows. */
export interface TitledKind extends PublishableKind {
  words: 'galleryStudio' | 'videoStudio'
}

export type TitledWork = ItemOf<'gallery' | 'video'>

/** What is asked of the creator's own list of either. */
export interface OwnInput {
  limit: number
  offset: number
  status?: TitledWork['status']
  q?: string
  sortBy?: 'createdAt' | 'price' | 'totalLike' | 'title'
  sort?: 'asc' | 'desc'
}
