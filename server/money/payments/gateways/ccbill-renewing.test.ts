// What CCBill sells goes on by itself: it collects again and tells, gives back, and stops when it is asked to.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entries } from '#server/platform/audit/audit.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as merchants from '#server/money/merchants/merchants.ts'
import { ccbill } from '#server/money/payments/gateways/ccbill.ts'
import {
  ccbillPost,
  numberOf,
  openCcbill,
  openDataLink,
  usd,
  type DataLink,
  type Sent,
} from '#server/money/payments/gateways/testing-ccbill.ts'
import { work } from '#server/money/payments/jobs.ts'
import * as payments from '#server/money/payments/payments.ts'
import { ordersOf, readFrom } from '#server/money/payments/testing.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let jobs: Jobs
let link: DataLink
const failures: unknown[] = []

/** What subscriptions to a performer come to here: a sale by card, reversed when its money is gone. */
payments.fulfil('subscription', {
  async paid(tx, { id, accountId, tokens, detail }) {
    const sale = { amount: tokens, kind: 'subscription', key: `test:${id}`, title: 'Monthly', commissionBasisPoints: 2000 }
    await wallet.chargeCard(tx, { by: accountId, to: `${detail['performerId'] as string}`, ...sale })
  },
  failed: async () => {},
  async takenBack(tx, { id }, why) {
    const sale = await wallet.newestUnreversed(tx, [`test:${id}`])
    if (sale) await wallet.reverse(tx, sale, { reason: why, by: null })
    return []
  },
  renewed: async (_tx, { detail }) => ({ performerId: detail['performerId'] }),
})

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: false })
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  link = await openDataLink()
  openCcbill(link.url)
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'ccbill' }, undefined))
  jobs = createJobs(db, (error) => failures.push(error))
  work(jobs, db)
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await link.close()
  await db.close()
})
beforeEach(() => {
  failures.length = 0
  link.asked.length = 0
})

const order = {
  purpose: 'subscription',
  amount: 495,
  currency: 'USD',
  tokens: 4950,
  title: 'Monthly',
  gateway: 'ccbill',
  returnPath: '/lan',
} as const
async function begins(fan: string, performerId: string) {
  const outcome = await db.transaction((tx) => payments.start(tx, { ...order, accountId: fan, detail: { performerId }, everyDays: 30 }))
  if (outcome.status !== 'redirect') throw new Error('CCBill has a page')
  return { id: outcome.transactionId, address: new URL(outcome.paymentUrl) }
}

const at = new Date('2026-11-21T10:00:00Z')
const receives = async (sent: Sent) => {
  const event = readFrom(ccbill, sent, at)
  return event && db.transaction((tx) => payments.receive(tx, 'ccbill', event))
}

test('sale, two renewals, a refund of the second and a cancellation: every order of them ends the same', async () => {
  const ends = new Set<string>()
  for (const turn of ordersOf(5)) {
    const [fan, performer] = [await someone(db), await someone(db)]
    const { id } = await begins(fan, performer)
    const subscriptionId = numberOf(id)
    const charge = (n: number) => ({ subscriptionId, transactionId: numberOf(`${id} ${n}`) })
    const billed = { billedAmount: '4.95', billedCurrencyCode: '840' }
    const events = [
      ccbillPost('NewSaleSuccess', { ...charge(0), billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at),
      ccbillPost('RenewalSuccess', { ...charge(1), ...billed }, at),
      ccbillPost('RenewalSuccess', { ...charge(2), ...billed }, at),
      ccbillPost('Refund', { ...charge(1), ...usd, amount: '4.95' }, at),
      ccbillPost('Cancellation', { subscriptionId, reason: 'Consumer' }, at),
    ]
    for (const each of [...turn, ...turn]) await receives(events[each] ?? expect.fail())
    const { rows } = await payments.transactionsOf(db, fan, { limit: 9, offset: 0 })
    ends.add(JSON.stringify({ earned: await wallet.earningsOf(db, performer), statuses: rows.map(({ status }) => status).toSorted() }))
  }
  expect([...ends]).toEqual([JSON.stringify({ earned: 2 * 3960, statuses: ['refunded', 'success', 'success'] })])
}, 600_000)

test('a renewal of another amount is a mismatch and pays nothing', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await receives(ccbillPost('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  const other = { ...names, transactionId: numberOf(`${id} 1`), billedAmount: '0.95', billedCurrencyCode: '840' }
  expect(await receives(ccbillPost('RenewalSuccess', other, at))).toBe('mismatch')
  expect(await wallet.earningsOf(db, performer)).toBe(3960)
})

test('a refund that names a charge nobody knows waits a day, and is then the newest one’s', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await receives(ccbillPost('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  expect(await receives(ccbillPost('Refund', { ...names, transactionId: '99', ...usd, amount: '4.95' }, at))).toBe('early')
  expect(await wallet.earningsOf(db, performer)).toBe(3960)
  await db.transaction((tx) => tx.run(sql`update payments.early_events set heard_at = heard_at - interval '25 hours'`))
  await db.transaction((tx) => tx.run(sql`select graphile_worker.add_job('payments.hear_forgotten', '{}')`))
  await jobs.runDue()
  expect(failures).toEqual([])
  expect(await wallet.earningsOf(db, performer)).toBe(0)
})

test('what is cancelled here is cancelled at CCBill, by a job that takes no other answer for a yes', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await receives(ccbillPost('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  for (const bad of ['<results>0</results>', 'Your request was received.', '']) {
    link.answers(bad)
    await db.transaction((tx) => payments.stopRenewing(tx, id))
    await jobs.runDue()
    expect(failures.splice(0)).toHaveLength(1)
  }
  link.answers('<results>1</results>')
  await db.transaction((tx) => payments.stopRenewing(tx, id))
  await jobs.runDue()
  expect(failures).toEqual([])
  expect(Object.fromEntries(link.asked.at(-1) ?? [])).toEqual({
    action: 'cancelSubscription',
    clientAccnum: '900100',
    usingSubacc: '0001',
    subscriptionId: numberOf(id),
    returnXML: '1',
    username: 'stage',
    password: 'door',
  })
})

test('what was cancelled at CCBill already is as good as cancelled, and what only failed to be is not', async () => {
  const { id } = await begins(await someone(db), await someone(db))
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await receives(ccbillPost('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  const stops = async (standing: string) => {
    link.answers("<?xml version='1.0' standalone='yes'?><results>0</results>")
    link.stands(`<results><subscriptionStatus>${standing}</subscriptionStatus><recurringSubscription>1</recurringSubscription></results>`)
    await db.transaction((tx) => payments.stopRenewing(tx, id))
    await jobs.runDue()
    return failures.splice(0).length === 0
  }
  expect(await stops('2')).toBe(false)
  expect(link.asked.map((each) => each.get('action'))).toEqual(['cancelSubscription', 'viewSubscriptionStatus'])
  expect(await stops('')).toBe(false)
  expect(await stops('1')).toBe(true)
  expect(await stops('0')).toBe(true)
  link.stands('')
  link.answers('<results>1</results>')
})

test('a subscription is stopped at the sub-account that sold it, whatever its performer has by now', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const given = { subAccountNumber: '0078', flexformId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9', salt: 'their-own-salt' }
  await db.transaction((tx) => merchants.keep(tx, performer, 'ccbill', { isActive: true, given }))
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`), clientSubacc: '0078' }
  const { searchParams } = new URL((await merchants.hookOf(db, performer, 'ccbill')) ?? '', 'https://stage.example')
  const posts = (eventType: string, fields: object) =>
    receives(ccbillPost(eventType, { ...names, ...fields }, at, { query: { ...Object.fromEntries(searchParams), eventType } }))
  await posts('NewSaleSuccess', { billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id })
  const charge = numberOf(`${id} 1`)
  await posts('RenewalSuccess', { transactionId: charge, billedAmount: '4.95', billedCurrencyCode: '840' })
  await db.transaction((tx) => merchants.keep(tx, performer, 'ccbill', { isActive: false, given: undefined }))
  const renewal = await db.one<{ id: string }>(sql`select id from payments.transactions where charge = ${charge}`)
  for (const each of [id, renewal.id]) {
    await db.transaction((tx) => payments.stopRenewing(tx, each))
    await jobs.runDue()
    expect(link.asked.pop()?.get('usingSubacc')).toBe('0078')
  }
})

test('what CCBill does not stop in four days is left to people, by the audit log', async () => {
  const { id } = await begins(await someone(db), await someone(db))
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await receives(ccbillPost('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  link.answers('<results>0</results>')
  await db.transaction((tx) => payments.stopRenewing(tx, id))
  const given = async () => (await entries(db, { action: 'payments.not_cancelled', limit: 9, offset: 0 })).rows
  const tries = async () => {
    await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now()`))
    await jobs.runDue()
  }
  for (let attempt = 1; attempt < 25; attempt++) await tries()
  expect(await given()).toEqual([])
  await tries()
  await tries()
  link.answers('<results>1</results>')
  expect(failures).toHaveLength(25)
  expect(await given()).toMatchObject([{ subjectId: 'ccbill', detail: { agreement: numberOf(id), soldBy: '0001' } }])
})
