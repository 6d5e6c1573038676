// The ledger as staff read it: whole transfers with both their sides, newest first.
import { empty, listed, sql, type Db, type Sql } from '#server/platform/db/db.ts'
import { isReversed } from '#server/money/wallet/queries.ts'

export interface Transfer {
  id: string
  kind: string
  title: string
  payerId: string | null
  payeeId: string | null
  amount: number
  commission: number
  at: Date
  isReversal: boolean
  /** Nothing of it is left. */
  isReversed: boolean
  /** Out of somebody's wallet, and not by a card. */
  byWallet: boolean
}

/** @param filter.among a query of ids: only transfers that one of these people paid or was paid by */
export async function recent(
  db: Db,
  { among, limit, offset }: { among?: Sql | undefined; limit: number; offset: number },
): Promise<{ transfers: Transfer[]; total: number }> {
  const { rows, total: all } = await listed<Transfer>(
    db,
    { limit, offset },
    (total, window) => sql`
    select t.id, t.kind, t.title, t.paid_by as "payerId", payee.owner_id as "payeeId", t.sign * t.amount as amount, t.sign * t.commission as commission,
      t.created_at as at, t.sign = -1 as "isReversal", ${isReversed} as "isReversed", payer.kind = 'wallet' as "byWallet", ${total}
    from wallet.transfers t
    join wallet.accounts payee on payee.id = t.payee
    join wallet.accounts payer on payer.id = t.payer
    ${among ? sql`where t.paid_by in (${among}) or payee.owner_id in (${among})` : empty}
    order by t.created_at desc, t.id desc
    ${window}`,
  )
  return { transfers: rows, total: all }
}

/** One transfer, to decide about it. */
export function transfer(db: Db, id: string): Promise<Transfer | undefined> {
  return db.maybe<Transfer>(sql`
    select t.id, t.kind, t.title, t.paid_by as "payerId", payee.owner_id as "payeeId", t.sign * t.amount as amount, t.sign * t.commission as commission,
      t.created_at as at, t.sign = -1 as "isReversal", ${isReversed} as "isReversed", payer.kind = 'wallet' as "byWallet"
    from wallet.transfers t join wallet.accounts payee on payee.id = t.payee join wallet.accounts payer on payer.id = t.payer where t.id = ${id}`)
}
