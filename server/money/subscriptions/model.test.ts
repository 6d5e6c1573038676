// Whatever fans, givers, performers and the clock do in whatever order: what must always hold of a subscription, held after each step.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { receive } from '#server/money/payments/payments.ts'
import type { PaidType } from '#server/money/offers/offers.ts'
import { addMonths, monthsIn, monthsOf } from '#server/money/subscriptions/calendar.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'
import { byCard, openTheatre, type Theatre } from '#server/money/subscriptions/testing.ts'
import { unblock } from '#server/people/blocks/blocks.ts'
import { reverse } from '#server/money/wallet/wallet.ts'

let house: Theatre

beforeAll(async () => {
  house = await openTheatre('2027-01-31T20:00:00Z')
})
afterAll(() => house.closes())

const plan = fc.constantFrom('monthly', 'three_months', 'six_months', 'yearly')
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('subscribe'), type: plan, tier: fc.boolean(), lower: fc.boolean(), card: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('try') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reactivate') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('give'), type: plan, card: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('change'), type: plan, tier: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('fanBlocks') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('performerBlocks') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('topUp') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('takeBack'), which: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('wait'), days: fc.constantFrom(1, 10, 27, 40, 200) }) },
)
type Step = { act: string; type?: PaidType; tier?: boolean; lower?: boolean; card?: boolean; days?: number; which?: number }

interface Stage {
  fan: Member
  giver: Member
  performer: Member
  tierId: string
  promotionId: string
}

async function set(): Promise<Stage> {
  const [fan, giver, performer] = [await house.fan(60_000), await house.fan(200_000), await house.performer({ trial: true })]
  const tier = await house.tier(performer, { threeMonthPrice: 2500, sixMonthPrice: 4500 })
  const promotion = await house.promotes(performer, {
    types: ['monthly', 'yearly'],
    endsAt: new Date(house.clock.now().getTime() + 80 * 86_400_000),
  })
  return { fan, giver, performer, tierId: tier.id, promotionId: promotion.id }
}

/** A refusal is an answer too; anything else is a bug. */
async function play(
  { fan, giver, performer, tierId, promotionId }: Stage,
  { act, type = 'monthly', tier, lower, card, days = 0, which = 0 }: Step,
): Promise<void> {
  const running = await house.running(fan, performer)
  const id = running?.id ?? crypto.randomUUID()
  const tiered = tier ? { tierId } : {}
  const by = card ? byCard : {}
  try {
    if (act === 'subscribe') await paid(house.tries(fan, performer, { type, ...tiered, ...by, ...(lower && { promotionId }) }))
    else if (act === 'try') await house.subscribes(fan, performer, { type: 'free' })
    else if (act === 'cancel') await house.cancels(fan, id)
    else if (act === 'reactivate') await house.reactivates(fan, id)
    else if (act === 'give') await paid(house.gives(giver, fan, performer, { type, ...by }))
    else if (act === 'change') await house.changes(fan, id, { type, ...tiered })
    else if (act === 'refund') await house.cancels(performer, id)
    else if (act === 'fanBlocks') await blockAndBack(fan, performer, id)
    else if (act === 'performerBlocks') await blockAndBack(performer, fan, id)
    else if (act === 'topUp') await house.topsUp(fan, 20_000)
    else if (act === 'takeBack') await takeBack(fan, performer, which)
    else await wait(days)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Blocked, heard, and thought better of. @param id what ran between them */
async function blockAndBack(one: Member, other: Member, id: string): Promise<void> {
  await house.blocks(one, other)
  await house.settle()
  if (one.role === 'user') await costsWhatIsListed(id)
  await house.db.transaction((tx) => unblock(tx, one.accountId, other.accountId))
}

interface Lived {
  startsAt: Date
  endsAt: Date
  endedAt: Date | null
  price: number
  monthPrice: number
  tokens: number
  kept: number
}

/** Whatever was changed, given and blocked: begun months cost what a month is listed at, unless that is more than was paid for all of them. */
async function costsWhatIsListed(id: string): Promise<void> {
  const lived = await house.db.many<Lived>(sql`
    select starts_at as "startsAt", ends_at as "endsAt", refunded_at as "endedAt", price, month_price as "monthPrice", tokens,
      tokens - refunded_tokens as kept
    from subscriptions.periods where subscription_id = ${id} order by number desc`)
  const { endedAt } = lived[0] ?? {}
  const endedNow = lived.filter((period) => endedAt && period.endedAt?.getTime() === endedAt.getTime())
  for (const period of endedNow) {
    expect(period.kept).toBeGreaterThanOrEqual(listed(period))
    // And with it the time that led into it by a change.
    let [paid, asked] = [period.kept, listed(period)]
    for (const earlier of lived.slice(lived.indexOf(period) + 1)) {
      if (!earlier.endedAt || earlier.kept === 0 || earlier.kept === earlier.tokens) break
      paid += earlier.kept
      asked += listed(earlier)
    }
    if (period.kept < period.tokens) expect(paid).toBeGreaterThanOrEqual(asked)
  }
}

function listed({ startsAt, endsAt, endedAt, price, monthPrice, tokens }: Lived): number {
  let begun = 0
  while (begun < monthsOf({ startsAt, endsAt }) && addMonths(startsAt, begun) <= (endedAt ?? endsAt)) begun++
  return Math.min(tokens, Math.floor((tokens / price) * monthPrice * begun))
}

/** At the gateway's page, where it is by card. */
async function paid(asked: ReturnType<Theatre['tries'] | Theatre['gives']>): Promise<void> {
  const outcome = await asked
  if (outcome.status === 'redirect') await house.pays(outcome)
}

/**
 * Somebody gives a payment back of which not all came back already, whoever made it, also after the creator ended what it paid; a card's
 * is refunded at its gateway, or charged back.
 */
async function takeBack({ accountId: fanId }: Member, { accountId: performerId }: Member, which: number): Promise<void> {
  const unrefunded = await house.db.many<{ transferId: string; reference: string | null; amount: number }>(sql`
    select p.transfer_id as "transferId", t.gateway_ref as reference, t.amount
    from subscriptions.periods p
    join subscriptions.subscriptions s on s.id = p.subscription_id
    left join payments.transactions t on t.id = p.transaction_id
    where s.fan_id = ${fanId} and s.performer_id = ${performerId} and p.refunded_tokens < p.tokens order by s.started_at, s.id, p.number`)
  const one = unrefunded[which % unrefunded.length]
  if (one?.reference) await takeBackByGateway(one.reference, one.amount, which % 2 === 0)
  else if (one && which % 2 === 0) await house.db.transaction((tx) => reverse(tx, one.transferId, { reason: 'refund', by: null }))
  else if (one) await house.db.transaction((tx) => door.refundPeriod(tx, one.transferId, { reason: 'asked', by: crypto.randomUUID() }))
  await house.settle()
}

async function takeBackByGateway(reference: string, amount: number, isRefund: boolean): Promise<void> {
  const what = isRefund ? ({ kind: 'refunded', soFar: amount, currency: 'USD' } as const) : ({ kind: 'chargeback' } as const)
  await house.db.transaction((tx) => receive(tx, 'sandbox', { id: crypto.randomUUID(), reference, ...what }))
}

/** The job comes round every few hours, as it would; a wallet that is short makes renewals fail on the way. */
async function wait(days: number): Promise<void> {
  for (let hours = days * 24; hours > 0; hours -= 60) {
    house.clock.advance({ hours: Math.min(60, hours) })
    await house.renew()
    await house.settle()
  }
}

async function holds({ fan, giver, performer }: Stage): Promise<void> {
  const { fanId, performerId } = { fanId: fan.accountId, performerId: performer.accountId }
  // At most one runs.
  const rows = await house.db.many<{
    id: string
    status: string
    expiresAt: Date
    spent: number
    cycles: number
    endedReason: string | null
    startedAt: Date
    hadTrial: boolean
  }>(sql`
    select id, status, expires_at as "expiresAt", spent, cycles, ended_reason as "endedReason", started_at as "startedAt",
      had_trial as "hadTrial" from subscriptions.subscriptions
    where fan_id = ${fanId} and performer_id = ${performerId}`)
  expect(rows.filter(({ status }) => status !== 'expired').length).toBeLessThanOrEqual(1)
  for (const { id, status, expiresAt, spent, cycles, startedAt, hadTrial } of rows) {
    const periods = await house.db.many<{
      startsAt: Date
      endsAt: Date
      price: number
      tokens: number
      back: number
      isUnrefunded: boolean
      isOwn: boolean
      bought: keyof typeof monthsIn
    }>(sql`
      select p.starts_at as "startsAt", p.ends_at as "endsAt", p.price, p.tokens, p.refunded_tokens as back, p.refunded_at is null as "isUnrefunded", p.giver_id is null as "isOwn",
        t.detail ->> 'type' as bought
      from subscriptions.periods p join wallet.transfers t on t.id = p.transfer_id where p.subscription_id = ${id} order by p.number`)
    expect(periods).toHaveLength(cycles)
    // Months given are months paid.
    for (const period of periods) expect(monthsOf(period)).toBe(monthsIn[period.bought])
    const unrefunded = periods.filter(({ isUnrefunded }) => isUnrefunded)
    // Paid time follows paid time and is never cut short while it runs.
    for (const [n, period] of unrefunded.entries()) {
      expect(period.endsAt > period.startsAt).toBe(true)
      const before = unrefunded[n - 1]
      if (before) expect(period.startsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime())
    }
    const last = unrefunded.at(-1)
    if (last && status !== 'expired') expect(expiresAt.getTime()).toBeGreaterThanOrEqual(last.endsAt.getTime())
    // Access lasts no longer than what was paid and given, or the trial.
    const trialEnds = startedAt.getTime() + 86_400_000
    if (status !== 'expired')
      expect(expiresAt.getTime()).toBeLessThanOrEqual(Math.max(last?.endsAt.getTime() ?? 0, hadTrial ? trialEnds : 0))
    // Nor does it end before: whoever paid keeps their time, or gets it back in tokens (to 0.01, hence the hours).
    if (last && status === 'expired') expect(expiresAt.getTime() + 3_600_000).toBeGreaterThanOrEqual(last.endsAt.getTime())
    // What the fan has spent is the price of their own periods, less what came back.
    const own = periods.filter(({ isOwn }) => isOwn)
    const expected = own.reduce((sum, { price, tokens, back }) => sum + price - Number((BigInt(price) * BigInt(back)) / BigInt(tokens)), 0)
    expect(spent).toBe(expected)
  }
  // The ledger has what the periods say, to the hundredth of a token.
  const kept = await house.db.one<{ tokens: number }>(sql`
    select coalesce(sum(p.tokens - p.refunded_tokens), 0)::bigint as tokens
    from subscriptions.periods p join subscriptions.subscriptions s on s.id = p.subscription_id
    where s.fan_id = ${fanId} and s.performer_id = ${performerId}`)
  const moved = await house.db.one<{ tokens: number }>(sql`
    select coalesce(sum(t.sign * t.amount), 0)::bigint as tokens from wallet.transfers t join wallet.accounts a on a.id = t.payee
    where a.owner_id = ${performerId} and a.kind = 'earnings' and t.kind = 'subscription'`)
  expect(moved).toEqual(kept)
  expect(giver.accountId).not.toBe(fanId)
}

test('after every step of any story: one runs at most, paid time is whole, and the ledger has exactly what its periods say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const stage = await set()
      for (const each of steps as Step[]) {
        await play(stage, each)
        await holds(stage)
      }
    }),
    { numRuns: 40 },
  )
}, 600_000)
