import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { settleAtOnce } from '#server/money/payments/payments.ts'
import * as renewals from '#server/money/renewals/renewals.ts'
import { renewOne } from '#server/money/renewals/renewing.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let house: Theatre
let fan: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2027-01-31T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  fan = await house.fan(10_000)
  performer = await house.performer()
})

const balance = () => house.balance(fan)
const active = () => door.isActive(house.db, fan.accountId, performer.accountId)
/** Moves the clock to this long before (or after) an instant. */
const until = (instant: Date, { minutes = 0, days = 0 } = {}) =>
  house.clock.advance({ seconds: Math.ceil((instant.getTime() - house.clock.now().getTime()) / 1000) + minutes * 60 + days * 86_400 })

// First, while the clock still shows the evening of 31 January.
test('a subscription of 31 January renews on 28 February and on 31 March', async () => {
  fan = await house.fan(100_000)
  const { id, expiresAt } = await house.subscribes(fan, performer)
  const ends = [expiresAt]
  for (let month = 0; month < 2; month++) {
    until(ends.at(-1) ?? expiresAt)
    await house.renew()
    ends.push((await house.find(id)).expiresAt)
  }
  expect(ends.map((end) => end.toISOString().slice(0, 10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
})

test('a renewal is charged once, whatever workers come at once, and continues where the month ended', async () => {
  // Rich enough for more, so that a second charge would show.
  fan = await house.fan(100_000)
  const { id, expiresAt } = await house.subscribes(fan, performer)
  until(expiresAt, { minutes: -5 })
  await Promise.all([house.renew(), house.renew(), renewOne(house.db, id), renewOne(house.db, id)])
  await house.renew()
  const renewed = await house.find(id)
  expect(renewed).toMatchObject({ status: 'active', cycles: 2, spent: 990 })
  expect(renewed.renewsAt).toEqual(renewed.expiresAt)
  expect(renewed.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime() + 27 * 86_400_000)
  expect(await balance()).toBe(100_000 - 2 * 4950)
  const periods = await house.db.many(
    sql`select starts_at as "startsAt" from subscriptions.periods where subscription_id = ${id} order by number`,
  )
  expect(periods).toMatchObject([{}, { startsAt: expiresAt }])
})

test('nothing is charged before it is due, and nothing after a cancellation', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  until(expiresAt, { minutes: -20 })
  await house.renew()
  expect(await balance()).toBe(5050)
  await house.cancels(fan, id)
  until(expiresAt, { minutes: 5 })
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'cancelled', cycles: 1 })
  expect([await balance(), await active()]).toEqual([5050, false])
  expect(await house.lettersTo(fan)).toEqual(['You are subscribed to Lan', 'Your subscription to Lan has ended'])
})

test('a price that was raised meanwhile is for newcomers: a renewal costs what the fan agreed to', async () => {
  const { expiresAt } = await house.subscribes(fan, performer)
  await house.db.transaction((tx) =>
    tx.run(sql`update profiles.performers set monthly_price = 500 where account_id = ${performer.accountId}`),
  )
  until(expiresAt)
  await house.renew()
  expect(await balance()).toBe(100)
})

test('a wallet that is short: past due without access, one letter, three days of grace, then over', async () => {
  fan = await house.fan(5000)
  const { id, expiresAt } = await house.subscribes(fan, performer)
  until(expiresAt, { minutes: -5 })
  await house.renew()
  expect([(await house.find(id)).status, await active()]).toEqual(['active', true])
  until(expiresAt, { minutes: 1 })
  await Promise.all([house.renew(), house.renew()])
  expect(await house.find(id)).toMatchObject({ status: 'past_due', cycles: 1 })
  expect([await balance(), await active()]).toEqual([50, false])
  until(expiresAt, { days: 2 })
  await house.renew()
  expect((await house.find(id)).status).toBe('past_due')
  until(expiresAt, { days: 3, minutes: 5 })
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid', expiresAt })
  expect(await house.lettersTo(fan)).toEqual([
    'You are subscribed to Lan',
    'Your subscription to Lan could not be renewed',
    'Your subscription to Lan has ended',
  ])
})

test('a top-up within the grace renews at once, and the new month begins then', async () => {
  fan = await house.fan(5000)
  const { id, expiresAt } = await house.subscribes(fan, performer)
  until(expiresAt, { minutes: 1 })
  await house.renew()
  await house.topsUp(fan, 100)
  await house.settle()
  expect((await house.find(id)).status).toBe('past_due')
  until(expiresAt, { days: 2 })
  await house.topsUp(fan, 4950)
  await house.settle()
  const renewed = await house.find(id)
  expect(renewed).toMatchObject({ status: 'active', cycles: 2 })
  expect(renewed.expiresAt.getTime() - house.clock.now().getTime()).toBeGreaterThan(27.9 * 86_400_000)
  expect([await balance(), await active()]).toEqual([150, true])
})

test('a frozen wallet is not charged', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  await house.db.transaction((tx) => wallet.freeze(tx, fan.accountId))
  until(expiresAt, { minutes: 1 })
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'past_due' })
  expect(await balance()).toBe(5050)
})

test('a trial becomes a paid month from the wallet, or ends without grace when the wallet is short (calls.md section 0)', async () => {
  performer = await house.performer({ trial: true })
  const poor = await house.fan(4000)
  const [trial, second] = [
    await house.subscribes(fan, performer, { type: 'free' }),
    await house.subscribes(poor, performer, { type: 'free' }),
  ]
  until(second.expiresAt, { minutes: 1 })
  await house.renew()
  expect(await house.find(trial.id)).toMatchObject({ status: 'active', type: 'monthly', gateway: 'wallet', cycles: 1, spent: 495 })
  expect(await balance()).toBe(5050)
  expect(await house.find(second.id)).toMatchObject({ status: 'expired', endedReason: 'trial_over', cycles: 0 })
  expect(await house.balance(poor)).toBe(4000)
  expect(await house.lettersTo(poor)).toEqual(['Your free trial of Lan has begun', 'Your subscription to Lan has ended'])
})

test('a trial that was cancelled costs nothing', async () => {
  performer = await house.performer({ trial: true })
  const { id, expiresAt } = await house.subscribes(fan, performer, { type: 'free' })
  await house.cancels(fan, id)
  until(expiresAt, { minutes: 1 })
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'expired', cycles: 0 })
  expect(await balance()).toBe(10_000)
})

test('nobody pays for a performer who left', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'closed' where id = ${performer.accountId}`))
  until(expiresAt)
  await house.renew()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'performer_left' })
  expect(await balance()).toBe(5050)
})

test('a process that slept for days does not charge for time without access', async () => {
  const { id, expiresAt } = await house.subscribes(fan, performer)
  until(expiresAt, { days: 2 })
  await house.renew()
  const renewed = await house.find(id)
  expect(renewed.status).toBe('active')
  expect(renewed.expiresAt.getTime() - house.clock.now().getTime()).toBeGreaterThan(27.9 * 86_400_000)
})

test('a told history renews and lapses at its own times', async () => {
  const at = (day: string) => ({ at: new Date(`${day}T20:00:00Z`) })
  const wanted = { performerId: performer.accountId, type: 'monthly', gateway: undefined } as const
  await house.db.transaction(async (tx) => {
    const outcome = await door.subscribe(tx, fan, undefined, wanted)
    if (outcome.status === 'redirect') await settleAtOnce(tx, outcome.transactionId)
  }, at('2026-08-01'))
  await house.db.transaction((tx) => renewals.renewAtOnce(tx, fan.accountId, performer.accountId, 'card'), at('2026-08-31'))
  await house.db.transaction((tx) => renewals.renewAtOnce(tx, fan.accountId, performer.accountId, 'wallet'), at('2026-09-30'))
  const running = await door.runningBetween(house.db, fan.accountId, [performer.accountId])
  expect([...running.values()]).toMatchObject([{ cycles: 3, spent: 1485, startedAt: at('2026-08-01').at, expiresAt: at('2026-11-01').at }])
  expect(await balance()).toBe(5050)
  await house.db.transaction((tx) => renewals.lapse(tx, fan.accountId, performer.accountId), at('2026-10-30'))
  expect((await door.list(house.db, 'fan', fan.accountId, { limit: 1, offset: 0 })).rows).toMatchObject([
    { status: 'expired', expiresAt: at('2026-10-30').at },
  ])
})

test('a renewal up to a day late goes on without a gap; a later one begins when it is paid, because nobody pays for days without access', async () => {
  fan = await house.fan(100_000)
  for (const [hoursLate, isSeamless] of [
    [23, true],
    [25, false],
  ] as const) {
    const lan = await house.performer()
    const { id, expiresAt } = await house.subscribes(fan, lan)
    until(expiresAt, { minutes: hoursLate * 60 })
    await house.renew()
    const { cycles, expiresAt: next } = await house.find(id)
    expect(cycles).toBe(2)
    const month = (next.getTime() - expiresAt.getTime()) / 86_400_000
    if (isSeamless) expect(month).toBeLessThanOrEqual(31)
    else expect(month - hoursLate / 24).toBeGreaterThanOrEqual(28)
    const [, second] = await house.db.many<{ startsAt: Date }>(
      sql`select starts_at as "startsAt" from subscriptions.periods where subscription_id = ${id} order by number`,
    )
    if (isSeamless) expect(second?.startsAt).toEqual(expiresAt)
    else expect(second!.startsAt.getTime()).toBeGreaterThan(expiresAt.getTime() + 24 * 3_600_000)
  }
})

/** As if a disk had gone bad under these, for as long as this lasts. */
async function unwritable(ids: readonly string[], meanwhile: () => Promise<void>): Promise<void> {
  const run = (text: ReturnType<typeof sql>) => asOwner(house.db, text)
  await run(sql`create table bad_disk (id uuid primary key)`)
  await run(sql`grant select on bad_disk to public`)
  await run(sql`insert into bad_disk select unnest(${ids}::uuid[])`)
  await run(sql`
    create function bad_disk() returns trigger language plpgsql as $$
    begin
      if exists (select from public.bad_disk where id = old.id) then raise exception 'a disk went bad'; end if;
      return new;
    end $$`)
  await run(sql`create trigger bad_disk before update on subscriptions.subscriptions for each row execute function bad_disk()`)
  await meanwhile()
  await run(sql`drop trigger bad_disk on subscriptions.subscriptions`)
}

test('one subscription that cannot be written stops nobody else’s renewal, end or letter, and is reported', async () => {
  await house.db.transaction((tx) => settings.save(tx, { freeSubscriptionDuration: 3 }, undefined))
  fan = await house.fan(100_000)
  const begin = async (type: 'free' | 'monthly') => house.subscribes(fan, await house.performer({ trial: true }), { type })
  const renewing = [await begin('monthly'), await begin('monthly')] as const
  const ending = [await begin('monthly'), await begin('monthly')] as const
  for (const { id } of ending) await house.cancels(fan, id)
  until(renewing[0].expiresAt, { days: -1 })
  const trials = [await begin('free'), await begin('free')] as const
  const bad = { message: 'a disk went bad' }
  await unwritable([renewing[0].id, ending[0].id, trials[0].id], async () => {
    until(renewing[0].expiresAt, { minutes: 5 })
    await expect(house.renew()).rejects.toMatchObject({ errors: [bad, bad] })
    expect(await Promise.all(renewing.map(({ id }) => house.find(id)))).toMatchObject([{ cycles: 1 }, { cycles: 2 }])
    expect(await Promise.all(ending.map(({ id }) => house.find(id)))).toMatchObject([{ status: 'cancelled' }, { status: 'expired' }])
    until(trials[0].expiresAt, { minutes: -60 })
    await expect(house.remind()).rejects.toMatchObject({ errors: [bad] })
    expect((await house.lettersTo(fan)).filter((subject) => subject.endsWith('ends tomorrow'))).toHaveLength(1)
  })
  expect(await house.remind()).toBe(1)
  await house.renew()
  expect([await house.find(renewing[0].id), await house.find(ending[0].id)]).toMatchObject([{ cycles: 2 }, { status: 'expired' }])
  await house.db.transaction((tx) => settings.save(tx, { freeSubscriptionDuration: 1 }, undefined))
})
