import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import type { tiers } from '#server/money/offers/offers.ts'
import * as renewals from '#server/money/renewals/renewals.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let house: Theatre
let fan: Member
let performer: Member
let balcony: tiers.Tier

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  fan = await house.fan(100_000)
  performer = await house.performer()
  balcony = await house.tier(performer)
})

const balance = () => house.balance(fan)
const earned = () => wallet.earningsOf(house.db, performer.accountId)
const running = () => house.running(fan, performer)
const tierNow = async (id: string) => (await door.runningPeriods(house.db, [id])).get(id)?.tierId
const asks = (price: number) =>
  house.db.transaction((tx) =>
    tx.run(sql`update profiles.performers set monthly_price = ${price} where account_id = ${performer.accountId}`),
  )

test('a dearer tier begins now: unused time comes back in tokens, and a new month is paid', async () => {
  const { id } = await house.subscribes(fan, performer)
  house.clock.advance({ days: 15 })
  const changed = await house.changes(fan, id, { tierId: balcony.id, expectedPrice: 995 })
  expect(changed).toMatchObject({ status: 'succeeded', subscription: { id, tierId: balcony.id, price: 995, cycles: 2 } })
  expect(await tierNow(id)).toBe(balcony.id)
  const now = house.clock.now().getTime()
  expect((await running())?.expiresAt.getTime()).toBeGreaterThan(now + 29 * 86_400_000)
  // Half of 49.50 tokens came back, less the moments that the test took.
  expect(await balance()).toBeGreaterThanOrEqual(100_000 - 2475 - 9950 - 2)
  expect(await balance()).toBeLessThanOrEqual(100_000 - 2475 - 9950 + 1)
  expect(await earned()).toBeGreaterThanOrEqual(1980 + 7960 - 2)
  expect(await earned()).toBeLessThanOrEqual(1980 + 7960 + 3)
})

test('a fan who paid for a year keeps it when they change to a dearer tier by the month: it begins after the year, and nothing comes back', async () => {
  const begun = await house.subscribes(fan, performer, { type: 'yearly' })
  house.clock.advance({ days: 31 })
  const changed = await house.changes(fan, begun.id, { type: 'monthly', tierId: balcony.id, expectedPrice: 995 })
  expect(changed).toMatchObject({
    subscription: { renewsAs: 'monthly', tierId: balcony.id, price: 995, cycles: 1, expiresAt: begun.expiresAt },
  })
  expect([await balance(), await tierNow(begun.id)]).toEqual([100_000 - 49_500, null])
  house.goTo(begun.expiresAt)
  await house.renew()
  expect([await balance(), await tierNow(begun.id)]).toEqual([100_000 - 49_500 - 9950, balcony.id])
})

test('nor does a month that was added to the year turn the year into tokens', async () => {
  const begun = await house.subscribes(fan, performer, { type: 'yearly' })
  await house.cancels(fan, begun.id)
  await house.subscribes(fan, performer, { type: 'monthly' })
  await house.changes(fan, begun.id, { tierId: balcony.id })
  expect(await running()).toMatchObject({ tierId: balcony.id, cycles: 2, expiresAt: addMonths(begun.startedAt, 13) })
  expect(await balance()).toBe(100_000 - 49_500 - 4950)
})

test('a dearer tier for a year begins at once for who paid for a year, and their unused days come back at the year’s price', async () => {
  const stalls = await house.tier(performer, { name: 'Stalls', yearlyPrice: 8000 })
  const begun = await house.subscribes(fan, performer, { type: 'yearly' })
  house.clock.advance({ days: 73 })
  await house.changes(fan, begun.id, { type: 'yearly', tierId: stalls.id })
  expect(await tierNow(begun.id)).toBe(stalls.id)
  const used = house.clock.now().getTime() - begun.startedAt.getTime()
  const cost = (49_500 * used) / (begun.expiresAt.getTime() - begun.startedAt.getTime())
  expect(Math.abs((await balance()) - (100_000 - cost - 80_000))).toBeLessThan(2)
})

test('by card, too: a year that was paid while the bank still asked about a dearer month is not given back for it', async () => {
  const begun = await house.subscribes(fan, performer)
  const outcome = await house.changes(fan, begun.id, { tierId: balcony.id, gateway: undefined })
  await house.cancels(fan, begun.id)
  await house.subscribes(fan, performer, { type: 'yearly' })
  await house.pays(outcome)
  expect(await running()).toMatchObject({ tierId: null, cycles: 2, expiresAt: addMonths(begun.startedAt, 13) })
  // What the card paid is the fan's in tokens.
  expect(await balance()).toBe(100_000 - 4950 - 49_500 + 9950)
})

test('a fan who cannot pay for it keeps everything as it was', async () => {
  fan = await house.fan(5000)
  const before = await house.subscribes(fan, performer)
  await expect(house.changes(fan, before.id, { tierId: balcony.id })).rejects.toMatchObject({ code: 'not_enough_tokens' })
  expect(await balance()).toBe(50)
  expect(await running()).toMatchObject({ cycles: 1, tierId: null, expiresAt: before.expiresAt })
})

test('by card: nothing changes before the gateway’s word, and then it does', async () => {
  const { id } = await house.subscribes(fan, performer)
  const outcome = await house.changes(fan, id, { tierId: balcony.id, gateway: undefined })
  expect(await running()).toMatchObject({ tierId: null, cycles: 1 })
  await house.pays(outcome)
  expect(await running()).toMatchObject({ tierId: balcony.id, gateway: 'sandbox', cycles: 2 })
  expect(await balance()).toBeGreaterThan(99_980)
})

test('a cheaper tier and another length begin with the next renewal', async () => {
  const begun = await house.subscribes(fan, performer, { tierId: balcony.id })
  expect(await house.changes(fan, begun.id, { type: 'yearly' })).toMatchObject({
    subscription: { renewsAs: 'yearly', price: 4950, tierId: null },
  })
  expect(await balance()).toBe(100_000 - 9950)
  expect(await tierNow(begun.id)).toBe(balcony.id)
  house.goTo(begun.expiresAt)
  await house.renew()
  expect(await running()).toMatchObject({ type: 'yearly', tierId: null, expiresAt: addMonths(begun.startedAt, 13) })
  expect([await balance(), await tierNow(begun.id)]).toEqual([100_000 - 9950 - 49_500, null])
})

test('a dearer tier waits while given time is left', async () => {
  const { id } = await house.subscribes(fan, performer)
  const giver = await house.fan(50_000)
  await house.gives(giver, fan, performer)
  await house.changes(fan, id, { tierId: balcony.id })
  expect(await running()).toMatchObject({ tierId: balcony.id, price: 995, cycles: 2 })
  expect([await tierNow(id), await balance()]).toEqual([null, 100_000 - 4950])
})

test('nobody else changes it, nor what does not renew; the same again changes nothing', async () => {
  const { id } = await house.subscribes(fan, performer)
  await expect(house.changes(await house.fan(), id, { tierId: balcony.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(house.changes(performer, id, {})).rejects.toMatchObject({ code: 'not_found' })
  await expect(house.changes(fan, id, { tierId: balcony.id, expectedPrice: 1 })).rejects.toMatchObject({ code: 'price_changed' })
  await expect(house.changes(fan, id, { tierId: balcony.id, type: 'six_months' })).rejects.toMatchObject({ code: 'not_for_sale' })
  expect(await house.changes(fan, id, {})).toMatchObject({ subscription: { cycles: 1 } })
  await house.cancels(fan, id)
  await expect(house.changes(fan, id, { tierId: balcony.id })).rejects.toMatchObject({ code: 'change_not_possible' })
  expect(await balance()).toBe(100_000 - 4950)
})

test('two tabs that press the same change pay once', async () => {
  const { id } = await house.subscribes(fan, performer)
  await Promise.all([1, 2, 3].map(() => house.changes(fan, id, { tierId: balcony.id })))
  expect(await running()).toMatchObject({ cycles: 2 })
})

// Prices that change

test('a raised price: told once, a week before, and only who agrees pays it from the next month', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  await asks(600)
  await house.remind()
  expect((await house.lettersTo(fan)).length).toBe(1)
  house.goTo(expiresAt, -6.9)
  for (let hour = 0; hour < 3; hour++) await house.remind()
  expect((await house.lettersTo(fan)).slice(1)).toEqual(['Lan has a new price, you keep yours'])
  const agree = (price: number, who = fan) => house.db.transaction((tx) => renewals.agreeToPrice(tx, who.accountId, id, price))
  await expect(agree(599)).rejects.toMatchObject({ code: 'price_changed', details: { price: 6 } })
  await expect(agree(600, performer)).rejects.toMatchObject({ code: 'not_found' })
  for (let time = 0; time < 2; time++) expect(await agree(600)).toMatchObject({ price: 600 })
  expect(await balance()).toBe(100_000 - 4950)
  house.goTo(expiresAt)
  await house.renew()
  expect(await balance()).toBe(100_000 - 4950 - 6000)
})

test('who says nothing keeps the price that they agreed to', async () => {
  const { expiresAt } = await house.subscribes(fan, performer)
  await asks(600)
  house.goTo(expiresAt, -1)
  await house.remind()
  house.goTo(expiresAt)
  await house.renew()
  expect(await balance()).toBe(100_000 - 2 * 4950)
})

test('a lower price counts from the next month by itself', async () => {
  const { expiresAt } = await house.subscribes(fan, performer)
  await asks(400)
  house.goTo(expiresAt)
  await house.renew()
  expect(await running()).toMatchObject({ price: 400 })
  expect(await balance()).toBe(100_000 - 4950 - 4000)
})

test('a trial of several days is told of a day before it turns into a paid one, once', async () => {
  await house.db.transaction((tx) => settings.save(tx, { freeSubscriptionDuration: 5 }, undefined))
  const generous = await house.performer({ trial: true })
  const trial = await house.subscribes(fan, generous, { type: 'free' })
  const cancelled = await house.fan()
  await house.cancels(cancelled, (await house.subscribes(cancelled, generous, { type: 'free' })).id)
  await house.remind()
  expect((await house.lettersTo(fan)).length).toBe(1)
  house.goTo(trial.expiresAt, -0.9)
  for (let time = 0; time < 2; time++) await house.remind()
  expect((await house.lettersTo(fan)).slice(1)).toEqual(['Your free trial of Lan ends tomorrow'])
  expect((await house.lettersTo(cancelled)).length).toBe(1)
})
