import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { creditNote, debitNote, receipt } from '#server/money/invoices/issuing.ts'
import { isConfirmedElsewhere, sendPaper } from '#server/money/invoices/letters.ts'
import type {} from '#server/money/payments/payments.ts'

export function listen(outbox: Outbox): void {
  outbox.on('payment.succeeded', 'invoices.issue', async (tx, { accountId, transactionId, purpose }) => {
    const { invoice } = await receipt(tx, accountId, transactionId)
    if (!isConfirmedElsewhere(purpose)) await sendPaper(tx, invoice)
  })
  outbox.on('payment.refunded', 'invoices.credit', async (tx, { accountId, transactionId, refundedAmount }) => {
    const note = await creditNote(tx, accountId, transactionId, refundedAmount)
    if (note) await sendPaper(tx, note)
  })
  outbox.on('payment.refund_failed', 'invoices.debit', async (tx, { accountId, transactionId }) => {
    const note = await debitNote(tx, accountId, transactionId)
    if (note) await sendPaper(tx, note)
  })
}
