// What the database holds to by itself, shown with raw SQL that goes around the door.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as payouts from '#server/money/payouts/payouts.ts'
import { creator, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { connect, sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { asOwner, ownerUrl } from '#server/platform/testing/clone.ts'

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
    expect((await payouts.disagreements(tx)).map(({ what }) => what)).toEqual(['a request of 60000 that is returned and the ledger'])
    throw undone
  })
  await expect(byHand).rejects.toBe(undone)
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'returned', reason: 'No such account' }))
  await expect(becomes(id, 'done')).rejects.toThrow('does not go from returned to done')
  expect((await payouts.disagreements(db)).filter((each) => each.id === id)).toEqual([])
})

test('the check of the books finds a request whose ledger says something else, and it is not committed', async () => {
  const { id } = (await payouts.openOf(db, mei.id))!
  expect(await payouts.disagreements(db)).toEqual([])
  let found: Awaited<ReturnType<typeof payouts.disagreements>> = []
  const byHand = db.transaction(async (tx) => {
    await tx.run(sql`update payouts.requests set status = 'rejected', reason = 'x', ended_at = now() where id = ${id}`)
    found = await payouts.disagreements(tx)
  })
  await expect(byHand).rejects.toThrow('a payout, its request and its sales say the same')
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

/** A creator with an open request, and an account of hers in the ledger. */
async function asked() {
  const lan = await creator(db)
  await earns(db, lan.id, 2000)
  const { id } = await db.transaction((tx) => payouts.request(tx, lan.who, { requestTokens: 600, accountType: 'banking' }))
  return { id, lan, account: sql`(select id from wallet.accounts where owner_id = ${lan.id} and kind = 'earnings')` }
}
const lock = (from: Sql, by: string, request: string, amount = 5000) => sql`
  insert into wallet.transfers (payer, payee, amount, kind, title, paid_by, created_at, reference)
  values (${from}, 5, ${amount}, 'payout', 'x', ${by}, now(), ${`payout:${request}`})`
const pay = (by: string, request: string, amount: number) => sql`
  insert into wallet.transfers (payer, payee, amount, kind, title, paid_by, created_at, reference, key)
  values (5, 6, ${amount}, 'payout', 'x', ${by}, now(), ${`payout:${request}`}, ${`paid:${request}`})`
const apart = 'a payout, its request and its sales say the same'

test('nothing is put aside or paid out that nobody asked for, and nothing comes back of what stays asked for', async () => {
  const { id, lan, account } = await asked()
  const madeUp = randomUUID()
  await expect(run(lock(account, lan.id, madeUp)), 'a request that is not there').rejects.toThrow(apart)
  const through = db.transaction(async (tx) => {
    await tx.run(lock(account, lan.id, madeUp))
    await tx.run(pay(lan.id, madeUp, 5000))
  })
  await expect(through).rejects.toThrow(apart)
  await expect(run(pay(lan.id, id, 60_000)), 'paid and not done').rejects.toThrow(apart)
  const givesBack = sql`
    insert into wallet.transfers (sign, payer, payee, amount, kind, title, paid_by, created_at, reference, reverses)
    select -1, payer, payee, amount, kind, title, paid_by, now(), reference, id from wallet.transfers where reference = ${`payout:${id}`}`
  await expect(run(givesBack), 'given back and still open').rejects.toThrow(apart)
  await db.transaction((tx) => payouts.change(tx, lan.who, id, { requestTokens: 700 }))
  await db.transaction((tx) => payouts.change(tx, lan.who, id, { status: 'cancelled' }))
  expect(await payouts.disagreements(db)).toEqual([])
})

test('a request stays as it was asked for, until another sum is put aside for it; and it is worth its tokens', async () => {
  const { id, lan } = await asked()
  const becomes = (changes: Sql) => run(sql`update payouts.requests set ${changes} where id = ${id}`)
  for (const changes of [
    sql`amount = amount * 100`,
    sql`tokens = tokens + 1`,
    sql`tokens = tokens * 100, amount = amount * 100`,
    sql`rate = rate * 100, amount = amount * 100`,
    sql`fee = fee + 1`,
    sql`currency = 'KWD'`,
    sql`sealed_bank = '\\x00'`,
    sql`status = 'approved', amount = amount * 100`,
  ])
    await expect(becomes(changes), changes.text).rejects.toThrow(/stays as it was (asked for|approved)|worth its tokens/)
  await becomes(sql`note = 'Thank you'`)
  const another = (amount: number, more: Sql) =>
    db.transaction(async (tx) => {
      await wallet.reverse(tx, (await payouts.openOf(tx, lan.id))!.transferId, { reason: 'edited', by: lan.id })
      const { transferId } = await wallet.lockEarnings(tx, { from: lan.id, amount, requestId: id, title: 'x' })
      await tx.run(sql`update payouts.requests set transfer_id = ${transferId}, ${more} where id = ${id}`)
    })
  await expect(another(70_000, sql`tokens = 70000`)).rejects.toThrow('worth its tokens')
  await expect(another(70_000, sql`tokens = 60000`)).rejects.toThrow(apart)
  await another(70_000, sql`tokens = 70000, amount = floor(70000 * rate / 10000)`)
  expect(await payouts.disagreements(db)).toEqual([])
})

test('what a payout paid stays with it: its sales are not deleted nor made others', async () => {
  const { id, lan } = await asked()
  for (const status of ['approved', 'processing', 'done'] as const) await db.transaction((tx) => payouts.change(tx, staff, id, { status }))
  await expect(run(sql`delete from earnings.covers`)).rejects.toThrow(apart)
  await expect(run(sql`delete from earnings.covers where payout_id = ${id}`)).rejects.toThrow(apart)
  for (const changes of [sql`amount = amount - 1`, sql`payout_id = ${randomUUID()}`, sql`creator_id = ${mei.id}`, sql`done_at = now()`])
    await expect(run(sql`update earnings.covers set ${changes} where payout_id = ${id}`), changes.text).rejects.toThrow(
      'what a payout paid',
    )
  await expect(
    run(sql`insert into earnings.covers (payout_id, creator_id, amount, rest, done_at) values (${randomUUID()}, ${lan.id}, 1, 0, now())`),
  ).rejects.toThrow(apart)
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'returned', reason: 'No such account' }))
  expect(await payouts.disagreements(db)).toEqual([])
})

test('the check of the books finds a payout without its request, and one that is worth more than its tokens', async () => {
  const { id, lan, account } = await asked()
  const owner = connect({ connection: { connectionString: await ownerUrl(db) } })
  const undone = new Error('undone')
  const madeUp = randomUUID()
  const byHand = owner.transaction(async (tx) => {
    await tx.run(sql`alter table wallet.transfers disable trigger guard_request`)
    await tx.run(sql`alter table payouts.requests disable trigger user`)
    await tx.run(lock(account, lan.id, madeUp))
    await tx.run(sql`update payouts.requests set amount = amount * 100 where id = ${id}`)
    expect((await payouts.disagreements(tx)).map(({ what }) => what)).toEqual([
      'a payout of 5000 that nobody asked for',
      expect.stringMatching(/^a request of 60000 tokens and \d+ money$/),
      expect.stringMatching(/^open requests come to/),
    ])
    throw undone
  })
  await expect(byHand).rejects.toBe(undone)
  await owner.close()
})
