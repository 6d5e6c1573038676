// Receipts of payments through a gateway, numbered, and never changed. What goes back gets a credit note of its own.
import Type, { type Static } from 'typebox'
import { ById, endpoints, Id, Instant, ListQuery, Money, Page } from '#contract/endpoint.ts'

export const Invoice = Type.Object({
  _id: Id,
  kind: Type.Enum(['invoice', 'credit_note', 'debit_note'], {
    description: 'debit_note: of a refund that failed; it takes its credit note back',
  }),
  code: Type.String({ description: 'INV-2026-000123 or CN-2026-000004: by kind and year, without gaps' }),
  transactionId: Id,
  amount: Money,
  currency: Type.String(),
  issuedAt: Instant,
  url: Type.String({ description: 'of its PDF, for its owner and for staff' }),
})
export type Invoice = Static<typeof Invoice>

export const invoices = endpoints({
  /** Mine, newest first. As PDF: GET /api/payment/invoices/<id>.pdf, and /api/payment/transactions/<id>/invoice.pdf (transaction.invoiceUrl). */
  mine: {
    method: 'GET',
    path: '/payment/invoices',
    for: 'member',
    inClosedCountry: true,
    summary: 'My receipts and credit notes',
    query: ListQuery({}),
    reply: Page(Invoice),
  },
  /** Of one payment of mine: its receipt, then what went back. Somebody else's is not there. */
  ofPayment: {
    method: 'GET',
    path: '/payment/transactions/:id/invoices',
    for: 'member',
    inClosedCountry: true,
    summary: 'The receipts of a payment',
    params: ById,
    reply: Page(Invoice),
    refuses: ['not_found'],
  },
})
