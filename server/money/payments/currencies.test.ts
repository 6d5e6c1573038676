// A site whose currency has no cents, or none when it is paid out: prices that can be asked for, and papers that say what was paid.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { inDecimals, stepOf, writtenMoney } from '#server/platform/units/units.ts'
import * as coupons from '#server/money/coupons/coupons.ts'
import { stepAtStripe, toStripe } from '#server/money/payments/gateways/stripe-money.ts'
import * as invoices from '#server/money/invoices/invoices.ts'
import { sendPaper } from '#server/money/invoices/letters.ts'
import { asPdf } from '#server/money/invoices/paper.ts'
import * as packages from '#server/money/packages/packages.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { answerBelow } from '#server/slices.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let mei: string

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: true })
  answerBelow()
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(() => db.close())
beforeEach(async () => {
  mei = await someone(db)
  await db.transaction((tx) => tx.run(sql`delete from settings.settings`))
  settings.forget()
})

const save = (values: Record<string, unknown>) => db.transaction((tx) => settings.save(tx, values, undefined))
const inYen = {
  currency: 'JPY',
  tokenConversionRate: 15,
  minimumSubscriptionPrice: 300,
  maximumSubscriptionPrice: 50_000,
  minimumWalletPrice: 300,
  maximumWalletPrice: 50_000,
  minimumPayoutAmount: 5000,
}
const by = () => ({ by: mei, ip: '127.0.0.1' })
const wrong = (...fields: [string, string][]) => ({ code: 'invalid', fields: fields.map(([field, code]) => ({ field, code })) })
const noFractions = (field: string) => wrong([field, 'no_fractions'])
const tops = (wanted: Partial<payments.TopUp>) => db.transaction((tx) => payments.topUp(tx, { accountId: mei, ...wanted }, 'en-US'))

test('the operator who turns a site to yen is told which sums are none in yen, and which are too small to be collected', async () => {
  await expect(save({ currency: 'JPY' })).rejects.toMatchObject(
    wrong(['minimumSubscriptionPrice', 'no_fractions'], ['minimumWalletPrice', 'no_fractions']),
  )
  await expect(save({ ...inYen, minimumWalletPrice: 49, payoutFee: 0.5 })).rejects.toMatchObject(
    wrong(['minimumWalletPrice', 'too_small'], ['payoutFee', 'no_fractions']),
  )
  await save(inYen)
  await expect(save({ maximumWalletPrice: 999.5 })).rejects.toMatchObject(noFractions('maximumWalletPrice'))
  await save({ siteName: 'Stage of Kyoto' })
})

test('a gateway is chosen once it was given what it sells with, and saving the one in use again chooses nothing', async () => {
  payments.useCcbill({ account: undefined, webhookSecret: undefined, siteUrl: () => 'https://stage.example' })
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
  await save({ paymentGateway: 'stripe', siteName: 'Stage of Kyoto' })
  await expect(save({ paymentGateway: 'ccbill' })).rejects.toMatchObject(wrong(['paymentGateway', 'gateway_not_ready']))
  await save({ paymentGateway: 'sandbox' })
  await expect(save({ paymentGateway: 'stripe' })).rejects.toMatchObject(wrong(['paymentGateway', 'gateway_not_ready']))
  payments.useStripe({ secretKey: 'sk_test_stagedoor', webhookSecret: 'whsec_stagedoor', apiUrl: undefined })
  await save({ paymentGateway: 'stripe' })
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
})

test('a currency that the gateway does not sell is refused at the field that is being set, whichever of the two it is', async () => {
  const ready = {
    account: payments.ccbillAccountIn('900100-0001:cb617dcc-8467-49ab-b3a7-735ce1d60ad9:7d901dad245fd0ff6bc20d06', 'stage:door'),
    webhookSecret: 'a-secret-in-the-address-of-the-hook',
    siteUrl: () => 'https://stage.example',
  }
  payments.useCcbill(ready)
  payments.useStripe({ secretKey: 'sk_test_stagedoor', webhookSecret: 'whsec_stagedoor', apiUrl: undefined })
  await save({ paymentGateway: 'ccbill' })
  await expect(save({ currency: 'TWD', minimumWalletPrice: 90, minimumSubscriptionPrice: 90 })).rejects.toMatchObject({
    fields: [{ field: 'currency', code: 'not_sold_there', limit: 'TWD' }],
  })
  await save({ ...inYen, paymentGateway: 'stripe' })
  await save({ paymentGateway: 'ccbill' })
  await save({ paymentGateway: 'stripe' })
  await save({ currency: 'TWD' })
  await expect(save({ paymentGateway: 'ccbill' })).rejects.toMatchObject({ fields: [{ field: 'paymentGateway', code: 'not_sold_there' }] })
  // Written before there was such a rule: nobody is sent to a page that cannot take it.
  await db.transaction((tx) => tx.run(sql`update settings.settings set value = '"ccbill"' where key = 'paymentGateway'`))
  settings.forget()
  await expect(tops({ amount: 100_000 })).rejects.toMatchObject({ code: 'gateway_unavailable' })
  payments.useCcbill({ account: undefined, webhookSecret: undefined, siteUrl: () => '' })
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
})

test('Mei tops up 1,000 yen; 1,000.50 are refused, for her and for a pack, and a coupon’s rest is rounded to whole yen', async () => {
  await save(inYen)
  const { transactionId } = await tops({ amount: 100_000 })
  expect(await payments.transactionOf(db, mei, transactionId)).toMatchObject({ amount: 100_000, currency: 'JPY', tokens: 6666 })
  await expect(tops({ amount: 100_050 })).rejects.toMatchObject(noFractions('amount'))
  const pack = { names: { 'zh-TW': '入場', 'en-US': 'First' }, tokens: 1000, bonusTokens: 0, position: 9, isActive: true }
  await expect(db.transaction((tx) => packages.create(tx, { ...pack, price: 99_950 }, by()))).rejects.toMatchObject(noFractions('price'))
  const coupon = { code: 'YEN33', type: 'percent', value: 33, minimumAmount: null, maxUses: null, startsAt: null, expiresAt: null } as const
  await db.transaction((tx) => coupons.create(tx, coupon, by()))
  expect((await payments.couponQuote(db, mei, 'YEN33', { amount: 100_100 })).discounted).toBe(67_000)
  const most = { ...coupon, code: 'YEN99', value: 99 }
  await db.transaction((tx) => coupons.create(tx, most, by()))
  expect((await payments.couponQuote(db, mei, 'YEN99', { amount: 100_000 })).discounted).toBe(5000)
  const fixed = { ...coupon, code: 'YENOFF', type: 'fixed', value: 1050 } as const
  await expect(db.transaction((tx) => coupons.create(tx, fixed, by()))).rejects.toMatchObject(noFractions('value'))
})

test('a pack of the time in dollars is not sold for yen, whatever its number says', async () => {
  const [{ id: packageId } = { id: '' }] = await payments.packages(db)
  await save(inYen)
  expect(await payments.packages(db)).toEqual([])
  await expect(tops({ packageId })).rejects.toMatchObject({ fields: [{ field: 'packageId', code: 'unknown_package' }] })
})

test('Lan asks whole yen for a month, and her profile began with them', async () => {
  await save(inYen)
  const lan = await someone(db)
  await db.transaction((tx) => profiles.create(tx, lan))
  expect((await profiles.find(db, lan))?.monthlyPrice).toBe(30_000)
  const price = (monthlyPrice: number) => db.transaction((tx) => profiles.refusePrices(tx, { monthlyPrice }))
  await expect(price(49_950)).rejects.toMatchObject(noFractions('monthlyPrice'))
  await price(50_000)
})

test('Stripe’s units belong to the currency and to what is done with it', () => {
  expect(toStripe(100_000, 'JPY', 'charge')).toBe(1000)
  expect(toStripe(100_050, 'TWD', 'charge')).toBe(100_050)
  expect(toStripe(100_000, 'TWD', 'payout')).toBe(100_000)
  for (const currency of ['TWD', 'HUF', 'ISK', 'UGX', 'JPY'])
    expect(() => toStripe(100_050, currency, 'payout')).toThrow(expect.objectContaining({ code: 'invalid' }))
  expect(toStripe(500, 'ISK', 'charge')).toBe(500)
  expect(() => toStripe(550, 'UGX', 'charge')).toThrow(expect.objectContaining({ code: 'invalid' }))
  // Three decimals, of which the last must be 0.
  expect(toStripe(512, 'KWD', 'charge')).toBe(5120)
  expect([stepAtStripe('USD', 'payout'), stepAtStripe('TWD', 'charge'), stepAtStripe('TWD', 'payout')]).toEqual([1, 1, 100])
})

test('Mei’s receipt for 1,000 yen says so, on paper and in its letter', async () => {
  await save(inYen)
  const { transactionId } = await tops({ amount: 100_000 })
  await db.transaction((tx) => payments.settleAtOnce(tx, transactionId))
  const { invoice } = await db.transaction((tx) => invoices.receipt(tx, mei, transactionId))
  expect(invoice).toMatchObject({ amount: 100_000, currency: 'JPY' })
  await db.transaction((tx) => sendPaper(tx, invoice))
  const { letter } = await db.one<{ letter: string }>(sql`
    select l::text as letter from mail.letters l join accounts.accounts a on a.email = l.recipient where a.id = ${mei} order by l.id desc limit 1`)
  expect(letter).toMatch(/[¥￥]1,000(?![.,\d])/)
  expect((await asPdf(invoice)).subarray(0, 5).toString()).toBe('%PDF-')
  expect(writtenMoney(100_000, 'JPY', 'zh-TW')).toBe('¥1,000')
  expect(writtenMoney(100_000, 'TWD', 'zh-TW')).toBe('$1,000.00')
})

test('a sum is written as its currency writes it', () => {
  expect([stepOf('JPY'), stepOf('TWD'), stepOf('KWD')]).toEqual([100, 1, 1])
  expect([inDecimals(100_000, 'JPY'), inDecimals(100_000, 'TWD')]).toEqual(['1000', '1000.00'])
})
