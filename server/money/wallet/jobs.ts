// Folding: what charges appended for sellers and for the site becomes part of their accounts' balances. Nobody waits for it,
// because a balance is always read together with what still waits; it keeps that reading short.
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { fold } from '#server/money/wallet/queries.ts'

const batch = 5000
/** One run ends after this many, so that it never occupies a job slot for long; the next minute goes on. */
const mostBatches = 40

/** Folds everything that waits, batch by batch, each in its own transaction. Returns how many amounts arrived. */
export async function foldAll(db: Database): Promise<number> {
  let total = 0
  for (let run = 0; run < mostBatches; run++) {
    const folded = await db.transaction((tx) => fold(tx, batch))
    total += folded
    if (folded < batch) break
  }
  return total
}

export function work(jobs: Jobs, db: Database): void {
  jobs.every('* * * * *', 'wallet.fold', async () => {
    await foldAll(db)
  })
}
