import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type BodyOptions = ReplyTo<'reference.bodyInfo'>

export const ownProfile = query('me.performer')

export const bodyOptions = query('reference.bodyInfo')
