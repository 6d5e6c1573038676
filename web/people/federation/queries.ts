import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

export type Identities = ReplyTo<'federation.identities'>

/** By whose word I may sign in. */
export const myIdentities = (): Query<Identities> => query('federation.identities', {})
