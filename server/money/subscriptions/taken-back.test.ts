// What a bank or a refund takes back: the sale, the time, the tokens, and nothing besides.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { earningsOf } from '#server/money/wallet/wallet.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { addMonths } from '#server/money/subscriptions/calendar.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { byCard, openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'

let house: Theatre
let fan: Member
let performer: Member

beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
})
afterAll(() => house.closes())
beforeEach(async () => {
  fan = await house.fan(1000)
  performer = await house.performer()
})

const balance = () => house.balance(fan)
const running = () => house.running(fan, performer)

test('a chargeback of a card payment reverses the sale, ends the subscription, freezes the wallet and tells both', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  await house.atTheGateway(fan, { action: 'dispute' })
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid', spent: 0 })
  expect([await earningsOf(house.db, performer.accountId), await balance()]).toEqual([0, 1000])
  await expect(house.tries(fan, await house.performer({ monthly: 50 }))).rejects.toMatchObject({ code: 'wallet_frozen' })
  expect(await house.lettersTo(fan)).toContain('Your wallet is frozen: your bank took $4.95 back')
  expect(await house.lettersTo(performer)).toEqual(['A bank took a payment back: 49.5 tokens of your sales'])

  await house.atTheGateway(fan, { action: 'win_dispute' })
  expect(await balance()).toBe(1000 + 4950)
  await house.tries(fan, await house.performer({ monthly: 50 }))
})

test('a part of a month’s money is refunded: the same part of the sale goes, the month stays, and what is ended early returns less', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  await house.atTheGateway(fan, { action: 'refund', amount: 100 })
  // 4.95 of 49.5 tokens; 1.00 of it is gone, and 39.5 tokens less a fifth are the creator's.
  expect(await earningsOf(house.db, performer.accountId)).toBe(3160)
  expect(await house.find(id)).toMatchObject({ status: 'active', spent: 395 })
  expect(await house.lettersTo(performer)).toContain('A part of your sales was taken back: 10 tokens')
  expect(await door.isActive(house.db, fan.accountId, performer.accountId)).toBe(true)
  await house.cancels(performer, id)
  expect(await balance()).toBeGreaterThan(1000 + 3900)
  expect(await balance()).toBeLessThanOrEqual(1000 + 3950)
  await house.atTheGateway(fan, { action: 'refund', amount: 200 })
  await house.atTheGateway(fan, { action: 'refund' })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 0])
  expect(await house.find(id)).toMatchObject({ spent: 0 })
})

test('what came back of a part that was disputed and won is the fan’s in tokens, and gone again when all of it is refunded', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  await house.atTheGateway(fan, { action: 'dispute', amount: 100 })
  await house.atTheGateway(fan, { action: 'win_dispute' })
  expect(await balance()).toBe(1000 + 1000)
  expect(await house.find(id)).toMatchObject({ status: 'active' })
  await house.atTheGateway(fan, { action: 'refund' })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 0])
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid', spent: 0 })
})

test('a refund of a card payment whose unused time came back already takes those tokens too', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  await house.blocks(performer, fan)
  await house.settle()
  expect(await balance()).toBeGreaterThan(5900)
  await house.atTheGateway(fan, { action: 'refund' })
  expect(await balance()).toBe(1000)
})

test('a month that the creator ended half-way is charged back: the tokens go, and the used half is taken from its creator, who sees why', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  house.clock.advance({ days: 15 })
  await house.cancels(performer, id)
  const earned = await earningsOf(house.db, performer.accountId)
  // 15 days of a month, whichever it is.
  expect(earned).toBeGreaterThan(1900)
  expect(earned).toBeLessThan(2130)
  await house.atTheGateway(fan, { action: 'dispute' })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([1000, 0])
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'performer_cancelled', spent: 0 })
  const { sales } = await earnings.sales(house.db, performer.accountId, { limit: 10, offset: 0 })
  expect(sales.map(({ sign, reversalReason, isReversed }) => [sign, reversalReason, isReversed])).toEqual([
    [-1, 'chargeback', false],
    [-1, 'refund', false],
    [1, null, true],
  ])
  expect(sales.reduce((sum, { sign, gross }) => sum + sign * gross, 0)).toBe(0)
  expect(sales.reduce((sum, { sign, commission }) => sum + sign * commission, 0)).toBe(0)
  const used = new Intl.NumberFormat('en-US').format((sales[0]?.gross ?? 0) / 100)
  expect(await house.lettersTo(performer)).toEqual([`A bank took a payment back: ${used} tokens of your sales`])
  expect(await earnings.balanceOf(house.db, performer.accountId)).toMatchObject({ balance: 0, onHold: 0 })
})

test('what is left of it is taken back once, also when the gateway refunds what a bank took already, and the chain proves all of it', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  house.clock.advance({ days: 7 })
  await house.cancels(performer, id)
  await house.atTheGateway(fan, { action: 'dispute' })
  const { reference } = await house.db.one<{ reference: string }>(
    sql`select gateway_ref as reference from payments.transactions where account_id = ${fan.accountId}`,
  )
  for (const what of [{ kind: 'refunded', soFar: 495, currency: 'USD' } as const, { kind: 'chargeback' } as const])
    await house.db.transaction((tx) => payments.receive(tx, 'sandbox', { id: randomUUID(), reference, ...what }))
  await house.settle()
  expect((await earnings.sales(house.db, performer.accountId, { limit: 10, offset: 0 })).total).toBe(3)
  house.clock.advance({ days: 1 })
  await proofs.seal(house.db)
  const { findings } = await house.db.transaction((tx) => proofs.verify(proofs.liveBooks(tx)))
  expect(findings).toEqual([])
})

test('a payout that paid a month is made good by the next ones when both halves of the month are gone', async () => {
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  house.clock.advance({ days: 10 })
  // Payouts stand above subscriptions: here are only their sales.
  await asOwner(house.db, sql`alter table earnings.covers disable trigger guard_payout`)
  const [payoutId, amount] = [randomUUID(), await earningsOf(house.db, performer.accountId)]
  await house.db.transaction((tx) => earnings.cover(tx, performer.accountId, { payoutId, amount }))
  const paid = () => earnings.coveredBy(house.db, performer.accountId, { payoutId, amount, limit: 10 })
  const { sales } = await paid()
  expect(sales).toMatchObject([{ sign: 1, gross: 4950 }])
  await house.cancels(performer, id)
  await house.atTheGateway(fan, { action: 'refund' })
  expect((await paid()).sales).toMatchObject([{ transferId: sales[0]?.transferId, payoutId }])
  const later = randomUUID()
  house.clock.advance({ days: 1 })
  await house.subscribes(await house.fan(60_000), performer, { type: 'yearly' })
  house.clock.advance({ days: 1 })
  await house.db.transaction((tx) => earnings.cover(tx, performer.accountId, { payoutId: later, amount: 1 }))
  const rows = (await earnings.sales(house.db, performer.accountId, { kind: 'subscription', limit: 10, offset: 0 })).sales
  expect(rows.map(({ sign, payoutId: by }) => [sign, by])).toContainEqual([1, payoutId])
  expect(rows.filter(({ sign }) => sign === -1).map(({ payoutId: by }) => by)).toEqual([later, later])
})

test('a gift that its giver’s bank takes back after the creator ended it leaves nothing of it with the creator', async () => {
  const giver = await house.fan()
  await house.pays(await house.gives(giver, fan, performer, byCard))
  const { id = '' } = (await running()) ?? {}
  house.clock.advance({ days: 30 })
  await house.cancels(performer, id)
  expect(await house.balance(giver)).toBeGreaterThan(8000)
  await house.atTheGateway(giver, { action: 'dispute' })
  expect([await house.balance(giver), await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([0, 1000, 0])
})

test('a gift that a bank takes back is taken out of the middle, and the recipient’s own time stays', async () => {
  fan = await house.fan(10_000)
  const own = await house.subscribes(fan, performer)
  const giver = await house.fan()
  const recipient = fan
  await house.pays(await house.gives(giver, fan, performer, byCard))
  fan = giver
  await house.atTheGateway(fan, { action: 'dispute' })
  expect(await house.find(own.id)).toMatchObject({ status: 'active', expiresAt: own.expiresAt, renewsAt: own.expiresAt })
  expect(await house.balance(recipient)).toBe(5050)
})

test('a card payment that is refunded takes its own time only: what a friend gave stays whole, and nothing renews any more', async () => {
  const giver = await house.fan(50_000)
  await house.pays(await house.tries(fan, performer, byCard))
  const { id = '', anchoredAt = new Date(0) } = (await running()) ?? {}
  await house.gives(giver, fan, performer)
  const before = await house.balance(giver)
  house.clock.advance({ days: 10 })
  const refundedAt = house.clock.now()
  await house.atTheGateway(fan, { action: 'refund' })
  const left = await house.find(id)
  expect(left).toMatchObject({ status: 'cancelled', spent: 0, renewsAt: null })
  const given = addMonths(anchoredAt, 4).getTime() - addMonths(anchoredAt, 1).getTime()
  expect(Math.abs(left.expiresAt.getTime() - refundedAt.getTime() - given)).toBeLessThan(60_000)
  expect(await door.isActive(house.db, fan.accountId, performer.accountId)).toBe(true)
  expect(await house.balance(giver)).toBe(before)
  house.goTo(left.expiresAt)
  await house.renew()
  await house.settle()
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'cancelled', cycles: 2 })
})

test('a month by card after a year from the wallet is refunded: the year stays to its last day', async () => {
  fan = await house.fan(50_000)
  const { id, expiresAt } = await house.subscribes(fan, performer, { type: 'yearly' })
  await house.cancels(fan, id)
  await house.pays(await house.tries(fan, performer, byCard))
  expect(await house.find(id)).toMatchObject({ status: 'active', cycles: 2, spent: 4950 + 495 })
  await house.atTheGateway(fan, { action: 'refund' })
  expect(await house.find(id)).toMatchObject({ status: 'cancelled', expiresAt, spent: 4950, renewsAt: null })
  expect(await balance()).toBe(500)
})

test('a subscription out of the wallet ends when the top-up that paid it is taken back', async () => {
  const rich = await house.fan()
  const { transactionId, ...paying } = await house.db.transaction((tx) =>
    payments.topUp(tx, { accountId: rich.accountId, amount: 500 }, 'en-US'),
  )
  await house.pays({ ...paying, transactionId })
  const { id } = await house.subscribes(rich, performer)
  fan = rich
  await house.atTheGateway(fan, { action: 'dispute' })
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'unpaid' })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([0, 0])
})

// What staff give back

const refund = (transferId: string) =>
  house.db.transaction((tx) => door.refundPeriod(tx, transferId, { reason: '你說你按錯了。', by: randomUUID() }))
const paymentsFor = (id: string) =>
  house.db.many<{ transferId: string }>(
    sql`select transfer_id as "transferId" from subscriptions.periods where subscription_id = ${id} order by number`,
  )

test('staff give back what a wallet paid: the tokens return whole, the time ends at once, nothing renews, and both are told', async () => {
  fan = await house.fan(10_000)
  const { id } = await house.subscribes(fan, performer)
  const [month] = await paymentsFor(id)
  house.clock.advance({ days: 10 })
  await refund(month!.transferId)
  expect(await house.find(id)).toMatchObject({ status: 'expired', endedReason: 'refunded', spent: 0, renewsAt: null })
  expect([await balance(), await earningsOf(house.db, performer.accountId)]).toEqual([10_000, 0])
  expect(await door.isActive(house.db, fan.accountId, performer.accountId)).toBe(false)
  expect((await house.lettersTo(fan)).slice(1)).toEqual(['Your payment for Lan came back'])
  expect((await house.lastLetterTo(fan)).paragraphs.join(' ')).toContain('49.5 tokens')
  expect((await house.lastLetterTo(fan)).paragraphs).toContain('“你說你按錯了。”')
  expect(await house.lettersTo(performer)).toEqual(['A subscription of 49.5 tokens was refunded'])
  await house.settle()
  await expect(refund(month!.transferId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await balance()).toBe(10_000)
})

test('of two paid months only the one that was given back goes: the other moves up and is not renewed', async () => {
  fan = await house.fan(20_000)
  const begun = await house.subscribes(fan, performer)
  house.goTo(begun.expiresAt)
  await house.renew()
  const [, second] = await paymentsFor(begun.id)
  await house.cancels(fan, begun.id)
  await house.subscribes(fan, performer)
  await refund(second!.transferId)
  const { status, renewsAt, expiresAt } = await house.find(begun.id)
  expect({ status, renewsAt }).toEqual({ status: 'cancelled', renewsAt: null })
  expect(expiresAt.getTime()).toBeLessThan(addMonths(begun.startedAt, 2).getTime() + 86_400_000)
  expect(await balance()).toBe(20_000 - 2 * 4950)
})

test('a gift that staff give back returns to its giver, and who was given it is told that it is over', async () => {
  const giver = await house.fan(50_000)
  await house.gives(giver, fan, performer)
  const { id = '' } = (await running()) ?? {}
  const [month] = await paymentsFor(id)
  await refund(month!.transferId)
  expect([await house.balance(giver), await balance()]).toEqual([50_000, 1000])
  expect((await house.lettersTo(giver)).at(-1)).toBe('Your payment for Lan came back')
  expect((await house.lettersTo(fan)).at(-1)).toBe('Your subscription to Lan has ended')
})

test('two members of staff at once give it back once; what a card paid, what came back in part, and what is no period are refused', async () => {
  fan = await house.fan(10_000)
  const { id } = await house.subscribes(fan, performer)
  const [month] = await paymentsFor(id)
  const ends = await Promise.allSettled([refund(month!.transferId), refund(month!.transferId)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await balance()).toBe(10_000)

  const again = await house.subscribes(fan, performer)
  house.clock.advance({ days: 5 })
  await house.cancels(performer, again.id)
  await expect(refund((await paymentsFor(again.id))[0]!.transferId)).rejects.toMatchObject({ code: 'already_decided' })

  const other = await house.fan(1000)
  await house.pays(await house.tries(other, performer, byCard))
  const byCardId = (await house.running(other, performer))?.id ?? ''
  await expect(refund((await paymentsFor(byCardId))[0]!.transferId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(refund(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
})
