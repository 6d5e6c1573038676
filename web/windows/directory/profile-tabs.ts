// The tabs of a profile, and what each asks: posts, the pictures in them, and every other kind of work.
import { type WorkKind, workKinds } from '#contract/catalogue/kind-names.ts'
import type { Query } from '#web/app/query.ts'
import { ofPerformer } from '#web/catalogue/feeds/queries.ts'
import { type AnyItem, lookOf } from '#web/catalogue/kinds/kinds.tsx'
import { type KindTab, places } from '#web/catalogue/works/places.ts'
import type { After, Paged } from '#web/app/Pages.tsx'

export type ProfileTab = KindTab | 'photos'
export const profileTabs: readonly ProfileTab[] = [
  'feed',
  'photos',
  ...workKinds.flatMap((kind) => (kind === 'feed' ? [] : places[kind].tab)),
]

export const kindOfTab = (tab: KindTab): WorkKind => workKinds.find((kind) => places[kind].tab === tab) ?? 'feed'

/** Posts and their pictures, by the performer's name or id. */
export const postsOf = (id: string, tab: 'feed' | 'photos') => (after: After) => ofPerformer(id, tab === 'photos', after)

/** Works of any other kind, by the performer's own id. */
export function worksOf(performerId: string, kind: WorkKind) {
  return (after: After): Query<Paged<AnyItem>> => lookOf(kind).listed({ performerId }, after)
}
