// The gateways' books beside ours, for staff. The rows are called as payments’ own.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Id, Instant, ListQuery, Money } from '#contract/endpoint.ts'

/** A movement of money that the daily comparison found on one side only, or otherwise than here. */
export const Difference = Type.Object({
  _id: Id,
  gateway: Type.String(),
  ref: Type.String({ description: 'the gateway’s name for the movement' }),
  kind: Type.String({ description: 'succeeded, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost' }),
  outcome: Type.Enum(['settled', 'unknown', 'mismatch', 'missing'], {
    description:
      'settled: no webhook had told it, and it counts now; unknown: no payment here is meant; mismatch: another sum than was asked for; missing: paid here, and not in its books',
  }),
  transactionId: Type.Optional(Id),
  amount: Type.Optional(Money),
  currency: Type.Optional(Type.String()),
  happenedAt: Instant,
  foundAt: Instant,
  closedAt: Type.Optional(Instant),
  closedBy: Type.Optional(Type.String({ description: 'username' })),
  note: Type.Optional(Type.String()),
})
export type Difference = Static<typeof Difference>

export const reconciliation = endpoints({
  /** What the daily comparison with the providers’ books found, newest first, and when each was last compared. */
  differences: {
    method: 'GET',
    path: '/admin/payments/differences',
    for: 'staff',
    summary: 'Differences between the gateways’ books and ours',
    query: ListQuery({ show: Type.Optional(Type.Enum(['open', 'all'])) }),
    reply: Type.Object({
      data: Type.Array(Difference),
      total: Type.Integer(),
      runs: Type.Array(
        Type.Object({
          gateway: Type.String(),
          ranAt: Instant,
          entries: Type.Integer({ description: 'movements of money in its books in the days that were compared' }),
          differences: Type.Integer(),
        }),
      ),
    }),
  },
  closeDifference: {
    method: 'POST',
    path: '/admin/payments/differences/:id/close',
    for: 'staff',
    summary: 'Finance have looked at a difference (audited)',
    params: ById,
    body: Body({ note: Type.Optional(Type.String({ maxLength: 1000 })) }),
    reply: Type.Object({ closed: Type.Boolean() }),
    refuses: ['not_found', 'already_decided'],
  },
})
