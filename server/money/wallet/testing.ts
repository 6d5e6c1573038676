// For tests that need people with money. People are invented; their names say what they do.
import { sql, type Database } from '#server/platform/db/db.ts'
import { deposit } from '#server/money/wallet/wallet.ts'
import { randomUUID } from 'node:crypto'

/** Somebody with an account and so many hundredths in their wallet. */
export async function someone(db: Database, balance = 0): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const username = `p${id.replaceAll('-', '').slice(0, 20)}`
    await tx.run(sql`
      insert into accounts.accounts (id, role, name, username, email, created_at)
      values (${id}, 'user', 'Somebody', ${username}, ${`${username}@stagedoor.example`}, ${tx.now})`)
    if (balance > 0) await deposit(tx, { to: id, amount: balance, kind: 'top_up', key: `payment:${randomUUID()}`, title: 'Top-up' })
  })
  return id
}

export interface Disagreement {
  what: string
  id: string
}

/** Everything that the ledger promises about itself, asked of the database at one instant. Empty when it holds. */
export function disagreements(db: Database): Promise<Disagreement[]> {
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
    select 'the whole is not zero', sum(balance)::text from wallet.balances having sum(balance) <> 0`)
}
