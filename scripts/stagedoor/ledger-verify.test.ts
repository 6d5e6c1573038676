// What `ledger verify` looks at besides the chain.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { live } from './ledger-verify.ts'
import { creator, earns, openOffice } from '#server/money/payouts/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  ;({ db } = await openOffice())
})
afterAll(() => db.close())

test('a payout that nobody asked for is found, whoever switched the guard off', async () => {
  const { id } = await creator(db)
  await earns(db, id, 2000)
  expect((await live(db)).findings).toEqual([])
  await asOwner(db, sql`alter table wallet.transfers disable trigger guard_request`)
  await db.transaction((tx) =>
    tx.run(sql`
      insert into wallet.transfers (payer, payee, amount, kind, title, paid_by, created_at, reference)
      select id, 5, 99999999, 'payout', 'x', owner_id, now(), ${`payout:${randomUUID()}`} from wallet.accounts where owner_id = ${id} and kind = 'earnings'`),
  )
  expect((await live(db)).findings.map(({ what }) => what)).toContain('a payout of 99999999 that nobody asked for')
})
