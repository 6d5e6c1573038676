// People with money, for the tests of slices that sell. They are invented.
import { randomUUID } from 'node:crypto'
import { sql, type Database } from '#server/platform/db/db.ts'
import { deposit } from '#server/money/wallet/wallet.ts'

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
