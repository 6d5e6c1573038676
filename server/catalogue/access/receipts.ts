// What was bought, as the ledger's receipts say it.
import * as wallet from '#server/money/wallet/wallet.ts'
import { sql, type Db, type Sql } from '#server/platform/db/db.ts'

export function referenceOf(workId: string): `work:${string}` {
  return `work:${workId}`
}

/** The same of a column, for queries of receipts. */
export const referenceIn = (workId: Sql): Sql => sql`'work:' || ${workId}`

/** True when somebody has paid for it and not got it back. */
export async function isSold(db: Db, workId: string): Promise<boolean> {
  return (await wallet.soldAmong(db, [referenceOf(workId)])).size > 0
}

/** What goes back when these works are taken down: of each that somebody holds, to how many and how much in all. */
export async function paidFor(db: Db, workIds: readonly string[]): Promise<Map<string, wallet.Standing>> {
  if (workIds.length === 0) return new Map()
  const standing = await wallet.standingAmong(db, workIds.map(referenceOf))
  return new Map([...standing].map(([reference, of]) => [reference.slice('work:'.length), of]))
}

/** How many hold each of these works now; those that nobody bought are left out. */
export async function timesSold(db: Db, workIds: readonly string[]): Promise<Map<string, number>> {
  if (workIds.length === 0) return new Map()
  const sold = await wallet.soldAmong(db, workIds.map(referenceOf))
  return new Map([...sold].map(([reference, times]) => [reference.slice('work:'.length), times]))
}
