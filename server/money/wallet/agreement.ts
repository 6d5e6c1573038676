// Everything that the ledger promises about itself, asked of the database at one instant.
import { sql, type Db } from '#server/platform/db/db.ts'

export interface Disagreement {
  what: string
  id: string
}

/** Empty when the ledger agrees with itself. The constraints promise that it always is; the proof and the tests ask. */
export function disagreements(db: Db): Promise<Disagreement[]> {
  return db.many(sql`
    select 'a transfer does not sum to zero' as what, transfer::text as id from wallet.entries group by transfer having sum(amount) <> 0
    union all
    select 'an account differs from its entries', b.id::text from wallet.balances b
    left join (select account, sum(amount) as amount from wallet.entries group by account) e on e.account = b.id
    where b.balance <> coalesce(e.amount, 0)
    union all
    select 'a balance is below its floor', id::text from wallet.accounts where balance < floor
    union all
    select 'a work is paid twice', reference from wallet.transfers
    where reference like 'work:%' and sign = 1 and reversed_by is null group by payer, reference having count(*) > 1
    union all
    select 'a reversal without its original', r.id::text from wallet.transfers r
    left join wallet.transfers o on o.id = r.reverses and o.reversed_by = r.id where r.sign = -1 and o.id is null
    union all
    select 'escrow has ' || b.balance || ' and holds ' || coalesce(h.held, 0), b.id::text from wallet.balances b
    cross join lateral (
      select sum(t.amount) as held from wallet.transfers t
      where t.payee = b.id and t.sign = 1 and t.reversed_by is null
        and not exists (select from wallet.transfers r where r.key = 'release:' || t.id and r.reversed_by is null)
    ) h
    where b.kind = 'escrow' and b.balance <> coalesce(h.held, 0)
    union all
    select 'payouts has ' || b.balance || ' and ' || coalesce(l.locked, 0) || ' was put aside', b.id::text from wallet.balances b
    cross join lateral (
      select sum(t.amount) as locked from wallet.transfers t
      where t.payee = b.id and t.sign = 1 and t.reversed_by is null
        and not exists (select from wallet.transfers p where p.key = 'paid:' || substring(t.reference from 8) and p.reversed_by is null)
    ) l
    where b.kind = 'payouts' and b.balance <> coalesce(l.locked, 0)
    union all
    select 'the whole is not zero', sum(balance)::text from wallet.balances having sum(balance) <> 0`)
}
