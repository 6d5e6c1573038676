import type { PerformerListing } from '#contract/people/person.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const orders = ['popular', 'latest', 'subscriber', 'price'] as const
export const genders = ['female', 'male', 'transgender'] as const
export interface DirectoryFilter {
  q?: string
  gender?: (typeof genders)[number]
  isFreeSubscription?: true
  sortBy: (typeof orders)[number]
}

/** @param id username or id */
export function performer(id: string): Query<PerformerProfile> {
  return { key: ['directory.performer', { id }], ask: (api) => api.directory.performer({ id }) }
}

/** Cheapest first, and the most of everything else. */
export function search(filter: DirectoryFilter, { offset }: After, limit = 24): Query<Paged<PerformerListing>> {
  const input = { ...filter, sort: filter.sortBy === 'price' ? ('asc' as const) : ('desc' as const), limit, offset }
  return { key: ['directory.search', input], ask: (api) => api.directory.search(input) }
}
