import type { Reply } from '#contract/endpoint.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import type { reference } from '#contract/site/reference.ts'
import type { directory, PerformerProfile } from '#contract/windows/directory.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const orders = ['popular', 'latest', 'subscriber', 'price'] as const
export const genders = ['female', 'male', 'transgender'] as const
/** What performers say of themselves (specification.md section 3): several values of one, parted by commas. */
export const bodyFields = ['age', 'height', 'weight', 'bodyType', 'size', 'hair', 'eyes', 'ethnicity', 'sexualOrientation'] as const
export type BodyField = (typeof bodyFields)[number]
export type BodyOptions = Reply<(typeof reference)['bodyInfo']>
export const bodyOptions: Query<BodyOptions> = { key: ['reference.bodyInfo'], ask: (api) => api.reference.bodyInfo({}) }

export interface DirectoryFilter extends Partial<Record<BodyField, string>> {
  q?: string
  gender?: (typeof genders)[number]
  isFreeSubscription?: true
  isOnline?: true
  tag?: string
  sortBy: (typeof orders)[number]
}

/** @param id username or id */
export function performer(id: string): Query<PerformerProfile> {
  return { key: ['directory.performer', { id }], ask: (api) => api.directory.performer({ id }) }
}

/** Cheapest first, and the most of everything else. */
export function search(
  { tag, bodyType, eyes, sexualOrientation, ...filter }: DirectoryFilter,
  { offset }: After,
  limit = 24,
): Query<Paged<PerformerListing>> {
  const input = {
    ...filter,
    ...(bodyType && { body: bodyType }),
    ...(eyes && { eye: eyes }),
    ...(sexualOrientation && { orientation: sexualOrientation }),
    ...(tag && { tags: tag }),
    sort: filter.sortBy === 'price' ? ('asc' as const) : ('desc' as const),
    limit,
    offset,
  }
  return { key: ['directory.search', input], ask: (api) => api.directory.search(input) }
}

/** The last 30 days, ranked. */
export const top: Query<Reply<(typeof directory)['top']>> = { key: ['directory.top'], ask: (api) => api.directory.top({ limit: 10 }) }
