// What the database holds to by itself, shown with raw SQL that goes around the door.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as payouts from '#server/money/payouts/payouts.ts'
import { creator, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import { sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'

let db: Database
let staff: payouts.Actor
let mei: Creator

beforeAll(async () => {
  ;({ db, staff } = await openOffice())
  mei = await creator(db)
  await earns(db, mei.id, 2000)
})
afterAll(() => db.close())

const run = (statement: Sql) => db.transaction((tx) => tx.run(statement))
const asks = () => db.transaction((tx) => payouts.request(tx, mei.who, { requestTokens: 600, accountType: 'banking' }))
const becomes = (id: string, status: string) => run(sql`update payouts.requests set status = ${status} where id = ${id}`)

test('a second open request, a step back, a deleted request: the database refuses each', async () => {
  const { id } = await asks()
  await expect(
    run(sql`insert into payouts.requests (performer_id, status, tokens, amount, fee, currency, rate, account_type, sealed_bank, transfer_id, created_at, updated_at)
      select performer_id, 'pending', tokens, amount, fee, currency, rate, account_type, sealed_bank, gen_random_uuid(), now(), now()
      from payouts.requests where id = ${id}`),
  ).rejects.toThrow('one_open_request')
  await expect(becomes(id, 'processing')).rejects.toThrow('does not go from pending to processing')
  await expect(becomes(id, 'done')).rejects.toThrow('does not go from pending to done')
  await expect(becomes(id, 'rejected')).rejects.toThrow('violates check constraint')
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'approved' }))
  await expect(becomes(id, 'pending')).rejects.toThrow('does not go from approved to pending')
  await expect(becomes(id, 'cancelled')).rejects.toThrow('does not go from approved to cancelled')
  await expect(run(sql`update payouts.requests set tokens = tokens + 1 where id = ${id}`)).rejects.toThrow('stays as it was approved')
  await expect(run(sql`update payouts.requests set sealed_bank = '\\x00' where id = ${id}`)).rejects.toThrow('stays as it was approved')
  await expect(asOwner(db, sql`delete from payouts.requests where id = ${id}`)).rejects.toThrow('requests stay')
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'processing' }))
  await expect(becomes(id, 'done')).rejects.toThrow('done_is_paid')
  await expect(becomes(id, 'returned')).rejects.toThrow('does not go from processing to returned')
})

test('what came back says why, keeps what paid it, goes nowhere from there, and the check of the books wants its ledger', async () => {
  const lan = await creator(db)
  await earns(db, lan.id, 800)
  const { id } = await db.transaction((tx) => payouts.request(tx, lan.who, { requestTokens: 600, accountType: 'banking' }))
  for (const status of ['approved', 'processing', 'done'] as const) await db.transaction((tx) => payouts.change(tx, staff, id, { status }))
  await expect(becomes(id, 'returned')).rejects.toThrow('no_says_why')
  await expect(run(sql`update payouts.requests set paid_id = transfer_id where id = ${id}`)).rejects.toThrow('stays as it was approved')
  const undone = new Error('undone')
  const byHand = db.transaction(async (tx) => {
    await tx.run(sql`update payouts.requests set status = 'returned', reason = 'x' where id = ${id}`)
    expect((await payouts.disagreements(tx)).map(({ what }) => what)).toEqual([
      'a request of 60000 that is returned and the ledger',
      'a done request without its sales',
    ])
    throw undone
  })
  await expect(byHand).rejects.toBe(undone)
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'returned', reason: 'No such account' }))
  await expect(becomes(id, 'done')).rejects.toThrow('does not go from returned to done')
  expect((await payouts.disagreements(db)).filter((each) => each.id === id)).toEqual([])
})

test('the check of the books finds a request whose ledger says something else', async () => {
  const { id } = (await payouts.openOf(db, mei.id))!
  expect(await payouts.disagreements(db)).toEqual([])
  const found = await db.transaction(async (tx) => {
    await tx.run(sql`update payouts.requests set status = 'rejected', reason = 'x', ended_at = now() where id = ${id}`)
    const all = await payouts.disagreements(tx)
    return all
  })
  expect(found.map(({ what }) => what)).toEqual([
    'a request of 60000 that is rejected and the ledger',
    'open requests come to 0, the account has 60000',
  ])
})

test('a request begins by being asked for, and is not approved with another sum in the same statement', async () => {
  const lan = await creator(db)
  await earns(db, lan.id, 2000)
  const { id } = await db.transaction((tx) => payouts.request(tx, lan.who, { requestTokens: 600, accountType: 'banking' }))
  await expect(run(sql`update payouts.requests set status = 'approved', amount = amount + 1 where id = ${id}`)).rejects.toThrow(
    'stays as it was approved',
  )
  await expect(run(sql`update payouts.requests set status = 'approved', rate = rate + 1 where id = ${id}`)).rejects.toThrow(
    'stays as it was approved',
  )
  await expect(
    run(sql`insert into payouts.requests (performer_id, status, tokens, amount, fee, currency, rate, account_type, sealed_bank, transfer_id, created_at, updated_at)
      select performer_id, 'approved', tokens, amount, fee, currency, rate, account_type, sealed_bank, gen_random_uuid(), now(), now()
      from payouts.requests where id = ${id}`),
  ).rejects.toThrow('asked for first')
})
