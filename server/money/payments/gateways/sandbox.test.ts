import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import {
  act,
  checkout,
  closeUnfinished,
  deliver,
  reportJob,
  sandbox,
  useReach,
  type Act,
  type Report,
} from '#server/money/payments/gateways/sandbox.ts'
import { sandboxBody, sandboxDriver, sandboxPost } from '#server/money/payments/gateways/testing-drivers.ts'
import * as settings from '#server/site/settings/settings.ts'
import { receive } from '#server/money/payments/settling.ts'
import { gatewayConformance, lostConformance, orderConformance, readFrom } from '#server/money/payments/testing.ts'

let db: Database
beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.useFacts({ hashPwClient: false, isDemo: true })
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(() => db.close())

describe('as any gateway', () => {
  gatewayConformance(
    () => db,
    sandboxDriver,
    async (payment) => {
      const started = await db.transaction((tx) => sandbox.start(tx, payment))
      const page = await checkout(db, started.status === 'redirect' ? started.paymentUrl.replace('/checkout/sandbox/', '') : '')
      expect(page.currency).toBe(payment.currency)
      return page.amount / 100
    },
  )
})

test('a signed body that cannot be read is refused, not trusted', () => {
  const at = new Date()
  const whole = JSON.parse(sandboxBody({ id: 'e', reference: 'r', kind: 'succeeded', amount: 1, currency: 'USD' })) as Report
  const unreadable = [
    'null',
    '[]',
    '{',
    JSON.stringify({ ...whole, type: 'payment.celebrated' }),
    JSON.stringify({ ...whole, id: '' }),
    JSON.stringify({ ...whole, data: { ...whole.data, amount: 1.5 } }),
    JSON.stringify({ ...whole, data: { ...whole.data, reason: 'Because <b>' } }),
    JSON.stringify({ ...whole, data: undefined }),
  ]
  for (const body of unreadable) {
    expect(() => readFrom(sandbox, sandboxPost(body, at), at)).toThrow(expect.objectContaining({ code: 'event_unknown' }))
  }
})

async function page() {
  const payment = {
    transactionId: crypto.randomUUID(),
    accountId: crypto.randomUUID(),
    amount: 3000,
    currency: 'USD',
    title: '300 tokens',
    returnPath: '/wallet?tab=new#top',
  }
  const started = await db.transaction((tx) => sandbox.start(tx, payment))
  if (started.status !== 'redirect') throw new Error('the sandbox has a page')
  const id = started.paymentUrl.split('/').at(-1) ?? ''
  return {
    id,
    reference: started.reference,
    transactionId: payment.transactionId,
    does: (how: Act) => db.transaction((tx) => act(tx, id, how)),
  }
}

async function reportsOf(reference: string): Promise<Report[]> {
  const rows = await db.many<{ payload: Report }>(sql`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${reportJob} and payload -> 'data' ->> 'reference' = ${reference} order by j.id`)
  return rows.map(({ payload }) => payload)
}

test('the page stands at an address that cannot be guessed and leads back with the transaction named', async () => {
  const { id, transactionId } = await page()
  expect(Buffer.from(id, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  expect(await checkout(db, id)).toMatchObject({
    status: 'open',
    amount: 3000,
    returnUrl: `/wallet?tab=new&transaction=${transactionId}#top`,
  })
  await expect(checkout(db, 'x'.repeat(32))).rejects.toMatchObject({ code: 'not_found' })
})

const stories: [string, Act[], string, Report['type'][]][] = [
  ['a good card pays', [{ action: 'pay', card: 'success' }], 'paid', ['payment.succeeded']],
  ['a bad card is declined', [{ action: 'pay', card: 'decline' }], 'declined', ['payment.failed']],
  [
    '3-D Secure asks, then pays',
    [{ action: 'pay', card: 'three_d_secure' }, { action: 'confirm' }],
    'paid',
    ['payment.action_required', 'payment.succeeded'],
  ],
  [
    '3-D Secure asks, then fails',
    [{ action: 'pay', card: 'three_d_secure' }, { action: 'fail' }],
    'declined',
    ['payment.action_required', 'payment.failed'],
  ],
  ['the payer leaves', [{ action: 'abandon' }], 'abandoned', ['payment.failed']],
  [
    'the payer leaves at the question',
    [{ action: 'pay', card: 'three_d_secure' }, { action: 'abandon' }],
    'abandoned',
    ['payment.action_required', 'payment.failed'],
  ],
]
for (const [what, acts, status, types] of stories) {
  test(`${what}, and the site is told each step once`, async () => {
    const { id, reference, does } = await page()
    for (const each of acts) await does(each)
    expect((await checkout(db, id)).status).toBe(status)
    expect((await reportsOf(reference)).map(({ type }) => type)).toEqual(types)
    // What was decided stays decided, whatever is pressed next; the same act again, whose answer was lost, is answered as it was.
    for (const action of ['pay', 'confirm', 'fail', 'abandon'] as const) await does({ action, card: 'success' }).catch(() => {})
    expect((await checkout(db, id)).status).toBe(status)
    expect((await does(acts.at(-1)!)).status).toBe(status)
    expect(await reportsOf(reference)).toHaveLength(types.length)
  })
}

test('what is paid goes back in parts, one of which fails; it is disputed in part, and again after that is won', async () => {
  const { id, reference, does } = await page()
  await expect(does({ action: 'refund' })).rejects.toMatchObject({ code: 'checkout_over' })
  await does({ action: 'pay', card: 'success' })
  await does({ action: 'refund', amount: 1000 })
  await does({ action: 'refund', amount: 500 })
  await expect(does({ action: 'refund', amount: 1501 })).rejects.toMatchObject({ code: 'amount_out_of_bounds' })
  expect(await does({ action: 'fail_refund' })).toMatchObject({ refunded: 1000 })
  await does({ action: 'dispute', amount: 100 })
  await expect(does({ action: 'dispute' })).rejects.toMatchObject({ code: 'checkout_over' })
  await does({ action: 'win_dispute' })
  await does({ action: 'dispute' })
  await does({ action: 'lose_dispute' })
  await expect(does({ action: 'dispute' })).rejects.toMatchObject({ code: 'checkout_over' })
  expect(await checkout(db, id)).toMatchObject({ refunded: 1000, dispute: 'lost' })
  const said = (await reportsOf(reference)).map(({ type, data }) => [type, data.refund?.amount ?? data.dispute?.amount])
  expect(said).toEqual([
    ['payment.succeeded', undefined],
    ['payment.refunded', 1000],
    ['payment.refunded', 500],
    ['payment.refund_failed', 500],
    ['payment.disputed', 100],
    ['payment.dispute_won', 100],
    ['payment.disputed', 3000],
    ['payment.dispute_lost', 3000],
  ])
  const names = (await reportsOf(reference)).flatMap(({ data }) => data.refund?.id ?? data.dispute?.id ?? [])
  expect(new Set(names).size).toBe(4)
})

test('two clicks on Pay pay once, and paying needs a card', async () => {
  const { reference, does } = await page()
  await expect(does({ action: 'pay' })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'card', code: 'required' }] })
  await expect(does({ action: 'confirm' })).rejects.toMatchObject({ code: 'checkout_over' })
  const clicks = await Promise.all([1, 2, 3].map(() => does({ action: 'pay', card: 'success' })))
  expect(clicks.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  expect(await reportsOf(reference)).toHaveLength(1)
})

test('whoever pressed Pay and lost the answer presses again and is told that it is paid; another end is not made up for them', async () => {
  const [paid, declined, left] = [await page(), await page(), await page()]
  await paid.does({ action: 'pay', card: 'success' })
  expect(await paid.does({ action: 'pay', card: 'success' })).toMatchObject({ status: 'paid' })
  for (const action of ['confirm', 'fail', 'abandon'] as const)
    await expect(paid.does({ action })).rejects.toMatchObject({ code: 'checkout_over' })
  await declined.does({ action: 'pay', card: 'decline' })
  expect(await declined.does({ action: 'pay', card: 'decline' })).toMatchObject({ status: 'declined' })
  await expect(declined.does({ action: 'pay', card: 'success' })).rejects.toMatchObject({ code: 'checkout_over' })
  await left.does({ action: 'abandon' })
  await expect(left.does({ action: 'pay', card: 'success' })).rejects.toMatchObject({ code: 'checkout_over' })
  expect(await reportsOf(paid.reference)).toHaveLength(1)
})

test('a page that nobody finished is closed after a day, and the site is told', async () => {
  const left = await page()
  const dayLater = (hours: number) => ({ at: new Date(Date.now() + hours * 3_600_000) })
  await db.transaction(closeUnfinished, dayLater(23))
  expect((await checkout(db, left.id)).status).toBe('open')
  await db.transaction(closeUnfinished, dayLater(25))
  expect((await checkout(db, left.id)).status).toBe('abandoned')
  expect(await reportsOf(left.reference)).toMatchObject([{ type: 'payment.failed', data: { reason: 'abandoned' } }])
})

test('a webhook that the site did not receive fails its job, so that it is sent again', async () => {
  const event: Report = { id: 'evt_1', type: 'payment.succeeded', data: { reference: 'r', amount: 1, currency: 'USD' } }
  const answering = (status: number) => useReach({ siteUrl: () => 'http://127.0.0.1:1', fetch: async () => new Response('{}', { status }) })
  answering(503)
  await expect(deliver(event, new Date())).rejects.toThrow('503')
  answering(400)
  await expect(deliver(event, new Date())).rejects.toThrow('evt_1')
  answering(200)
  await deliver(event, new Date())
})

describe('whatever order its events come in', () => {
  orderConformance(() => db, sandboxDriver)
})

describe('when its webhooks are lost', () => {
  lostConformance(
    () => db,
    sandbox,
    async ({ reference }) => {
      const { id } = await db.one<{ id: string }>(sql`select id from payments.sandbox_checkouts where reference = ${reference}`)
      const does = async (how: Act) => void (await db.transaction((tx) => act(tx, id, how)))
      let received = 0
      const arrived = async () => (await reportsOf(reference)).slice(received)
      return {
        pays: () => does({ action: 'pay', card: 'success' }),
        refunds: (amount) => does({ action: 'refund', amount }),
        disputes: (amount) => does({ action: 'dispute', amount }),
        async decides(how) {
          // Its page has no button for a dispute that is opened again, and it tells nobody.
          await db.transaction(async (tx) => {
            await tx.run(sql`update payments.sandbox_disputes set state = 'open' where checkout_id = ${id}`)
            await tx.run(sql`update payments.sandbox_checkouts set dispute = 'open' where id = ${id}`)
          })
          if (how !== 'open') await does({ action: how === 'won' ? 'win_dispute' : 'lose_dispute' })
        },
        async ages() {
          await db.transaction(async (tx) => {
            await tx.run(sql`update payments.sandbox_disputes set created_at = created_at - interval '5 days' where checkout_id = ${id}`)
            await tx.run(sql`update payments.sandbox_checkouts set decided_at = decided_at - interval '5 days' where id = ${id}`)
          })
        },
        async tells() {
          for (const report of await arrived()) {
            const event = readFrom(sandbox, sandboxPost(JSON.stringify(report), new Date()), new Date())
            if (event) await db.transaction((tx) => receive(tx, 'sandbox', event))
            received++
          }
        },
        async loses() {
          received += (await arrived()).length
        },
        forgets: () => db.transaction((tx) => tx.run(sql`delete from payments.sandbox_checkouts where id = ${id}`)).then(() => undefined),
      }
    },
  )
})

test('what is said to be lost is told to nobody', async () => {
  const { reference, does } = await page()
  await does({ action: 'pay', card: 'success', lost: true })
  expect(await reportsOf(reference)).toEqual([])
})
