import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '#server/office/admin/admin.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
beforeAll(async () => {
  db = await ownDatabase()
})
afterAll(() => db.close())

test('a frozen wallet is found among the frozen ones, however many people came after its owner', async () => {
  const staff = await somebody(db, { role: 'staff' })
  const nina = await someone(db, 1000)
  await db.transaction((tx) => wallet.holdWallet(tx, nina, { by: staff.id, reason: 'We ask who paid.' }))
  await db.many(sql`
    insert into accounts.accounts (role, name, username, email, created_at)
    select 'user', 'Somebody', 'later' || n, 'later' || n || '@stagedoor.example', now() + interval '1 hour' from generate_series(1, 1001) as n
    returning id`)
  const { data, total } = await people(db, { isFrozen: true, limit: 20, offset: 0 })
  expect(total).toBe(1)
  expect(data).toMatchObject([{ person: { id: nina }, isFrozen: true }])
  expect((await people(db, { q: 'later', isFrozen: true, limit: 20, offset: 0 })).total).toBe(0)
})
