import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

type Months = ReplyTo<'statements.months'>
export type Month = Months['data'][number]

export const months = (input: { limit: number; offset: number }) => query('statements.months', input)
