import type { PerformerListing } from '#contract/people/person.ts'
import type { Query } from '#web/app/query.ts'

/** Some to discover: others at each asking. */
export const random: Query<PerformerListing[]> = { key: ['directory.random'], ask: (api) => api.directory.random({ limit: 4 }) }
