import type { OwnPromotion } from '#contract/money/offers.ts'
import { query } from '#web/app/query.ts'

export const ownTiers = query('subscriptions.tiers')

export const promotionStates = ['running', 'planned', 'used_up', 'over'] as const

export interface PromotionsInput {
  limit: number
  offset: number
  state?: OwnPromotion['state']
}

export const ownPromotions = (input: PromotionsInput) => query('subscriptions.promotions', input)
