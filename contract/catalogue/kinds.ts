// What crosses the border of every kind of work.
import type { RowName } from '#contract/client.ts'

/** Rows that answer otherwise when what their reader may see changes: after a subscription, a follow, an unlock. */
export const rowsOfWorks = [
  'timeline.home',
  'feeds.one',
  'feeds.ofPerformer',
  'galleries.one',
  'galleries.search',
  'galleries.photosOf',
  'videos.one',
  'videos.search',
  'comments.list',
] as const satisfies readonly RowName[]
