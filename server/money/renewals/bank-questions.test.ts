// At a renewal a bank wants to ask the fan, who is not there (3-D Secure): a letter leads to the question, and its answer may be late.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { closeUnfinished } from '#server/money/payments/gateways/sandbox.ts'
import * as payments from '#server/money/payments/payments.ts'
import { isActive } from '#server/money/subscriptions/subscriptions.ts'
import { byCard, openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

let house: Theatre
let mei: Member
let lan: Member
let id: string
let due: Date

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())

/** Mei's month is over, and her bank asks about the next one. */
beforeEach(async () => {
  mei = await house.fan()
  lan = await house.performer()
  const confirmed = { action: 'confirm', keep: true } as const
  await house.pays(await house.tries(mei, lan, byCard), { action: 'pay', card: 'three_d_secure', keep: true }, confirmed)
  const running = (await house.running(mei, lan)) ?? expect.fail('it was paid')
  id = running.id
  due = running.expiresAt
  house.goTo(due)
  await comesRound()
})

/** What runs every few minutes, and the gateway's own look for pages that nobody finished. */
async function comesRound(): Promise<void> {
  await house.renew()
  await house.db.transaction(closeUnfinished)
  await house.settle()
}
const newest = async () => (await payments.transactionsOf(house.db, mei.accountId, { limit: 1, offset: 0 })).rows[0] ?? expect.fail()
const questions = async () => (await house.lettersTo(mei)).filter((subject) => subject === 'Your bank wants to confirm a payment').length

test('the question counts as no after a day, and so does the next one; Mei gets a letter with a link to each, and no third day unpaid', async () => {
  const asked = await newest()
  expect(asked).toMatchObject({ status: 'requires_action', detail: { number: 2 } })
  const letters = await house.db.many(sql`
    select 1 from mail.letters where recipient = ${`${mei.username}@stagedoor.example`} and content::text like ${`%/wallet/payments/${asked.id}%`}`)
  expect([letters.length, await questions()]).toEqual([1, 1])
  for (const [days, status, asks] of [
    [0.9, 'active', 1],
    [1.1, 'past_due', 1],
    [1.2, 'past_due', 2],
    [2.1, 'past_due', 2],
  ] as const) {
    house.goTo(due, days)
    await comesRound()
    expect([days, (await house.find(id)).status, await questions()]).toEqual([days, status, asks])
    expect(await isActive(house.db, mei.accountId, lan.accountId)).toBe(false)
  }
  expect((await house.lettersTo(mei)).filter((subject) => subject.includes('could not be renewed'))).toHaveLength(1)
  house.goTo(due, 3.5)
  await comesRound()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid', cycles: 1 })
})

test('Mei answers the second question on the second day: her subscription runs again, and she was charged once', async () => {
  house.goTo(due, 1.1)
  await comesRound()
  house.goTo(due, 1.5)
  await comesRound()
  await house.atTheGateway(mei, { action: 'confirm' })
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, spent: 990 })
  expect(await isActive(house.db, mei.accountId, lan.accountId)).toBe(true)
  expect((await payments.transactionsOf(house.db, mei.accountId, { status: 'success', limit: 9, offset: 0 })).total).toBe(2)
})

test('Mei opens the first letter on the second day: she pays where it leads, and what her bank asked meanwhile charges nothing more', async () => {
  const first = await newest()
  house.goTo(due, 1.1)
  await comesRound()
  await expect(payments.goOn(house.db, mei.accountId, first.id)).rejects.toMatchObject({ code: 'checkout_over' })
  const again = await house.db.transaction((tx) => payments.retry(tx, mei.accountId, first.id))
  await house.pays(again)
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, spent: 990 })
  house.goTo(due, 2.9)
  await comesRound()
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2 })
  expect((await payments.transactionsOf(house.db, mei.accountId, { status: 'success', limit: 9, offset: 0 })).total).toBe(2)
})
