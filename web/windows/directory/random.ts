import type { PerformerListing } from '#contract/people/person.ts'
import type { Query } from '#web/app/query.ts'

/** Some to discover: others at each asking. */
export const random: Query<PerformerListing[]> = {
  key: ['directory.random'],
  ask: async (api) => (await api.directory.random({ limit: 5 })).slice(0, 4),
}
