import type { OwnPromotion, OwnTier } from '#contract/money/offers.ts'
import type { Query } from '#web/app/query.ts'

export const ownTiers: Query<OwnTier[]> = { key: ['subscriptions.tiers'], ask: (api) => api.subscriptions.tiers({}) }

export const promotionStates = ['running', 'planned', 'used_up', 'over'] as const

export interface PromotionsInput {
  limit: number
  offset: number
  state?: OwnPromotion['state']
}

export const ownPromotions = (input: PromotionsInput): Query<{ data: OwnPromotion[]; total: number }> => ({
  key: ['subscriptions.promotions', input],
  ask: (api) => api.subscriptions.promotions(input),
})
