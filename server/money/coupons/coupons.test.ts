import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, sql, type Database, type Sql } from '#server/platform/db/db.ts'
import { asOwner, cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as coupons from '#server/money/coupons/coupons.ts'

let db: Database
let office: string
let now = new Date('2026-05-01T12:00:00Z')
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase(), clock: { now: () => now }, maxConnections: 10 })
  office = await someone(db)
})
afterAll(() => db.close())

let count = 0
const made = (of: Partial<coupons.NewCoupon> = {}) =>
  db.transaction((tx) =>
    coupons.create(
      tx,
      { code: `spring${++count}`, type: 'percent', value: 25, minimumAmount: null, maxUses: null, startsAt: null, expiresAt: null, ...of },
      { by: office, ip: '127.0.0.1' },
    ),
  )
const quote = (code: string, accountId: string, amount = 3000) => coupons.quote(db, { code, accountId, amount, currency: 'USD' })
const reserve = (coupon: coupons.Coupon, accountId: string, paymentId = crypto.randomUUID(), amount = 3000) =>
  db
    .transaction((tx) => coupons.reserve(tx, { couponId: coupon.id, accountId, paymentId, amount, currency: 'USD', tokens: amount * 10 }))
    .then(() => paymentId)
const redeem = (paymentId: string) => db.transaction((tx) => coupons.redeem(tx, paymentId))
const release = (paymentId: string) => db.transaction((tx) => coupons.release(tx, paymentId))
const taken = async (coupon: coupons.Coupon) => (await coupons.all(db, { q: coupon.code, limit: 1, offset: 0 })).rows[0]!.taken

test('a quote reads letters of any size, rounds in the payer’s favour, never goes below 0.50, and reserves nothing', async () => {
  const mei = await someone(db)
  const quarter = await made()
  expect((await quote(` ${quarter.code.toLowerCase()} `, mei)).discounted).toBe(2250)
  expect((await quote(quarter.code, mei, 999)).discounted).toBe(749)
  const five = await made({ type: 'fixed', value: 500 })
  expect((await quote(five.code, mei, 3000)).discounted).toBe(2500)
  expect((await quote(five.code, mei, 520)).discounted).toBe(50)
  expect((await quote(five.code, mei, 40)).discounted).toBe(40)
  expect(await taken(quarter)).toBe(0)
})

test('what nobody made, what is over, not begun, ended or too small is refused by its own name (calls.md section 10)', async () => {
  const mei = await someone(db)
  const until = await made({ expiresAt: new Date('2026-05-02T00:00:00Z') })
  const later = await made({ startsAt: new Date('2026-06-01T00:00:00Z') })
  const large = await made({ minimumAmount: 5000 })
  const ended = await made()
  await db.transaction((tx) => coupons.end(tx, ended.id, { by: office, ip: '127.0.0.1' }))
  await expect(quote('NEVERMADE', mei)).rejects.toMatchObject({ code: 'coupon_unknown' })
  await expect(quote(later.code, mei)).rejects.toMatchObject({ code: 'coupon_unknown' })
  await expect(quote(ended.code, mei)).rejects.toMatchObject({ code: 'coupon_expired' })
  await expect(quote(large.code, mei)).rejects.toMatchObject({ code: 'coupon_minimum', details: { minimum: 50 } })
  expect((await quote(until.code, mei)).discounted).toBe(2250)
  now = new Date('2026-05-02T00:00:00Z')
  await expect(quote(until.code, mei)).rejects.toMatchObject({ code: 'coupon_expired' })
  await expect(reserve(until, mei)).rejects.toMatchObject({ code: 'coupon_expired' })
})

test('of twenty who want the last use in the same moment one has it, and gives it to another when their payment fails', async () => {
  const last = await made({ maxUses: 1 })
  const crowd = await Promise.all(Array.from({ length: 20 }, () => someone(db)))
  const tries = await Promise.allSettled(crowd.map((each) => reserve(last, each)))
  const [won, ...more] = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(more).toEqual([])
  for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'coupon_used_up' })
  await release(won!)
  expect(await taken(last)).toBe(0)
  const again = await reserve(last, crowd[3]!)
  expect(await redeem(again)).toBeUndefined()
  // Heard twice it is redeemed once.
  expect(await redeem(again)).toBeUndefined()
  expect(await taken(last)).toBe(1)
})

test('how often a coupon was taken is what its uses say, and nothing that somebody writes by hand', async () => {
  const coupon = await made({ maxUses: 1 })
  await reserve(coupon, await someone(db))
  const byHand = (change: Sql) => db.transaction((tx) => tx.run(change))
  await expect(byHand(sql`update coupons.coupons set taken = 0 where id = ${coupon.id}`)).rejects.toThrow('follows from its uses')
  await expect(asOwner(db, sql`truncate coupons.uses`)).rejects.toThrow('a use stays')
  await expect(
    byHand(sql`insert into coupons.uses (payment_id, coupon_id, account_id, saved, plain_tokens, reserved_at)
      select gen_random_uuid(), ${coupon.id}, id, 0, 1, now() from accounts.accounts limit 2`),
  ).rejects.toThrow(/coupon_is_not_overused|coupon_once_a_member/)
})

test('a member uses a coupon once, however many payments they begin', async () => {
  const [mei, other] = [await someone(db), await someone(db)]
  const coupon = await made()
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => reserve(coupon, mei)))
  const won = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(won).toHaveLength(1)
  await expect(quote(coupon.code, mei)).rejects.toMatchObject({ code: 'coupon_used' })
  await redeem(won[0]!)
  await expect(reserve(coupon, mei)).rejects.toMatchObject({ code: 'coupon_used' })
  await reserve(coupon, other)
})

test('a payment that failed and succeeds after all keeps its price only if a use is left for it', async () => {
  const [mei, other] = [await someone(db), await someone(db)]
  const one = await made({ maxUses: 1 })
  const late = await reserve(one, mei)
  await release(late)
  const quick = await reserve(one, other)
  // 2250 of 3000 paid: three quarters of the tokens.
  expect(await redeem(late)).toBe(22_500)
  expect(await redeem(quick)).toBeUndefined()
  expect(await taken(one)).toBe(1)

  const many = await made()
  const first = await reserve(many, mei)
  await release(first)
  const second = await reserve(many, mei)
  await redeem(second)
  // Declined once, paid twice: the second discount is not given.
  expect(await redeem(first)).toBe(22_500)
})

test('a coupon that a payment was left with is free again after a day', async () => {
  const [mei, other] = [await someone(db), await someone(db)]
  const one = await made({ maxUses: 1 })
  const left = await reserve(one, mei)
  await expect(quote(one.code, other)).rejects.toMatchObject({ code: 'coupon_used_up' })
  now = new Date(now.getTime() + 25 * 3_600_000)
  expect((await quote(one.code, mei)).discounted).toBe(2250)
  await reserve(one, other)
  expect((await coupons.ofPayment(db, left))?.state).toBe('released')
})

test('Mei is at her bank for two hours: her coupon waits for her, and Kai does not get it', async () => {
  const [mei, kai] = [await someone(db), await someone(db)]
  const last = await made({ maxUses: 1 })
  const hers = await reserve(last, mei)
  now = new Date(now.getTime() + 2 * 3_600_000)
  await expect(quote(last.code, kai)).rejects.toMatchObject({ code: 'coupon_used_up' })
  await expect(reserve(last, kai)).rejects.toMatchObject({ code: 'coupon_used_up' })
  expect(await redeem(hers)).toBeUndefined()
  expect((await coupons.ofPayment(db, hers))?.state).toBe('redeemed')
})

test('the database holds it, whoever writes there: no use too many, none twice, none undone', async () => {
  const [mei, other] = [await someone(db), await someone(db)]
  const one = await made({ maxUses: 1 })
  const used = await reserve(one, mei)
  await redeem(used)
  const insert = (accountId: string) =>
    db.transaction((tx) =>
      tx.run(
        sql`insert into coupons.uses (payment_id, coupon_id, account_id, saved, plain_tokens, reserved_at) values (${crypto.randomUUID()}, ${one.id}, ${accountId}, 1, 1, now())`,
      ),
    )
  await expect(insert(other)).rejects.toThrow('coupon_is_not_overused')
  await expect(insert(mei)).rejects.toThrow(/coupon_once_a_member|coupon_is_not_overused/)
  await expect(asOwner(db, sql`delete from coupons.uses where payment_id = ${used}`)).rejects.toThrow('a use stays')
  await expect(
    db.transaction((tx) => tx.run(sql`update coupons.uses set state = 'released', ended_at = now() where payment_id = ${used}`)),
  ).rejects.toThrow('a use stays')
  await expect(
    db.transaction((tx) => tx.run(sql`update coupons.coupons set type = 'percent', value = 100 where id = ${one.id}`)),
  ).rejects.toThrow('percents_leave_something')
})

test('the office cannot make a code twice, give everything away, or end before it begins', async () => {
  const { code } = await made()
  await expect(made({ code })).rejects.toMatchObject({ code: 'coupon_code_taken' })
  await expect(made({ value: 100 })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'value' }] })
  for (const field of ['startsAt', 'expiresAt'])
    await expect(made({ [field]: new Date('9999-01-01') })).rejects.toMatchObject({ fields: [{ field, code: 'too_far' }] })
  await expect(made({ expiresAt: new Date(now.getTime() - 1) })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'expiresAt' }],
  })
})
