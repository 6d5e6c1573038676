// Payments that nobody finishes, at a gateway that says nothing of it.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as coupons from '#server/money/coupons/coupons.ts'
import { openStripe, stripeKeys, type StripeFake } from '#server/money/payments/gateways/testing-stripe.ts'
import { work } from '#server/money/payments/jobs.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let jobs: Jobs
let fake: StripeFake
let mei: string
const failures: unknown[] = []
const clock = movableClock()

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: false })
  db = connect({ connection: await cloneDatabase(), clock })
  await migrateJobs(db)
  fake = await openStripe()
  payments.useStripe({ ...stripeKeys, apiUrl: fake.url })
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'stripe', stripePublishableKey: 'pk_test_stagedoor' }, undefined))
  jobs = createJobs(db, (error) => failures.push(error))
  work(jobs, db)
})
afterAll(async () => {
  await fake.close()
  await db.close()
})
beforeEach(async () => {
  mei = await someone(db)
  failures.length = 0
})

const topUp = (couponCode?: string) => db.transaction((tx) => payments.topUp(tx, { accountId: mei, amount: 3000, couponCode }, 'en-US'))
const find = (id: string) => payments.transactionOf(db, mei, id)
async function looksRound(job = 'payments.give_up'): Promise<void> {
  await db.transaction((tx) => tx.run(sql`select graphile_worker.add_job(${job}, '{}', max_attempts => 1)`))
  await jobs.runDue()
  expect(failures).toEqual([])
}
async function intentOf(id: string) {
  const { charge } = await db.one<{ charge: string }>(sql`select charge from payments.transactions where id = ${id}`)
  return fake.things.get(charge) ?? expect.fail('there is an intent')
}

test('Mei leaves Stripe’s form: after an hour her payment is over, its intent too, and her coupon is hers again', async () => {
  const half = { code: 'ONCE', type: 'percent', value: 50, minimumAmount: null, maxUses: 1, startsAt: null, expiresAt: null } as const
  await db.transaction((tx) => coupons.create(tx, half, { by: mei, ip: '127.0.0.1' }))
  const [opened, untouched] = [await topUp('ONCE'), await topUp()]
  await payments.goOn(db, mei, opened.transactionId)
  clock.advance({ seconds: 55 * 60 })
  await looksRound()
  expect((await find(opened.transactionId)).status).toBe('pending')
  clock.advance({ seconds: 10 * 60 })
  await looksRound()
  for (const { transactionId } of [opened, untouched])
    expect(await find(transactionId)).toMatchObject({ status: 'fail', failureReason: 'abandoned' })
  expect(await intentOf(opened.transactionId)).toMatchObject({ status: 'canceled' })
  const uses = await db.many(sql`select state from coupons.uses where payment_id = ${opened.transactionId}`)
  expect(uses).toEqual([{ state: 'released' }])
})

test('what was paid and nobody told of is settled and not given up; what is paid after all counts', async () => {
  const [paid, late] = [await topUp(), await topUp()]
  await payments.goOn(db, mei, paid.transactionId)
  fake.confirm((await intentOf(paid.transactionId)).id, 'pm_visa')
  clock.advance({ seconds: 25 * 3600 })
  await looksRound()
  expect((await find(paid.transactionId)).status).toBe('success')
  expect(await wallet.balanceOf(db, mei)).toBe(30_000)
  const reference = late.transactionId
  const event = { id: 'late', reference, kind: 'succeeded', amount: 3000, currency: 'USD', agreement: 'pi_l', charge: 'pi_l' } as const
  await db.transaction((tx) => payments.receive(tx, 'stripe', event))
  expect(await find(reference)).toMatchObject({ status: 'success' })
  expect(await wallet.balanceOf(db, mei)).toBe(60_000)
})

test('a payment whose webhooks are lost is asked after within a quarter of an hour, and settled', async () => {
  const { transactionId } = await topUp()
  await payments.goOn(db, mei, transactionId)
  fake.confirm((await intentOf(transactionId)).id, 'pm_visa')
  await looksRound('payments.inquire')
  expect((await find(transactionId)).status).not.toBe('success')
  clock.advance({ minutes: 11 })
  await looksRound('payments.inquire')
  expect((await find(transactionId)).status).toBe('success')
  expect(await wallet.balanceOf(db, mei)).toBe(30_000)
})

test('a kept card that could not be asked for a day is not asked after its payment was given up', async () => {
  const { id: cardId } = await payments.addCard(db, mei, { gateway: 'stripe', token: 'pm_visa_7', holderName: '' })
  const { transactionId } = await db.transaction((tx) => payments.topUp(tx, { accountId: mei, amount: 3000, cardId }, 'en-US'))
  await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`))
  clock.advance({ seconds: 25 * 3600 })
  await looksRound()
  expect((await find(transactionId)).status).toBe('fail')
  const intents = () => fake.asked.filter((each) => each === 'POST /v1/payment_intents').length
  const before = intents()
  await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now()`))
  await jobs.runDue()
  expect(intents()).toBe(before)
})
