import type { Api } from '#contract/client.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { payouts, PayoutCalculation, PayoutDetail } from '#contract/money/payouts.ts'
import type { Query } from '#web/app/query.ts'

type Table = typeof payouts
type Asked<Row extends keyof Table> = Parameters<Api['payouts'][Row]>[0]

export type Found = Reply<Table['search']>
export type Bank = Reply<Table['bank']>
export type Open = Reply<Table['pendingReview']>

export const calculation: Query<PayoutCalculation> = { key: ['payouts.sums'], ask: (api) => api.payouts.sums({}) }
export const bank: Query<Bank> = { key: ['payouts.bank'], ask: (api) => api.payouts.bank({}) }
export type StripeAccount = Reply<Table['stripeAccountState']>
export const stripeAccount: Query<StripeAccount> = { key: ['payouts.stripeAccountState'], ask: (api) => api.payouts.stripeAccountState({}) }
export type Elsewhere = Reply<Table['payoutAccounts']>
export const elsewhere: Query<Elsewhere> = { key: ['payouts.payoutAccounts'], ask: (api) => api.payouts.payoutAccounts({}) }
export const open: Query<Open> = { key: ['payouts.pendingReview'], ask: (api) => api.payouts.pendingReview({}) }
export const search = (input: Asked<'search'>): Query<Found> => ({
  key: ['payouts.search', input],
  ask: (api) => api.payouts.search(input),
})
export const detail = (id: string): Query<PayoutDetail> => ({ key: ['payouts.view', id], ask: (api) => api.payouts.view({ id }) })

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
