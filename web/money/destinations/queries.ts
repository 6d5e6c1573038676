import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Bank = ReplyTo<'payouts.bank'>
export const bank = query('payouts.bank')
export type StripeAccount = ReplyTo<'payouts.stripeAccountState'>
export const stripeAccount = query('payouts.stripeAccountState')
export type PayoutAccounts = ReplyTo<'payouts.payoutAccounts'>
export const payoutAccounts = query('payouts.payoutAccounts')
