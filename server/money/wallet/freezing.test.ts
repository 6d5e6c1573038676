// Wallets that staff froze: who says so, what their owners are told, and what the database holds to when the door is bypassed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { closeLedger, openLedger } from '#server/money/wallet/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
let fan: string
let staff: string

beforeAll(async () => {
  db = await openLedger()
  await migrateJobs(db)
})
afterAll(() => closeLedger(db))
beforeEach(async () => {
  ;[fan, staff] = [await someone(db, 1000), await someone(db)]
})

const reason = '我們正在確認這筆付款是不是你本人。'
const freezes = (who = fan) => db.transaction((tx) => wallet.freezeByStaff(tx, who, { by: staff, reason }))
const lifts = (who = fan) => db.transaction((tx) => wallet.liftFreeze(tx, who, { by: staff, reason: '已確認' }))
const run = (statement: Sql) => db.transaction((tx) => tx.run(statement))
const letters = async (who = fan) =>
  db.many<{ subject: string; content: string }>(sql`
    select subject, content::text as content from mail.letters
    where recipient = (select email from accounts.accounts where id = ${who}) order by id`)

test('whoever is frozen reads why in a letter, and again when it is over; each is said once', async () => {
  await freezes()
  await expect(freezes()).rejects.toMatchObject({ code: 'already_decided' })
  expect(await wallet.stateOf(db, fan)).toMatchObject({
    balance: 1000,
    debt: 0,
    freeze: { because: 'staff', byStaff: { reason, by: staff, at: expect.any(Date) } },
  })
  await lifts()
  await expect(lifts()).rejects.toMatchObject({ code: 'already_decided' })
  expect(await wallet.stateOf(db, fan)).toEqual({ balance: 1000, debt: 0, freeze: undefined })
  const told = await letters()
  expect(told).toHaveLength(2)
  expect(told[0]?.content).toContain(reason)
  expect(told[0]?.content).toContain('"/contact"')
  expect(told[1]?.content).toContain('已確認')
  await freezes()
  expect((await wallet.stateOf(db, fan)).freeze?.because).toBe('staff')
})

test('two of the staff at once: one of them froze it, and one letter is written', async () => {
  const ends = await Promise.allSettled([freezes(), freezes()])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await letters()).toHaveLength(1)
})

test('somebody who never had a token can be frozen, and somebody who was never frozen is not', async () => {
  const newcomer = await someone(db)
  expect(await wallet.stateOf(db, newcomer)).toEqual({ balance: 0, debt: 0, freeze: undefined })
  await freezes(newcomer)
  expect((await wallet.stateOf(db, newcomer)).freeze?.because).toBe('staff')
  expect(await wallet.frozenAmong(db, [newcomer, fan])).toEqual(new Set([newcomer]))
  expect(await db.many(wallet.frozen())).toContainEqual({ owner_id: newcomer })
})

test('what a dispute froze says so, and staff let it go without ever having held it', async () => {
  await db.transaction((tx) => wallet.freeze(tx, fan))
  expect((await wallet.stateOf(db, fan)).freeze).toEqual({ because: 'dispute', byStaff: undefined })
  await freezes()
  expect((await wallet.stateOf(db, fan)).freeze?.because).toBe('staff')
  await lifts()
  await db.transaction((tx) => wallet.freeze(tx, fan))
  await lifts()
  expect((await wallet.stateOf(db, fan)).freeze).toBeUndefined()
})

test('a held wallet without its word, a word without its wallet, a word that changes: the database refuses each', async () => {
  const own = sql`owner_id = ${fan} and kind = 'wallet'`
  await expect(run(sql`update wallet.accounts set frozen = true, held = true where ${own}`)).rejects.toThrow('says who held it')
  const word = sql`insert into wallet.holds (owner_id, reason, held_by, held_at) values (${fan}, 'x', ${staff}, now())`
  await expect(run(word)).rejects.toThrow('says who held it')
  const newcomer = await someone(db)
  await expect(
    run(sql`insert into wallet.accounts (owner_id, kind, floor, frozen, held) values (${newcomer}, 'wallet', 0, true, true)`),
  ).rejects.toThrow('says who held it')
  await freezes()
  await expect(run(word)).rejects.toThrow('one_hold_at_a_time')
  await expect(run(sql`update wallet.accounts set held = false where ${own}`)).rejects.toThrow('says who held it')
  await expect(run(sql`update wallet.holds set let_go_at = now(), let_go_by = ${staff} where owner_id = ${fan}`)).rejects.toThrow(
    'says who held it',
  )
  await expect(run(sql`update wallet.holds set reason = 'y' where owner_id = ${fan}`)).rejects.toThrow('stays as it was')
  await expect(run(sql`update wallet.holds set let_go_at = now() where owner_id = ${fan}`)).rejects.toThrow('let_go_is_whole')
  await expect(asOwner(db, sql`delete from wallet.holds where owner_id = ${fan}`)).rejects.toThrow('holds stay')
})
