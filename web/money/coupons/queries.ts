import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

type Coupons = ReplyTo<'coupons.all'>
export type Coupon = Coupons['data'][number]

export const coupons = (input: { limit: number; offset: number; q?: string }) => query('coupons.all', input)

export const uses = (input: { id: string; limit: number; offset: number }) => query('coupons.uses', input)
