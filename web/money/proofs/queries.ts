import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Totals = ReplyTo<'proofs.totals'>
export type Days = ReplyTo<'proofs.days'>

export const totals = query('proofs.totals')

export const days = (input: { limit: number; offset: number }) => query('proofs.days', input)
