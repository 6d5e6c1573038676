import type { Reply } from '#contract/endpoint.ts'
import type { subscriptions } from '#contract/money/subscriptions.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import type { Query } from '#web/app/query.ts'

/** What a performer's subscription costs this viewer: the profile carries it, and the same answer serves the profile page. */
export function offer(username: string): Query<PerformerProfile> {
  return { key: ['directory.performer', { id: username }], ask: (api) => api.directory.performer({ id: username }) }
}

export type Extras = Reply<(typeof subscriptions)['offer']>

/** Tiers, and promotions that this viewer may use. */
export function extras(performerId: string): Query<Extras> {
  return { key: ['subscriptions.offer', { id: performerId }], ask: (api) => api.subscriptions.offer({ id: performerId }) }
}
