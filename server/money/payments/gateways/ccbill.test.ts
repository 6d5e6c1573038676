import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as merchants from '#server/money/merchants/merchants.ts'
import { ccbill } from '#server/money/payments/gateways/ccbill.ts'
import {
  ccbillForm,
  ccbillNames,
  ccbillPost,
  ccbillSecret,
  openCcbill,
  phoenix,
  usd,
  type Sent,
} from '#server/money/payments/gateways/testing-ccbill.ts'
import { ccbillDriver } from '#server/money/payments/gateways/testing-drivers.ts'
import * as payments from '#server/money/payments/payments.ts'
import { gatewayConformance, orderConformance, readFrom } from '#server/money/payments/testing.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database

/** What a month comes to is no matter here. */
payments.fulfil('subscription', { paid: async () => {}, failed: async () => {} })

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: false })
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  openCcbill()
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'ccbill' }, undefined))
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await db.close()
})

describe('as any gateway', () => {
  gatewayConformance(
    () => db,
    ccbillDriver,
    async (payment) => {
      const started = await db.transaction((tx) => ccbill.start(tx, payment))
      const said = new URL(started.status === 'redirect' ? started.paymentUrl : '').searchParams
      expect(said.get('currencyCode')).toBe({ USD: '840', JPY: '392' }[payment.currency])
      expect(said.get('initialPrice')).toMatch(/^\d+\.\d\d$/)
      return Number(said.get('initialPrice'))
    },
  )
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

test('the address of a single sale is CCBill’s own example, and leads back to the transaction', async () => {
  const fan = await someone(db)
  const outcome = await db.transaction((tx) => payments.topUp(tx, { accountId: fan, amount: 1000 }, 'en-US'))
  const { searchParams: said, pathname } = new URL(outcome.status === 'redirect' ? outcome.paymentUrl : '')
  expect(pathname).toBe(`/wap-frontflex/flexforms/${ccbillForm.flexId}`)
  expect(Object.fromEntries(said)).toEqual({
    clientAccnum: '900100',
    clientSubacc: '0001',
    initialPrice: '10.00',
    initialPeriod: '2',
    currencyCode: '840',
    formDigest: createHash('md5').update(`10.002840${ccbillForm.salt}`).digest('hex'),
    'X-transaction': outcome.transactionId,
    'X-returnUrl': `https://stage.example/wallet?transaction=${outcome.transactionId}`,
  })
})

test('a subscription renews there by itself: its address says how often, under one digest', async () => {
  const { address } = await begins(await someone(db), await someone(db))
  const { formDigest, ...said } = Object.fromEntries(address.searchParams)
  expect(said).toMatchObject({ initialPrice: '4.95', initialPeriod: '30', recurringPrice: '4.95', recurringPeriod: '30', numRebills: '99' })
  expect(formDigest).toBe(createHash('md5').update(`4.95304.953099840${ccbillForm.salt}`).digest('hex'))
})

test('a performer’s own sub-account is paid, its secrets are sealed, and off means the site’s', async () => {
  const performer = await someone(db)
  const given = { subAccountNumber: '0077', flexformId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9', salt: 'their-own-salt' }
  const keep = (isActive: boolean, value?: typeof given) =>
    db.transaction((tx) => merchants.keep(tx, performer, 'ccbill', { isActive, given: value }))
  expect(await keep(true, given)).toEqual({ gateway: 'ccbill', isActive: true, ending: '77', needsAgain: false })
  const { address } = await begins(await someone(db), performer)
  expect(address.pathname).toContain(given.flexformId)
  expect(address.searchParams.get('clientSubacc')).toBe('0077')
  const { sealed } = await db.one<{ sealed: Buffer }>(sql`select sealed from merchants.own_accounts where performer_id = ${performer}`)
  expect(sealed.toString('latin1')).not.toContain('their-own-salt')
  await keep(false)
  expect((await begins(await someone(db), performer)).address.searchParams.get('clientSubacc')).toBe('0001')
})

const at = new Date('2026-11-21T10:00:00Z')

test('without DataLink it is not there: what renews by itself could not be stopped', () => {
  const site = { webhookSecret: ccbillSecret, siteUrl: () => 'https://stage.example' }
  payments.useCcbill({ ...site, account: { mainAccount: '900100', subAccount: '0001', ...ccbillForm } })
  expect(ccbill.isReady()).toBe(false)
  openCcbill()
  expect(ccbill.isReady()).toBe(true)
})

test('a form is read as JSON is, and what cannot be read is refused', () => {
  const fields = {
    clientAccnum: '900100',
    clientSubacc: '0001',
    subscriptionId: '1',
    transactionId: '2',
    billedInitialPrice: '4.9',
    billedCurrencyCode: '840',
    'X-transaction': 'x',
    timestamp: phoenix(at),
  }
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `${new URLSearchParams(fields)}` }
  expect(readFrom(ccbill, { ...ccbillPost('NewSaleSuccess', {}, at), ...form })).toMatchObject({
    kind: 'succeeded',
    amount: 490,
    reference: 'x',
    agreement: '1',
  })
  const unknown = expect.objectContaining({ code: 'event_unknown' })
  for (const wrong of [
    { billedInitialPrice: '4.955' },
    { billedInitialPrice: '-4.95' },
    { billedCurrencyCode: '999' },
    { subscriptionId: '1; drop' },
    { timestamp: 'yesterday' },
  ])
    expect(() => readFrom(ccbill, ccbillPost('NewSaleSuccess', { ...fields, ...wrong }, at))).toThrow(unknown)
  for (const body of ['null', '[]', '{'])
    expect(() => readFrom(ccbill, { ...ccbillPost('NewSaleSuccess', fields, at), body })).toThrow(unknown)
  expect(readFrom(ccbill, ccbillPost('BillingDateChange', fields, at))).toBeUndefined()
})

const own = { subAccountNumber: '0077', flexformId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9', salt: 'their-own-salt' }
/** A performer who is paid at her own sub-account, and how CCBill posts to the address that she gave it. */
async function performerWithAccount(subAccountNumber = own.subAccountNumber) {
  const id = await someone(db)
  await db.transaction((tx) => merchants.keep(tx, id, 'ccbill', { isActive: true, given: { ...own, subAccountNumber } }))
  const hook = new URL((await merchants.hookOf(db, id, 'ccbill')) ?? '', 'https://stage.example')
  return { id, query: Object.fromEntries(hook.searchParams) }
}
const sale = (reference: string, clientSubacc: string) => ({
  clientSubacc,
  ...ccbillNames(reference),
  billedInitialPrice: '4.95',
  billedCurrencyCode: '840',
  'X-transaction': reference,
})
const receives = async (post: Sent) => {
  const event = readFrom(ccbill, post, at) ?? expect.fail()
  return db.transaction((tx) => payments.receive(tx, 'ccbill', event))
}

test('the address of her own sub-account speaks for Lan’s sales there, and the site’s address does not', async () => {
  const lan = await performerWithAccount()
  const { id } = await begins(await someone(db), lan.id)
  const post = (query: Record<string, string>, subaccount = '0077') =>
    ccbillPost('NewSaleSuccess', sale(id, subaccount), at, { query: { eventType: 'NewSaleSuccess', ...query } })
  const invalid = expect.objectContaining({ code: 'signature_invalid' })
  expect(await receives(post({ secret: ccbillSecret }))).toBe('mismatch')
  expect(() => readFrom(ccbill, post({ ...lan.query, account: '0078' }), at)).toThrow(invalid)
  expect(() => readFrom(ccbill, post(lan.query, '0001'), at)).toThrow(invalid)
  // CCBill’s own numbers may stand beside the event in the address, and without zeros at the beginning.
  expect(readFrom(ccbill, post(lan.query, '77'), at)).toMatchObject({ kind: 'succeeded', soldBy: `0077@${lan.id}`, sellerId: lan.id })
  expect(await receives(post(lan.query))).toBe('received')
})

test('what another performer’s address says of Lan’s sale, or of one that goes through the site’s account, pays nothing', async () => {
  const [lan, kai] = [await performerWithAccount(), await performerWithAccount()]
  const post = (reference: string, { query }: { query: Record<string, string> }) =>
    ccbillPost('NewSaleSuccess', sale(reference, '0077'), at, { query: { ...query, eventType: 'NewSaleSuccess' } })
  const { id } = await begins(await someone(db), lan.id)
  // Kai has told us Lan’s number as hers: it makes another secret.
  expect(await receives(post(id, kai))).toBe('mismatch')
  expect(await payments.agreementOf(db, id)).toBeUndefined()
  expect(await receives(post(id, lan))).toBe('received')
  expect(await payments.agreementOf(db, id)).toBe(ccbillNames(id).subscriptionId)
  // What Kai says of it before the right word comes does not stand in its way, also while it waits.
  const refund = (reference: string, { query }: { query: Record<string, string> }) => {
    const said = { ...ccbillNames(reference), ...usd, amount: '1.25', clientSubacc: '0077' }
    return ccbillPost('Refund', said, at, { query: { ...query, eventType: 'Refund' } })
  }
  expect(await receives(refund(id, kai))).toBe('mismatch')
  expect(await receives(refund(id, lan))).toBe('received')
  const refunds = await db.many(sql`select amount from payments.refunds where transaction_id = ${id}`)
  expect(refunds).toEqual([{ amount: 125 }])
  const { id: later } = await begins(await someone(db), lan.id)
  expect([await receives(refund(later, kai)), await receives(refund(later, lan))]).toEqual(['early', 'early'])
  expect(await receives(post(later, lan))).toBe('received')
  expect(await db.many(sql`select amount from payments.refunds where transaction_id = ${later}`)).toEqual([{ amount: 125 }])

  await db.transaction((tx) => merchants.keep(tx, kai.id, 'ccbill', { isActive: false, given: undefined }))
  const { id: bySite } = await begins(await someone(db), kai.id)
  expect(await receives(post(bySite, kai))).toBe('mismatch')
})

test('a page that Mei opened before Lan changed her account can still be paid', async () => {
  const lan = await performerWithAccount()
  const mei = await someone(db)
  const { id } = await begins(mei, lan.id)
  await db.transaction((tx) => merchants.keep(tx, lan.id, 'ccbill', { isActive: true, given: { ...own, subAccountNumber: '0088' } }))
  const opened = await payments.goOn(db, mei, id)
  expect(opened.status === 'redirect' && new URL(opened.paymentUrl).searchParams.get('clientSubacc')).toBe('0088')
  expect(opened).not.toHaveProperty('soldBy')
  expect(await receives(ccbillPost('NewSaleSuccess', sale(id, '0077'), at, { query: { ...lan.query, eventType: 'NewSaleSuccess' } }))).toBe(
    'received',
  )
})

test('the operator changes the site’s sub-account: what was begun at the old one goes on there, and nothing of it at the new one', async () => {
  const { id } = await begins(await someone(db), await someone(db))
  const { id: open } = await begins(await someone(db), await someone(db))
  expect(await receives(ccbillPost('NewSaleSuccess', sale(id, '0001'), at))).toBe('received')
  openCcbill(undefined, '0002')
  try {
    const of = (clientSubacc: string) => ccbillPost('Refund', { ...ccbillNames(id), ...usd, amount: '1.25', clientSubacc }, at)
    expect([await receives(of('0002')), await receives(of('0077')), await receives(of('0001'))]).toEqual([
      'mismatch',
      'mismatch',
      'received',
    ])
    expect(await db.many(sql`select amount from payments.refunds where transaction_id = ${id}`)).toEqual([{ amount: 125 }])
    // A page that was opened before can still be paid.
    expect(await receives(ccbillPost('NewSaleSuccess', sale(open, '0001'), at))).toBe('received')
    expect(await payments.agreementOf(db, open)).toBe(ccbillNames(open).subscriptionId)
  } finally {
    openCcbill()
  }
})

test('another merchant’s events are not ours, and a returned check takes its money back', async () => {
  const { id } = await begins(await someone(db), await someone(db))
  const unknown = expect.objectContaining({ code: 'event_unknown' })
  const other = { ...sale(id, '0001'), clientAccnum: '900200' }
  expect(() => readFrom(ccbill, ccbillPost('NewSaleSuccess', other, at), at)).toThrow(unknown)
  const { clientAccnum: _, ...silent } = JSON.parse(ccbillPost('NewSaleSuccess', sale(id, '0001'), at).body) as Record<string, string>
  expect(() =>
    readFrom(
      ccbill,
      ccbillPost('NewSaleSuccess', {}, at, { body: JSON.stringify(silent), query: { secret: ccbillSecret, eventType: 'NewSaleSuccess' } }),
      at,
    ),
  ).toThrow(unknown)
  const returned = ccbillPost('Return', { ...ccbillNames(id), ...usd, amount: '4.95', reason: 'R01' }, at)
  expect(readFrom(ccbill, returned, at)).toMatchObject({ kind: 'refunded', more: 495, currency: 'USD' })
})

describe('whatever order its events come in', () => {
  orderConformance(() => db, ccbillDriver)
})
