import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entries } from '#server/platform/audit/audit.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { tolerance } from '#server/money/payments/gateways/ccbill-events.ts'
import { ccbill } from '#server/money/payments/gateways/ccbill.ts'
import type { GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { work } from '#server/money/payments/jobs.ts'
import * as payments from '#server/money/payments/payments.ts'
import { gatewayConformance, orderConformance, permutations, readFrom, type Candidate, type Sent } from '#server/money/payments/testing.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

const secret = 'a-secret-in-the-address-of-the-hook'
const flexId = 'cb617dcc-8467-49ab-b3a7-735ce1d60ad9'
const salt = '7d901dad245fd0ff6bc20d06'
let db: Database
let jobs: Jobs
let dataLinkServer: Server
const cancelled: URLSearchParams[] = []
let answer = { status: 200, body: "<?xml version='1.0' standalone='yes'?><results>1</results>" }
const failures: unknown[] = []

/** What subscriptions to a performer come to here: a sale by card, reversed when its money is gone. */
payments.fulfil('subscription', {
  async paid(tx, { id, accountId, tokens, detail }) {
    const sale = { amount: tokens, kind: 'subscription', key: `test:${id}`, title: 'Monthly', commissionBasisPoints: 2000 }
    await wallet.chargeCard(tx, { by: accountId, to: `${detail['performerId'] as string}`, ...sale })
  },
  failed: async () => {},
  async takenBack(tx, { id }, why) {
    const sale = await wallet.standing(tx, [`test:${id}`])
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
  dataLinkServer = createServer((request, reply) => {
    cancelled.push(new URL(request.url ?? '', 'http://ccbill').searchParams)
    reply.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((listening) => dataLinkServer.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(dataLinkServer.address() as AddressInfo).port}/utils/subscriptionManagement.cgi`
  payments.useCcbill({
    account: { mainAccount: '900100', subAccount: '0001', flexId, salt, dataLink: { user: 'stage', password: 'door', url } },
    webhookSecret: secret,
    siteUrl: () => 'https://stage.example',
  })
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'ccbill' }, undefined))
  jobs = createJobs(db, (error) => failures.push(error))
  work(jobs, db)
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await new Promise((closed) => dataLinkServer.close(closed))
  await db.close()
})
beforeEach(() => {
  failures.length = 0
  cancelled.length = 0
})

/** Phoenix has no summer time. */
function phoenix(at: Date): string {
  return new Date(at.getTime() - 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

const numberOf = (text: string) => `${BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, 12)}`)}`

function post(eventType: string, fields: object, at: Date, extra: Partial<Sent> = {}): Sent {
  const body = JSON.stringify({ clientAccnum: '900100', clientSubacc: '0001', timestamp: phoenix(at), ...fields })
  return {
    body,
    query: { secret, eventType, clientAccnum: '900100' },
    ip: '64.38.212.7',
    headers: { 'content-type': 'application/json' },
    ...extra,
  }
}

const usd = { currency: 'USD', currencyCode: '840' }
/** The n-th event of a story is of another second, as in life; its name tells which. */
function send(event: GatewayEvent, at: Date): Sent | undefined {
  const reference = 'reference' in event ? event.reference : ''
  const names = { subscriptionId: numberOf(reference), transactionId: numberOf(`charge ${reference}`) }
  const moment = new Date(at.getTime() - Number.parseInt(/-\w+_(\w)$/.exec(event.id)?.[1] ?? '0', 36) * 1000)
  switch (event.kind) {
    case 'succeeded': {
      const billed = { billedInitialPrice: (event.amount / 100).toFixed(2), billedCurrencyCode: event.currency === 'EUR' ? '978' : '840' }
      return post('NewSaleSuccess', { ...names, ...billed, 'X-transaction': reference }, moment)
    }
    case 'failed':
      return post(
        'NewSaleFailure',
        { transactionId: names.transactionId, failureReason: 'Invalid Input.', 'X-transaction': reference },
        moment,
      )
    case 'refunded':
      // CCBill says what went back this time: the second part of what the story gives back is the rest.
      return post('Refund', { ...names, ...usd, amount: 'soFar' in event && event.soFar === 1000 ? '10.00' : '20.00' }, moment)
    case 'chargeback':
      return post('Chargeback', { ...names, ...usd, amount: '30.00' }, moment)
    default:
      return undefined
  }
}
const candidate: Candidate = {
  gateway: ccbill,
  send,
  tolerance,
  forge: (good) => [
    { ...good, query: { ...good.query, secret: 'another' } },
    { ...good, query: { eventType: 'NewSaleSuccess' } },
    { ...good, ip: '203.0.113.9' },
    { ...good, ip: '2001:db8::1' },
  ],
}

describe('as any gateway', () => {
  gatewayConformance(() => db, candidate)
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
  expect(pathname).toBe(`/wap-frontflex/flexforms/${flexId}`)
  expect(Object.fromEntries(said)).toEqual({
    clientAccnum: '900100',
    clientSubacc: '0001',
    initialPrice: '10.00',
    initialPeriod: '2',
    currencyCode: '840',
    formDigest: createHash('md5').update(`10.002840${salt}`).digest('hex'),
    'X-transaction': outcome.transactionId,
    'X-returnUrl': `https://stage.example/wallet?transaction=${outcome.transactionId}`,
  })
})

test('a subscription renews there by itself: its address says how often, under one digest', async () => {
  const { address } = await begins(await someone(db), await someone(db))
  const { formDigest, ...said } = Object.fromEntries(address.searchParams)
  expect(said).toMatchObject({ initialPrice: '4.95', initialPeriod: '30', recurringPrice: '4.95', recurringPeriod: '30', numRebills: '99' })
  expect(formDigest).toBe(createHash('md5').update(`4.95304.953099840${salt}`).digest('hex'))
})

test('a performer’s own sub-account is paid, its secrets are sealed, and off means the site’s', async () => {
  const performer = await someone(db)
  const given = { subAccountNumber: '0077', flexformId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9', salt: 'their-own-salt' }
  const keep = (isActive: boolean, value?: typeof given) =>
    db.transaction((tx) => payments.keepOwnAccount(tx, performer, 'ccbill', { isActive, given: value }))
  expect(await keep(true, given)).toEqual({ gateway: 'ccbill', isActive: true, ending: '77' })
  const { address } = await begins(await someone(db), performer)
  expect(address.pathname).toContain(given.flexformId)
  expect(address.searchParams.get('clientSubacc')).toBe('0077')
  const { sealed } = await db.one<{ sealed: Buffer }>(sql`select sealed from payments.own_accounts where performer_id = ${performer}`)
  expect(sealed.toString('latin1')).not.toContain('their-own-salt')
  await keep(false)
  expect((await begins(await someone(db), performer)).address.searchParams.get('clientSubacc')).toBe('0001')
})

const at = new Date('2026-11-21T10:00:00Z')
const hears = async (sent: Sent) => {
  const event = readFrom(ccbill, sent, at)
  return event && db.transaction((tx) => payments.hear(tx, 'ccbill', event))
}

test('sale, two renewals, a refund of the second and a cancellation: every order of them ends the same', async () => {
  const ends = new Set<string>()
  for (const turn of permutations([0, 1, 2, 3, 4])) {
    const [fan, performer] = [await someone(db), await someone(db)]
    const { id } = await begins(fan, performer)
    const subscriptionId = numberOf(id)
    const charge = (n: number) => ({ subscriptionId, transactionId: numberOf(`${id} ${n}`) })
    const billed = { billedAmount: '4.95', billedCurrencyCode: '840' }
    const events = [
      post('NewSaleSuccess', { ...charge(0), billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at),
      post('RenewalSuccess', { ...charge(1), ...billed }, at),
      post('RenewalSuccess', { ...charge(2), ...billed }, at),
      post('Refund', { ...charge(1), ...usd, amount: '4.95' }, at),
      post('Cancellation', { subscriptionId, reason: 'Consumer' }, at),
    ]
    for (const each of [...turn, ...turn]) await hears(events[each] ?? expect.fail())
    const { rows } = await payments.transactionsOf(db, fan, { limit: 9, offset: 0 })
    ends.add(JSON.stringify({ earned: await wallet.earningsOf(db, performer), statuses: rows.map(({ status }) => status).toSorted() }))
  }
  expect([...ends]).toEqual([JSON.stringify({ earned: 2 * 3960, statuses: ['refunded', 'success', 'success'] })])
}, 60_000)

test('a renewal of another amount is a mismatch and pays nothing', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await hears(post('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  const other = { ...names, transactionId: numberOf(`${id} 1`), billedAmount: '0.95', billedCurrencyCode: '840' }
  expect(await hears(post('RenewalSuccess', other, at))).toBe('mismatch')
  expect(await wallet.earningsOf(db, performer)).toBe(3960)
})

test('a refund that names a charge nobody knows waits a day, and is then the newest one’s', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await hears(post('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  expect(await hears(post('Refund', { ...names, transactionId: '99', ...usd, amount: '4.95' }, at))).toBe('early')
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
  await hears(post('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  for (const bad of ['<results>0</results>', 'Your request was received.', '']) {
    answer = { status: 200, body: bad }
    await db.transaction((tx) => payments.stopRenewing(tx, id))
    await jobs.runDue()
    expect(failures.splice(0)).toHaveLength(1)
  }
  answer = { status: 200, body: '<results>1</results>' }
  await db.transaction((tx) => payments.stopRenewing(tx, id))
  await jobs.runDue()
  expect(failures).toEqual([])
  expect(Object.fromEntries(cancelled.at(-1) ?? [])).toEqual({
    action: 'cancelSubscription',
    clientAccnum: '900100',
    usingSubacc: '0001',
    subscriptionId: numberOf(id),
    returnXML: '1',
    username: 'stage',
    password: 'door',
  })
})

test('a subscription is stopped at the sub-account that sold it, whatever its performer has by now', async () => {
  const [fan, performer] = [await someone(db), await someone(db)]
  const given = { subAccountNumber: '0078', flexformId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9', salt: 'their-own-salt' }
  await db.transaction((tx) => payments.keepOwnAccount(tx, performer, 'ccbill', { isActive: true, given }))
  const { id } = await begins(fan, performer)
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`), clientSubacc: '0078' }
  await hears(post('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  const charge = numberOf(`${id} 1`)
  await hears(post('RenewalSuccess', { ...names, transactionId: charge, billedAmount: '4.95', billedCurrencyCode: '840' }, at))
  await db.transaction((tx) => payments.keepOwnAccount(tx, performer, 'ccbill', { isActive: false, given: undefined }))
  const renewal = await db.one<{ id: string }>(sql`select id from payments.transactions where charge = ${charge}`)
  for (const each of [id, renewal.id]) {
    await db.transaction((tx) => payments.stopRenewing(tx, each))
    await jobs.runDue()
    expect(cancelled.pop()?.get('usingSubacc')).toBe('0078')
  }
})

test('what CCBill does not stop in four days is left to people, by the audit log', async () => {
  const { id } = await begins(await someone(db), await someone(db))
  const names = { subscriptionId: numberOf(id), transactionId: numberOf(`${id} 0`) }
  await hears(post('NewSaleSuccess', { ...names, billedInitialPrice: '4.95', billedCurrencyCode: '840', 'X-transaction': id }, at))
  answer = { status: 200, body: '<results>0</results>' }
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
  answer = { status: 200, body: '<results>1</results>' }
  expect(failures).toHaveLength(25)
  expect(await given()).toMatchObject([{ subjectId: 'ccbill', detail: { agreement: numberOf(id), soldBy: '0001' } }])
})

test('without DataLink it is not there: what renews by itself could not be stopped', () => {
  const account = { mainAccount: '900100', subAccount: '0001', flexId, salt }
  const given = { webhookSecret: secret, siteUrl: () => 'https://stage.example' }
  const dataLink = { user: 'stage', password: 'door' }
  try {
    payments.useCcbill({ ...given, account })
    expect(ccbill.isReady()).toBe(false)
    payments.useCcbill({ ...given, account: { ...account, dataLink } })
    expect(ccbill.isReady()).toBe(true)
  } finally {
    const url = `http://127.0.0.1:${(dataLinkServer.address() as AddressInfo).port}/utils/subscriptionManagement.cgi`
    payments.useCcbill({ ...given, account: { ...account, dataLink: { ...dataLink, url } } })
  }
})

test('a form is read as JSON is, and what cannot be read is refused', () => {
  const fields = {
    subscriptionId: '1',
    transactionId: '2',
    billedInitialPrice: '4.9',
    billedCurrencyCode: '840',
    'X-transaction': 'x',
    timestamp: phoenix(at),
  }
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `${new URLSearchParams(fields)}` }
  expect(readFrom(ccbill, { ...post('NewSaleSuccess', {}, at), ...form })).toMatchObject({
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
    expect(() => readFrom(ccbill, post('NewSaleSuccess', { ...fields, ...wrong }, at))).toThrow(unknown)
  for (const body of ['null', '[]', '{']) expect(() => readFrom(ccbill, { ...post('NewSaleSuccess', fields, at), body })).toThrow(unknown)
  expect(readFrom(ccbill, post('BillingDateChange', fields, at))).toBeUndefined()
})

describe('whatever order its events come in', () => {
  orderConformance(() => db, candidate)
})
