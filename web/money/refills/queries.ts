import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Refill = ReplyTo<'refills.mine'>

export const refill = query('refills.mine')
