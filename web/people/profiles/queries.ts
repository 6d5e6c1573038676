import type { reference } from '#contract/site/reference.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import type { Query } from '#web/app/query.ts'

export type BodyOptions = Reply<(typeof reference)['bodyInfo']>

export const ownProfile: Query<OwnProfile> = { key: ['me.performer'], ask: (api) => api.me.performer({}) }

export const bodyOptions: Query<BodyOptions> = { key: ['reference.bodyInfo'], ask: (api) => api.reference.bodyInfo({}) }
