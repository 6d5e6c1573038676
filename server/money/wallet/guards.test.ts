// The constraints of the ledger, each shown to bite when the door is bypassed with raw SQL: by the owner of the tables, too.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { join, raw, sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { closeLedger, openLedgerAsOwner, withoutRequests } from '#server/money/wallet/testing.ts'
import { charge, deposit, freeze, hold, lockEarnings, reverse } from '#server/money/wallet/wallet.ts'

let db: Database
let fan: string
let creator: string
let paid: string

beforeAll(async () => {
  db = await openLedgerAsOwner()
  await withoutRequests(db)
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

test('what is refused alone is refused beside a good one: the way of the many knows the same rules', async () => {
  await run(sql`insert into wallet.accounts (owner_id, kind) values (${fan}, 'earnings')`)
  await run(sql`insert into wallet.accounts (owner_id, kind, floor) values (${creator}, 'wallet', 0)`)
  const [other, frozen] = [await someone(db, 500), await someone(db, 500)]
  await db.transaction((tx) => freeze(tx, frozen))
  const row = (payer: Sql, payee: Sql, after: number | null = 400) =>
    sql`(${payer}, ${payee}, 100::bigint, 20::bigint, 'tip', 'x', ${after}::bigint, now())`
  const wrong: [Sql, string][] = [
    [row(wallet(fan), sql`999999`, 500), 'is not between two accounts'],
    [row(sql`999999`, earnings(creator), null), 'is not between two accounts'],
    [row(wallet(fan), wallet(fan), 500), 'nobody pays themselves'],
    [row(wallet(fan), earnings(fan), 500), 'nobody pays themselves'],
    [row(wallet(fan), sql`2`, 500), 'only takes commission'],
    [row(wallet(fan), wallet(creator), 500), 'locks one account at most'],
    [row(wallet(frozen), earnings(creator)), 'the payer is frozen'],
    [row(wallet(fan), earnings(creator), 501), 'says balance_after 501, it is 500'],
    [row(wallet(fan), earnings(creator), null), 'says balance_after nothing, it is 500'],
    [row(sql`3`, earnings(creator), 5), 'has no wallet in it'],
  ]
  const into = sql`insert into wallet.transfers (payer, payee, amount, commission, kind, title, balance_after, created_at) values`
  for (const [bad, sentence] of wrong) {
    await expect(run(sql`${into} ${bad}`), `alone: ${sentence}`).rejects.toThrow(sentence)
    await expect(run(sql`${into} ${row(wallet(other), earnings(creator))}, ${bad}`), `beside: ${sentence}`).rejects.toThrow(sentence)
  }
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
  ) => sql`insert into wallet.transfers (payer, payee, amount, commission, kind, title, balance_after, created_at, key)
    values (1, ${earnings(creator)}, 100, 20, 'subscription', 'x', ${after}::bigint, now(), ${`payment:${randomUUID()}`})`
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

/** Fans' tokens that wait in escrow for the creator. */
async function held(amount = 300) {
  const reference = `order:${randomUUID()}` as const
  const order = { from: fan, seller: creator, amount, kind: 'product', reference, title: 'A print' }
  const { transferId, balance } = await db.transaction((tx) => hold(tx, order))
  return { id: transferId, amount, reference, balance }
}
type Held = Awaited<ReturnType<typeof held>>
const columns = sql`(id, sign, payer, payee, amount, kind, reference, key, title, detail, paid_by, balance_after, reverses, created_at)`

/** Rows of one statement, written by hand. */
const givesBack = ({ id, amount, reference, balance }: Held) => sql`
  (uuidv7(), -1, ${wallet(fan)}, 4, ${amount}::bigint, 'product', ${reference}, null, 'x', '{}'::jsonb, ${fan}::uuid, ${balance + amount}::bigint, ${id}::uuid, now())`
const releases = (
  { id, amount, reference }: Held,
  { key = `release:${id}`, to = earnings(creator) }: { key?: string; to?: Sql } = {},
) => sql`
  (uuidv7(), 1, 4, ${to}, ${amount}::bigint, 'product', ${reference}, ${key}, 'x', '{}'::jsonb, ${fan}::uuid, null::bigint, null::uuid, now())`
const inOneStatement = (...rows: Sql[]) => run(sql`insert into wallet.transfers ${columns} values ${join(rows)}`)

test('a hold that is released by hand keeps every rule and passes, so that the refusals below are about what they change', async () => {
  expect(await inOneStatement(releases(await held()))).toBe(1)
  expect(await inOneStatement(givesBack(await held()))).toBe(1)
})

test('one statement does not give a hold back and release it, in either order, nor in two parts of one statement', async () => {
  const order = await held()
  await expect(inOneStatement(givesBack(order), releases(order))).rejects.toThrow('only what is held is released')
  await expect(inOneStatement(releases(order), givesBack(order))).rejects.toThrow('comes back to escrow first')
  await expect(
    run(sql`
      with back as (insert into wallet.transfers ${columns} values ${givesBack(order)} returning id)
      insert into wallet.transfers ${columns} values ${releases(order)}`),
  ).rejects.toThrow(/only what is held is released|comes back to escrow first/)
  expect(await inOneStatement(releases(order))).toBe(1)
})

test('a hold is released once, however its key is spelled', async () => {
  const order = await held()
  const spelled = [
    order.id.toUpperCase(),
    // PostgreSQL reads a uuid with a hyphen after any four digits.
    order.id.replaceAll('-', '').replace(/^(.{4})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    ` ${order.id}`.slice(0, 36),
  ]
  const before = [() => inOneStatement(releases(order)), () => inOneStatement(releases(order, { key: `release:${spelled[0]}` }))]
  for (const id of spelled) await expect(inOneStatement(releases(order, { key: `release:${id}` }))).rejects.toThrow()
  await before[0]!()
  for (const again of before) await expect(again()).rejects.toThrow(/key_is_used_once|only what is held is released/)
  await expect(inOneStatement(releases(await held()), releases(order, { key: `release:${spelled[0]}` }))).rejects.toThrow(
    'only what is held',
  )
})

test('what is held goes to its seller, and to nobody else', async () => {
  const order = await held()
  const other = await someone(db)
  await run(sql`insert into wallet.accounts (owner_id, kind) values (${other}, 'earnings')`)
  await expect(inOneStatement(releases(order, { to: earnings(other) }))).rejects.toThrow('released to its seller')
  await expect(inOneStatement(releases(order, { to: sql`1` }))).rejects.toThrow('released to its seller')
  await expect(inOneStatement(releases({ ...order, amount: 299 }))).rejects.toThrow('only what is held is released')
})

test('a hold is a wallet’s and names its seller, who is somebody else', async () => {
  const into = (payer: Sql, detail: object, after: number | null) =>
    run(sql`insert into wallet.transfers (payer, payee, amount, kind, reference, title, detail, paid_by, balance_after, created_at)
      values (${payer}, 4, 100, 'product', ${`order:${randomUUID()}`}, 'x', ${detail}, ${fan}, ${after}::bigint, now())`)
  await expect(into(wallet(fan), {}, 500)).rejects.toThrow('names its seller')
  await expect(into(wallet(fan), { sellerId: fan }, 500)).rejects.toThrow('names its seller')
  await expect(into(sql`1`, { sellerId: creator }, null)).rejects.toThrow('names its seller')
  expect(await into(wallet(fan), { sellerId: creator }, 500)).toBe(1)
})

test('a hold is of the whole: the site keeps nothing of it before it is released', async () => {
  const into = (commission: number) =>
    run(sql`insert into wallet.transfers (payer, payee, amount, commission, kind, reference, title, detail, paid_by, balance_after, created_at)
      values (${wallet(fan)}, 4, 100, ${commission}, 'product', ${`order:${randomUUID()}`}, 'x', ${{ sellerId: creator }}, ${fan}, 500, now())`)
  for (const commission of [1, 50, 100]) await expect(into(commission)).rejects.toThrow('a hold leaves no commission')
  expect(await into(0)).toBe(1)
})

test.each(['subscription', 'top_up', 'product'])('nothing of escrow goes back in part, whatever it is called: %s', async (kind) => {
  const reference = `order:${randomUUID()}`
  const [holdId, releaseId] = [randomUUID(), randomUUID()]
  const row = (
    id: string,
    sign: number,
    payer: Sql,
    payee: Sql,
    amount: number,
    key: string | null,
    after: number | null,
    of: string | null,
  ) =>
    run(sql`insert into wallet.transfers ${columns} values (${id}, ${sign}, ${payer}, ${payee}, ${amount}, ${kind}, ${reference}, ${key}, 'x',
      ${{ sellerId: creator }}, ${fan}, ${after}::bigint, ${of}::uuid, now())`)
  const [escrow, fans, hers] = [sql`4::bigint`, wallet(fan), earnings(creator)]
  const handsBack = (amount: number, of = holdId) => row(randomUUID(), -1, fans, escrow, amount, null, 300 + amount, of)
  const takesBack = (amount: number, of = releaseId) => row(randomUUID(), -1, escrow, hers, amount, null, null, of)
  expect(await row(holdId, 1, fans, escrow, 300, null, 300, null)).toBe(1)
  await expect(handsBack(10)).rejects.toThrow('as a whole')
  expect(await row(releaseId, 1, escrow, hers, 300, `release:${holdId}`, null, null)).toBe(1)
  await expect(takesBack(1)).rejects.toThrow('as a whole')
  await expect(handsBack(300)).rejects.toThrow('comes back to escrow first')
  expect(await takesBack(300)).toBe(1)
  await expect(handsBack(299)).rejects.toThrow('as a whole')
  await expect(handsBack(300, releaseId)).rejects.toThrow()
  expect(await handsBack(300)).toBe(1)
  expect(await disagreements(db)).toEqual([])
})

test('one statement does not give earnings back and pay them out, in either order', async () => {
  const requestId = randomUUID()
  const lock = { from: creator, amount: 100, requestId, title: 'A payout' }
  const { transferId } = await db.transaction((tx) => lockEarnings(tx, lock))
  const row = (sign: number, payer: Sql, payee: number, key: string | null, reverses: string | null) => sql`
    (uuidv7(), ${sign}::smallint, ${payer}, ${payee}::bigint, 100::bigint, 'payout', ${`payout:${requestId}`}, ${key}, 'x', '{}'::jsonb, ${creator}::uuid,
      null::bigint, ${reverses}::uuid, now())`
  const back = row(-1, earnings(creator), 5, null, transferId)
  const out = row(1, sql`5`, 6, `paid:${requestId}`, null)
  await expect(inOneStatement(back, out)).rejects.toThrow('only what was put aside is paid out')
  await expect(inOneStatement(out, back)).rejects.toThrow('what was paid out does not come back')
  expect(await inOneStatement(out)).toBe(1)
})

test('a request puts aside once, however it is spelled, and a payment’s key is the same in capitals', async () => {
  const requestId = randomUUID()
  const put = (reference: string) =>
    run(sql`insert into wallet.transfers (payer, payee, amount, kind, reference, title, paid_by, created_at)
      values (${earnings(creator)}, 5, 100, 'payout', ${reference}, 'x', ${creator}, now())`)
  expect(await put(`payout:${requestId}`)).toBe(1)
  await expect(put(`payout:${requestId.toUpperCase()}`)).rejects.toThrow('spelled in one way')
  const paidFor = (key: string, after: number) =>
    run(sql`insert into wallet.transfers (payer, payee, amount, kind, key, title, balance_after, created_at)
      values (1, ${wallet(fan)}, 100, 'top_up', ${key}, 'x', ${after}, now())`)
  expect(await paidFor(`payment:${requestId}`, 700)).toBe(1)
  const [, first = '', rest = ''] = /^(.{8})-(.*)$/.exec(requestId) ?? []
  for (const key of [requestId.toUpperCase(), `{${requestId}}`, `${first}${rest}`, `${requestId} `, requestId.replaceAll('-', '')])
    await expect(paidFor(`payment:${key}`, 800)).rejects.toThrow('spelled in one way')
  // A period's number is a number, and a dispute is called what its provider calls it.
  expect(await paidFor(`subscription:${requestId}:2`, 800)).toBe(1)
  for (const key of [`subscription:${requestId}:02`, `subscription:${requestId}:2 `, `subscription:${requestId}:x:Y`])
    await expect(paidFor(key, 900), key).rejects.toThrow('spelled in one way')
  expect(await paidFor(`reinstated:${requestId}:dp_1AbC`, 900)).toBe(1)
  await expect(paidFor(`reinstated:${requestId.toUpperCase()}:dp_1AbC`, 1000)).rejects.toThrow('spelled in one way')
})

test('a search path that leads to somebody’s own operators and types does not mislead a guard', async () => {
  const order = await held()
  await run(sql`create schema mine`)
  await run(sql`create function mine.never(bigint, bigint) returns boolean language sql immutable return false`)
  await run(sql`create operator mine.<> (leftarg = bigint, rightarg = bigint, function = mine.never)`)
  const released = db.transaction(async (tx) => {
    await tx.run(sql`set local search_path = mine, pg_catalog`)
    await tx.run(sql`insert into wallet.transfers ${columns} values ${releases({ ...order, amount: 299 })}`)
  })
  await expect(released).rejects.toThrow('only what is held is released')
  // Whatever guard is added says where it looks, too.
  const careless = await db.many(sql`
    select distinct p.oid::regprocedure::text as guard from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and n.nspname not in ('graphile_worker', 'public')
      and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']`)
  expect(careless).toEqual([])
})

test('what cannot be deleted cannot be truncated either, in any table', async () => {
  const open = await db.many(sql`
    select c.oid::regclass::text as table from pg_class c
    where exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 8 = 8 and t.tgtype & 2 = 2)
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 32 = 32)`)
  expect(open).toEqual([])
  for (const table of ['payouts.requests', 'payouts.transfers', 'wallet.holds', 'invoices.counters', 'coupons.uses'])
    await expect(run(sql`truncate ${raw(table)} cascade`), table).rejects.toThrow(/stay|given out/)
})
