import type { ReplyTo } from '#contract/client.ts'
import type { OwnPromotion } from '#contract/money/offers.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { query, type Query } from '#web/app/query.ts'

/** What a performer's subscription costs this viewer: the profile carries it, and the same answer serves the profile page. */
export function offer(username: string): Query<PerformerProfile> {
  return query('directory.performer', { id: username })
}

export type Extras = ReplyTo<'offers.ofPerformer'>

/** Tiers, and promotions that this viewer may use. */
export function extras(performerId: string): Query<Extras> {
  return query('offers.ofPerformer', { id: performerId })
}

// One's own

export const ownTiers = query('offers.tiers')

export const promotionStates = ['running', 'planned', 'used_up', 'over'] as const

export interface PromotionsInput {
  limit: number
  offset: number
  state?: OwnPromotion['state']
}

export const ownPromotions = (input: PromotionsInput) => query('offers.promotions', input)
