import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { payments as table } from '#contract/money/payments.ts'
import { entries } from '#server/platform/audit/audit.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { secretFor, useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { signatureHeader, type Report } from '#server/money/payments/gateways/sandbox.ts'
import { signed } from '#server/money/payments/gateways/signature.ts'
import { work } from '#server/money/payments/jobs.ts'
import { settleAtOnce, topUp, useReach } from '#server/money/payments/payments.ts'
import { handlers } from '#server/money/payments/routes.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let http: FastifyInstance
let jobs: Jobs
let fan: string
const clock = movableClock()
const webhookFailures: unknown[] = []

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.useFacts({ hashPwClient: false, isDemo: true })
  db = connect({ connection: await cloneDatabase(), clock })
  await migrateJobs(db)
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  serve(
    http,
    {
      db,
      geo: { countryOf: () => undefined },
      storage: {} as never,
      rateLimitFactor: 1000,
      isSecure: false,
      allowedOrigins: [],
      identify: async (_db, token) => ({
        kind: 'member',
        accountId: token,
        sessionId: token,
        role: 'user',
        username: 'somebody',
        isAdult: true,
      }),
      inMaintenance: async () => false,
      isClosed: async () => false,
      seenFrom: async (viewer) => viewer,
      overridesFor: async () => ({}),
      refusePrograms: async () => {},
      acted: async () => {},
    },
    'payments',
    table,
    handlers,
  )
  await http.ready()
  jobs = createJobs(db, (error) => webhookFailures.push(error))
  // The webhook takes the way it takes in life, but for the cable.
  const viaInject = async (url: string | URL | Request, init?: RequestInit) => {
    const path = new URL(url as string).pathname
    const answer = await http.inject({
      method: 'POST',
      url: path,
      headers: init?.headers as Record<string, string>,
      payload: init?.body as string,
    })
    return new Response(answer.body, { status: answer.statusCode })
  }
  useReach({ siteUrl: () => 'http://127.0.0.1:4700', fetch: viaInject })
  work(jobs, db)
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await http.close()
  await db.close()
})
beforeEach(async () => {
  fan = await someone(db)
  webhookFailures.length = 0
})

interface Answer<T> {
  status: number
  code?: string
  data: T
  errors?: { field: string; code: string }[]
}
async function call<T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: object, as = fan): Promise<Answer<T>> {
  const answer = await http.inject({ method, url: `/api${path}`, headers: { authorization: as }, ...(body && { payload: body }) })
  return { status: answer.statusCode, ...(answer.json() as object) } as Answer<T>
}
type Started = { status: string; transactionId: string; paymentUrl: string }
type Shown = { _id: string; status: string; tokens: number; totalPrice: number; failureReason?: string; completedAt?: string }

const startTopUp = (body: object, as = fan) => call<Started>('POST', '/payment/wallet/top-up', body, as)
const act = (paymentUrl: string, body: object) =>
  call<{ status: string; returnUrl: string }>('POST', `/payment/sandbox/checkouts/${paymentUrl.split('/').at(-1)}`, body)
const transaction = async (id: string, as = fan) => (await call<Shown>('GET', `/payment/transactions/${id}`, undefined, as)).data

test('a fan tops up: the tokens come when the gateway has said so, and only then (calls.md section 10)', async () => {
  const { data, status } = await startTopUp({ amount: 30, returnPath: '/wallet?x=1' })
  expect(status).toBe(200)
  expect(data).toMatchObject({ status: 'redirect', paymentUrl: expect.stringMatching(/^\/checkout\/sandbox\/[\w-]{32}$/) })
  expect(await transaction(data.transactionId)).toMatchObject({ status: 'pending', tokens: 300, totalPrice: 30 })

  const paid = await act(data.paymentUrl, { action: 'pay', card: 'success' })
  expect(paid.data).toEqual({ status: 'paid', refunded: 0, returnUrl: `/wallet?x=1&transaction=${data.transactionId}` })
  expect(await wallet.balanceOf(db, fan)).toBe(0)
  await jobs.runDue()
  expect(webhookFailures).toEqual([])
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  expect(await transaction(data.transactionId)).toMatchObject({ status: 'success', completedAt: expect.any(String) })
})

test('a package brings its bonus, is named in the reader’s language, and an unknown one is refused', async () => {
  const { data } = await call<{ data: { _id: string; name: string; price: number; tokens: number; bonusTokens: number }[] }>(
    'GET',
    '/package/token/search',
  )
  expect(data.data.map(({ name, price, tokens, bonusTokens }) => [name, price, tokens, bonusTokens])).toEqual([
    ['First night', 10, 100, 0],
    ['An evening', 30, 300, 15],
    ['A season', 98, 1000, 0],
    ['Patron', 288, 3000, 0],
  ])
  const started = await startTopUp({ packageId: data.data[1]?._id })
  await act(started.data.paymentUrl, { action: 'pay', card: 'success' })
  await jobs.runDue()
  expect(await wallet.balanceOf(db, fan)).toBe(31_500)
  expect(await startTopUp({ packageId: crypto.randomUUID() })).toMatchObject({
    status: 422,
    code: 'unknown_package',
    errors: [{ field: 'packageId' }],
  })
})

test('amounts outside the bounds, bent or doubled are each refused by name', async () => {
  for (const amount of [2.94, 300.01]) expect(await startTopUp({ amount })).toMatchObject({ status: 422, code: 'amount_out_of_bounds' })
  for (const amount of [0, -5, 10.123, 2 ** 53 + 2, '10'])
    expect(await startTopUp({ amount })).toMatchObject({ status: 422, code: 'invalid' })
  expect(await startTopUp({})).toMatchObject({ code: 'invalid', errors: [{ field: 'amount', code: 'required' }] })
  expect(await startTopUp({ amount: 10, packageId: crypto.randomUUID() })).toMatchObject({ code: 'invalid' })
  expect(await startTopUp({ amount: 10, paymentGateway: 'ccbill' })).toMatchObject({ status: 422, code: 'gateway_unavailable' })
  for (const returnPath of ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example'])
    expect(await startTopUp({ amount: 10, returnPath })).toMatchObject({ code: 'invalid', errors: [{ field: 'returnPath' }] })
  expect((await startTopUp({ amount: 2.95 })).status).toBe(200)
})

test('the sandbox is closed where nobody chose it: it would give tokens for nothing', async () => {
  settings.useFacts({ hashPwClient: false, isDemo: false })
  expect(await startTopUp({ amount: 10 })).toMatchObject({ code: 'gateway_unavailable' })
  expect(await startTopUp({ amount: 10, paymentGateway: 'sandbox' })).toMatchObject({ code: 'gateway_unavailable' })
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'sandbox' }, undefined))
  expect((await startTopUp({ amount: 10 })).status).toBe(200)
  await db.transaction((tx) => tx.run(sql`delete from settings.settings where key = 'paymentGateway'`))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: true })
})

test('a declined card, a failed 3-D Secure and a left page end the payment with their reason and move nothing', async () => {
  const ends: [object[], string][] = [
    [[{ action: 'pay', card: 'decline' }], 'card_declined'],
    [[{ action: 'pay', card: 'three_d_secure' }, { action: 'fail' }], 'authentication_failed'],
    [[{ action: 'abandon' }], 'abandoned'],
  ]
  for (const [acts, failureReason] of ends) {
    const { data } = await startTopUp({ amount: 10 })
    for (const each of acts) await act(data.paymentUrl, each)
    await jobs.runDue()
    expect(await transaction(data.transactionId)).toMatchObject({ status: 'fail', failureReason })
    expect(await act(data.paymentUrl, { action: 'pay', card: 'success' })).toMatchObject({ status: 409, code: 'checkout_over' })
  }
  expect(await wallet.balanceOf(db, fan)).toBe(0)
})

test('3-D Secure: the payment waits for the answer, then pays', async () => {
  const { data } = await startTopUp({ amount: 10 })
  expect((await act(data.paymentUrl, { action: 'pay', card: 'three_d_secure' })).data.status).toBe('challenge')
  await jobs.runDue()
  expect(await transaction(data.transactionId)).toMatchObject({ status: 'requires_action' })
  await act(data.paymentUrl, { action: 'confirm' })
  await jobs.runDue()
  expect(await transaction(data.transactionId)).toMatchObject({ status: 'success' })
  expect(await wallet.balanceOf(db, fan)).toBe(10_000)
})

test('somebody else’s payment and page are not there', async () => {
  const { data } = await startTopUp({ amount: 10 })
  expect(await call('GET', `/payment/transactions/${data.transactionId}`, undefined, await someone(db))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect(await act(`/checkout/sandbox/${'x'.repeat(32)}`, { action: 'abandon' })).toMatchObject({ status: 404 })
  const mine = await call<{ data: Shown[]; total: number }>('GET', '/payment/transactions/user/search?status=pending&limit=5')
  expect(mine.data).toMatchObject({ total: 1, data: [{ _id: data.transactionId }] })
  expect((await call<{ total: number }>('GET', '/payment/transactions/user/search?status=success')).data.total).toBe(0)
})

/** A payment that waits, and what its gateway would say of it. */
async function waiting(amount = 30) {
  const { data } = await startTopUp({ amount })
  const { reference } = await db.one<{ reference: string }>(
    sql`select gateway_ref as reference from payments.transactions where id = ${data.transactionId}`,
  )
  const report = (changes: Partial<Report['data']> & { id?: string; type?: Report['type'] } = {}): Report => {
    const { id = `evt_${randomBytes(8).toString('hex')}`, type = 'payment.succeeded', ...rest } = changes
    return { id, type, data: { reference, amount: amount * 100, currency: 'USD', ...rest } }
  }
  return { id: data.transactionId, report }
}

async function hook(report: object, { at = clock.now(), key = secretFor('gateway:sandbox'), gateway = 'sandbox', sent = '' } = {}) {
  const body = JSON.stringify(report)
  const answer = await http.inject({
    method: 'POST',
    url: `/api/payment/${gateway}/callhook`,
    headers: { 'content-type': 'application/json', [signatureHeader]: signed(key, body, at) },
    payload: sent || body,
  })
  return { status: answer.statusCode, ...(answer.json() as { code?: string; data?: object }) }
}

test('a forged, old, future or unknown webhook is refused by name and leaves the balance', async () => {
  const { id, report } = await waiting()
  const moved = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  expect(await hook(report(), { key: randomBytes(32) })).toMatchObject({ status: 400, code: 'signature_invalid' })
  expect(await hook(report(), { sent: JSON.stringify(report({ amount: 999_900 })) })).toMatchObject({
    status: 400,
    code: 'signature_invalid',
  })
  expect(await hook(report(), { at: moved(-302) })).toMatchObject({ status: 400, code: 'signature_expired' })
  expect(await hook(report(), { at: moved(302) })).toMatchObject({ status: 400, code: 'signature_expired' })
  expect(await hook(report({ reference: 'sbx_unknown' }))).toMatchObject({ status: 422, code: 'event_unknown' })
  expect(await hook({ ...report(), type: 'payment.celebrated' })).toMatchObject({ status: 422, code: 'event_unknown' })
  expect(await hook(report(), { gateway: 'stripe' })).toMatchObject({ status: 422, code: 'gateway_unavailable' })
  expect(await wallet.balanceOf(db, fan)).toBe(0)
  expect(await transaction(id)).toMatchObject({ status: 'pending' })
})

test('another amount or currency is refused each time, audited once, and moves nothing', async () => {
  const { id, report } = await waiting()
  const wrong = report({ amount: 2999 })
  expect(await hook(wrong)).toMatchObject({ status: 422, code: 'event_mismatch' })
  expect(await hook(wrong)).toMatchObject({ status: 422, code: 'event_mismatch' })
  expect(await hook(report({ currency: 'TWD' }))).toMatchObject({ status: 422, code: 'event_mismatch' })
  expect(await wallet.balanceOf(db, fan)).toBe(0)
  expect(await transaction(id)).toMatchObject({ status: 'pending' })
  const { rows } = await entries(db, { action: 'payments.', subjectId: id, limit: 10, offset: 0 })
  expect(rows.map(({ detail }) => detail['reported'])).toEqual([
    { amount: 3000, currency: 'TWD' },
    { amount: 2999, currency: 'USD' },
  ])
})

test('a repeated event is received once: twice in a row, eight at a time, and under another name', async () => {
  const { report } = await waiting()
  const event = report()
  const all = await Promise.all(Array.from({ length: 8 }, () => hook(event)))
  expect(all.every(({ status }) => status === 200)).toBe(true)
  expect(await hook(event)).toMatchObject({ status: 200, data: { received: true } })
  expect((await hook(report())).status).toBe(200)
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
})

test('success wins over failure whatever order they come in, and what is paid does not fail afterwards', async () => {
  const { id, report } = await waiting()
  await hook(report({ type: 'payment.failed', reason: 'card_declined' }))
  expect(await transaction(id)).toMatchObject({ status: 'fail', failureReason: 'card_declined' })
  await hook(report())
  expect(await transaction(id)).toMatchObject({ status: 'success' })
  await hook(report({ type: 'payment.failed', reason: 'card_declined' }))
  await hook(report({ type: 'payment.action_required' }))
  expect(await transaction(id)).toMatchObject({ status: 'success' })
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
})

test('the same Idempotency-Key starts one payment', async () => {
  const headers = { authorization: fan, 'idempotency-key': 'once' }
  const again = () => http.inject({ method: 'POST', url: '/api/payment/wallet/top-up', headers, payload: { amount: 10 } })
  const answers = [await again(), await again()].map((answer) => answer.json() as { data: Started })
  expect(answers[0]?.data.transactionId).toBe(answers[1]?.data.transactionId)
  expect((await call<{ total: number }>('GET', '/payment/transactions/user/search')).data.total).toBe(1)
})

test('a frozen wallet takes what was paid', async () => {
  await db.transaction((tx) => wallet.freeze(tx, fan))
  const { report } = await waiting()
  expect((await hook(report())).status).toBe(200)
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
})

test('a told history ends payments in its own time, once', async () => {
  const at = new Date('2026-09-01T20:00:00Z')
  const { transactionId } = await db.transaction((tx) => topUp(tx, { accountId: fan, amount: 1000 }, 'zh-TW'), { at })
  await db.transaction((tx) => settleAtOnce(tx, transactionId), { at })
  await db.transaction((tx) => settleAtOnce(tx, transactionId), { at })
  expect(await wallet.balanceOf(db, fan)).toBe(10_000)
  expect(await transaction(transactionId)).toMatchObject({ completedAt: at.toISOString() })
  const books = sql`
    select c.status, c.card from payments.sandbox_checkouts c join payments.transactions t on t.gateway_ref = c.reference where t.id = ${transactionId}`
  expect(await db.one(books)).toEqual({ status: 'paid', card: 'success' })
  expect((await wallet.statement(db, fan, { limit: 5, offset: 0 })).lines).toMatchObject([{ kind: 'top_up', title: '儲值100代幣', at }])
})
