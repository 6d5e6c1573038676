import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import { stripeGateway } from '#server/money/payments/gateways/stripe.ts'
import type { GatewayEvent, What } from '#server/money/payments/gateways/gateway.ts'
import { intentFor, stripeDriver, stripePost } from '#server/money/payments/gateways/testing-drivers.ts'
import {
  openStripe,
  stripeEvent,
  stripeKeys,
  stripeSecrets,
  stripeSigned,
  type StripeFake,
} from '#server/money/payments/gateways/testing-stripe.ts'
import { work } from '#server/money/payments/jobs.ts'
import * as payments from '#server/money/payments/payments.ts'
import { back, gatewayConformance, lostConformance, orderConformance, ordersOf, paid, readFrom } from '#server/money/payments/testing.ts'
import * as reconciliationJobs from '#server/money/reconciliation/jobs.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let fake: StripeFake
let jobs: Jobs
let fan: string
const failures: unknown[] = []

beforeAll(async () => {
  useSecret(randomBytes(32))
  settings.forget()
  settings.useFacts({ hashPwClient: false, isDemo: false })
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  fake = await openStripe()
  payments.useStripe({ ...stripeKeys, apiUrl: fake.url })
  await db.transaction((tx) => settings.save(tx, { paymentGateway: 'stripe', stripePublishableKey: 'pk_test_stagedoor' }, undefined))
  jobs = createJobs(db, (error) => failures.push(error))
  work(jobs, db)
  reconciliationJobs.work(jobs, db)
})
afterAll(async () => {
  expect(await disagreements(db)).toEqual([])
  await fake.close()
  await db.close()
})
beforeEach(async () => {
  fan = await someone(db)
  fake.events.length = 0
  fake.asked.length = 0
  failures.length = 0
})

describe('as any gateway', () => {
  gatewayConformance(
    () => db,
    stripeDriver,
    async (payment) => {
      await stripeGateway.open?.(db, payment, payment.transactionId)
      const { currency, amount } = [...fake.things.values()].findLast(({ object }) => object === 'payment_intent') ?? expect.fail()
      expect(currency).toBe(payment.currency.toLowerCase())
      return Number(amount) / (currency === 'jpy' ? 1 : 100)
    },
  )
})

/** Stripe tells what it has to tell; in this order. */
async function tell(): Promise<void> {
  for (const { id, type, object } of fake.events.splice(0)) {
    const event = readFrom(stripeGateway, stripePost(stripeEvent(type, object, { id }), new Date()), new Date())
    if (event) await db.transaction((tx) => payments.receive(tx, 'stripe', event))
  }
  await jobs.runDue()
  expect(failures).toEqual([])
}
const topUp = (cardId?: string) => db.transaction((tx) => payments.topUp(tx, { accountId: fan, amount: 3000, cardId }, 'en-US'))
const one = (id: string) => payments.transactionOf(db, fan, id)
const intentOf = async (id: string) =>
  (await db.one<{ charge: string }>(sql`select charge from payments.transactions where id = ${id}`)).charge

test('a fan pays on our page: the intent is made when they are there, once, and tokens come by webhook', async () => {
  const outcome = await topUp()
  expect(outcome).toMatchObject({ status: 'redirect', paymentUrl: `/checkout/stripe/${outcome.transactionId}` })
  expect(fake.asked).toEqual([])
  const opened = await payments.goOn(db, fan, outcome.transactionId)
  expect(opened).toMatchObject({
    status: 'requires_action',
    publishableKey: 'pk_test_stagedoor',
    clientSecret: expect.stringMatching(/^pi_secret_/),
  })
  expect(await payments.goOn(db, fan, outcome.transactionId)).toEqual(opened)
  expect(fake.asked.filter((each) => each === 'POST /v1/payment_intents')).toHaveLength(1)
  await expect(payments.goOn(db, await someone(db), outcome.transactionId)).rejects.toMatchObject({ code: 'not_found' })

  fake.confirm(await intentOf(outcome.transactionId), 'pm_visa')
  expect(await wallet.balanceOf(db, fan)).toBe(0)
  await tell()
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  await expect(payments.goOn(db, fan, outcome.transactionId)).rejects.toMatchObject({ code: 'checkout_over' })
})

test('a card that is kept by paying pays again by itself, and is forgotten at Stripe too', async () => {
  const { transactionId } = await topUp()
  await payments.goOn(db, fan, transactionId, true)
  fake.confirm(await intentOf(transactionId), 'pm_visa_1')
  await tell()
  const [card] = await payments.cardsOf(db, fan)
  expect(card).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 8, expYear: 2039, isDefault: true, gateway: 'stripe' })

  const again = await topUp(card?.id)
  expect(again).toMatchObject({ status: 'redirect', paymentUrl: `/wallet?transaction=${again.transactionId}` })
  expect(fake.asked.filter((each) => each === 'POST /v1/payment_intents')).toHaveLength(1)
  await jobs.runDue()
  await tell()
  expect(await wallet.balanceOf(db, fan)).toBe(60_000)

  await db.transaction((tx) => payments.removeCard(tx, fan, card?.id ?? '', false))
  await jobs.runDue()
  expect(fake.things.get('pm_visa_1')).toMatchObject({ customer: null })
  await expect(topUp(card?.id)).rejects.toMatchObject({ code: 'not_found' })
})

async function keptCard(token: string): Promise<string> {
  return (await payments.addCard(db, fan, { gateway: 'stripe', token, holderName: 'Mei Lin' })).id
}
const later = (cardId: string, key: string) =>
  db.transaction((tx) =>
    payments.chargeSaved(tx, cardId, {
      accountId: fan,
      purpose: 'wallet_top_up',
      amount: 3000,
      currency: 'USD',
      tokens: 30_000,
      title: '300 tokens',
      detail: {},
      key,
    }),
  )
const latest = async () => (await payments.transactionsOf(db, fan, { limit: 1, offset: 0 })).rows[0]

test('cards without paying: what the form made is attached once, and nobody takes somebody else’s', async () => {
  await keptCard('pm_visa_2')
  await expect(keptCard('pm_visa_2')).rejects.toMatchObject({ code: 'card_kept_already' })
  const first = fan
  fan = await someone(db)
  await expect(keptCard('pm_visa_2')).rejects.toMatchObject({ code: 'card_refused' })
  await expect(keptCard('pm_unknown')).rejects.toMatchObject({ code: 'card_refused' })
  expect(await payments.cardsOf(db, fan)).toEqual([])
  expect(await payments.cardsOf(db, first)).toHaveLength(1)
})

test('while the fan is away: a declined card says why, a bank that asks waits for them, and the same key asks once', async () => {
  expect(await later(await keptCard('pm_declines_1'), `auto:${fan}:1`)).toBe(true)
  await jobs.runDue()
  await tell()
  expect(await latest()).toMatchObject({ status: 'fail', failureReason: 'insufficient_funds' })

  const asks = await keptCard('pm_asks_1')
  await later(asks, `auto:${fan}:2`)
  await later(asks, `auto:${fan}:2`)
  await jobs.runDue()
  await tell()
  const waits = await latest()
  expect(waits).toMatchObject({ status: 'requires_action' })
  expect((await payments.transactionsOf(db, fan, { limit: 9, offset: 0 })).total).toBe(2)
  const letters = await db.many(
    sql`select subject from mail.letters l join accounts.accounts a on a.email = l.recipient where a.id = ${fan}`,
  )
  expect(letters).toEqual([{ subject: expect.any(String) }])

  await payments.goOn(db, fan, waits?.id ?? '')
  fake.confirm(await intentOf(waits?.id ?? ''), 'pm_asks_1')
  await tell()
  expect(await one(waits?.id ?? '')).toMatchObject({ status: 'success' })
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
})

test('an answer lost on the way is asked again with the same key: one intent, one charge', async () => {
  const card = await keptCard('pm_visa_3')
  fake.answerNext(503, { error: { type: 'api_error', message: 'busy' } })
  fake.answerNext(503, { error: { type: 'api_error', message: 'busy' } })
  await topUp(card)
  await jobs.runDue()
  expect(failures).toHaveLength(1)
  failures.length = 0
  await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now()`))
  await jobs.runDue()
  await tell()
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  expect(
    [...fake.things.values()].filter(({ object, payment_method: by }) => object === 'payment_intent' && by === 'pm_visa_3'),
  ).toHaveLength(1)
})

test('an answer lost on the way, and asked for again when its key is forgotten: the card is not charged a second time', async () => {
  const card = await keptCard('pm_visa_4')
  const { transactionId } = await topUp(card)
  // Once by our own retry of the line, and once more.
  fake.loseNext()
  fake.loseNext()
  await jobs.runDue()
  expect(failures.splice(0)).toHaveLength(1)
  fake.events.length = 0
  fake.forgetKeys()
  await db.transaction((tx) =>
    tx.run(sql`update payments.transactions set created_at = created_at - interval '21 hours' where id = ${transactionId}`),
  )
  await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now()`))
  await jobs.runDue()
  expect(failures).toEqual([])
  const intents = [...fake.things.values()].filter(({ object, payment_method: by }) => object === 'payment_intent' && by === 'pm_visa_4')
  expect(intents).toHaveLength(1)
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  expect(await one(transactionId)).toMatchObject({ status: 'success', charge: intents[0]?.id })
})

test('an error without `error`, another object or another amount is no intent, whatever its status', async () => {
  const { transactionId } = await topUp()
  const { transactionId: known } = await topUp()
  await payments.goOn(db, fan, known)
  const lies = [
    { message: 'rate limited' },
    { object: 'charge', id: 'ch_1', metadata: { transaction: transactionId }, amount: 3000, currency: 'usd' },
    { object: 'payment_intent', id: 'pi_1', metadata: { transaction: known }, amount: 3000, currency: 'usd', client_secret: 'x' },
    { object: 'payment_intent', id: 'pi_1', metadata: { transaction: transactionId }, amount: 30, currency: 'usd', client_secret: 'x' },
  ]
  for (const lie of lies) {
    fake.answerNext(200, lie)
    await expect(payments.goOn(db, fan, transactionId)).rejects.toThrow(/Stripe/)
  }
})

test('live and test never mix, another event type is nobody’s, and another object under a known type is refused', () => {
  const at = new Date()
  const intent = {
    id: 'pi_1',
    object: 'payment_intent',
    amount_received: 3000,
    currency: 'usd',
    status: 'succeeded',
    metadata: { transaction: 'x' },
  }
  const read = (body: string) => readFrom(stripeGateway, stripePost(body, at), at)
  expect(read(stripeEvent('payment_intent.succeeded', intent))).toMatchObject({ kind: 'succeeded', reference: 'x' })
  const unknown = expect.objectContaining({ code: 'event_unknown' })
  expect(() => read(stripeEvent('payment_intent.succeeded', intent, { livemode: true }))).toThrow(unknown)
  expect(() => read(stripeEvent('payment_intent.succeeded', { ...intent, object: 'charge' }))).toThrow(unknown)
  expect(() => read(stripeEvent('payment_intent.succeeded', { ...intent, status: 'processing' }))).toThrow(unknown)
  expect(() => read(stripeEvent('payment_intent.succeeded', intent, { id: 'not an id' }))).toThrow(unknown)
  for (const body of ['null', '[]', '{', '{}']) expect(() => read(body)).toThrow(unknown)
  expect(read(stripeEvent('customer.created', { id: 'cus_1', object: 'customer' }))).toBeUndefined()
  expect(read(stripeEvent('payment_intent.succeeded', { ...intent, metadata: {} }))).toBeUndefined()
  const inquiry = { id: 'dp_1', object: 'dispute', status: 'warning_needs_response', payment_intent: 'pi_1', metadata: {} }
  expect(read(stripeEvent('charge.dispute.created', inquiry))).toBeUndefined()
})

test('what is paid at another account is nothing of ours, whatever it names; each secret speaks for its own endpoint', async () => {
  const { transactionId } = await topUp()
  const theirs = { id: 'pi_theirs', object: 'payment_intent', status: 'succeeded', amount_received: 3000, currency: 'usd' }
  const says = (secret: string, type: string, object: object, account?: string) => {
    const body = stripeEvent(type, object, { account })
    const signature = stripeSigned(body, new Date(), secret)
    const post = { header: () => signature, query: {}, ip: '127.0.0.1', body: Buffer.from(body) }
    return payments.verify('stripe', post, new Date()) ?? stripeGateway.notice?.(post, new Date())
  }
  const { ofSite, ofCreators } = stripeSecrets
  const naming = { ...theirs, metadata: { transaction: transactionId } }
  const invalid = expect.objectContaining({ code: 'signature_invalid' })
  expect(says(ofCreators, 'payment_intent.succeeded', naming, 'acct_evil')).toBeUndefined()
  expect(() => says(ofCreators, 'payment_intent.succeeded', naming)).toThrow(invalid)
  expect(() => says(ofSite, 'payment_intent.succeeded', naming, 'acct_evil')).toThrow(invalid)
  for (const object of ['refund', 'dispute', 'charge', 'transfer']) {
    const type = { refund: 'refund.created', dispute: 'charge.dispute.closed', charge: 'charge.refunded', transfer: 'transfer.reversed' }[
      object
    ]
    const thing = { id: 'x_1', object, amount: 3000, amount_refunded: 3000, currency: 'usd', status: 'won', payment_intent: 'pi_theirs' }
    expect(says(ofCreators, type ?? '', thing, 'acct_evil')).toBeUndefined()
  }
  expect(() => says(ofSite, 'account.updated', { id: 'acct_evil', object: 'account' }, 'acct_evil')).toThrow(invalid)
  expect(says(ofCreators, 'account.updated', { id: 'acct_1', object: 'account' }, 'acct_1')).toEqual({ kind: 'account', ref: 'acct_1' })
  expect(() => says(ofCreators, 'account.updated', { id: 'acct_1', object: 'account' }, 'acct_evil')).toThrow(
    expect.objectContaining({ code: 'event_unknown' }),
  )
})

test('another intent than the one that was made for a payment neither pays nor ends it, whatever it names', async () => {
  const { transactionId } = await topUp()
  await payments.goOn(db, fan, transactionId)
  const says = async (type: string, more: object) => {
    const object = {
      id: 'pi_another',
      object: 'payment_intent',
      amount: 3000,
      currency: 'usd',
      metadata: { transaction: transactionId },
      ...more,
    }
    const event = readFrom(stripeGateway, stripePost(stripeEvent(type, object), new Date()), new Date()) ?? expect.fail()
    return db.transaction((tx) => payments.receive(tx, 'stripe', event))
  }
  expect(await says('payment_intent.succeeded', { status: 'succeeded', amount_received: 3000 })).toBe('mismatch')
  expect(await says('payment_intent.canceled', {})).toBe('mismatch')
  expect(await says('payment_intent.payment_failed', { last_payment_error: { code: 'card_declined' } })).toBe('mismatch')
  expect(await says('payment_intent.requires_action', {})).toBe('mismatch')
  expect([await wallet.balanceOf(db, fan), (await one(transactionId)).status]).toEqual([0, 'pending'])
  fake.confirm(await intentOf(transactionId), 'pm_visa')
  await tell()
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
})

test('without its secrets it is not there: nobody pays by it and nothing is received', async () => {
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
  await expect(topUp()).rejects.toMatchObject({ code: 'gateway_unavailable' })
  const body = stripeEvent('customer.created', { id: 'cus_1', object: 'customer' })
  const { headers = {} } = stripePost(body, new Date())
  const arrived = { header: (name: string) => headers[name], query: {}, ip: '127.0.0.1', body: Buffer.from(body) }
  expect(() => payments.verify('stripe', arrived, new Date())).toThrow(expect.objectContaining({ code: 'gateway_unavailable' }))
  payments.useStripe({ ...stripeKeys, apiUrl: fake.url })
})

test('collected under two intents: a refund and a dispute are of the one that they name, though both carry our transaction', async () => {
  const ends = new Set<string>()
  for (const order of ordersOf(4).filter((each) => each.indexOf(0) < each.indexOf(1))) {
    fan = await someone(db)
    const { transactionId: reference } = await topUp()
    const [first, second] = [`${intentFor(reference)}a`, `${intentFor(reference)}b`]
    const whats: [string, What][] = [
      [first, paid()],
      [second, paid()],
      [second, back(3000, 3000)],
      [first, { kind: 'chargeback' }],
    ]
    const said = order.map((n) => {
      const [charge, what] = whats[n] ?? expect.fail()
      return stripeDriver.send({ id: `evt_${reference}_${n}`, reference, ...what, charge }, new Date()) ?? expect.fail()
    })
    for (const post of [...said, ...said]) {
      const event = readFrom(stripeGateway, post, new Date()) ?? expect.fail()
      await db.transaction((tx) => payments.receive(tx, 'stripe', event))
    }
    const { rows } = await payments.transactionsOf(db, fan, { limit: 9, offset: 0 })
    const [own, again] = [rows.find(({ id }) => id === reference), rows.find(({ id }) => id !== reference)]
    const of = (payment: typeof own) => [payment?.charge === first, payment?.status, payment?.refundedAmount]
    ends.add(JSON.stringify({ own: of(own), again: of(again), balance: await wallet.balanceOf(db, fan) }))
  }
  expect([...ends]).toEqual([JSON.stringify({ own: [true, 'chargeback', 0], again: [false, 'refunded', 3000], balance: 0 })])
})

test('a refund of an intent that nothing ever introduced is, after a day, of the payment that it names', async () => {
  const { transactionId: reference } = await topUp()
  const says = async (what: What, charge: string) => {
    const post = stripeDriver.send({ id: `evt_${reference}_${charge}`, reference, ...what, charge } as GatewayEvent, new Date())
    const event = readFrom(stripeGateway, post ?? expect.fail(), new Date()) ?? expect.fail()
    return db.transaction((tx) => payments.receive(tx, 'stripe', event))
  }
  await says(paid(), `${intentFor(reference)}a`)
  expect(await says(back(3000, 3000), `${intentFor(reference)}z`)).toBe('early')
  expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  await db.transaction((tx) => tx.run(sql`update payments.early_events set heard_at = heard_at - interval '25 hours'`))
  await db.transaction((tx) => tx.run(sql`select graphile_worker.add_job('payments.hear_forgotten', '{}')`))
  await jobs.runDue()
  expect(failures).toEqual([])
  expect([await wallet.balanceOf(db, fan), (await one(reference)).status]).toEqual([0, 'refunded'])
})

describe('whatever order its events come in', () => {
  orderConformance(() => db, stripeDriver)
})

const paidAtStripe = async () => {
  const { transactionId } = await topUp()
  await payments.goOn(db, fan, transactionId)
  const intent = await intentOf(transactionId)
  fake.confirm(intent, 'pm_visa')
  return { id: transactionId, intent }
}
const earlier = (id: string) =>
  db.transaction((tx) => tx.run(sql`update payments.transactions set paid_at = paid_at - interval '3 hours' where id = ${id}`))
const found = (id: string) =>
  db.many<{ outcome: string }>(sql`select outcome, kind from reconciliation.differences where transaction_id = ${id}`)
/** The daily job, as it runs by itself. */
const reconciles = async () => {
  await db.transaction((tx) => tx.run(sql`select graphile_worker.add_job('payments.reconcile', '{}')`))
  await jobs.runDue()
}

test('while Stripe does not answer for one payment the others are compared, and later only that one is asked for again', async () => {
  const lost = await paidAtStripe()
  const unasked = await paidAtStripe()
  await tell()
  for (const { id, intent } of [lost, unasked]) {
    fake.forget(intent)
    await earlier(id)
  }
  fake.asked.length = 0
  fake.failFor(unasked.intent, 4)
  await reconciles()
  expect(failures.splice(0)).toHaveLength(1)
  expect([await found(lost.id), await found(unasked.id)]).toEqual([[{ outcome: 'missing', kind: 'succeeded' }], []])
  const listed = () => fake.asked.filter((each) => each === 'GET /v1/balance_transactions').length
  const before = listed()
  await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now()`))
  await jobs.runDue()
  expect(failures).toEqual([])
  expect(await found(unasked.id)).toEqual([{ outcome: 'missing', kind: 'succeeded' }])
  expect(listed()).toBe(before)
})

test('what moved first in a busy time is compared, too, however much came after it', async () => {
  const first = await paidAtStripe()
  fake.events.splice(0)
  fake.busy(10_050)
  await reconciles()
  expect(failures).toEqual([])
  expect(await found(first.id)).toEqual([{ outcome: 'settled', kind: 'succeeded' }])
  fake.busy(0)
}, 60_000)

test('what is said late of a dispute that was won undoes nothing, and what was opened again or lost after that does, at once', async () => {
  const { id, intent } = await paidAtStripe()
  const dispute = fake.dispute(intent, 1000)
  await tell()
  const stands = async () => [await wallet.balanceOf(db, fan), (await one(id)).status]
  fake.decide(dispute.id, 'won')
  await tell()
  expect(await stands()).toEqual([30_000, 'success'])
  // A post of before the win comes after it, under a name that was not received.
  for (const status of ['needs_response', 'lost']) {
    fake.events.push({ id: `evt_late_${status}`, type: 'charge.dispute.funds_withdrawn', object: { ...dispute, status } })
    await tell()
    expect(await stands()).toEqual([30_000, 'success'])
  }
  fake.decide(dispute.id, 'needs_response')
  await tell()
  expect(await stands()).toEqual([20_000, 'chargeback'])
  fake.decide(dispute.id, 'lost')
  await tell()
  fake.decide(dispute.id, 'won')
  await tell()
  fake.decide(dispute.id, 'lost')
  await tell()
  expect(await stands()).toEqual([20_000, 'chargeback'])
  const [row] = await db.many(sql`select won_at, lost_at is not null as lost from payments.disputes where transaction_id = ${id}`)
  expect(row).toEqual({ won_at: null, lost: true })
})

test('what staff let go stays so while the bank has not decided, and what it decides then counts', async () => {
  const { id, intent } = await paidAtStripe()
  const dispute = fake.dispute(intent, 1000)
  await tell()
  await db.transaction(async (tx) => {
    await payments.closeDisputes(tx, fan)
    await wallet.unfreeze(tx, fan)
  })
  const isFrozen = async () =>
    (await db.one<{ frozen: boolean }>(sql`select frozen from wallet.accounts where owner_id = ${fan} and kind = 'wallet'`)).frozen
  await reconciles()
  expect(await isFrozen()).toBe(false)
  fake.decide(dispute.id, 'won')
  fake.events.splice(0)
  await reconciles()
  expect([await isFrozen(), await wallet.balanceOf(db, fan), (await one(id)).status]).toEqual([false, 30_000, 'success'])
})

test('an intent that Stripe does not know is no page to go on with, and a payment of it is given up', async () => {
  const { transactionId } = await topUp()
  await payments.goOn(db, fan, transactionId)
  fake.forget(await intentOf(transactionId))
  await expect(payments.goOn(db, fan, transactionId)).rejects.toMatchObject({ code: 'checkout_over' })
  expect(await stripeGateway.abandon?.(db, transactionId)).toBe(true)
})

describe('when its webhooks are lost', () => {
  lostConformance(
    () => db,
    stripeGateway,
    async ({ fan: payer, id }) => {
      await payments.goOn(db, payer, id)
      const intent = await intentOf(id)
      let disputed = ''
      return {
        pays: async () => fake.confirm(intent, 'pm_visa'),
        refunds: async (amount) => void fake.refund(intent, amount),
        disputes: async (amount) => void (disputed = fake.dispute(intent, amount).id),
        decides: async (how) => fake.decide(disputed, how === 'open' ? 'needs_response' : how),
        async ages() {
          for (const thing of fake.things.values())
            if (thing.object === 'balance_transaction') thing['created'] = Number(thing['created']) - 5 * 86_400
        },
        tells: tell,
        loses: async () => void fake.events.splice(0),
        forgets: async () => fake.forget(intent),
      }
    },
  )
})
