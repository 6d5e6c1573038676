// A gateway that renews by itself goes on until it is told to stop, and tells the end of what was left when its paid time is over.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import type { Subject, What } from '#server/money/payments/gateways/gateway.ts'
import * as payments from '#server/money/payments/payments.ts'
import type { Given } from '#server/money/gifts/gifts.ts'
import type { Subscribed, Subscription, Wanted } from '#server/money/subscriptions/subscriptions.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

let house: Theatre
let mei: Member
let lan: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  mei = await house.fan()
  lan = await house.performer()
})

let received = 0
let collected = 0
const says = (event: Subject & What & { atMs?: number }) =>
  house.db.transaction((tx) => payments.receive(tx, 'ccbill', { ...event, id: `told_${++received}` }))

/** Mei pays at CCBill, which calls what it goes on charging by this name. */
async function agrees(agreement: string, wanted: Partial<Wanted> = {}): Promise<Subscription | undefined> {
  await pays(await house.tries(mei, lan, { gateway: undefined, ...wanted }), agreement)
  return running()
}

async function pays({ status, ...outcome }: Subscribed | Given, agreement: string, amount = 495): Promise<void> {
  if (status !== 'redirect' || !('transactionId' in outcome)) throw new Error('there is no page to pay at')
  const reference = outcome.transactionId
  // The theatre's own gateway is the sandbox; whose it is decides who renews.
  await house.db.transaction((tx) =>
    tx.run(sql`update payments.transactions set gateway = 'ccbill', gateway_ref = id::text where id = ${reference}`),
  )
  await says({ kind: 'succeeded', reference, amount, currency: 'USD', agreement, charge: `charge_${++collected}` })
}

const renews = (agreement: string) => says({ kind: 'renewed', agreement, charge: `charge_${++collected}`, amount: 495, currency: 'USD' })
const running = () => house.running(mei, lan)
const tries = () => house.tries(mei, lan, { gateway: undefined })
const balance = () => house.balance(mei)
/** Of which agreements CCBill is to be told that they end. */
async function stopped(): Promise<string[]> {
  const rows = await house.db.many<{ agreement: string }>(sql`
    select payload ->> 'agreement' as agreement from graphile_worker._private_jobs
    where key like 'payments.ccbill.cancel:%' order by 1`)
  return rows.map(({ agreement }) => agreement)
}

const forgets = () =>
  house.db.transaction((tx) => tx.run(sql`delete from graphile_worker._private_jobs where key like 'payments.ccbill.cancel:%'`))

test('the end of an agreement that Mei left does not end the one by which she came back', async () => {
  const { id = '' } = (await agrees('1001')) ?? {}
  await house.cancels(mei, id)
  expect(await agrees('1002')).toMatchObject({ id, status: 'active', cycles: 2 })
  await says({ kind: 'cancelled', agreement: '1001' })
  expect(await running()).toMatchObject({ status: 'active' })
  await says({ kind: 'renewal_failed', reason: 'card_declined', agreement: '1001' })
  expect(await running()).toMatchObject({ status: 'active', tries: 0 })
  await renews('1002')
  expect(await running()).toMatchObject({ status: 'active', cycles: 3 })
  expect(await balance()).toBe(0)
})

test('what an agreement that was left collects all the same becomes tokens, and the time of the other one is not lengthened', async () => {
  const { id = '' } = (await agrees('1101')) ?? {}
  await house.cancels(mei, id)
  const { expiresAt } = (await agrees('1102')) ?? {}
  await renews('1101')
  expect(await running()).toMatchObject({ cycles: 2, expiresAt })
  expect(await balance()).toBe(4950)
})

test('the end of the agreement that runs is the end of renewing, also after it has renewed', async () => {
  await agrees('1201')
  await renews('1201')
  expect(await running()).toMatchObject({ status: 'active', cycles: 2 })
  await says({ kind: 'cancelled', agreement: '1201' })
  expect(await running()).toMatchObject({ status: 'cancelled' })
})

test('a renewal that fails after Mei cancelled changes nothing: it was not wanted', async () => {
  const { id = '' } = (await agrees('1301')) ?? {}
  await house.cancels(mei, id)
  await says({ kind: 'renewal_failed', reason: 'card_declined', agreement: '1301' })
  expect(await running()).toMatchObject({ status: 'cancelled' })
})

test('one that ends unpaid, or because Lan left, is not collected for any more', async () => {
  const { expiresAt } = (await agrees('1401')) ?? {}
  house.goTo(expiresAt, 4)
  await house.renew()
  expect(await running()).toBeUndefined()
  expect(await stopped()).toContain('1401')

  lan = await house.performer()
  const next = await agrees('1402')
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'closed' where id = ${lan.accountId}`))
  house.goTo(next?.expiresAt)
  await house.renew()
  expect(await running()).toBeUndefined()
  expect(await stopped()).toContain('1402')
})

test('what became tokens, because another one ran already or Lan had blocked her, is not collected for any more', async () => {
  const [one, two, three] = [await tries(), await tries(), await tries()]
  await pays(one, '1501')
  await forgets()
  await pays(two, '1502')
  await house.blocks(lan, mei)
  await pays(three, '1503')
  expect(await balance()).toBe(2 * 4950)
  expect(await stopped()).toEqual(['1502', '1503'])
  // A gift was sold once: there is nothing to stop.
  const recipient = await house.fan()
  lan = await house.performer()
  const gift = await house.gives(mei, recipient, lan, { gateway: undefined, type: 'monthly' })
  await house.blocks(lan, recipient)
  await pays(gift, '1504')
  expect(await balance()).toBe(3 * 4950)
  expect(await stopped()).toEqual(['1502', '1503'])
})

test('a promotion there is for one period: Mei is told that it ends, and nothing asks her or CCBill for more', async () => {
  const { id: promotionId } = await house.promotes(lan)
  await pays(await house.tries(mei, lan, { gateway: undefined, promotionId }), '1601', 248)
  const begun = await running()
  expect(begun).toMatchObject({ status: 'cancelled', renewsAt: null, spent: 248 })
  const [letter] = await house.db.many<{ content: object }>(
    sql`select content from mail.letters where recipient = ${`${mei.username}@stagedoor.example`} order by id desc limit 1`,
  )
  expect(JSON.stringify(letter?.content)).toContain('It ends then and does not renew')
  await expect(house.reactivates(mei, begun?.id ?? '')).rejects.toMatchObject({ code: 'subscription_over' })
  house.goTo(begun?.expiresAt)
  await house.renew()
  expect(await house.find(begun?.id ?? '')).toMatchObject({ status: 'expired', endedReason: 'cancelled', cycles: 1 })
  expect(await stopped()).not.toContain('1601')
})

test('after a trial or a cancellation a promotion there adds one period, and that does not renew either', async () => {
  const { id = '' } = (await agrees('1701')) ?? {}
  await house.cancels(mei, id)
  const { id: promotionId } = await house.promotes(lan)
  await pays(await house.tries(mei, lan, { gateway: undefined, promotionId }), '1702', 248)
  expect(await running()).toMatchObject({ id, status: 'cancelled', cycles: 2, renewsAt: null })
})

test('CCBill collected before it was told that Mei stopped: that month is hers; what it collects afterwards becomes tokens', async () => {
  const { id = '', expiresAt } = (await agrees('1801')) ?? {}
  const collectedAt = house.clock.now().getTime() - 60_000
  await house.cancels(mei, id)
  const late = { kind: 'renewed', agreement: '1801', charge: 'charge_1801', amount: 495, currency: 'USD', atMs: collectedAt } as const
  await says(late)
  expect(await running()).toMatchObject({ status: 'cancelled', cycles: 2, renewsAt: null })
  expect((await running())?.expiresAt.getTime()).toBeGreaterThan(expiresAt?.getTime() ?? Infinity)
  await says({ ...late, charge: 'charge_1802', atMs: collectedAt + 120_000 })
  expect(await running()).toMatchObject({ cycles: 2 })
  expect(await balance()).toBe(4950)
})
