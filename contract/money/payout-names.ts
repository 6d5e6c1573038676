// What payouts call their states and ways. Apart from the rows, so that a page that lists them does not bring the library of schemas along.

/**
 * Forward only: pending → approved → processing → done; rejected from any of the three; cancelled from pending only. Ours, because
 * calls.md ends at done: returned from done, when the money came back. Then the tokens are the creator's again, as after a rejection.
 */
export const payoutStatuses = ['pending', 'approved', 'processing', 'done', 'rejected', 'cancelled', 'returned'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const payoutMethods = ['banking', 'stripe', 'paypal', 'other'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/** Methods that lead to neither a bank nor a provider: each has one account of a creator’s. */
export const payoutAccountTypes = ['paypal', 'other'] as const satisfies readonly PayoutMethod[]
export type PayoutAccountType = (typeof payoutAccountTypes)[number]

/** Why nothing can be asked for now: the codes with which asking would be refused. */
export const payoutBlockers = [
  'not_verified',
  'bank_details_missing',
  'bank_unreadable',
  'bank_on_hold',
  'bank_unconfirmed',
  'payee_name_differs',
  'payout_open',
  'payout_below_minimum',
] as const
export type PayoutBlocker = (typeof payoutBlockers)[number]
