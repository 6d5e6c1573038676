// A subscription's story as each gateway tells it, in every order: what it comes to is the same, and the same at all of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import type { GatewayEvent, What } from '#server/money/payments/gateways/gateway.ts'
import { ccbillNames, openCcbill } from '#server/money/payments/gateways/testing-ccbill.ts'
import { ccbillDriver, sandboxDriver, stripeDriver, type Candidate } from '#server/money/payments/gateways/testing-drivers.ts'
import { openStripe, stripeKeys, type StripeFake } from '#server/money/payments/gateways/testing-stripe.ts'
import * as payments from '#server/money/payments/payments.ts'
import { ordersOf, readFrom } from '#server/money/payments/testing.ts'
import { openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import { earningsOf } from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'

let house: Theatre
let stripe: StripeFake
beforeAll(async () => {
  house = await openTheatre('2026-11-01T20:00:00Z')
  stripe = await openStripe()
  payments.useStripe({ ...stripeKeys, apiUrl: stripe.url })
  openCcbill()
})
afterAll(async () => {
  await house.closes()
  await stripe.close()
})

/** What is said of the first month (0) or of the second (1), or of the agreement as a whole. */
type Said = [of: 0 | 1, what: What | 'cancelled']

const paid: What = { kind: 'succeeded', amount: 495, currency: 'USD' }
const declined: What = { kind: 'failed', reason: 'card_declined' }
const disputed: What = { kind: 'chargeback' }
const won: What = { kind: 'chargeback_won' }
const lost: What = { kind: 'chargeback_lost' }
const back = (soFar: number, more: number): What => ({ kind: 'refunded', currency: 'USD', soFar, more })

/** A fan at her creator's, at a gateway. */
interface Stage {
  mei: Member
  lan: Member
  id: string
}

async function begins({ gateway }: Candidate): Promise<Stage> {
  const [mei, lan] = [await house.fan(), await house.performer()]
  const cardId = gateway.renews === 'site' ? await keptCard(mei, gateway.name) : undefined
  const outcome = await house.tries(mei, lan, { gateway: gateway.name, cardId })
  return { mei, lan, id: 'transactionId' in outcome ? outcome.transactionId : expect.fail('a card is asked') }
}

let cards = 0
async function keptCard({ accountId }: Member, gateway: string): Promise<string> {
  const token = gateway === 'stripe' ? `pm_visa_${++cards}` : 'sbt_success'
  return (await payments.addCard(house.db, accountId, { gateway, token, holderName: 'Mei Lin' })).id
}

/** CCBill has no ids: an event is known by the second in which it happened, and told again with the same one. So a month is told at one instant. */
let toldAt = new Date(0)

/** As this gateway says it, read by its driver. Undefined for what it never says. */
async function heardAs({ gateway, send }: Candidate, stage: Stage, [of, what]: Said, n: number): Promise<GatewayEvent | undefined> {
  const subject = await subjectOf(gateway.renews, stage, of)
  if (!subject) return undefined
  const id = `evt_${stage.id}_${n}`
  const event = (
    what === 'cancelled' ? { ...subject, kind: 'cancelled' } : { ...subject, ...inWordsOf(gateway.renews, of, what) }
  ) as GatewayEvent
  const sent = send({ ...event, id }, toldAt)
  return sent && readFrom(candidateGateway(gateway.name), sent, toldAt)
}
const candidateGateway = (name: string) => candidates.find(({ gateway }) => gateway.name === name)?.gateway ?? expect.fail()

/** A gateway that renews by itself has words of its own for the second month. */
function inWordsOf(renews: 'site' | 'gateway', of: 0 | 1, what: What): What {
  if (renews === 'site' || of === 0) return what
  if (what.kind === 'succeeded') return { kind: 'renewed', amount: what.amount, currency: what.currency }
  return what.kind === 'failed' ? { kind: 'renewal_failed', reason: what.reason } : what
}

async function subjectOf(renews: 'site' | 'gateway', { mei, id }: Stage, of: 0 | 1) {
  if (renews === 'gateway' && of === 1) {
    const { subscriptionId: agreement, transactionId: charge } = ccbillNames(id, 1)
    return { agreement, charge }
  }
  const found = await house.db.maybe<{ reference: string }>(sql`
    select gateway_ref as reference from payments.transactions
    where account_id = ${mei.accountId} and coalesce((detail ->> 'number')::int, 1) = ${of + 1} order by created_at limit 1`)
  return found
}

async function receives(driver: Candidate, stage: Stage, said: Said, n: number): Promise<void> {
  const event = await heardAs(driver, stage, said, n)
  if (event) await house.db.transaction((tx) => payments.receive(tx, driver.gateway.name, event))
}

/** What stands between the two, and in the ledger, without ids and instants. */
async function digestOf({ mei, lan }: Stage): Promise<string> {
  const { db } = house
  const subscription = await db.many(sql`
    select status, ended_reason, cycles, spent, expires_at > ${db.now} as runs from subscriptions.subscriptions where fan_id = ${mei.accountId}`)
  const periods = await db.many(sql`
    select p.number, p.price, p.tokens, p.refunded_tokens from subscriptions.periods p
    join subscriptions.subscriptions s on s.id = p.subscription_id where s.fan_id = ${mei.accountId} order by 1`)
  const transfers = await db.many(sql`
    select kind, sum(sign * amount)::bigint as amount, sum(sign * commission)::bigint as commission from wallet.transfers
    where paid_by = ${mei.accountId} group by 1 having sum(sign * amount) <> 0 order by 1`)
  const account = await db.maybe(sql`
    select balance, floor, frozen from wallet.accounts where owner_id = ${mei.accountId} and kind = 'wallet' and (balance <> 0 or frozen)`)
  const earned = await earningsOf(db, lan.accountId)
  const { rows } = await payments.transactionsOf(db, mei.accountId, { limit: 9, offset: 0 })
  const collected = rows.map(({ status, refundedAmount }) => `${status} ${refundedAmount}`).toSorted()
  return JSON.stringify({ subscription, periods, transfers, account: account ?? null, earned, collected })
}

/** Every order of a story, each event twice; those of one story live in the same month. */
async function lived(driver: Candidate, story: readonly Said[], secondMonth: boolean): Promise<string> {
  await house.db.transaction((tx) => settings.save(tx, { paymentGateway: driver.gateway.name as 'stripe' }, undefined))
  toldAt = house.clock.now()
  const sayable: Said[] = []
  const probe = await begins(driver)
  for (const [n, said] of story.entries()) if (said[0] === 1 || (await heardAs(driver, probe, said, n))) sayable.push(said)
  const orders = ordersOf(sayable.length)
  const stages = await eightByEight(orders, () => begins(driver))
  if (secondMonth) {
    await eightByEight(stages, (stage) => receives(driver, stage, [0, paid], 9))
    const [one] = stages
    house.goTo(one && (await house.running(one.mei, one.lan))?.expiresAt)
    await house.renew()
    toldAt = house.clock.now()
  }
  const ends = await eightByEight(orders, async (order, at) => {
    const stage = stages[at] ?? expect.fail()
    for (const n of [...order, ...order.toReversed()]) await receives(driver, stage, sayable[n] ?? expect.fail(), n)
    return digestOf(stage)
  })
  expect([...new Set(ends)]).toEqual([ends[0]])
  return ends[0] ?? ''
}

async function eightByEight<T, R>(all: readonly T[], live: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += 8) done.push(...(await Promise.all(all.slice(at, at + 8).map((one, n) => live(one, at + n)))))
  return done
}

const candidates = [sandboxDriver, stripeDriver, ccbillDriver]
const firstMonth: [string, Said[]][] = [
  [
    'declined, then paid, and given back in two parts',
    [
      [0, declined],
      [0, paid],
      [0, back(200, 200)],
      [0, back(495, 295)],
    ],
  ],
  [
    'paid and disputed, decided for the site',
    [
      [0, paid],
      [0, disputed],
      [0, won],
    ],
  ],
  [
    'paid, disputed, and decided for the payer',
    [
      [0, paid],
      [0, disputed],
      [0, lost],
      [0, back(495, 495)],
    ],
  ],
]
/** Said by gateways that name their refunds. */
const inParts: [string, Said[]][] = [
  [
    'paid, and given back in part, which fails',
    [
      [0, paid],
      [0, { kind: 'refunded', currency: 'USD', refund: 'a', more: 200 }],
      [0, { kind: 'refund_failed', currency: 'USD', refund: 'a', more: 200 }],
    ],
  ],
  [
    'paid, a part of it disputed and another given back',
    [
      [0, paid],
      [0, { kind: 'chargeback', dispute: 'a', disputed: { amount: 100, currency: 'USD' } }],
      [0, { kind: 'refunded', currency: 'USD', refund: 'a', more: 200 }],
    ],
  ],
]
const secondMonth: [string, Said[]][] = [
  [
    'declined once and paid, and the first month given back',
    [
      [1, declined],
      [1, paid],
      [0, back(495, 495)],
    ],
  ],
  [
    'paid and given back',
    [
      [1, paid],
      [1, back(495, 495)],
      [0, declined],
    ],
  ],
  [
    'paid, and a bank disputes the first',
    [
      [1, paid],
      [0, disputed],
      [0, won],
      [1, back(200, 200)],
    ],
  ],
]

for (const [stories, isSecond] of [
  [firstMonth, false],
  [inParts, false],
  [secondMonth, true],
] as const)
  for (const [name, story] of stories)
    describe(`${isSecond ? 'the second month is' : 'the first month is'} ${name}`, () => {
      const ends = new Map<string, string>()
      for (const driver of candidates)
        test(`${driver.gateway.name}: in every order`, async () => {
          ends.set(driver.gateway.name, await lived(driver, story, isSecond))
        }, 600_000)
      test('and at every gateway that says all of it', () => {
        const isOfAll = story.every(
          ([, what]) => what === 'cancelled' || !['chargeback_won', 'chargeback_lost', 'refund_failed'].includes(what.kind),
        )
        const saying = isOfAll ? candidates : candidates.slice(0, 2)
        for (const { gateway } of saying) expect(ends.get(gateway.name), gateway.name).toBe(ends.get('sandbox'))
      })
    })

test('CCBill: the second month is paid, Mei cancels there, and the month is given back or not: in every order', async () => {
  const kept = await lived(
    ccbillDriver,
    [
      [1, paid],
      [1, 'cancelled'],
      [0, declined],
    ],
    true,
  )
  expect(JSON.parse(kept)).toMatchObject({ subscription: [{ status: 'cancelled', cycles: 2, spent: 990, runs: true }], account: null })
  const given = await lived(
    ccbillDriver,
    [
      [1, declined],
      [1, paid],
      [1, 'cancelled'],
      [1, back(495, 495)],
    ],
    true,
  )
  expect(JSON.parse(given)).toMatchObject({ subscription: [{ status: 'expired', ended_reason: 'unpaid', spent: 495 }], account: null })
}, 600_000)
