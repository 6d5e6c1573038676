import { beginReconciling, booksJob, comparePart, partJob, reconcile, type Part } from '#server/money/reconciliation/reconciliation.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('7 4 * * *', 'payments.reconcile', () => db.transaction(beginReconciling))
  jobs.handle<{ gateway: string }>(booksJob, ({ gateway }) => reconcile(db, gateway))
  jobs.handle<Part>(partJob, async (part) => void (await comparePart(db, part)))
}
