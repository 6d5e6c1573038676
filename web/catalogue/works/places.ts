import type { WorkKind } from '#contract/catalogue/kind-names.ts'

interface Place {
  /** Its tab on a profile, and among the pages of looking around. */
  tab: string
  /** Where everybody's stand. */
  list: string
}

/** Where each kind of work stands on the web. */
export const places = {
  feed: { tab: 'feed', list: '/home?scope=discover' },
  video: { tab: 'videos', list: '/videos' },
  gallery: { tab: 'galleries', list: '/galleries' },
  product: { tab: 'shop', list: '/shop' },
} as const satisfies Readonly<Record<WorkKind, Place>>

export type KindTab = (typeof places)[WorkKind]['tab']
