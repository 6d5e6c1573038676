import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entries } from '#server/platform/audit/audit.ts'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import { unusedTokens } from '#server/money/subscriptions/ending.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let house: Theatre
let fan: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  fan = await house.fan(10_000)
  performer = await house.performer()
})

const balance = () => house.balance(fan)
const earned = () => wallet.earningsOf(house.db, performer.accountId)
const active = () => door.isActive(house.db, fan.accountId, performer.accountId)

test('a fan subscribes from the wallet: ceil(price / rate) tokens, a calendar month, a receipt (calls.md, units)', async () => {
  const begun = await house.subscribes(fan, performer)
  expect(begun).toMatchObject({ type: 'monthly', status: 'active', gateway: 'wallet', price: 495, cycles: 1, spent: 495 })
  expect(begun.expiresAt.getTime() - begun.startedAt.getTime()).toBe(30 * 86_400_000)
  expect(begun.renewsAt).toEqual(begun.expiresAt)
  expect([await balance(), await earned()]).toEqual([10_000 - 4950, 3960])
  expect(await active()).toBe(true)
  expect(await house.lettersTo(fan)).toEqual(['You are subscribed to Lan'])
  expect((await wallet.statement(house.db, fan.accountId, { limit: 1, offset: 0 })).lines).toMatchObject([
    { kind: 'subscription', title: 'Monthly subscription to Lan', change: -4950, payeeId: performer.accountId },
  ])
})

test('a price that is no whole number of tokens is rounded up to 0.01 token', async () => {
  await house.db.transaction((tx) => settings.save(tx, { tokenConversionRate: 0.07 }, undefined))
  await house.subscribes(fan, performer)
  await house.db.transaction((tx) => settings.save(tx, { tokenConversionRate: 0.1 }, undefined))
  // 4.95 / 0.07 = 70.714…
  expect(await balance()).toBe(10_000 - 7072)
})

test('each refusal is named, and moves nothing', async () => {
  const no = async (code: string, wanted: Parameters<Theatre['tries']>[2] = {}, who = fan, whom = performer) =>
    expect(house.tries(who, whom, wanted)).rejects.toMatchObject({ code })
  const staff = await house.fan()
  await no('cannot_pay_yourself', {}, performer, performer)
  await no('performers_cannot_buy', {}, await house.performer())
  await no('not_found', {}, fan, staff)
  await no('not_found', {}, fan, { ...performer, accountId: crypto.randomUUID() })
  await no('birth_date_required', {}, { ...fan, isAdult: false })
  await no('price_changed', { expectedPrice: 494 })
  await no('price_changed', { expectedPrice: 494, gateway: undefined })
  await no('not_for_sale', { type: 'yearly' }, fan, await house.performer({ yearly: null }))
  await no('gateway_unavailable', { gateway: 'ccbill' })
  await no('no_free_subscription', { type: 'free' })
  await no('not_enough_tokens', {}, await house.fan(4949))
  await house.db.transaction((tx) => wallet.freeze(tx, fan.accountId))
  await no('wallet_frozen')
  expect([await balance(), await earned(), await active()]).toEqual([10_000, 0, false])
  expect(await house.db.many(sql`select 1 from subscriptions.subscriptions where fan_id = ${fan.accountId}`)).toEqual([])
})

test('a fan who is short is told by how much', async () => {
  await expect(house.tries(await house.fan(4949), performer)).rejects.toMatchObject({ details: { required: 49.5, balance: 49.49 } })
})

test('a block or a pending performer is as if there were nobody', async () => {
  await house.blocks(performer, fan)
  await expect(house.tries(fan, performer)).rejects.toMatchObject({ code: 'not_found' })
  const pending = await house.performer()
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'pending' where id = ${pending.accountId}`))
  await expect(house.tries(fan, pending)).rejects.toMatchObject({ code: 'not_found' })
})

test('a running subscription is a duplicate (calls.md section 10)', async () => {
  await house.subscribes(fan, performer)
  for (const wanted of [{}, { type: 'yearly' as const }, { gateway: undefined }, { type: 'free' as const }])
    await expect(house.tries(fan, performer, wanted)).rejects.toMatchObject({ code: 'already_subscribed' })
  expect(await balance()).toBe(10_000 - 4950)
})

test('eight tabs subscribe at once: one subscription, one payment', async () => {
  const tabs = await Promise.allSettled(Array.from({ length: 8 }, () => house.tries(fan, performer)))
  expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const tab of tabs) if (tab.status === 'rejected') expect(tab.reason).toMatchObject({ code: 'already_subscribed' })
  expect([await balance(), await earned()]).toEqual([10_000 - 4950, 3960])
})

test('cancelling is idempotent, keeps access to the last day, and can be taken back (calls.md section 0)', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  for (let time = 0; time < 2; time++)
    expect(await house.cancels(fan, id)).toMatchObject({ status: 'cancelled', renewsAt: null, expiresAt })
  expect([await active(), await balance()]).toEqual([true, 10_000 - 4950])
  for (let time = 0; time < 2; time++) expect(await house.reactivates(fan, id)).toMatchObject({ status: 'active', renewsAt: expiresAt })
})

test('a cancelled one that runs is extended from its expiry, not from today', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  await house.cancels(fan, id)
  const extended = await house
    .subscribes(fan, performer, { type: 'yearly', expectedPrice: 4950, gateway: 'wallet' })
    .catch((error: unknown) => error)
  expect(extended).toMatchObject({ code: 'not_enough_tokens' })
  expect(await house.find(id)).toMatchObject({ status: 'cancelled', expiresAt })
  const again = await house.subscribes(fan, performer)
  expect(again).toMatchObject({ id, status: 'active', cycles: 2, spent: 990, startedAt: expect.any(Date) })
  expect(again.expiresAt.getTime() - expiresAt.getTime()).toBe(31 * 86_400_000)
  expect(await balance()).toBe(100)
})

test('nobody else can cancel or reactivate it, and staff are put on record', async () => {
  const { id } = await house.subscribes(fan, performer)
  const stranger = await house.fan()
  await expect(house.cancels(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(house.cancels(fan, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  const staff: Member = { ...stranger, role: 'staff' }
  expect(await house.cancels(staff, id)).toMatchObject({ status: 'cancelled' })
  await expect(house.reactivates(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(house.reactivates(performer, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await house.reactivates(staff, id)).toMatchObject({ status: 'active' })
  const { rows } = await entries(house.db, { action: 'subscriptions.', subjectId: id, limit: 5, offset: 0 })
  expect(rows.map(({ action }) => action)).toEqual(['subscriptions.reactivated', 'subscriptions.cancelled'])
})

test('a performer who cancels gives unused time back in tokens, once, and it ends now (calls.md section 10)', async () => {
  const { id } = await house.subscribes(fan, performer)
  house.clock.advance({ days: 10 })
  for (let time = 0; time < 2; time++) expect(await house.cancels(performer, id)).toMatchObject({ status: 'expired' })
  // 20 of 30 days of 49.50 tokens, less the moments that the test took.
  expect(await balance()).toBeGreaterThanOrEqual(10_000 - 4950 + 3299)
  expect(await balance()).toBeLessThanOrEqual(10_000 - 4950 + 3300)
  expect(await active()).toBe(false)
  expect((await house.find(id)).spent).toBeLessThanOrEqual(166)
  await expect(house.reactivates(fan, id)).rejects.toMatchObject({ code: 'subscription_over' })
  expect(await house.lettersTo(fan)).toEqual(['You are subscribed to Lan', 'Your subscription to Lan has ended, tokens returned'])
})

test('a block ends it from either side, and what was paid, kept and given back sums to zero (calls.md section 6)', async () => {
  for (const blocker of ['fan', 'performer'] as const) {
    fan = await house.fan(10_000)
    performer = await house.performer()
    const { id } = await house.subscribes(fan, performer)
    await house.cancels(fan, id)
    // A month that has not begun comes back whole, whoever blocks.
    await house.subscribes(fan, performer)
    house.clock.advance({ days: 15 })
    await (blocker === 'fan' ? house.blocks(fan, performer) : house.blocks(performer, fan))
    await house.settle()
    expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'blocked' })
    const [left, kept] = [await balance(), await earned()]
    // 15 of the first 30 days were used: 24.75 tokens, of which the creator keeps 80 %. A fan who blocks has begun the month, and pays it.
    const used = blocker === 'fan' ? 4950 : 2475
    expect(left).toBeGreaterThanOrEqual(10_000 - used - 1)
    expect(left).toBeLessThanOrEqual(10_000 - used)
    expect(kept).toBeGreaterThanOrEqual(used * 0.8)
    expect(kept).toBeLessThanOrEqual(used * 0.8 + 2)
    expect(await active()).toBe(false)
    await house.db.transaction((tx) => door.endBetween(tx, fan.accountId, performer.accountId, fan.accountId))
    expect([await balance(), await earned()]).toEqual([left, kept])
  }
})

test('a fan who buys a year and blocks after a month has paid the months by the month; one who is blocked pays by the day', async () => {
  for (const [blocker, days, least] of [
    ['fan', 0, 4950],
    ['fan', 20, 4950],
    ['fan', 31, 9900],
    ['fan', 363, 49_500],
    ['performer', 31, 4204],
  ] as const) {
    house.goTo(new Date(house.clock.now().getTime() + 86_400_000))
    fan = await house.fan(100_000)
    performer = await house.performer()
    await house.subscribes(fan, performer, { type: 'yearly' })
    house.clock.advance({ days })
    // What a month costs others by then changes nothing of what was bought.
    await house.db.transaction((tx) =>
      tx.run(sql`update profiles.performers set monthly_price = 300 where account_id = ${performer.accountId}`),
    )
    await (blocker === 'fan' ? house.blocks(fan, performer) : house.blocks(performer, fan))
    await house.settle()
    const paid = 100_000 - (await balance())
    expect([blocker, days, paid]).toEqual([blocker, days, blocker === 'fan' ? least : expect.closeTo(least, -2)])
  }
})

test('time that a fan changed from into a dearer year is not had at a year’s price by blocking after that', async () => {
  fan = await house.fan(500_000)
  performer = await house.performer()
  const tier = await house.tier(performer, { monthlyPrice: 500, yearlyPrice: 5000 })
  const { id } = await house.subscribes(fan, performer, { type: 'yearly' })
  house.clock.advance({ days: 58 })
  await house.changes(fan, id, { type: 'yearly', tierId: tier.id })
  await house.blocks(fan, performer)
  await house.settle()
  // Two months of the plain one and one of the tier.
  expect(500_000 - (await balance())).toBe(2 * 4950 + 5000)
})

test('unused time is counted to 0.01 token and never above what was paid', () => {
  const [startsAt, endsAt] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')]
  const of = (now: string, tokens = 4950) => unusedTokens({ tokens, startsAt, endsAt }, new Date(now))
  expect(of('2026-10-01T00:00:00Z')).toBe(4950)
  expect(of('2026-11-01T00:00:00Z')).toBe(4950)
  expect(of('2026-11-11T00:00:00Z')).toBe(3300)
  expect(of('2026-11-30T23:59:59Z')).toBe(0)
  expect(of('2026-12-05T00:00:00Z')).toBe(0)
  expect(of('2026-11-16T00:00:00Z', 900_000_000_000_001)).toBe(450_000_000_000_000)
})

test('a trial: only where both offer it, once for these two ever, and it costs nothing (calls.md section 0)', async () => {
  const generous = await house.performer({ trial: true })
  await house.db.transaction((tx) => settings.save(tx, { freeSubscriptionEnabled: false }, undefined))
  await expect(house.tries(fan, generous, { type: 'free' })).rejects.toMatchObject({ code: 'no_free_subscription' })
  await house.db.transaction((tx) => settings.save(tx, { freeSubscriptionEnabled: true, freeSubscriptionDuration: 3 }, undefined))
  const trial = await house.subscribes(fan, generous, { type: 'free' })
  await house.db.transaction((tx) => settings.save(tx, { freeSubscriptionDuration: 1 }, undefined))
  expect(trial).toMatchObject({ type: 'free', gateway: 'free', status: 'active', price: 495, cycles: 0 })
  expect(trial.expiresAt.getTime() - trial.startedAt.getTime()).toBe(3 * 86_400_000)
  expect(await door.isActive(house.db, fan.accountId, generous.accountId)).toBe(true)
  await expect(house.tries(fan, generous, { type: 'free' })).rejects.toMatchObject({ code: 'free_subscription_used' })
  await house.cancels(generous, trial.id)
  await expect(house.tries(fan, generous, { type: 'free' })).rejects.toMatchObject({ code: 'free_subscription_used' })
  expect(await balance()).toBe(10_000)
})

test('two tabs begin one trial', async () => {
  const generous = await house.performer({ trial: true })
  const tabs = await Promise.allSettled([1, 2, 3, 4].map(() => house.tries(fan, generous, { type: 'free' })))
  expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('who pays during a trial keeps its days', async () => {
  const generous = await house.performer({ trial: true })
  const trial = await house.subscribes(fan, generous, { type: 'free' })
  const paid = await house.subscribes(fan, generous)
  expect(paid).toMatchObject({ id: trial.id, type: 'monthly', gateway: 'wallet', cycles: 1 })
  expect(paid.expiresAt).toEqual(addMonths(trial.expiresAt, 1))
})

test('the doors answer for lists: who subscribes to whom, and how many', async () => {
  const other = await house.performer()
  const { id } = await house.subscribes(fan, performer)
  const both = [performer.accountId, other.accountId]
  expect(await door.activeBetween(house.db, fan.accountId, both)).toEqual(new Set([performer.accountId]))
  expect(await house.db.many(door.subscribedIds(house.db, fan.accountId))).toEqual([{ id: performer.accountId }])
  expect(await door.subscribersAmong(house.db, performer.accountId, [fan.accountId, other.accountId])).toEqual(new Set([fan.accountId]))
  expect(await door.countsFor(house.db, both)).toEqual(new Map([[performer.accountId, 1]]))
  expect([...(await door.runningBetween(house.db, fan.accountId, both)).values()]).toMatchObject([{ id }])
  const paging = { limit: 10, offset: 0 }
  expect(await door.list(house.db, 'fan', fan.accountId, paging)).toMatchObject({ total: 1, rows: [{ id }] })
  expect(
    await door.list(house.db, 'performer', performer.accountId, { ...paging, status: 'active', others: [fan.accountId] }),
  ).toMatchObject({ total: 1 })
  expect(await door.list(house.db, 'performer', performer.accountId, { ...paging, status: 'expired' })).toMatchObject({ total: 0 })
  await house.cancels(fan, id)
  house.clock.advance({ days: 40 })
  // Over, though no job has come round yet.
  expect(await door.list(house.db, 'fan', fan.accountId, { ...paging, status: 'expired' })).toMatchObject({
    total: 1,
    rows: [{ status: 'expired' }],
  })
  expect(await door.countsFor(house.db, both)).toEqual(new Map())
})

test('the database itself refuses a second running one, a second trial, a price of 0 and a renewal of what ended', async () => {
  const insert = (more: { status?: string; trial?: boolean; price?: number; renews?: boolean; who?: Member }) =>
    house.db.transaction((tx) =>
      tx.run(sql`
        insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, ended_reason, gateway, price, currency, had_trial,
          started_at, anchored_at, expires_at, renews_at)
        values (${(more.who ?? fan).accountId}, ${performer.accountId}, 'monthly', 'monthly', ${more.status ?? 'cancelled'},
          ${more.status === 'expired' ? 'cancelled' : null}, 'wallet', ${more.price ?? 495}, 'USD', ${more.trial ?? false}, ${tx.now}, ${tx.now},
          ${tx.now}, ${more.renews ? tx.now : null})`),
    )
  expect(await insert({ status: 'expired', trial: true })).toBe(1)
  expect(await insert({})).toBe(1)
  await expect(insert({})).rejects.toThrow('one_running_subscription')
  await expect(insert({ status: 'expired', trial: true })).rejects.toThrow('one_trial_ever')
  await expect(insert({ status: 'expired', price: 0 })).rejects.toThrow('price')
  await expect(insert({ status: 'expired', renews: true })).rejects.toThrow('only_running_ones_renew')
  await expect(insert({ status: 'expired', who: performer })).rejects.toThrow('not_oneself')
})
