import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Papers = ReplyTo<'invoices.ofPayment'>

export const papersOf = (id: string) => query('invoices.ofPayment', { id })
