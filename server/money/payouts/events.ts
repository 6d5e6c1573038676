import type { PayoutStatus } from '#contract/money/payout-names.ts'

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** A payout was asked for, edited, or went a step on. */
    'payout.changed': { requestId: string; performerId: string; status: PayoutStatus }
  }
}
