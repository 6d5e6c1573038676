import type { Address } from '#contract/people/addresses.ts'
import type { Query } from '#web/app/query.ts'

export type { Address } from '#contract/people/addresses.ts'

/** As many as a book holds. */
export const most = 10

export const mine = (): Query<{ data: Address[]; total: number }> => ({
  key: ['addresses.search'],
  ask: (api) => api.addresses.search({ limit: most }),
})
