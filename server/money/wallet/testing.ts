// A ledger of one's own for the tests of the wallet. Its books agree when they are over.
import { expect } from 'vitest'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { asOwner, cloneDatabase } from '#server/platform/testing/clone.ts'

export async function openLedger(): Promise<Database> {
  return connect({ connection: await cloneDatabase() })
}

/** As somebody who may do everything but what the guards refuse. */
export async function openLedgerAsOwner(): Promise<Database> {
  return connect({ connection: { connectionString: (await cloneDatabase()).ownerUrl } })
}

/** A ledger by itself: those who ask for payouts stand above it, and a guard of theirs wants a request for each. */
export function withoutRequests(db: Database): Promise<void> {
  return asOwner(db, sql`alter table wallet.transfers disable trigger guard_request`)
}

export async function closeLedger(db: Database): Promise<void> {
  expect(await disagreements(db)).toEqual([])
  await db.close()
}
