/**
 * Receipts: a numbered paper for each payment that succeeded, a credit note for each refund (a chargeback gets none: it may be won back) and a debit note that takes it back where the refund failed, and the letter that says so, unless the seller's own letter does.
 * Promises: numbers of a year have no gap; what was given out never changes, whatever the seller or the buyer are called later; one paper
 * for one event, however often it is heard.
 * Leaves to others: payments and what they are for (payments), how a PDF is made (platform/pdf).
 */
import type { Db } from '#server/platform/db/db.ts'
import * as queries from '#server/money/invoices/queries.ts'
import type { Invoice } from '#server/money/invoices/queries.ts'
import * as payments from '#server/money/payments/payments.ts'

export { serveFiles } from '#server/money/invoices/files.ts'
export { codeOf, creditNote, debitNote, receipt } from '#server/money/invoices/issuing.ts'
export { confirmsItself, paperIn } from '#server/money/invoices/letters.ts'
export type { Invoice } from '#server/money/invoices/queries.ts'

/** Somebody's papers, newest first. */
export function mine(db: Db, accountId: string, paging: { limit: number; offset: number }): Promise<{ rows: Invoice[]; total: number }> {
  return queries.ofAccount(db, accountId, paging)
}

/** Whosever it is, for staff. */
export { ofPayment as papersOf } from '#server/money/invoices/queries.ts'

/** @throws not_found for anyone else's */
export async function ofPayment(db: Db, accountId: string, transactionId: string): Promise<Invoice[]> {
  await payments.transactionOf(db, accountId, transactionId)
  return queries.ofPayment(db, transactionId)
}
