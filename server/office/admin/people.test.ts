import { afterAll, beforeAll, expect, test } from 'vitest'
import { people, transfers } from '#server/office/admin/admin.ts'
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
  await db.transaction((tx) => wallet.freezeByStaff(tx, nina, { by: staff.id, reason: 'We ask who paid.' }))
  await db.many(sql`
    insert into accounts.accounts (role, name, username, email, created_at)
    select 'user', 'Somebody', 'later' || n, 'later' || n || '@stagedoor.example', now() + interval '1 hour' from generate_series(1, 1001) as n
    returning id`)
  const { data, total } = await people(db, { isFrozen: true, limit: 20, offset: 0 })
  expect(total).toBe(1)
  expect(data).toMatchObject([{ person: { id: nina }, isFrozen: true }])
  expect((await people(db, { q: 'later', isFrozen: true, limit: 20, offset: 0 })).total).toBe(0)
})

test('the last of many thousand people is on the last page, counted, and their money is found by their name', async () => {
  const first = await someone(db, 1000)
  await db.many(
    sql`update accounts.accounts set name = 'Anna Erste', created_at = now() - interval '9 years' where id = ${first} returning id`,
  )
  const { n } = await db.one<{ n: number }>(sql`select count(*) as n from accounts.accounts`)
  expect(n).toBeGreaterThan(1000)
  const last = await people(db, { limit: 20, offset: n - 1 })
  expect([last.total, last.data.map(({ person }) => person.id)]).toEqual([n, [first]])
  expect(await people(db, { limit: 20, offset: n + 20 })).toEqual({ data: [], total: n })

  // Everybody's address contains this, and theirs is the oldest of all.
  const all = '@'
  expect((await transfers(db, { q: all, limit: 100, offset: 0 })).total).toBe((await transfers(db, { limit: 100, offset: 0 })).total)
  expect((await transfers(db, { q: 'anna erste', limit: 100, offset: 0 })).data).not.toEqual([])
})

const tipBy = (from: string, to: string, title: string) =>
  ({ from, to, amount: 100, kind: 'tip', title, commissionBasisPoints: 2000 }) as const

test('staff find a tip by who gave it and by who got it, and not by somebody else', async () => {
  const mei = await someone(db, 1000)
  const { id: lan } = await somebody(db, { role: 'performer', name: 'Lan Paper Moon' })
  await somebody(db, { name: 'Kai Beside Them' })
  await db.many(sql`update accounts.accounts set name = 'Mei Who Gives' where id = ${mei} returning id`)
  const { transferId } = await db.transaction((tx) => wallet.charge(tx, tipBy(mei, lan, 'A tip')))
  const found = async (q: string) => (await transfers(db, { q, limit: 100, offset: 0 })).data.map(({ transfer }) => transfer.id)
  expect(await found('mei who gives')).toContain(transferId)
  expect(await found('lan paper moon')).toEqual([transferId])
  expect(await found('kai beside them')).toEqual([])
})

test('twelve tips of one instant stand on one page of the ledger each, the last that was written first', async () => {
  const mei = await someone(db, 5000)
  const { id: lan } = await somebody(db, { role: 'performer', name: 'Lan Of One Instant' })
  const given = await db.transaction(async (tx) => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push((await wallet.charge(tx, tipBy(mei, lan, `Tip ${n}`))).transferId)
    return ids
  })
  const read: string[] = []
  for (let offset = 0; offset < 12; offset += 5) {
    const { data } = await transfers(db, { q: 'lan of one instant', limit: 5, offset })
    read.push(...data.map(({ transfer }) => transfer.id))
  }
  expect(read).toEqual(given.toReversed())
})
