// The tabs of a profile, and what each asks.
import { ofPerformer } from '#web/catalogue/feeds/queries.ts'
import { listed as galleries } from '#web/catalogue/galleries/queries.ts'
import { listed as products } from '#web/catalogue/shop/queries.ts'
import { listed as videos } from '#web/catalogue/videos/queries.ts'
import type { After } from '#web/windows/timeline/Pages.tsx'

export const profileTabs = ['feed', 'photos', 'videos', 'galleries', 'shop'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** @param id as the address calls them; posts are asked by it, the other kinds by the performer's own id */
export function tabQueries(id: string, performerId: string) {
  return {
    feed: (after: After) => ofPerformer(id, false, after),
    photos: (after: After) => ofPerformer(id, true, after),
    videos: (after: After) => videos({ performerId }, after),
    galleries: (after: After) => galleries({ performerId }, after),
    shop: (after: After) => products({ performerId }, after),
  }
}
