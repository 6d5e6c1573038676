import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Papers = Awaited<ReturnType<Api['invoices']['ofPayment']>>

export const papersOf = (id: string): Query<Papers> => ({
  key: ['invoices.ofPayment', { id }],
  ask: (api) => api.invoices.ofPayment({ id }),
})
