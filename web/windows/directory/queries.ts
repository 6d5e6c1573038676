import type { PerformerListing } from '#contract/people/person.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { query, type Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/app/Pages.tsx'

export const orders = ['popular', 'latest', 'subscriber', 'price'] as const
export const genders = ['female', 'male', 'transgender'] as const
/** What performers say of themselves (specification.md section 3): several values of one, parted by commas. */
export const bodyFields = ['age', 'height', 'weight', 'bodyType', 'size', 'hair', 'eyes', 'ethnicity', 'sexualOrientation'] as const
export type BodyField = (typeof bodyFields)[number]
export const bodyOptions = query('reference.bodyInfo')

export interface DirectoryFilter extends Partial<Record<BodyField, string>> {
  q?: string
  gender?: (typeof genders)[number]
  isFreeSubscription?: true
  isOnline?: true
  isLive?: true
  tag?: string
  sortBy: (typeof orders)[number]
}

/** @param id username or id */
export function performer(id: string): Query<PerformerProfile> {
  return query('directory.performer', { id })
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
  return query('directory.search', input)
}

/** The last 30 days, ranked. */
export const top = query('directory.top', { limit: 10 })
