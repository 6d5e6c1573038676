import { sql, type Db } from '#server/platform/db/db.ts'

/** What somebody has a standing receipt for, newest first. It reads the ledger's rows itself: the wallet's door answers for given works only. */
export function boughtWorks(db: Db, payerId: string, kind: string | undefined, limit: number): Promise<{ id: string; at: Date }[]> {
  return db.many(sql`
    select substring(t.reference from 6)::uuid as id, t.created_at as at from wallet.transfers t
    where t.payer = (select id from wallet.accounts where owner_id = ${payerId} and kind = 'wallet')
      and t.reference like 'work:%' and (${kind ?? null}::text is null or t.kind = ${kind ?? null}) and t.sign = 1 and t.reversed_by is null
    order by t.created_at desc, t.id desc limit ${limit}`)
}
