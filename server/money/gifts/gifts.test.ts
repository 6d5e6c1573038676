import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { giftsOf } from '#server/money/gifts/gifts.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

let house: Theatre
let giver: Member
let mei: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  giver = await house.fan(50_000)
  mei = await house.fan(10_000)
  performer = await house.performer()
})

const hers = () => house.running(mei, performer)
const active = () => door.isActive(house.db, mei.accountId, performer.accountId)

test('a gift opens for the recipient, costs the giver, does not renew, and both read of it', async () => {
  const given = await house.gives(giver, mei, performer, { message: 'Happy birthday' })
  expect(given).toMatchObject({
    status: 'succeeded',
    gift: { giverId: giver.accountId, recipientId: mei.accountId, message: 'Happy birthday' },
  })
  const running = await hers()
  expect(running).toMatchObject({
    status: 'cancelled',
    gateway: 'gift',
    renewsAt: null,
    spent: 0,
    expiresAt: addMonths(running?.startedAt ?? new Date(0), 3),
  })
  expect([await house.balance(giver), await house.balance(mei), await active()]).toEqual([50_000 - 13_500, 10_000, true])
  expect(await house.lettersTo(mei)).toEqual(['Mei gave you a subscription to Lan'])
  expect(await house.lettersTo(giver)).toEqual(['Your gift for Mei has arrived'])
  for (const [who, side] of [
    [giver, 'given'],
    [mei, 'received'],
  ] as const) {
    const mine = await giftsOf(house.db, who.accountId, { limit: 5, offset: 0 })
    expect(mine).toMatchObject({ total: 1, rows: [{ message: 'Happy birthday' }] })
    expect(await giftsOf(house.db, who.accountId, { side, limit: 5, offset: 0 })).toEqual(mine)
  }
  expect(await giftsOf(house.db, giver.accountId, { side: 'received', limit: 5, offset: 0 })).toEqual({ rows: [], total: 0 })
  await expect(house.reactivates(mei, running?.id ?? '')).rejects.toMatchObject({ code: 'gift_does_not_renew' })
  house.goTo(running?.expiresAt)
  await house.renew()
  expect(await active()).toBe(false)
  expect(await house.balance(mei)).toBe(10_000)
})

test('it is added to what the recipient has, and what they agreed to renews after it', async () => {
  const own = await house.subscribes(mei, performer)
  await house.gives(giver, mei, performer)
  const after = await hers()
  expect(after).toMatchObject({
    id: own.id,
    status: 'active',
    price: 495,
    gateway: 'wallet',
    spent: 495,
    expiresAt: addMonths(own.startedAt, 4),
  })
  expect(after?.renewsAt).toEqual(after?.expiresAt)
  house.goTo(own.expiresAt)
  await house.renew()
  expect(await house.balance(mei)).toBe(10_000 - 4950)
  house.goTo(after?.expiresAt)
  await house.renew()
  expect(await hers()).toMatchObject({ status: 'active', expiresAt: addMonths(own.startedAt, 5) })
  expect(await house.balance(mei)).toBe(10_000 - 2 * 4950)
})

test('a recipient who pays for themselves keeps the given time before it', async () => {
  await house.gives(giver, mei, performer)
  const gift = await hers()
  const own = await house.subscribes(mei, performer)
  expect(own).toMatchObject({ id: gift?.id, status: 'active', gateway: 'wallet', expiresAt: addMonths(gift?.startedAt ?? new Date(0), 4) })
})

test('not to oneself, a performer, nobody, or where a block stands between any two of the three', async () => {
  const no = (to: Member, code = 'gift_not_possible', from = giver, of = {}) =>
    expect(house.gives(from, to, performer, of)).rejects.toMatchObject({ code })
  await no(giver)
  await no(performer)
  await no(await house.performer())
  await no({ ...mei, username: 'nobody_at_all' })
  await no(mei, 'performers_cannot_buy', await house.performer())
  await no(mei, 'birth_date_required', { ...giver, isAdult: false })
  await no(mei, 'not_enough_tokens', await house.fan(13_499))
  await no(mei, 'price_changed', giver, { expectedPrice: 1 })
})

test('a block between giver and recipient, or recipient and performer, from either side', async () => {
  const cases = [
    () => house.blocks(mei, giver),
    () => house.blocks(giver, mei),
    () => house.blocks(performer, mei),
    () => house.blocks(mei, performer),
  ]
  for (const blocks of cases) {
    ;[giver, mei, performer] = [await house.fan(50_000), await house.fan(), await house.performer()]
    await blocks()
    await expect(house.gives(giver, mei, performer)).rejects.toMatchObject({ code: 'gift_not_possible' })
    expect(await house.balance(giver)).toBe(50_000)
  }
  giver = await house.fan(50_000)
  mei = await house.fan()
  performer = await house.performer()
  await house.blocks(performer, giver)
  await expect(house.gives(giver, mei, performer)).rejects.toMatchObject({ code: 'not_found' })
})

test('by card: it arrives with the gateway’s word, or becomes the giver’s tokens when it is not possible any more', async () => {
  await house.pays(await house.gives(giver, mei, performer, { gateway: undefined }))
  expect(await hers()).toMatchObject({ gateway: 'gift', cycles: 1 })
  const late = await house.gives(giver, mei, performer, { gateway: undefined })
  await house.blocks(mei, giver)
  await house.pays(late)
  expect(await hers()).toMatchObject({ cycles: 1 })
  expect([await house.balance(giver), await house.balance(mei)]).toEqual([50_000 + 13_500, 10_000])
})

test('a performer who ends it gives the giver what was not used', async () => {
  await house.gives(giver, mei, performer)
  await house.cancels(performer, (await hers())?.id ?? '')
  expect(await hers()).toBeUndefined()
  expect(await house.balance(giver)).toBeGreaterThan(49_990)
  expect(await house.balance(mei)).toBe(10_000)
  expect(await house.lettersTo(giver)).toContain('Your gift ended early, tokens returned')
})

test('two who give at the same moment give twice', async () => {
  const other = await house.fan(50_000)
  await house.gives(giver, mei, performer)
  await Promise.all([house.gives(giver, mei, performer), house.gives(other, mei, performer)])
  const running = await hers()
  expect(running).toMatchObject({ cycles: 3, expiresAt: addMonths(running?.startedAt ?? new Date(0), 9) })
})

test('the database refuses a gift to oneself or to whom it pays', async () => {
  await house.gives(giver, mei, performer)
  const run = (column: string) =>
    house.db.transaction((tx) =>
      tx.run(
        column === 'giver' ? sql`update gifts.gifts set giver_id = recipient_id` : sql`update gifts.gifts set performer_id = recipient_id`,
      ),
    )
  await expect(run('giver')).rejects.toThrow('not_to_oneself')
  await expect(run('performer')).rejects.toThrow('not_to_whom_it_pays')
})
