// What was bought, as the ledger's receipts say it.
import type { Work } from '#server/catalogue/works/works.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Those of these works that this person paid for and was not given back. */
export async function boughtAmong(db: Db, viewerId: string, list: readonly Work[]): Promise<Set<string>> {
  // What is free today may have been sold yesterday, and what was bought stays readable after a block: so all of them are asked for.
  const receipts = await wallet.receiptsFor(
    db,
    viewerId,
    list.map(({ id }) => referenceOf(id)),
  )
  return new Set([...receipts.keys()].map((reference) => reference.slice('work:'.length)))
}

export function referenceOf(workId: string): `work:${string}` {
  return `work:${workId}`
}

/** True when somebody has paid for it and not got it back. */
export async function isSold(db: Db, workId: string): Promise<boolean> {
  return (await wallet.soldAmong(db, [referenceOf(workId)])).size > 0
}

/** How many hold each of these works now; those that nobody bought are left out. */
export async function timesSold(db: Db, workIds: readonly string[]): Promise<Map<string, number>> {
  if (workIds.length === 0) return new Map()
  const sold = await wallet.soldAmong(db, workIds.map(referenceOf))
  return new Map([...sold].map(([reference, times]) => [reference.slice('work:'.length), times]))
}
