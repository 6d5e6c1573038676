// Which rows answer with works, by kind: what a screen that shows one asks again when its reader's rights change.
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import type { RowName } from '#contract/client.ts'

const rows = {
  feed: ['timeline.home', 'feeds.one', 'feeds.ofPerformer'],
  gallery: ['galleries.one', 'galleries.search', 'galleries.photosOf'],
  video: ['videos.one', 'videos.search'],
  product: ['shop.product', 'shop.products'],
} as const satisfies Readonly<Record<WorkKind, readonly RowName[]>>

/** Rows that answer otherwise when what their reader may see changes: after a subscription, a follow, an unlock. */
export const rowsOfWorks: readonly RowName[] = [...Object.values(rows).flat(), 'comments.list']
