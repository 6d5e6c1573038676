import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Coupons = Awaited<ReturnType<Api['coupons']['all']>>
export type Coupon = Coupons['data'][number]
export type Uses = Awaited<ReturnType<Api['coupons']['uses']>>

export const coupons = (input: { limit: number; offset: number; q?: string }): Query<Coupons> => ({
  key: ['coupons.all', input],
  ask: (api) => api.coupons.all(input),
})

export const uses = (input: { id: string; limit: number; offset: number }): Query<Uses> => ({
  key: ['coupons.uses', input],
  ask: (api) => api.coupons.uses(input),
})
