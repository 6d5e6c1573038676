import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Refill = Awaited<ReturnType<Api['refills']['mine']>>

export const refill: Query<Refill> = { key: ['refills.mine'], ask: (api) => api.refills.mine({}) }
