import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Totals = Awaited<ReturnType<Api['proofs']['totals']>>
export type Days = Awaited<ReturnType<Api['proofs']['days']>>

export const totals: Query<Totals> = { key: ['proofs.totals'], ask: (api) => api.proofs.totals({}) }

export const days = (input: { limit: number; offset: number }): Query<Days> => ({
  key: ['proofs.days', input],
  ask: (api) => api.proofs.days(input),
})
