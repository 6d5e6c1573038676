import type { Transaction, TransactionPurpose } from '#server/money/payments/queries.ts'

// Facts of payments. Amounts are minor units, tokens hundredths.
interface Settled {
  transactionId: string
  accountId: string
  purpose: TransactionPurpose
  amount: number
  currency: string
  tokens: number
}

/** What all of them say of a payment. */
export function factsOf({ id: transactionId, accountId, purpose, amount, currency, tokens }: Transaction): Settled {
  return { transactionId, accountId, purpose, amount, currency, tokens }
}

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** The gateway's verified event said that the money is there; what it was for has happened in the same transaction. */
    'payment.succeeded': Settled
    'payment.failed': Settled & { reason: string }
    /** The payer must answer their bank (3-D Secure). */
    'payment.action_required': Settled
    /** Money went back at the gateway, in part or whole: `refundedAmount` is all of it until now. */
    'payment.refunded': Settled & { refundedAmount: number; isWhole: boolean }
    /** A refund did not arrive, so that less is refunded than was said: `refundedAmount` is what stands. */
    'payment.refund_failed': Settled & { refundedAmount: number }
    /** A creator's account at a payout provider, or a transfer to it, is otherwise than it was: ask what it is now. */
    'provider.account_changed': { provider: string; ref: string }
    'provider.transfer_changed': { provider: string; ref: string }
    /** So many tokens came back into the wallet, because a dispute was won or a refund failed. */
    'payment.given_back': Settled
    /** So many tokens of what it paid for were taken back. `debt` is what the payer's wallet still owes. */
    'payment.taken_back': Settled & { why: 'refund' | 'chargeback'; debt: number }
  }
}
