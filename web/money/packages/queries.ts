import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Packs = Awaited<ReturnType<Api['packages']['all']>>
export type Pack = Packs['data'][number]

export const packs: Query<Packs> = { key: ['packages.all'], ask: (api) => api.packages.all({}) }
