import type { ReplyTo } from '#contract/client.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { query, type Query } from '#web/app/query.ts'

/** What a performer's subscription costs this viewer: the profile carries it, and the same answer serves the profile page. */
export function offer(username: string): Query<PerformerProfile> {
  return query('directory.performer', { id: username })
}

export type Extras = ReplyTo<'subscriptions.offer'>

/** Tiers, and promotions that this viewer may use. */
export function extras(performerId: string): Query<Extras> {
  return query('subscriptions.offer', { id: performerId })
}
