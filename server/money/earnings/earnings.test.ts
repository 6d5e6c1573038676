import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { somebody } from '#server/people/accounts/testing.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { save } from '#server/site/settings/settings.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { handlers } from '#server/money/earnings/routes.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await db.close()
})

async function fanWith(balance: number, name = 'Mei') {
  const { id } = await somebody(db, { name })
  await db.transaction((tx) => wallet.deposit(tx, { to: id, amount: balance, key: `payment:${id}`, kind: 'top_up', title: 'Top-up' }))
  return { accountId: id, role: 'user' as const }
}
async function performer(name = 'Lan') {
  const { id } = await somebody(db, { role: 'performer', name })
  await db.transaction((tx) => accounts.setState(tx, id, 'active'))
  return id
}
const tip = (from: { accountId: string; role: 'user' | 'performer' }, to: string, amount: number, more: Partial<earnings.Tip> = {}) =>
  earnings.tipBatched(db, from, undefined, { performerId: to, amount, ...more })
const sell = (sale: Partial<earnings.Sold> & Pick<earnings.Sold, 'buyer' | 'creator' | 'amount'>, at?: Date) =>
  db.transaction((tx) => earnings.sell(tx, { kind: 'feed', title: 'A post', ...sale }), at && { at })

/** The creator's own calls, answered by the routes. */
const paging = { limit: 20, offset: 0 }
const callOf = (creatorId: string) =>
  ({ db, viewer: { kind: 'member', accountId: creatorId } }) as unknown as Parameters<typeof handlers.lines>[0]
const linesOf = (creatorId: string, input: Partial<Parameters<typeof handlers.lines>[1]> = {}) =>
  handlers.lines(callOf(creatorId), { ...paging, ...input })
const statsOf = (creatorId: string, input: Parameters<typeof handlers.stats>[1] = {}) => handlers.stats(callOf(creatorId), input)

test('a sale keeps the site commission of its instant; later sales follow the setting', async () => {
  const [fan, creator] = [await fanWith(100_00), await performer()]
  expect((await sell({ buyer: fan.accountId, creator, amount: 10_00 })).commission).toBe(2_00)
  await db.transaction((tx) => save(tx, { commission: 12.5 }, undefined))
  expect((await sell({ buyer: fan.accountId, creator, amount: 10_00 })).commission).toBe(1_25)
  await db.transaction((tx) => save(tx, { commission: 20 }, undefined))
  const { data } = await linesOf(creator)
  expect(data.map(({ siteCommission, netPrice }) => [siteCommission, netPrice])).toEqual([
    [12.5, 8.75],
    [20, 8],
  ])
})

test('what is taken back in part, however small, keeps the rate of its sale, and stays as anonymous as it was', async () => {
  const [fan, creator] = [await fanWith(100_00), await performer()]
  const { transferId } = await sell({
    buyer: fan.accountId,
    creator,
    amount: 9_99,
    kind: 'subscription',
    detail: { isAnonymous: true, message: 'for you' },
  })
  for (const part of [1, 2, 4_00, 5_96]) await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'refund', by: null, part }))
  const { data } = await linesOf(creator)
  expect(data.map(({ grossPrice, siteCommission, buyer, message }) => [grossPrice, siteCommission, buyer, message])).toEqual([
    [-5.96, 19.92, undefined, 'for you'],
    [-4, 19.92, undefined, 'for you'],
    [-0.02, 19.92, undefined, 'for you'],
    [-0.01, 19.92, undefined, 'for you'],
    [9.99, 19.92, undefined, 'for you'],
  ])
  expect(Math.round(data.reduce((sum, { commission }) => sum + commission, 0) * 100)).toBe(0)
  expect(await wallet.earningsOf(db, creator)).toBe(0)
})

test('a tip reaches the performer with its message, and is announced', async () => {
  const [fan, creator] = [await fanWith(100_00), await performer()]
  const given = await tip(fan, creator, 30_00, { message: '辛苦了' })
  expect(given).toMatchObject({ balance: 70_00, commission: 6_00, title: 'Lan' })
  const { data } = await linesOf(creator)
  expect(data).toMatchObject([
    { sourceType: 'tip', grossPrice: 30, commission: 6, netPrice: 24, isPaid: false, message: '辛苦了', buyer: { name: 'Mei' } },
  ])
  const facts = await db.many<{ name: string }>(
    sql`select name from outbox.events where payload ->> 'transferId' = ${given.transferId} order by id`,
  )
  expect(facts.map(({ name }) => name)).toEqual(['wallet.charged', 'tip.given'])
})

test('a tip asked for again under its key gets the first answer to the letter, even when it would be refused by now', async () => {
  const [fan, creator] = [await fanWith(40_00), await performer()]
  const given = { id: creator, amount: 30 }
  const press = (amount = 30) => {
    const attempt = { accountId: fan.accountId, key: 'press', call: 'earnings.tip', input: { ...given, amount } }
    const call = { db, viewer: fan, country: () => undefined, attempt }
    if (typeof handlers.tip === 'function') throw new Error('a tip goes together with others')
    return handlers.tip.withoutTx(call as unknown as Parameters<typeof handlers.tip.withoutTx>[0], { ...given, amount })
  }
  const first = await press()
  expect(first).toMatchObject({ balance: 10, transaction: { type: 'tip', targetTitle: 'Lan', amount: 30 } })
  await db.transaction((tx) => blocks.block(tx, creator, { targetId: fan.accountId, reason: '' }))
  expect(await press()).toEqual(first)
  await expect(press(10)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(10_00)
})

test('an anonymous tip names nobody to the performer, not even after it was given back', async () => {
  const [fan, creator] = [await fanWith(100_00), await performer()]
  const { transferId } = await tip(fan, creator, 30_00, { isAnonymous: true })
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))
  const { data } = await linesOf(creator)
  expect(data.map(({ buyer }) => buyer)).toEqual([undefined, undefined])
})

test('tips that cannot be are refused by name and move nothing', async () => {
  const [fan, creator] = [await fanWith(50_00), await performer()]
  await expect(tip(fan, creator, 9_99)).rejects.toMatchObject({
    code: 'amount_out_of_bounds',
    details: { minimum: 10, maximum: 10_000 },
    fields: [{ field: 'amount', code: 'amount_out_of_bounds' }],
  })
  await expect(tip(fan, creator, 10_000_01)).rejects.toMatchObject({ code: 'amount_out_of_bounds' })
  await expect(tip(fan, creator, 60_00)).rejects.toMatchObject({ code: 'not_enough_tokens', details: { required: 60, balance: 50 } })
  await expect(tip(fan, fan.accountId, 10_00)).rejects.toMatchObject({ code: 'cannot_pay_yourself' })
  await expect(tip(fan, randomUUID(), 10_00)).rejects.toMatchObject({ code: 'not_found' })
  await expect(tip(fan, (await fanWith(1)).accountId, 10_00)).rejects.toMatchObject({ code: 'not_found' })
  const other = { accountId: await performer(), role: 'performer' as const }
  await expect(tip(other, creator, 10_00)).rejects.toMatchObject({ code: 'performers_cannot_buy' })
  await db.transaction((tx) => blocks.block(tx, creator, { targetId: fan.accountId, reason: '' }))
  await expect(tip(fan, creator, 10_00)).rejects.toMatchObject({ code: 'not_found' })
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(50_00)
  expect(await wallet.earningsOf(db, creator)).toBe(0)
})

test('figures by day and kind: a reversal is a row below zero on its own day, and old money has cleared', async () => {
  const [fan, creator] = [await fanWith(1000_00), await performer()]
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const day = (days: number) => daysAgo(days).toISOString().slice(0, 10)
  const old = await sell({ buyer: fan.accountId, creator, amount: 100_00 }, daysAgo(10))
  await sell({ buyer: fan.accountId, creator, amount: 50_00, kind: 'tip', title: 'Lan' }, daysAgo(2))
  await db.transaction((tx) => wallet.reverse(tx, old.transferId, { reason: 'asked', by: null }), { at: daysAgo(1) })
  await sell({ buyer: fan.accountId, creator, amount: 70_00 }, daysAgo(40))

  const stats = await statsOf(creator, { fromDate: day(10), toDate: day(0) })
  expect(stats).toMatchObject({ totalGrossPrice: 50, totalCommission: 10, totalNetPrice: 40, totalTokens: 96, unpaid: 40, pending: -40 })
  expect(stats.byType).toMatchObject({ tip: 40, feed: 0, subscription: 0 })
  expect(stats.series).toHaveLength(11)
  expect(stats.series[0]).toEqual({ date: day(10), grossPrice: 100, commission: 20, netPrice: 80 })
  expect(stats.series[9]).toEqual({ date: day(1), grossPrice: -100, commission: -20, netPrice: -80 })
  expect((await statsOf(creator, { sourceType: 'tip' })).totalNetPrice).toBe(40)
  expect((await statsOf(creator)).series).toHaveLength(30)

  const { data, total } = await linesOf(creator)
  expect(total).toBe(4)
  expect(data.map(({ netPrice, reversed }) => [netPrice, reversed ?? false])).toEqual([
    [-80, false],
    [40, false],
    [80, true],
    [56, false],
  ])
  expect((await linesOf(creator, { q: 'a po' })).total).toBe(3)
  const cheapestFirst = await linesOf(creator, { sortBy: 'netPrice', sort: 'asc', sourceType: 'feed' })
  expect(cheapestFirst.data.map(({ netPrice }) => netPrice)).toEqual([-80, 56, 80])
})

test('sales of one instant, of one price, stand on one page each: in the order of writing, or against it', async () => {
  const [fan, creator] = [await fanWith(1000_00), await performer()]
  const sold = await db.transaction(async (tx) => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      const sale = { buyer: fan.accountId, creator, amount: 10_00, kind: 'feed', title: `Post ${n}` }
      ids.push((await earnings.sell(tx, sale)).transferId)
    }
    return ids
  })
  const read = async (order: Partial<Parameters<typeof linesOf>[1]>) => {
    const ids: string[] = []
    for (let offset = 0; offset < 12; offset += 5)
      ids.push(...(await linesOf(creator, { ...order, limit: 5, offset })).data.map(({ _id }) => _id))
    return ids
  }
  for (const sortBy of ['createdAt', 'netPrice'] as const) {
    expect(await read({ sortBy, sort: 'desc' }), sortBy).toEqual(sold.toReversed())
    expect(await read({ sortBy, sort: 'asc' }), sortBy).toEqual(sold)
  }
})

test('a span that ends before it starts, or never seems to end, is refused at its field', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  expect(earnings.spanOf(now, {})).toEqual({ from: '2026-04-11', to: '2026-05-10', timeZone: 'UTC' })
  expect(earnings.spanOf(now, { fromDate: '2026-05-01' })).toEqual({ from: '2026-05-01', to: '2026-05-10', timeZone: 'UTC' })
  expect(earnings.spanOf(now, { fromDate: '2026-06-01' })).toEqual({ from: '2026-06-01', to: '2026-06-01', timeZone: 'UTC' })
  const refusal = (dates: object) => expect.objectContaining({ code: 'invalid', fields: [expect.objectContaining(dates)] })
  expect(() => earnings.spanOf(now, { fromDate: '2026-05-02', toDate: '2026-05-01' })).toThrow(refusal({ field: 'toDate' }))
  expect(() => earnings.spanOf(now, { fromDate: '2024-01-01', toDate: '2026-05-01' })).toThrow(refusal({ field: 'fromDate' }))
  expect(() => earnings.spanOf(now, { toDate: '0000-01-05' })).toThrow(refusal({ field: 'toDate' }))
})

test('a sale after midnight in Taipei is of the new day for a creator there, in the sums, in the series and in the list (the reader’s day)', async () => {
  const [fan, creator] = [await fanWith(1000_00), await performer()]
  await sell({ buyer: fan.accountId, creator, amount: 100_00 }, new Date('2026-05-09T16:30:00Z'))
  await sell({ buyer: fan.accountId, creator, amount: 50_00 }, new Date('2026-05-10T16:30:00Z'))
  const day = { fromDate: '2026-05-10', toDate: '2026-05-10' }
  expect((await statsOf(creator, day)).series).toEqual([{ date: '2026-05-10', grossPrice: 50, commission: 10, netPrice: 40 }])
  const there = { ...day, timeZone: 'Asia/Taipei' }
  expect((await statsOf(creator, there)).series).toEqual([{ date: '2026-05-10', grossPrice: 100, commission: 20, netPrice: 80 }])
  expect((await linesOf(creator, there)).data.map(({ netPrice }) => netPrice)).toEqual([80])
  expect(earnings.spanOf(new Date('2026-05-10T16:30:00Z'), { timeZone: 'Asia/Taipei' })).toMatchObject({
    from: '2026-04-12',
    to: '2026-05-11',
  })
})

test('the first and the last day that a date can name are answered', async () => {
  const creator = await performer()
  expect((await statsOf(creator, { fromDate: '9999-12-31', toDate: '9999-12-31' })).totalNetPrice).toBe(0)
  expect((await linesOf(creator, { fromDate: '0000-01-01', toDate: '9999-12-31' })).total).toBe(0)
  expect(
    (
      await wallet.statement(db, creator, {
        from: new Date('0000-01-01'),
        until: new Date(Date.parse('9999-12-31') + 86_400_000),
        limit: 1,
        offset: 0,
      })
    ).total,
  ).toBe(0)
})

test('a subscription by card is earned without touching the wallet', async () => {
  const [fan, creator] = [await fanWith(1_00), await performer()]
  const sale = { buyer: fan.accountId, creator, amount: 99_00, key: `payment:${randomUUID()}`, kind: 'subscription', title: 'Lan' }
  await db.transaction((tx) => earnings.sellByCard(tx, sale))
  expect((await db.transaction((tx) => earnings.sellByCard(tx, sale))).already).toBe(true)
  expect(await wallet.balanceOf(db, fan.accountId)).toBe(1_00)
  expect((await linesOf(creator)).data).toMatchObject([{ sourceType: 'subscription', grossPrice: 99, buyer: { name: 'Mei' } }])
})

test('a span has 400 days at most, both ends counted, and 401 are refused with the first day that would do', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  expect(earnings.spanOf(now, { fromDate: '2025-10-19', toDate: '2026-11-22' })).toMatchObject({ from: '2025-10-19', to: '2026-11-22' })
  expect(() => earnings.spanOf(now, { fromDate: '2025-10-18', toDate: '2026-11-22' })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: [{ field: 'fromDate', code: 'too_small', limit: '2025-10-19' }] }) as Error,
  )
  expect(earnings.spanOf(now, { fromDate: '2026-11-22', toDate: '2026-11-22' })).toEqual({
    from: '2026-11-22',
    to: '2026-11-22',
    timeZone: 'UTC',
  })
  expect(() => earnings.spanOf(now, { fromDate: '2026-11-23', toDate: '2026-11-22' })).toThrow(
    expect.objectContaining({ code: 'invalid' }) as Error,
  )
})
