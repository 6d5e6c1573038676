import { sql, type Db } from '#server/platform/db/db.ts'

/** What somebody has a standing receipt for, newest first. It reads the ledger's rows itself: the wallet's door answers for given works only. */
export async function boughtWorks(db: Db, payerId: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select substring(t.reference from 6) as id from wallet.transfers t
    where t.payer = (select id from wallet.accounts where owner_id = ${payerId} and kind = 'wallet')
      and t.reference like 'work:%' and t.kind = 'feed' and t.sign = 1 and t.reversed_by is null
    order by t.created_at desc, t.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}
