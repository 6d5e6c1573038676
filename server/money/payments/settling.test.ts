// What gateways report out of the ordinary: collected twice, decided after a day, about what nothing introduced.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entries } from '#server/platform/audit/audit.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as coupons from '#server/money/coupons/coupons.ts'
import type { GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { work } from '#server/money/payments/jobs.ts'
import * as payments from '#server/money/payments/payments.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let jobs: Jobs
let mei: string
const failures: unknown[] = []
const clock = movableClock()

/** A subscription here is a card sale, and what renews is one more. */
payments.fulfil('subscription', {
  async paid(tx, { id, accountId, tokens, detail }) {
    const sale = { amount: tokens, kind: 'subscription', key: `test:${id}`, title: 'Monthly', commissionBasisPoints: 2000 }
    await wallet.chargeCard(tx, { by: accountId, to: `${detail['performerId'] as string}`, ...sale })
  },
  failed: async () => {},
  renewed: async (_tx, { detail }) => ({ performerId: detail['performerId'] }),
})

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: true })
  db = connect({ connection: await cloneDatabase(), clock })
  await migrateJobs(db)
  const dataLink = { user: 'stage', password: 'door', url: 'http://127.0.0.1:1/' }
  payments.useCcbill({
    account: {
      mainAccount: '900100',
      subAccount: '0001',
      flexId: 'cb617dcc-8467-49ab-b3a7-735ce1d60ad9',
      salt: '7d901dad245fd0ff6bc20d06',
      dataLink,
    },
    webhookSecret: 'a-secret-in-the-address-of-the-hook',
    siteUrl: () => 'https://stage.example',
  })
  jobs = createJobs(db, (error) => failures.push(error))
  work(jobs, db)
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await db.close()
})
beforeEach(async () => {
  mei = await someone(db)
  failures.length = 0
})

const use = (paymentGateway: 'sandbox' | 'ccbill') => db.transaction((tx) => settings.save(tx, { paymentGateway }, undefined))
const say = (gateway: string, event: GatewayEvent) => db.transaction((tx) => payments.receive(tx, gateway, event))
const name = () => randomBytes(8).toString('hex')
const balance = () => wallet.balanceOf(db, mei)

const monthly = { purpose: 'subscription', amount: 495, currency: 'USD', tokens: 4950, title: 'Monthly', returnPath: '/lan' } as const
/** Mei stands at CCBill's page for a subscription to Lan. */
async function subscribes(performerId: string) {
  await use('ccbill')
  const order = { ...monthly, accountId: mei, gateway: undefined, detail: { performerId }, everyDays: 30 }
  return db.transaction((tx) => payments.start(tx, order))
}
const collected = (reference: string, agreement: string, charge: string) =>
  say('ccbill', { id: name(), reference, kind: 'succeeded', amount: 495, currency: 'USD', agreement, charge })

test('Mei pays one subscription in two tabs: the second time becomes tokens, and what it began at CCBill is stopped', async () => {
  const lan = await someone(db)
  const { transactionId: id } = await subscribes(lan)
  await collected(id, '5001', '9001')
  await collected(id, '5002', '9002')
  await collected(id, '5002', '9002')
  expect(await wallet.earningsOf(db, lan)).toBe(3960)
  expect(await balance()).toBe(4950)
  expect(await payments.agreementOf(db, id)).toBe('5001')
  const stopped = await db.many<{ key: string }>(sql`select key from graphile_worker.jobs where task_identifier = 'payments.ccbill.cancel'`)
  expect(stopped).toEqual([{ key: 'payments.ccbill.cancel:5002' }])
  const { rows: lines } = await entries(db, { action: 'payments.collected_again', limit: 10, offset: 0 })
  expect(lines).toMatchObject([{ subjectId: id, detail: { charge: '9002' } }])
  // What is said of the second is of the second: its money goes back out of the wallet and Lan keeps hers.
  await say('ccbill', { id: name(), agreement: '5002', charge: '9002', kind: 'refunded', more: 495, refund: 're_1', currency: 'USD' })
  expect(await balance()).toBe(0)
  expect(await wallet.earningsOf(db, lan)).toBe(3960)
})

test('Mei’s coupon went to Kai while she hesitated: a dispute that she then loses brings back what she got, not what was promised', async () => {
  await use('sandbox')
  const kai = await someone(db)
  const half = { code: 'HALF50', type: 'percent', value: 50, minimumAmount: null, maxUses: 1, startsAt: null, expiresAt: null } as const
  await db.transaction((tx) => coupons.create(tx, half, { by: kai, ip: '127.0.0.1' }))
  const tops = (accountId: string) => db.transaction((tx) => payments.topUp(tx, { accountId, amount: 3000, couponCode: 'HALF50' }, 'en-US'))
  const { transactionId } = await tops(mei)
  clock.advance({ seconds: 25 * 3600 })
  await tops(kai)
  const { gatewayRef, amount } = await payments.transactionOf(db, mei, transactionId)
  const reference = gatewayRef ?? expect.fail('it is at its gateway')
  await say('sandbox', { id: name(), reference, kind: 'chargeback' })
  await say('sandbox', { id: name(), reference, kind: 'chargeback_won' })
  await say('sandbox', { id: name(), reference, kind: 'succeeded', amount, currency: 'USD' })
  expect(amount).toBe(1500)
  expect(await balance()).toBe(15_000)
  const [said] = await db.many<{ tokens: number }>(sql`
    select (payload->>'tokens')::int as tokens from outbox.events where name = 'payment.succeeded' and payload->>'accountId' = ${mei}`)
  expect(said).toEqual({ tokens: 15_000 })
})

test('Mei pays half with a coupon, and is charged twice: the second time buys tokens for what she paid, not for what it was worth', async () => {
  await use('sandbox')
  const half = { code: 'TWICE50', type: 'percent', value: 50, minimumAmount: null, maxUses: null, startsAt: null, expiresAt: null } as const
  await db.transaction((tx) => coupons.create(tx, half, { by: mei, ip: '127.0.0.1' }))
  const { transactionId } = await db.transaction((tx) =>
    payments.topUp(tx, { accountId: mei, amount: 3000, couponCode: 'TWICE50' }, 'en-US'),
  )
  const { gatewayRef, amount } = await payments.transactionOf(db, mei, transactionId)
  const reference = gatewayRef ?? expect.fail('it is at its gateway')
  const charged = (charge: string) =>
    say('sandbox', { id: name(), reference, kind: 'succeeded', amount, currency: 'USD', agreement: charge, charge })
  await charged('ch_first')
  expect([amount, await balance()]).toEqual([1500, 30_000])
  await charged('ch_second')
  expect(await balance()).toBe(30_000 + 15_000)
})

test('Mei comes back to CCBill’s page for her subscription, or tries again: it still renews', async () => {
  const lan = await someone(db)
  const begun = await subscribes(lan)
  const every = (address: string) => new URL(address).searchParams.get('recurringPeriod')
  const opened = await payments.goOn(db, mei, begun.transactionId)
  expect(opened.status === 'redirect' && every(opened.paymentUrl)).toBe('30')
  await say('ccbill', { id: name(), reference: begun.transactionId, kind: 'failed', reason: 'card_declined' })
  const again = await db.transaction((tx) => payments.retry(tx, mei, begun.transactionId))
  expect(again.status === 'redirect' && every(again.paymentUrl)).toBe('30')
})

test('what nothing introduced within a day is left to people, once; a renewal that waited is received; one that cannot be stops nobody else', async () => {
  const lan = await someone(db)
  const early = (agreement: string, charge: string, kind: 'renewed' | 'chargeback') =>
    say(
      'ccbill',
      kind === 'renewed' ? { id: name(), agreement, charge, kind, amount: 495, currency: 'USD' } : { id: name(), agreement, charge, kind },
    )
  expect(await early('7001', '9701', 'chargeback')).toBe('early')
  expect(await early('7002', '9702', 'renewed')).toBe('early')
  expect(await early('7003', '', 'renewed')).toBe('early')
  for (const [agreement, performerId] of [
    ['7002', lan],
    ['7003', lan],
  ] as const) {
    const { transactionId } = await subscribes(performerId)
    await collected(transactionId, `${agreement}9`, `${agreement}9`)
    await db.transaction((tx) => tx.run(sql`update payments.transactions set agreement = ${agreement} where id = ${transactionId}`))
  }
  const earned = await wallet.earningsOf(db, lan)
  clock.advance({ seconds: 25 * 3600 })
  for (let hour = 0; hour < 3; hour++) {
    await db.transaction((tx) => tx.run(sql`select graphile_worker.add_job('payments.hear_forgotten', '{}', max_attempts => 1)`))
    await jobs.runDue()
  }
  expect((await wallet.earningsOf(db, lan)) - earned).toBe(3960)
  const { rows } = await entries(db, { action: 'payments.event_early', limit: 9, offset: 0 })
  expect(rows).toMatchObject([{ detail: { agreement: '7001', event: { kind: 'chargeback' } } }])
  const left = await db.many<{ agreement: string }>(sql`select agreement from payments.early_events`)
  expect(left).toEqual([{ agreement: '7003' }])
  expect(failures.filter((error) => error instanceof AggregateError)).toHaveLength(3)
})

/** Paid for by the sandbox; answers how its bank goes on. */
async function tops(amount: number) {
  await use('sandbox')
  const { transactionId } = await db.transaction((tx) => payments.topUp(tx, { accountId: mei, amount }, 'en-US'))
  const { gatewayRef } = await payments.transactionOf(db, mei, transactionId)
  const reference = gatewayRef ?? expect.fail('it is at its gateway')
  await say('sandbox', { id: name(), reference, kind: 'succeeded', amount, currency: 'USD' })
  return {
    id: transactionId,
    bank: (kind: 'chargeback' | 'chargeback_won' | 'chargeback_lost', dispute?: string, sum = amount) =>
      say('sandbox', { id: name(), reference, kind, dispute, disputed: { amount: sum, currency: 'USD' } }),
    refund: (refund: string, more: number, kind: 'refunded' | 'refund_failed' = 'refunded') =>
      say('sandbox', { id: name(), reference, kind, refund, more, currency: 'USD' }),
  }
}
const tips = async (amount: number) => {
  const lan = await someone(db)
  await db.transaction((tx) => wallet.charge(tx, { from: mei, to: lan, amount, kind: 'tip', title: 'Tip', commissionBasisPoints: 2000 }))
}
const frozen = { code: 'wallet_frozen' }
const subjects = async () =>
  (
    await db.many<{ subject: string }>(sql`
      select subject from mail.letters l join accounts.accounts a on a.email = l.recipient where a.id = ${mei} order by l.id`)
  ).map(({ subject }) => subject)

test('a dispute that Mei’s bank decides for her is over: her wallet pays again, nothing comes back, and she is told', async () => {
  await tops(2000)
  const disputed = await tops(1000)
  await disputed.bank('chargeback')
  await expect(tips(100)).rejects.toMatchObject(frozen)
  await disputed.bank('chargeback_lost')
  expect(await balance()).toBe(20_000)
  await tips(100)
  expect(await payments.transactionOf(db, mei, disputed.id)).toMatchObject({ status: 'chargeback' })
  expect((await subjects()).at(-1)).toBe('US$10.00的爭議款已經結案')
})

test('a lost dispute does not keep the wallet frozen when another one is won, nor an open one let it go when one is lost', async () => {
  const [one, two] = [await tops(1000), await tops(1000)]
  await one.bank('chargeback')
  await two.bank('chargeback')
  await one.bank('chargeback_lost')
  await tops(1000)
  await expect(tips(100)).rejects.toMatchObject(frozen)
  await two.bank('chargeback_won')
  await tips(100)
  expect(await balance()).toBe(20_000 - 100)
})

test('what Mei still owes after a lost dispute goes on freezing, and her next top-up ends that', async () => {
  const spent = await tops(1000)
  const lan = await someone(db)
  const sale = { amount: 10_000, kind: 'subscription', title: 'Monthly', commissionBasisPoints: 2000 }
  const { transferId } = await db.transaction((tx) => wallet.charge(tx, { from: mei, to: lan, ...sale }))
  // Half of it was used: no chargeback brings that back.
  await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'performer_cancelled', by: null, part: 5000 }))
  await spent.bank('chargeback')
  await spent.bank('chargeback_lost')
  expect(await wallet.debtOf(db, mei)).toBeGreaterThan(0)
  await expect(tips(100)).rejects.toMatchObject(frozen)
  await tops(1000)
  await tips(100)
})

test('Mei gets $99.99 of $100 back: what she bought of it locks again as far as it fits into that, she owes the rest, and she reads why', async () => {
  const topUp = await tops(10_000)
  const lan = await someone(db)
  const sale = { from: mei, to: lan, kind: 'feed', title: 'A post', commissionBasisPoints: 2000 } as const
  await db.transaction((tx) => wallet.charge(tx, { ...sale, amount: 40_000, reference: 'work:older' }))
  await db.transaction((tx) => wallet.charge(tx, { ...sale, amount: 50_000, reference: 'work:mine' }))
  await topUp.refund('re_1', 9999)
  expect(await balance()).toBe(-39_990)
  expect(await wallet.earningsOf(db, lan)).toBe(32_000)
  expect(await wallet.receiptFor(db, mei, 'work:mine')).toBeUndefined()
  expect(await wallet.receiptFor(db, mei, 'work:older')).toBeDefined()
  expect(await payments.transactionOf(db, mei, topUp.id)).toMatchObject({ status: 'success', refundedAmount: 9999 })
  expect((await subjects()).at(-1)).toBe('部分款項US$99.99已退款')
  await topUp.refund('re_2', 1)
  expect(await balance()).toBe(0)
  expect(await payments.transactionOf(db, mei, topUp.id)).toMatchObject({ status: 'refunded' })
})

test('one cent of Mei’s $50 goes back, and one is disputed and lost: she has nothing to spend of it, Lan keeps her tip, and a top-up ends it', async () => {
  const topUp = await tops(5000)
  const lan = await someone(db)
  const tip = { from: mei, to: lan, amount: 50_000, kind: 'tip', title: 'Tip', commissionBasisPoints: 2000 } as const
  await db.transaction((tx) => wallet.charge(tx, tip))
  await topUp.refund('re_1', 1)
  await topUp.bank('chargeback', 'dp_1', 1)
  await topUp.bank('chargeback_lost', 'dp_1', 1)
  expect([await balance(), await wallet.earningsOf(db, lan)]).toEqual([-20, 40_000])
  await expect(tips(1)).rejects.toMatchObject(frozen)
  await tops(1000)
  await tips(9980)
})

test('a refund that Mei’s bank sends back brings her tokens back, once, and one that is made in its place takes them again', async () => {
  const topUp = await tops(3000)
  await topUp.refund('re_1', 1000)
  expect(await balance()).toBe(20_000)
  await topUp.refund('re_1', 1000, 'refund_failed')
  await topUp.refund('re_1', 1000, 'refund_failed')
  await topUp.refund('re_1', 1000)
  expect(await balance()).toBe(30_000)
  expect((await subjects()).at(-1)).toBe('US$10.00的退款沒有成功')
  expect(await payments.transactionOf(db, mei, topUp.id)).toMatchObject({ status: 'success', refundedAmount: 0 })
  await topUp.refund('re_2', 1000)
  expect(await balance()).toBe(20_000)
})

test('a dispute about a dollar takes a dollar’s tokens and freezes; a second one after it was won takes its own, and freezes again', async () => {
  const topUp = await tops(2000)
  await topUp.bank('chargeback', 'dp_1', 100)
  expect(await balance()).toBe(19_000)
  await expect(tips(100)).rejects.toMatchObject(frozen)
  await topUp.bank('chargeback_won', 'dp_1', 100)
  expect(await balance()).toBe(20_000)
  await tips(100)
  await topUp.bank('chargeback', 'dp_2', 500)
  expect(await balance()).toBe(14_900)
  await expect(tips(100)).rejects.toMatchObject(frozen)
  // Staff have looked into it: nothing is open any more, and a win that is received later still counts.
  await db.transaction(async (tx) => {
    await wallet.unfreeze(tx, mei)
    await payments.closeDisputes(tx, mei)
  })
  expect(await payments.transactionOf(db, mei, topUp.id)).toMatchObject({ status: 'chargeback' })
  await topUp.bank('chargeback_won', 'dp_2', 500)
  expect(await balance()).toBe(19_900)
  expect(await payments.transactionOf(db, mei, topUp.id)).toMatchObject({ status: 'success' })
})

test('a dispute in another currency is about all of it, and one for more than was paid takes no more than that', async () => {
  const [one, two] = [await tops(1000), await tops(1000)]
  await one.bank('chargeback', 'dp_1', 99_999)
  expect(await balance()).toBe(10_000)
  const { gatewayRef } = await payments.transactionOf(db, mei, two.id)
  const inEuros = { dispute: 'dp_2', disputed: { amount: 100, currency: 'EUR' } }
  await say('sandbox', { id: name(), reference: gatewayRef ?? '', kind: 'chargeback', ...inEuros })
  expect(await balance()).toBe(0)
})
