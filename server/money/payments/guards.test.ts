// What the database holds to by itself of what gateways reported, shown with raw SQL: by the application's role and by the tables' owner.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, raw, sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'

let db: Database
let owner: Database
let id: string
let fan: string
beforeAll(async () => {
  const cloned = await cloneDatabase()
  db = connect({ connection: cloned })
  owner = connect({ connection: { connectionString: cloned.ownerUrl } })
  fan = await someone(db)
  ;({ id } = await db.transaction((tx) =>
    tx.one<{ id: string }>(sql`
      insert into payments.transactions (account_id, purpose, status, amount, currency, tokens, gateway, gateway_ref, title, created_at, paid_at, completed_at)
      values (${fan}, 'wallet_top_up', 'success', 1000, 'USD', 10000, 'sandbox', 'cs_1', 'Top-up', now(), now(), now()) returning id`),
  ))
  await run(db, sql`insert into payments.refunds (transaction_id, ref, amount, heard_at) values (${id}, 're_1', 100, now())`)
  await run(
    db,
    sql`insert into payments.disputes (transaction_id, ref, amount, opened_at, stated_at) values (${id}, 'dp_1', 900, now(), now())`,
  )
  await run(
    db,
    sql`insert into payments.gateway_events (gateway, event_id, transaction_id, kind, is_mismatch, heard_at)
      values ('sandbox', 'evt_1', ${id}, 'succeeded', false, now())`,
  )
})
afterAll(() => Promise.all([db.close(), owner.close()]))

const run = (by: Database, statement: Sql) => by.transaction((tx) => tx.run(statement))

test('what a gateway reported is neither deleted nor emptied', async () => {
  for (const table of ['gateway_events', 'refunds', 'disputes', 'transactions']) {
    await expect(run(db, sql`delete from payments.${raw(table)}`), table).rejects.toThrow('permission denied')
    await expect(run(owner, sql`delete from payments.${raw(table)}`), table).rejects.toThrow('what a gateway reported stays')
    await expect(run(owner, sql`truncate payments.${raw(table)} cascade`), table).rejects.toThrow('stays')
  }
})

test('what was paid stays what it was: for whom, how much, for how many tokens, and that it was paid', async () => {
  const becomes = (changes: Sql) => run(owner, sql`update payments.transactions set ${changes} where id = ${id}`)
  for (const changes of [
    sql`tokens = tokens * 10`,
    sql`amount = amount * 10`,
    sql`currency = 'JPY'`,
    sql`account_id = ${randomUUID()}`,
    sql`purpose = 'subscription'`,
    sql`gateway = 'stripe'`,
    sql`paid_at = null, status = 'pending', completed_at = null`,
  ])
    await expect(becomes(changes), changes.text).rejects.toThrow('a payment stays what it was')
  // A coupon that could not be redeemed any more makes its tokens fewer.
  expect(await becomes(sql`tokens = tokens - 1`)).toBe(1)
  await expect(run(owner, sql`update payments.refunds set amount = 1`)).rejects.toThrow('what a gateway reported stays')
  await expect(run(owner, sql`update payments.disputes set amount = 1`)).rejects.toThrow('what a gateway reported stays')
  await expect(run(owner, sql`update payments.gateway_events set kind = 'failed'`)).rejects.toThrow('what a gateway reported stays')
  expect(await run(owner, sql`update payments.refunds set failed_at = now()`)).toBe(1)
  expect(await run(owner, sql`update payments.disputes set won_at = now()`)).toBe(1)
})

test('what comes in from a gateway comes in under the one key of its payment', async () => {
  const credits = (key: string | null, after: number) =>
    run(
      owner,
      sql`insert into wallet.transfers (payer, payee, amount, kind, title, paid_by, balance_after, created_at, key)
        values (1, wallet.account_of(${fan}, 'wallet'), 100, 'top_up', 'x', ${fan}, ${after}, now(), ${key})`,
    )
  expect(await credits(`payment:${id}`, 100)).toBe(1)
  await expect(credits(`payment:${id}:1`, 200)).rejects.toThrow('under the key of its payment')
  await expect(credits(null, 200)).rejects.toThrow('under the key of its payment')
})
