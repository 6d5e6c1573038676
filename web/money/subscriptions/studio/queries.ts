import type { OwnPromotion, OwnTier } from '#contract/money/offers.ts'
import type { Query } from '#web/app/query.ts'

export const ownTiers: Query<OwnTier[]> = { key: ['subscriptions.tiers'], ask: (api) => api.subscriptions.tiers({}) }

export interface PromotionsInput {
  limit: number
  offset: number
}

export const ownPromotions = (input: PromotionsInput): Query<{ data: OwnPromotion[]; total: number }> => ({
  key: ['subscriptions.promotions', input],
  ask: (api) => api.subscriptions.promotions(input),
})
