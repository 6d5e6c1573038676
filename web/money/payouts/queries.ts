import type { SentTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export const calculation = query('payouts.sums')
export const open = query('payouts.pendingReview')
export const search = (input: SentTo<'payouts.search'>) => query('payouts.search', input)
export const detail = (id: string) => query('payouts.view', { id })

/** What a payout that moved may have changed. */
export const aboutPayouts = [
  'payouts.sums',
  'payouts.pendingReview',
  'payouts.search',
  'payouts.view',
  'payouts.bank',
  'payouts.payoutAccounts',
  'payouts.stripeAccountState',
  'earnings.stats',
  'earnings.lines',
  'admin.overview',
] as const
