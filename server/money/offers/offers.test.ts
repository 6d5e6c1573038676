import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { raw, sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as payments from '#server/money/payments/payments.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import { lowered } from '#server/money/offers/promotions.ts'
import * as offers from '#server/money/offers/offers.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

let house: Theatre
let fan: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  fan = await house.fan(200_000)
  performer = await house.performer()
})

const balance = (who = fan) => house.balance(who)
const edit = (changes: profiles.Edit) => house.db.transaction((tx) => profiles.update(tx, performer.accountId, changes))
const tierEdit = (id: string, changes: Partial<offers.tiers.Words>, who = performer) =>
  house.db.transaction((tx) => offers.tiers.edit(tx, who.accountId, id, changes))

// Bundles

test('three and six months are bought whole, last so many calendar months and renew as what they are', async () => {
  const three = await house.subscribes(fan, performer, { type: 'three_months', expectedPrice: 1350 })
  expect(three).toMatchObject({ type: 'three_months', renewsAs: 'three_months', price: 1350, expiresAt: addMonths(three.startedAt, 3) })
  const other = await house.performer()
  const six = await house.subscribes(fan, other, { type: 'six_months' })
  expect(six).toMatchObject({ type: 'six_months', price: 2500, expiresAt: addMonths(six.startedAt, 6) })
  expect(await balance()).toBe(200_000 - 13_500 - 25_000)
})

test('a bundle costs within the bounds times its months, can be taken away, and is not sold then', async () => {
  await edit({ threeMonthPrice: 12.5 })
  await expect(edit({ threeMonthPrice: 8.84 })).rejects.toMatchObject({
    code: 'price_out_of_bounds',
    details: { minimum: 8.85, maximum: 900 },
  })
  await expect(edit({ sixMonthPrice: 1800.01 })).rejects.toMatchObject({
    code: 'price_out_of_bounds',
    details: { minimum: 17.7, maximum: 1800 },
  })
  expect(await profiles.find(house.db, performer.accountId)).toMatchObject({ threeMonthPrice: 1250, sixMonthPrice: 2500 })
  await edit({ threeMonthPrice: null })
  expect(await profiles.find(house.db, performer.accountId)).toMatchObject({ threeMonthPrice: null, sixMonthPrice: 2500 })
  await expect(house.tries(fan, performer, { type: 'three_months' })).rejects.toMatchObject({ code: 'not_for_sale' })
})

test('a longer time that costs less than a shorter one is refused at its field, for a profile and a tier, and nothing is saved', async () => {
  // As the theatre sells: 4.95, 13.50, 25.00 and 49.50.
  const refused = (field: string, minimum: number) => ({ code: 'longer_costs_less', details: { minimum }, fields: [{ field }] })
  await expect(edit({ sixMonthPrice: 49.51 })).rejects.toMatchObject(refused('yearlyPrice', 49.51))
  await expect(edit({ threeMonthPrice: 25.01 })).rejects.toMatchObject(refused('sixMonthPrice', 25.01))
  await expect(edit({ monthlyPrice: 30, threeMonthPrice: null, sixMonthPrice: null, yearlyPrice: 29.99 })).rejects.toMatchObject(
    refused('yearlyPrice', 30),
  )
  expect(await profiles.find(house.db, performer.accountId)).toMatchObject({ monthlyPrice: 495, threeMonthPrice: 1350, yearlyPrice: 4950 })
  // The same price is no less, and what is named together counts together.
  await edit({ sixMonthPrice: 49.5 })
  await edit({ sixMonthPrice: 60, yearlyPrice: 90 })
  const tier = await house.tier(performer, { monthlyPrice: 1000, threeMonthPrice: 2500, sixMonthPrice: null, yearlyPrice: 9000 })
  await expect(tierEdit(tier.id, { yearlyPrice: 2499 })).rejects.toMatchObject(refused('yearlyPrice', 25))
  await expect(house.tier(performer, { name: 'Stalls', monthlyPrice: 3000, threeMonthPrice: 2999 })).rejects.toMatchObject(
    refused('threeMonthPrice', 30),
  )
})

test('nor can the database keep such a price, whoever writes it, and two who edit at once take turns', async () => {
  const write = (table: 'profiles.performers' | 'offers.tiers', change: string) =>
    house.db.transaction((tx) => tx.run(sql`update ${raw(table)} set ${raw(change)}`))
  await house.tier(performer, { yearlyPrice: null })
  for (const change of [
    'monthly_price = 4951, three_month_price = null, six_month_price = null',
    'six_month_price = 1349',
    'yearly_price = 2499',
  ])
    await expect(write('profiles.performers', change), change).rejects.toThrow('longer_costs_no_less')
  await expect(write('offers.tiers', 'three_month_price = monthly_price - 1')).rejects.toThrow('longer_costs_no_less')
  const ended = await Promise.allSettled([edit({ sixMonthPrice: 45 }), edit({ yearlyPrice: 40 })])
  expect(ended.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'longer_costs_less' } }])
})

// Tiers

test('a tier costs its own price and is of the time that runs', async () => {
  const tier = await house.tier(performer, { benefits: ['  A letter  a month ', ''], freeMessages: true })
  expect(tier.benefits).toEqual(['A letter a month'])
  const begun = await house.subscribes(fan, performer, { tierId: tier.id, expectedPrice: 995 })
  expect(begun).toMatchObject({ tierId: tier.id, price: 995 })
  expect(await balance()).toBe(200_000 - 9950)
  expect(await door.benefitsOf(house.db, fan.accountId, [performer.accountId])).toEqual(
    new Map([[performer.accountId, { freeMessages: true }]]),
  )
  expect(await offers.tiers.all(house.db, performer.accountId)).toMatchObject([{ id: tier.id, subscribers: 1 }])
  await house.cancels(performer, begun.id)
  expect(await door.benefitsOf(house.db, fan.accountId, [performer.accountId])).toEqual(new Map())
})

test('five tiers at most, whoever asks at the same moment, each with a name of its own and above the plain price', async () => {
  const tried = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => house.tier(performer, { name: `Row ${n}`, monthlyPrice: 1000 + n, yearlyPrice: null })),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const each of tried)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'too_many_tiers', details: { limit: 5 } })
  performer = await house.performer()
  const tier = await house.tier(performer)
  await expect(house.tier(performer, { name: 'BALCONY' })).rejects.toMatchObject({ code: 'tier_name_taken' })
  await expect(house.tier(performer, { name: 'Stalls', monthlyPrice: 495 })).rejects.toMatchObject({
    code: 'tier_price_too_low',
    details: { minimum: 4.95 },
  })
  await expect(house.tier(performer, { name: 'Stalls', monthlyPrice: 30_001 })).rejects.toMatchObject({ code: 'price_out_of_bounds' })
  await expect(house.tier(performer, { name: 'Stalls', threeMonthPrice: 884 })).rejects.toMatchObject({ code: 'price_out_of_bounds' })
  await expect(tierEdit(tier.id, { name: 'Mine' }, await house.performer())).rejects.toMatchObject({ code: 'not_found' })
  expect(await tierEdit(tier.id, { description: 'Near the lamps', yearlyPrice: null })).toMatchObject({
    name: 'Balcony',
    yearlyPrice: null,
  })
})

test('a retired tier is not sold, and renews for those who have it at what they agreed to', async () => {
  const tier = await house.tier(performer)
  const { id, expiresAt } = await house.subscribes(fan, performer, { tierId: tier.id })
  for (let time = 0; time < 2; time++) await house.db.transaction((tx) => offers.tiers.retire(tx, performer.accountId, tier.id))
  expect(await offers.tiers.sold(house.db, performer.accountId)).toEqual([])
  await expect(house.tries(await house.fan(20_000), performer, { tierId: tier.id })).rejects.toMatchObject({ code: 'not_for_sale' })
  await expect(tierEdit(tier.id, { name: 'Again' })).rejects.toMatchObject({ code: 'not_found' })
  house.goTo(expiresAt)
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, spent: 1990 })
  expect((await door.runningPeriods(house.db, [id])).get(id)).toMatchObject({ tierId: tier.id })
})

test('somebody else’s tier cannot be bought', async () => {
  const theirs = await house.tier(await house.performer())
  await expect(house.tries(fan, performer, { tierId: theirs.id })).rejects.toMatchObject({ code: 'not_for_sale' })
})

// Promotions

test('a promotion lowers the first period only, says so, and renews in full', async () => {
  const { id: promotionId } = await house.promotes(performer, { percentOff: 33 })
  await expect(house.tries(fan, performer, { promotionId, expectedPrice: 495 })).rejects.toMatchObject({
    code: 'price_changed',
    details: { price: 3.32 },
  })
  const begun = await house.subscribes(fan, performer, { promotionId, expectedPrice: 332 })
  expect(begun).toMatchObject({ price: 495, spent: 332 })
  expect(await balance()).toBe(200_000 - 3320)
  house.goTo(begun.expiresAt)
  await house.renew()
  expect(await balance()).toBe(200_000 - 3320 - 4950)
  expect((await offers.promotions.list(house.db, performer.accountId, { limit: 5, offset: 0 })).rows).toMatchObject([{ used: 1 }])
})

test('a price is never 0', () => {
  expect(lowered(1, { percentOff: 90 })).toBe(1)
  expect(lowered(295, { percentOff: 90 })).toBe(30)
})

test('20 fans ask at once for 3 places: three pay less, seventeen are told and keep their tokens', async () => {
  const { id: promotionId } = await house.promotes(performer, { maxUses: 3 })
  const fans = await Promise.all(Array.from({ length: 20 }, () => house.fan(10_000)))
  const tried = await Promise.allSettled(fans.map((each) => house.tries(each, performer, { promotionId })))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const each of tried) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'promotion_used_up' })
  const balances = await Promise.all(fans.map(balance))
  expect(balances.toSorted((a, b) => a - b)).toEqual([...Array<number>(3).fill(10_000 - 2480), ...Array<number>(17).fill(10_000)])
})

test('who it is for: newcomers, those who come back, everybody; and each fan once', async () => {
  const forNew = await house.promotes(performer, { appliesTo: 'new' })
  const forBack = await house.promotes(performer, { appliesTo: 'returning', types: ['monthly', 'yearly'] })
  await expect(house.tries(fan, performer, { promotionId: forBack.id })).rejects.toMatchObject({ code: 'promotion_not_for_you' })
  const open = async () => (await offers.promotions.openTo(house.db, performer.accountId, fan.accountId)).map(({ id }) => id)
  expect(await open()).toEqual([forNew.id])
  const { id } = await house.subscribes(fan, performer, { promotionId: forNew.id })
  await house.cancels(fan, id)
  expect(await open()).toEqual([forBack.id])
  await expect(house.tries(fan, performer, { promotionId: forNew.id })).rejects.toMatchObject({ code: 'promotion_not_for_you' })
  await expect(house.tries(fan, performer, { promotionId: forBack.id, type: 'three_months' })).rejects.toMatchObject({
    code: 'promotion_not_for_you',
  })
  await house.cancels(fan, (await house.subscribes(fan, performer, { promotionId: forBack.id })).id)
  await expect(house.tries(fan, performer, { promotionId: forBack.id })).rejects.toMatchObject({ code: 'promotion_not_for_you' })
  expect(await open()).toEqual([])
})

test('a promotion for one tier lowers that tier and nothing else', async () => {
  const tier = await house.tier(performer)
  const { id: promotionId } = await house.promotes(performer, { tierId: tier.id })
  await expect(house.tries(fan, performer, { promotionId })).rejects.toMatchObject({ code: 'promotion_not_for_you' })
  expect(await house.subscribes(fan, performer, { promotionId, tierId: tier.id })).toMatchObject({ spent: 498, price: 995 })
})

test('ended, over, not begun, and somebody else’s: nothing is charged', async () => {
  const ended = await house.promotes(performer)
  for (let time = 0; time < 2; time++) await house.db.transaction((tx) => offers.promotions.end(tx, performer.accountId, ended.id))
  const later = await house.promotes(performer, { startsAt: new Date(house.clock.now().getTime() + 3_600_000) })
  const theirs = await house.promotes(await house.performer())
  for (const { id: promotionId } of [ended, later, theirs])
    await expect(house.tries(fan, performer, { promotionId })).rejects.toMatchObject({ code: 'promotion_over' })
  await expect(house.tries(fan, performer, { promotionId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'promotion_over' })
  await expect(house.db.transaction((tx) => offers.promotions.end(tx, performer.accountId, theirs.id))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await balance()).toBe(200_000)
})

test('its dates: after it starts, in the future, 90 days at most; its tier: one’s own', async () => {
  const day = (days: number) => new Date(house.clock.now().getTime() + days * 86_400_000)
  for (const wrong of [
    { endsAt: day(-1) },
    { endsAt: day(90.1) },
    { startsAt: day(5), endsAt: day(4) },
    { startsAt: day(-9), endsAt: day(-1) },
  ])
    await expect(house.promotes(performer, wrong)).rejects.toMatchObject({ code: 'promotion_dates' })
  await expect(house.promotes(performer, { startsAt: day(999), endsAt: day(1000) })).rejects.toMatchObject({
    fields: [{ field: 'startsAt', code: 'too_far' }],
  })
  await expect(house.promotes(performer, { tierId: (await house.tier(await house.performer())).id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('by card: the place is reserved while the gateway asks, free again when it says no, and used when it pays', async () => {
  const { id: promotionId } = await house.promotes(performer, { maxUses: 1 })
  const outcome = await house.tries(fan, performer, { promotionId, gateway: undefined })
  const other = await house.fan(10_000)
  await expect(house.tries(other, performer, { promotionId })).rejects.toMatchObject({ code: 'promotion_used_up' })
  await house.pays(outcome, { action: 'pay', card: 'decline' })
  const again = await house.tries(fan, performer, { promotionId, gateway: undefined })
  await house.pays(again)
  const running = await house.running(fan, performer)
  expect(running).toMatchObject({ spent: 248, price: 495, gateway: 'sandbox' })
  await expect(house.tries(other, performer, { promotionId })).rejects.toMatchObject({ code: 'promotion_used_up' })
})

/** The gateway's word on a payment, whatever it said before. */
async function receives(outcome: Awaited<ReturnType<Theatre['tries']>>, what: { kind: 'failed'; reason: string } | { kind: 'succeeded' }) {
  const transactionId = outcome.status === 'redirect' ? outcome.transactionId : ''
  const { reference, amount } = await house.db.one<{ reference: string; amount: number }>(
    sql`select gateway_ref as reference, amount from payments.transactions where id = ${transactionId}`,
  )
  const said = what.kind === 'failed' ? what : { ...what, amount, currency: 'USD' }
  await house.db.transaction((tx) => payments.receive(tx, 'sandbox', { id: crypto.randomUUID(), reference, ...said } as never))
  await house.settle()
}

const usedOf = async (id: string) => (await house.db.one<{ used: number }>(sql`select used from offers.promotions where id = ${id}`)).used

test('a card that was declined and pays after all takes its place again, and it is theirs: counted once, and not to be had twice', async () => {
  const { id: promotionId } = await house.promotes(performer, { maxUses: 2 })
  const outcome = await house.tries(fan, performer, { promotionId, gateway: undefined })
  await receives(outcome, { kind: 'failed', reason: 'card_declined' })
  expect(await usedOf(promotionId)).toBe(0)
  await receives(outcome, { kind: 'succeeded' })
  expect(await house.running(fan, performer)).toMatchObject({ spent: 248, price: 495 })
  expect(await usedOf(promotionId)).toBe(1)
  expect((await offers.promotions.openTo(house.db, performer.accountId, fan.accountId)).map(({ id }) => id)).toEqual([])
  // A no that comes late does not free it.
  await receives(outcome, { kind: 'failed', reason: 'card_declined' })
  expect(await usedOf(promotionId)).toBe(1)
})

test('a card that pays after all when the last place is gone, or the promotion is over, gets tokens and no period at that price', async () => {
  for (const ends of ['taken', 'ended'] as const) {
    const [lan, mei, other] = [await house.performer(), await house.fan(), await house.fan(10_000)]
    const { id: promotionId } = await house.promotes(lan, { maxUses: 1 })
    const outcome = await house.tries(mei, lan, { promotionId, gateway: undefined })
    await receives(outcome, { kind: 'failed', reason: 'card_declined' })
    if (ends === 'taken') await house.subscribes(other, lan, { promotionId })
    else await house.db.transaction((tx) => offers.promotions.end(tx, lan.accountId, promotionId))
    const before = await house.balance(mei)
    await receives(outcome, { kind: 'succeeded' })
    expect(await house.running(mei, lan)).toBeUndefined()
    expect(await house.balance(mei)).toBe(before + 2480)
    expect(await usedOf(promotionId)).toBe(ends === 'taken' ? 1 : 0)
  }
})

test('two pages open for one promotion, both paid: one period at its price, and tokens for the other, also when the first was cancelled meanwhile', async () => {
  const { id: promotionId } = await house.promotes(performer, { maxUses: 5 })
  const first = await house.tries(fan, performer, { promotionId, gateway: undefined })
  const second = await house.tries(fan, performer, { promotionId, gateway: undefined })
  const before = await house.balance(fan)
  await receives(first, { kind: 'succeeded' })
  await house.cancels(fan, (await house.running(fan, performer))?.id ?? '')
  await receives(second, { kind: 'succeeded' })
  expect(await house.running(fan, performer)).toMatchObject({ cycles: 1, spent: 248 })
  expect(await house.balance(fan)).toBe(before + 2480)
  expect(await usedOf(promotionId)).toBe(1)
})

// What the database itself holds

test('the database refuses a sixth tier, a promotion used too often, one of 91 days, and another performer’s tier', async () => {
  const tier = await house.tier(performer)
  const other = await house.performer()
  const { id } = await house.subscribes(fan, other)
  const run = (statement: ReturnType<typeof sql>) => house.db.transaction((tx) => tx.run(statement))
  await expect(run(sql`update offers.tiers set slot = 6 where id = ${tier.id}`)).rejects.toThrow('five_tiers_at_most')
  await expect(run(sql`update subscriptions.subscriptions set tier_id = ${tier.id} where id = ${id}`)).rejects.toThrow(
    'tier_is_the_performers',
  )
  const promotion = await house.promotes(performer, { maxUses: 1 })
  await expect(run(sql`update offers.promotions set used = 2 where id = ${promotion.id}`)).rejects.toThrow('used_no_more_than_offered')
  await expect(run(sql`update offers.promotions set ends_at = starts_at + interval '91 days' where id = ${promotion.id}`)).rejects.toThrow(
    'ninety_days_at_most',
  )
})

test('a creator finds promotions by how they stand: planned, running, used up and over, and each is in one of them', async () => {
  const inDays = (days: number) => new Date(house.clock.now().getTime() + days * 86_400_000)
  const planned = await house.promotes(performer, { percentOff: 10, startsAt: inDays(3), endsAt: inDays(9) })
  const running = await house.promotes(performer, { percentOff: 20 })
  const usedUp = await house.promotes(performer, { percentOff: 30, maxUses: 1 })
  const ended = await house.promotes(performer, { percentOff: 40 })
  await house.db.transaction((tx) => offers.promotions.end(tx, performer.accountId, ended.id))
  await house.subscribes(fan, performer, { promotionId: usedUp.id })
  const idsOf = async (state?: offers.promotions.State) => {
    const { rows, total } = await offers.promotions.list(house.db, performer.accountId, { state, limit: 10, offset: 0 })
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  const each = { planned: [planned.id], running: [running.id], used_up: [usedUp.id], over: [ended.id] }
  for (const [state, ids] of Object.entries(each)) expect(await idsOf(state as offers.promotions.State), state).toEqual(ids)
  expect(await idsOf()).toHaveLength(4)
  house.clock.advance({ days: 4 })
  expect((await idsOf('running')).toSorted()).toEqual([planned.id, running.id].toSorted())
})
