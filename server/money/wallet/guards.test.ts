// The constraints of the ledger, each shown to bite when the door is bypassed with raw SQL.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { closeLedger, openLedger } from '#server/money/wallet/testing.ts'
import { charge, deposit, freeze, reverse } from '#server/money/wallet/wallet.ts'

let db: Database
let fan: string
let creator: string
let paid: string

beforeAll(async () => {
  db = await openLedger()
})
afterAll(() => closeLedger(db))
beforeEach(async () => {
  fan = await someone(db, 1000)
  creator = await someone(db)
  const sale = {
    from: fan,
    to: creator,
    amount: 400,
    commissionBasisPoints: 2000,
    kind: 'feed',
    reference: `work:${creator}`,
    title: 'A post',
  }
  paid = (await db.transaction((tx) => charge(tx, sale))).transferId
})

const run = (statement: Sql) => db.transaction((tx) => tx.run(statement))
const wallet = (of: string) => sql`(select id from wallet.accounts where owner_id = ${of} and kind = 'wallet')`
const earnings = (of: string) => sql`(select id from wallet.accounts where owner_id = ${of} and kind = 'earnings')`

/** A transfer written by hand, as somebody would who does not use the door. */
function transfer(columns: { amount?: number; commission?: number; after?: number; reference?: string; key?: string; payee?: Sql }) {
  const { amount = 100, commission = 20, after = 600 - amount, reference = null, key = null, payee = earnings(creator) } = columns
  return sql`insert into wallet.transfers (payer, payee, amount, commission, kind, reference, key, title, balance_after, created_at)
    values (${wallet(fan)}, ${payee}, ${amount}, ${commission}, 'feed', ${reference}, ${key}, 'x', ${after}, now())`
}

/** A reversal written by hand, with something changed. */
function reversal(changes: { amount?: number; commission?: number; payee?: Sql; kind?: string; sign?: number; after?: number }) {
  const { amount = 400, commission = 80, payee = earnings(creator), kind = 'feed', sign = -1, after = 600 + amount } = changes
  return sql`insert into wallet.transfers (sign, payer, payee, amount, commission, kind, reference, title, balance_after, reverses, created_at)
    values (${sign}, ${wallet(fan)}, ${payee}, ${amount}, ${commission}, ${kind}, ${`work:${creator}`}, 'x', ${after}, ${paid}, now())`
}

test('a transfer by hand that keeps every rule passes, so that the refusals below are about what they change', async () => {
  expect(await run(transfer({}))).toBe(1)
  expect(await run(reversal({ after: 900 }))).toBe(1)
})

test('what is written stays written: no update, delete or truncate of a transfer', async () => {
  await expect(run(sql`update wallet.transfers set amount = 1 where id = ${paid}`)).rejects.toThrow('append-only')
  await expect(run(sql`update wallet.transfers set title = 'y' where id = ${paid}`)).rejects.toThrow('append-only')
  await expect(run(sql`update wallet.transfers set reversed_by = ${paid} where id = ${paid}`)).rejects.toThrow('append-only')
  await expect(run(sql`delete from wallet.transfers where id = ${paid}`)).rejects.toThrow('append-only')
  await expect(run(sql`truncate wallet.transfers cascade`)).rejects.toThrow('append-only')
})

test('a reversed transfer cannot be made to stand again', async () => {
  await db.transaction((tx) => reverse(tx, paid, { reason: 'mistake', by: null }))
  await expect(run(sql`update wallet.transfers set reversed_by = null where id = ${paid}`)).rejects.toThrow('append-only')
})

test('a balance follows transfers and nothing else', async () => {
  await expect(run(sql`update wallet.accounts set balance = balance + 1 where id = ${wallet(fan)}`)).rejects.toThrow(
    'balances follow transfers',
  )
  await expect(run(sql`update wallet.accounts set owner_id = ${creator} where id = ${wallet(fan)}`)).rejects.toThrow(
    'keeps its owner and kind',
  )
  await expect(run(sql`delete from wallet.accounts where id = ${wallet(fan)}`)).rejects.toThrow('accounts stay')
  await expect(run(sql`truncate wallet.accounts`)).rejects.toThrow('accounts stay')
  await expect(run(sql`insert into wallet.accounts (owner_id, kind, floor, balance) values (${creator}, 'wallet', 0, 5)`)).rejects.toThrow(
    'empty',
  )
})

test('an overdraw is refused by the constraint even without the function', async () => {
  await expect(run(transfer({ amount: 601, commission: 0, after: -1 }))).rejects.toThrow('never_below_its_floor')
})

test('a wallet cannot be given room below zero without being frozen, nor a second wallet', async () => {
  await expect(run(sql`update wallet.accounts set floor = -100 where id = ${wallet(fan)}`)).rejects.toThrow('debt_freezes')
  await expect(run(sql`update wallet.accounts set floor = null where id = ${wallet(fan)}`)).rejects.toThrow('account_is_of_a_kind')
  await expect(run(sql`insert into wallet.accounts (owner_id, kind, floor) values (${fan}, 'wallet', 0)`)).rejects.toThrow(
    'one_account_of_a_kind',
  )
  await expect(run(sql`insert into wallet.accounts (owner_id, kind) values (null, 'gateway')`)).rejects.toThrow('one_account_of_a_kind')
})

test('a frozen wallet does not pay even without the function', async () => {
  await db.transaction((tx) => freeze(tx, fan))
  await expect(run(transfer({}))).rejects.toThrow('frozen')
})

test('a second receipt for the same work is refused, and so is a key that was used', async () => {
  await expect(run(transfer({ reference: `work:${creator}` }))).rejects.toThrow('one_receipt_a_work')
  await run(transfer({ key: `renewal:${creator}:1` }))
  await expect(run(transfer({ key: `renewal:${creator}:1`, after: 400 }))).rejects.toThrow('key_is_used_once')
})

test('amounts are positive, and commission is a part of them', async () => {
  await expect(run(transfer({ amount: 0, commission: 0 }))).rejects.toThrow('amount_is_positive')
  await expect(run(transfer({ amount: -100, commission: 0 }))).rejects.toThrow('amount_is_positive')
  await expect(run(transfer({ amount: 100, commission: 101 }))).rejects.toThrow('commission_is_a_part')
  await expect(run(transfer({ amount: 100, commission: -1 }))).rejects.toThrow('commission_is_a_part')
})

test('a transfer cannot lie about the balance that it leaves', async () => {
  await expect(run(transfer({ after: 501 }))).rejects.toThrow('says balance_after 501, it is 500')
})

test('money goes to accounts that exist, to somebody else, and not straight to the commission', async () => {
  await expect(run(transfer({ payee: sql`999999` }))).rejects.toThrow('is not between two accounts')
  await expect(run(transfer({ payee: wallet(fan) }))).rejects.toThrow('nobody pays themselves')
  await expect(run(transfer({ payee: sql`2` }))).rejects.toThrow('only takes commission')
  await run(sql`insert into wallet.accounts (owner_id, kind) values (${fan}, 'earnings')`)
  await expect(run(transfer({ payee: earnings(fan) }))).rejects.toThrow('nobody pays themselves')
  await run(sql`insert into wallet.accounts (owner_id, kind, floor) values (${creator}, 'wallet', 0)`)
  await expect(run(transfer({ payee: wallet(creator) }))).rejects.toThrow('locks one account at most')
})

test('many transfers of one statement move together or not at all, and each wallet once', async () => {
  const other = await someone(db, 500)
  const line = (payer: string, amount: number, after: number) =>
    sql`(${wallet(payer)}, ${earnings(creator)}, ${amount}::bigint, 0, 'tip', 'x', ${after}::bigint, now())`
  const both = (one: Sql, two: Sql) =>
    run(sql`insert into wallet.transfers (payer, payee, amount, commission, kind, title, balance_after, created_at) values ${one}, ${two}`)
  expect(await both(line(fan, 100, 500), line(other, 50, 450))).toBe(2)
  // Two lines of one wallet could not both say the balance after them, so a statement that tries moves nothing.
  await expect(both(line(fan, 100, 400), line(fan, 100, 300))).rejects.toThrow(/says balance_after|moves a wallet once/)
  await expect(both(line(fan, 100, 400), line(fan, 100, 400))).rejects.toThrow('moves a wallet once')
  await expect(both(line(fan, 100, 400), line(other, 451, -1))).rejects.toThrow('never_below_its_floor')
  await expect(both(line(fan, 100, 400), line(other, 50, 401))).rejects.toThrow('says balance_after 401, it is 400')
  await db.transaction((tx) => freeze(tx, other))
  await expect(both(line(fan, 100, 400), line(other, 50, 400))).rejects.toThrow('the payer is frozen')
  const { after } = await db.one<{ after: number }>(
    sql`select sum(balance)::bigint as after from wallet.balances where owner_id in (${fan}, ${other})`,
  )
  expect(after).toBe(950)
})

test('an insert that gives way to a conflict moves nothing', async () => {
  await run(transfer({ key: `renewal:${creator}:2` }))
  expect(await run(sql`${transfer({ key: `renewal:${creator}:2`, after: 400 })} on conflict do nothing`)).toBe(0)
  const { balance } = await db.one<{ balance: number }>(sql`select balance from wallet.accounts where id = ${wallet(fan)}`)
  expect(balance).toBe(500)
})

test('a line without a wallet in it says no balance, and a line with one says it', async () => {
  const gateway = (
    after: number | null,
  ) => sql`insert into wallet.transfers (payer, payee, amount, commission, kind, title, balance_after, created_at)
    values (1, ${earnings(creator)}, 100, 20, 'subscription', 'x', ${after}::bigint, now())`
  await expect(run(gateway(5))).rejects.toThrow('has no wallet in it')
  expect(await run(gateway(null))).toBe(1)
  const silent = sql`insert into wallet.transfers (payer, payee, amount, commission, kind, title, created_at)
    values (${wallet(fan)}, ${earnings(creator)}, 100, 20, 'tip', 'x', now())`
  await expect(run(silent)).rejects.toThrow('says balance_after nothing, it is 500')
})

test('a reversal has the accounts, amount, commission and kind of its original, and happens once', async () => {
  const other = await someone(db)
  await run(sql`insert into wallet.accounts (owner_id, kind) values (${other}, 'earnings')`)
  await expect(run(reversal({ amount: 399 }))).rejects.toThrow('amount of its original')
  await expect(run(reversal({ amount: 401 }))).rejects.toThrow('amount of its original')
  await expect(run(reversal({ commission: 0 }))).rejects.toThrow('commission of what it reverses')
  await expect(run(reversal({ payee: earnings(other) }))).rejects.toThrow('accounts, kind and reference')
  await expect(run(reversal({ kind: 'tip' }))).rejects.toThrow('accounts, kind and reference')
  await run(reversal({}))
  await expect(run(reversal({ after: 1400 }))).rejects.toThrow('reversed_once')
})

test('a sign is not forged: a reversal names its original, a payment none, and a reversal is not reversed', async () => {
  await expect(run(reversal({ sign: 1, after: 200 }))).rejects.toThrow('a_reversal_names_its_original')
  await expect(run(reversal({ sign: -2 }))).rejects.toThrow('check constraint')
  const { transferId } = await db.transaction((tx) => reverse(tx, paid, { reason: 'mistake', by: null }))
  const again = sql`insert into wallet.transfers (sign, payer, payee, amount, commission, kind, reference, title, balance_after, reverses, created_at)
    values (-1, ${wallet(fan)}, ${earnings(creator)}, 400, 80, 'feed', ${`work:${creator}`}, 'x', 1400, ${transferId}, now())`
  await expect(run(again)).rejects.toThrow('a reversal cannot be reversed')
  await expect(db.transaction((tx) => reverse(tx, transferId, { reason: 'again', by: null }))).rejects.toMatchObject({ code: 'not_found' })
})

test('a subscription goes back in parts, each after the one before it: never more than there was, and the commission as of one', async () => {
  const sale = { from: fan, to: creator, amount: 101, commissionBasisPoints: 2000, kind: 'subscription', title: 'A month' }
  const month = (await db.transaction((tx) => charge(tx, sale))).transferId
  const why = { reason: 'performer_cancelled', by: null }
  const part = (await db.transaction((tx) => reverse(tx, month, { ...why, part: 33 }))).transferId
  const further = ({
    amount = 67,
    commission = 13,
    after = 532 + amount,
    of = part,
  }: {
    amount?: number
    commission?: number
    after?: number
    of?: string | undefined
  }) =>
    run(sql`insert into wallet.transfers (sign, payer, payee, amount, commission, kind, title, balance_after, reverses, created_at)
      values (-1, ${wallet(fan)}, ${earnings(creator)}, ${amount}, ${commission}, 'subscription', 'x', ${after}, ${of}, now())`)
  await expect(further({ amount: 69 })).rejects.toThrow('the amount of its original')
  // 19 of 100 (rounded down from 19.8), less 6 of the first 33.
  await expect(further({ commission: 14 })).rejects.toThrow('commission of what it reverses')
  await expect(further({ commission: 12 })).rejects.toThrow('commission of what it reverses')
  await expect(further({ of: month })).rejects.toThrow(/reversed_once|the amount of its original|commission of what it reverses/)
  await further({})
  await expect(further({ after: 666 })).rejects.toThrow('reversed_once')
  const last = await db.transaction((tx) => reverse(tx, month, { reason: 'chargeback', by: null, part: 50 }))
  expect(last.amount).toBe(1)
  await expect(further({ amount: 1, commission: 0, of: last.transferId, after: 601 })).rejects.toThrow('a reversal cannot be reversed')
  expect(await db.transaction((tx) => reverse(tx, month, why))).toMatchObject({ already: true })
  const { sum } = await db.one<{ sum: number }>(sql`select (wallet.taken_back_of(${month})).commission as sum`)
  expect(sum).toBe(20)
  await expect(run(sql`update wallet.transfers set reversed_by = null where id = ${part}`)).rejects.toThrow('append-only')
})

test('a top-up is taken back in as many parts as it takes, and one that says less than another kind allows is refused', async () => {
  const { transferId } = await db.transaction((tx) =>
    deposit(tx, { to: fan, amount: 1000, kind: 'top_up', key: `payment:${fan}`, title: 'x' }),
  )
  for (const part of [1, 1, 497, 1, 500])
    expect(await db.transaction((tx) => reverse(tx, transferId, { reason: 'refund', by: null, part }))).toMatchObject({
      amount: part,
      already: false,
    })
  expect(await db.transaction((tx) => reverse(tx, transferId, { reason: 'refund', by: null, part: 1 }))).toMatchObject({ already: true })
  await expect(db.transaction((tx) => reverse(tx, paid, { reason: 'refund', by: null, part: 1 }))).rejects.toThrow('amount of its original')
})

test('waiting credits come from transfers and leave by being folded', async () => {
  await expect(
    run(sql`insert into wallet.pending_credits (account, transfer, amount) values (${earnings(creator)}, ${fan}, 5)`),
  ).rejects.toThrow('only transfers')
  await expect(run(sql`update wallet.pending_credits set amount = 1 where transfer = ${paid}`)).rejects.toThrow('folded, not changed')
  await expect(run(sql`truncate wallet.pending_credits`)).rejects.toThrow('not dropped')
  // Deleting them by hand is folding them: nothing is lost.
  await run(sql`delete from wallet.pending_credits where transfer = ${paid}`)
  const { balance } = await db.one<{ balance: number }>(sql`select balance from wallet.accounts where id = ${earnings(creator)}`)
  expect(balance).toBe(320)
})
