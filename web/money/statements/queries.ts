import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Months = Awaited<ReturnType<Api['statements']['months']>>
export type Month = Months['data'][number]

export const months = (input: { limit: number; offset: number }): Query<Months> => ({
  key: ['statements.months', input],
  ask: (api) => api.statements.months(input),
})
