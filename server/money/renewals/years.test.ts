// Years of subscriptions under a clock that is moved: the calendar, and the sum of all that was paid against the ledger.
import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let house: Theatre

/** Each story has its own evening. */
async function open(evening: string): Promise<void> {
  house = await openTheatre(evening)
}
afterEach(() => house.closes())

const periodsOf = (id: string) =>
  house.db.many<{ startsAt: Date; endsAt: Date; tokens: number; price: number }>(sql`
    select starts_at as "startsAt", ends_at as "endsAt", tokens, price from subscriptions.periods where subscription_id = ${id} order by number`)
const day = (at: Date) => at.toISOString().slice(0, 10)

/** Renews whatever is due, one end after the other, until so many months have gone by. */
async function live(fan: Member, performer: Member, months: number): Promise<void> {
  const end = addMonths(house.clock.now(), months)
  for (;;) {
    const running = await house.running(fan, performer)
    if (!running || running.expiresAt > end) return
    house.goTo(running.expiresAt)
    await house.renew()
  }
}

test('three years by the month from a leap day: 36 renewals without a gap, each on the 29th or the last day, and the ledger has their sum', async () => {
  // Two minutes before midnight of a leap day, in UTC; the next day already in Taipei.
  await open('2028-02-29T23:58:00Z')
  const [fan, performer] = [await house.fan(1_000_000), await house.performer()]
  const { id, anchoredAt } = await house.subscribes(fan, performer)
  await live(fan, performer, 36)
  const periods = await periodsOf(id)
  expect(periods).toHaveLength(37)
  for (const [n, { startsAt, endsAt }] of periods.entries()) {
    expect(startsAt).toEqual(n === 0 ? anchoredAt : periods[n - 1]?.endsAt)
    expect(endsAt).toEqual(addMonths(anchoredAt, n + 1))
  }
  expect(periods.slice(0, 3).map(({ endsAt }) => day(endsAt))).toEqual(['2028-03-29', '2028-04-29', '2028-05-29'])
  expect([periods[11], periods[23]].map((each) => each && day(each.endsAt))).toEqual(['2029-02-28', '2030-02-28'])
  expect(periods[12] && day(periods[12].endsAt)).toBe('2029-03-29')
  const paid = periods.reduce((sum, { tokens }) => sum + tokens, 0)
  expect(paid).toBe(37 * 4950)
  expect(await house.balance(fan)).toBe(1_000_000 - paid)
  expect(await wallet.earningsOf(house.db, performer.accountId)).toBe(paid * 0.8)
  expect(await house.find(id)).toMatchObject({ cycles: 37, spent: 37 * 495 })
})

test('a year from a leap day ends on 28 February, and the fourth on the 29th', async () => {
  await open('2028-02-29T12:00:00Z')
  const [fan, performer] = [await house.fan(1_000_000), await house.performer()]
  const { id } = await house.subscribes(fan, performer, { type: 'yearly' })
  await live(fan, performer, 48)
  expect((await periodsOf(id)).map(({ endsAt }) => day(endsAt))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
    '2033-02-28',
  ])
})

test('quarters from 30 November: the last of February, then the 30th again', async () => {
  await open('2026-11-30T08:00:00Z')
  const [fan, performer] = [await house.fan(1_000_000), await house.performer()]
  const { id } = await house.subscribes(fan, performer, { type: 'three_months' })
  await live(fan, performer, 12)
  expect((await periodsOf(id)).map(({ endsAt }) => day(endsAt))).toEqual([
    '2027-02-28',
    '2027-05-30',
    '2027-08-30',
    '2027-11-30',
    '2028-02-29',
  ])
})

test('a month is counted in UTC, whatever the fan’s clock says, and letters name the fan’s own day', async () => {
  await open('2027-01-31T18:00:00Z')
  const [fan, performer] = [await house.fan(100_000), await house.performer()]
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set timezone = 'Asia/Taipei' where id = ${fan.accountId}`))
  const begun = await house.subscribes(fan, performer)
  // 31 January in UTC, 1 February in Taipei: a month of UTC ends on 28 February at 18:00, which is 1 March there.
  expect(begun.expiresAt.toISOString().slice(0, 16)).toBe('2027-02-28T18:00')
  const letter = await house.db.one<{ text: string }>(sql`
    select to_jsonb(l)::text as text from mail.letters l where recipient = ${`${fan.username}@stagedoor.example`} order by id desc limit 1`)
  expect(letter.text).toContain('March 1, 2027')
})
