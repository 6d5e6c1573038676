// What every gateway driver must keep, as one suite: a driver's own test calls it with what is special to it.
import { expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as coupons from '#server/money/coupons/coupons.ts'
import type { Asked, Gateway, GatewayEvent, What } from '#server/money/payments/gateways/gateway.ts'
import type { Candidate, Sent } from '#server/money/payments/gateways/testing-drivers.ts'
import { inquireOwn, receive, topUp } from '#server/money/payments/payments.ts'
import { closeDifference, differences, latestRuns, reconcileAll } from '#server/money/reconciliation/reconciliation.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

const at = new Date('2026-11-21T10:00:00Z')

export function readFrom(gateway: Gateway, { headers = {}, query = {}, ip = '127.0.0.1', body }: Sent, now = at): GatewayEvent | undefined {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return gateway.verify({ header: (name) => lower[name.toLowerCase()], query, ip, body: Buffer.from(body) }, now)
}

function asked(): Asked {
  const transactionId = crypto.randomUUID()
  return {
    transactionId,
    accountId: crypto.randomUUID(),
    amount: 3000,
    currency: 'USD',
    title: 'Tokens',
    returnPath: '/wallet?from=top#up',
  }
}

/**
 * What a driver must keep by itself.
 * @param asks what its provider is asked to collect for such a payment, in whole units of the currency
 */
export function gatewayConformance(
  database: () => Database,
  { gateway, send, forge, tolerance }: Candidate,
  asks: (payment: Asked) => Promise<number>,
): void {
  const reference = `sbx_${'0'.repeat(30)}`
  const succeeded: GatewayEvent = { id: 'evt_1', reference, kind: 'succeeded', amount: 3000, currency: 'USD' }
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  const good = () => send(succeeded, at) ?? expect.fail('every gateway says that a payment succeeded')

  test(`${gateway.name}: its name can stand in an address`, () => expect(gateway.name).toMatch(/^[a-z]{2,20}$/))

  test(`${gateway.name}: each payment gets a reference of its own and tells the payer how to go on, without the network`, async () => {
    const [one, two] = await database().transaction(async (tx) => [await gateway.start(tx, asked()), await gateway.start(tx, asked())])
    expect(one.reference).not.toBe(two.reference)
    expect(one.status === 'redirect' ? one.paymentUrl : one.clientSecret).not.toBe('')
  })

  test(`${gateway.name}: what it reports is read as it was meant`, () => {
    expect(readFrom(gateway, good())).toMatchObject({ kind: 'succeeded', amount: 3000, currency: 'USD' })
    const whats: What[] = [
      { kind: 'failed', reason: 'card_declined' },
      { kind: 'action_required' },
      { kind: 'refunded', currency: 'USD', soFar: 1200 },
      { kind: 'chargeback' },
      { kind: 'chargeback_won' },
      { kind: 'chargeback_lost' },
    ]
    for (const what of whats) {
      const sent = send({ id: 'evt_2', reference, ...what }, at)
      if (sent) expect(readFrom(gateway, sent)).toMatchObject({ kind: what.kind })
    }
  })

  test.each(['USD', 'JPY', 'TWD'].filter((currency) => gateway.sells(currency)))(
    `${gateway.name}: 1,000 %s are asked for, and 1,000 were paid when it says so`,
    async (currency) => {
      expect(await asks({ ...asked(), accountId: await someone(database()), amount: 100_000, currency })).toBe(1000)
      const said = { ...succeeded, id: `evt_${currency}`, amount: 100_000, currency } as const
      expect(readFrom(gateway, send(said, at) ?? expect.fail())).toMatchObject({ amount: 100_000, currency })
    },
  )

  test(`${gateway.name}: the same post says the same event, another payment another one`, () => {
    const other = send({ ...succeeded, id: 'evt_9', reference: `sbx_${'1'.repeat(30)}` }, at)
    expect(readFrom(gateway, good())?.id).toBe(readFrom(gateway, good())?.id)
    expect(readFrom(gateway, other ?? good())?.id).not.toBe(readFrom(gateway, good())?.id)
  })

  test(`${gateway.name}: two parts of one payment that go back in the same second are two refunds`, () => {
    const part = (more: number, refund: string) => {
      const post = send({ id: `evt_${refund}`, reference, charge: undefined, kind: 'refunded', currency: 'USD', more, refund }, at)
      return readFrom(gateway, post ?? expect.fail('every gateway gives back in parts')) ?? expect.fail()
    }
    const [one, other] = [part(500, 'a'), part(700, 'b')]
    expect(one.id).not.toBe(other.id)
    expect('refund' in one && 'refund' in other && one.refund !== other.refund).toBe(true)
    expect(part(500, 'a').id).toBe(one.id)
  })

  test(`${gateway.name}: a webhook that is forged, changed or unsigned is refused`, () => {
    const forged = forge(good())
    expect(forged.length).toBeGreaterThan(1)
    for (const bad of forged)
      expect(() => readFrom(gateway, bad), JSON.stringify(bad)).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
  })

  test(`${gateway.name}: a webhook from too long ago or from the future is refused, one within the tolerance is not`, () => {
    const { past, future } = tolerance
    for (const seconds of [past + 1, -future - 1, past + 86_400, -86_400])
      expect(() => readFrom(gateway, good(), after(seconds))).toThrow(expect.objectContaining({ code: 'signature_expired' }))
    for (const seconds of [past - 1, -future + 1]) expect(readFrom(gateway, good(), after(seconds))).toMatchObject({ kind: 'succeeded' })
  })
}

/** What can happen to one payment, in one order of it, and what of its 300 tokens is left in the end; of gateways that say less, not. */
const stories: [string, What[], number?][] = [
  ['declined, then paid by another card', [{ kind: 'failed', reason: 'card_declined' }, { kind: 'action_required' }, paid(), paid()]],
  ['paid, given back in two parts', [{ kind: 'action_required' }, paid(), back(1000, 1000), back(3000, 2000)], 0],
  ['paid, all but a cent of it given back', [paid(), refund('a', 2998), refund('b', 1)], 10],
  [
    'paid, and the same sum given back twice, because the first time failed',
    [paid(), refund('a', 1000), failed('a', 1000), refund('b', 1000)],
    20_000,
  ],
  ['paid, given back, which fails', [paid(), refund('a', 3000), failed('a', 3000), refund('b', 1)], 29_990],
  ['paid, and given back in parts that are said both ways', [paid(), back(1000, 1000), refund('x', 1000), failed('x', 1000)], 30_000],
  ['paid, and a dollar of it disputed', [paid(), dispute('a', 100), { kind: 'failed', reason: 'card_declined' }], 29_000],
  ['paid, a dispute won, and disputed again', [paid(), dispute('a', 3000), dispute('a', 3000, '_won'), dispute('b', 1000)], 20_000],
  [
    'paid, refunded and disputed in part, won, disputed again and lost',
    [paid(), refund('a', 300), dispute('a', 1000), dispute('a', 1000, '_won'), dispute('b', 600), dispute('b', 600, '_lost')],
    21_000,
  ],
  [
    'paid, disputed, refunded on top, which fails after the dispute is won',
    [paid(), dispute('a', 3000), dispute('a', 3000, '_won'), refund('a', 3000), failed('a', 3000)],
    30_000,
  ],
  [
    'paid, disputed, decided for the site',
    [paid(), { kind: 'chargeback' }, { kind: 'chargeback_won' }, { kind: 'failed', reason: 'card_declined' }],
  ],
  ['paid, disputed, decided for the payer', [paid(), { kind: 'chargeback' }, { kind: 'chargeback_lost' }, back(3000, 3000)]],
  ['paid, disputed, and given back on top', [paid(), back(1000, 1000), { kind: 'chargeback' }, back(3000, 2000), { kind: 'chargeback' }]],
  [
    'everything that can happen',
    [
      { kind: 'failed', reason: 'card_declined' },
      paid(),
      back(1000, 1000),
      { kind: 'chargeback' },
      { kind: 'chargeback_won' },
      back(3000, 2000),
    ],
  ],
]
export function paid(amount = 3000, currency = 'USD'): What {
  return { kind: 'succeeded', amount, currency }
}
/** A gateway says how much went back until now, or how much more. */
export function back(soFar: number, more: number): What {
  return { kind: 'refunded', currency: 'USD', soFar, more }
}

/** One of several refunds, and disputes, by their names at the gateway. */
function refund(name: string, more: number): What {
  return { kind: 'refunded', currency: 'USD', more, refund: name }
}
function failed(name: string, more: number): What {
  return { kind: 'refund_failed', currency: 'USD', more, refund: name }
}
function dispute(name: string, amount: number, end: '' | '_won' | '_lost' = ''): What {
  return { kind: `chargeback${end}`, dispute: name, disputed: { amount, currency: 'USD' } }
}

export function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]]
  return of.flatMap((first, at) => permutations([...of.slice(0, at), ...of.slice(at + 1)]).map((rest) => [first, ...rest]))
}

/** Any so many of a story's events come in every order among themselves, whatever else comes between. */
const strength = 4

/**
 * Orders of a story: all of them for four events. Of longer ones as many as it takes for any four of their events to come in each of
 * their 24 orders (what depends on an order depends on few events), and all of them where EVERY_ORDER is set: 720 for six.
 */
export function ordersOf(count: number): number[][] {
  const all = permutations(Array.from({ length: count }, (_, at) => at))
  if (count <= strength || process.env['EVERY_ORDER']) return all
  const left = all.map((order) => ({ order, covers: parts(order) }))
  const open = new Set(left.flatMap(({ covers }) => covers))
  const chosen: number[][] = []
  while (open.size > 0) {
    for (const each of left) each.covers = each.covers.filter((part) => open.has(part))
    const best = left.reduce((one, other) => (other.covers.length > one.covers.length ? other : one))
    for (const part of best.covers) open.delete(part)
    chosen.push(best.order)
  }
  return chosen
}

/** Every four of these that follow one another, with gaps. */
function parts(order: readonly number[], length = strength): string[] {
  if (length === 0) return ['']
  return order.flatMap((first, at) => parts(order.slice(at + 1), length - 1).map((rest) => `${first}${rest}`))
}

/** What a driver's events must come to, whatever way they take: the ledger is the same at the end. */
export function orderConformance(database: () => Database, { gateway, send }: Candidate): void {
  /** Every order of these, each event twice: the second time the other way round. */
  const lived = async (whats: readonly What[], begin: () => Promise<Waiting>) => {
    const db = database()
    const ends = new Set<string>()
    const live = async (order: readonly number[]) => {
      const { fan, reference } = await begin()
      const posts = order.flatMap((n) => send({ id: `evt_${reference}_${n}`, reference, ...whats[n] } as GatewayEvent, at) ?? [])
      for (const post of [...posts, ...posts.toReversed()]) {
        const event = readFrom(gateway, post)
        if (event) await db.transaction((tx) => receive(tx, gateway.name, event))
      }
      ends.add(await digestOf(db, fan, reference))
    }
    const orders = ordersOf(whats.length)
    // Each is a fan of their own, so some can live at once.
    while (orders.length > 0) await Promise.all(orders.splice(0, 8).map(live))
    expect([...ends]).toEqual([...ends].slice(0, 1))
    return JSON.parse([...ends][0] ?? '') as Digest
  }

  for (const [name, whats, left] of stories) {
    test(`${gateway.name}: ${name}: the ledger is the same whatever order its ${whats.length} events come in, each sent twice`, async () => {
      const end = await lived(whats, () => waiting(database(), gateway.name))
      const isSaid = whats.every((what) => send({ id: 'evt_1', reference: 'r', ...what }, at) !== undefined)
      if (isSaid && left !== undefined) expect(end.account).toMatchObject({ balance: left, floor: 0 })
    }, 180_000)
  }

  test(`${gateway.name}: a top-up with a coupon is paid, disputed and won in any order: its tokens come once, and so does the coupon`, async () => {
    const db = database()
    const code = `SAVE${crypto.randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`
    const third = { code, type: 'percent', value: 50, minimumAmount: null, maxUses: null, startsAt: null, expiresAt: null } as const
    const by = await someone(db)
    await db.transaction((tx) => coupons.create(tx, third, { by, ip: '127.0.0.1' }))
    const half: What[] = [
      { kind: 'failed', reason: 'card_declined' },
      paid(1500),
      { kind: 'chargeback' },
      { kind: 'chargeback_won' },
      back(500, 500),
    ]
    const isSaid = half.every((what) => send({ id: 'evt_1', reference: 'r', ...what }, at) !== undefined)
    const end = await lived(half, () => waiting(db, gateway.name, code))
    expect(end).toMatchObject({ account: { balance: isSaid ? 20_000 : 0 }, coupons: [{ state: 'redeemed' }] })
  }, 180_000)

  test(`${gateway.name}: another amount or currency moves nothing, and the right one still does, also under the name of a wrong one`, async () => {
    const db = database()
    const { fan, reference } = await waiting(db, gateway.name)
    const said = async (what: What, id: string) => {
      const event = readFrom(gateway, send({ id, reference, ...what }, at) ?? expect.fail('it cannot say this'))
      return event && db.transaction((tx) => receive(tx, gateway.name, event))
    }
    for (const [what, id] of [
      [paid(2999), 'a'],
      [paid(3001), 'b'],
      [paid(3000, 'EUR'), 'c'],
    ] as const)
      expect(await said(what, `evt_${reference}_${id}`)).toBe('mismatch')
    expect(await wallet.balanceOf(db, fan)).toBe(0)
    for (let time = 0; time < 2; time++) expect(await said(paid(), `evt_${reference}_a`)).toBe('received')
    expect(await wallet.balanceOf(db, fan)).toBe(30_000)
    expect(await said(paid(2999), `evt_${reference}_a`)).toBe('mismatch')
    expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  })
}

export interface Waiting {
  fan: string
  id: string
  reference: string
}

/** A fan who stands at the gateway's page to buy 300 tokens. */
async function waiting(db: Database, gateway: string, couponCode?: string): Promise<Waiting> {
  const fan = await someone(db)
  const { transactionId: id } = await db.transaction((tx) => topUp(tx, { accountId: fan, amount: 3000, gateway, couponCode }, 'en-US'))
  const { reference } = await db.one<{ reference: string }>(
    sql`select gateway_ref as reference from payments.transactions where id = ${id} and gateway_ref is not null`,
  )
  return { fan, id, reference }
}

interface Digest {
  account: { balance: number; floor: number; frozen: boolean } | null
  coupons: { state: string }[]
}

/** Everything that the ledger says of somebody, and the status of their payment, without ids and instants. */
async function digestOf(db: Database, fan: string, reference: string): Promise<string> {
  const account = await db.maybe(sql`select balance, floor, frozen from wallet.accounts where owner_id = ${fan} and kind = 'wallet'`)
  const standing = await db.many(sql`
    select kind, sum(sign * amount)::bigint as amount, sum(sign * commission)::bigint as commission from wallet.transfers
    where paid_by = ${fan} group by 1 having sum(sign * amount) <> 0 order by 1`)
  const payment = await db.one(sql`
    select status, refunded_amount, disputed_at is not null as disputed, dispute_won_at is not null as won, dispute_lost_at is not null as lost
    from payments.transactions where gateway_ref = ${reference}`)
  const coupon = await db.many(sql`select state from coupons.uses where account_id = ${fan} order by 1`)
  return JSON.stringify({ account: account ?? null, standing, payment, coupons: coupon })
}

/** A payment at a provider that a test can act on, telling the site or not. */
export interface Lived {
  pays(): Promise<void>
  refunds(amount: number): Promise<void>
  disputes(amount: number): Promise<void>
  /** The bank decides the dispute, or opens it again. */
  decides(how: 'won' | 'lost' | 'open'): Promise<void>
  /** Everything that moved is older than the days that are compared. */
  ages(): Promise<void>
  /** What the provider has to say since then arrives. */
  tells(): Promise<void>
  /** It does not. */
  loses(): Promise<void>
  /** It has never heard of the payment, or nothing of it any more. */
  forgets(): Promise<void>
}

/** Whichever of its webhooks are lost: the daily comparison ends the same, shows each that was lost once, and is quiet the next day. */
export function lostConformance(database: () => Database, gateway: Gateway, begin: (waiting: Waiting) => Promise<Lived>): void {
  test(`${gateway.name}: paid, a part given back and another disputed, whichever of the three webhooks are lost`, async () => {
    const db = database()
    const ends = new Set<string>()
    for (let lost = 0; lost < 8; lost++) {
      const fan = await waiting(db, gateway.name)
      const lived = await begin(fan)
      const steps = [() => lived.pays(), () => lived.refunds(500), () => lived.disputes(100)]
      for (const [n, step] of steps.entries()) {
        await step()
        await (lost & (1 << n) ? lived.loses() : lived.tells())
      }
      await reconcileAll(db)
      ends.add(await digestOf(db, fan.fan, fan.reference))
      const found = () =>
        db.many<{ kind: string; outcome: string }>(sql`
          select kind, outcome from reconciliation.differences where transaction_id = ${fan.id} order by happened_at, ref`)
      const expected = ['succeeded', 'refunded', 'chargeback'].filter((_, n) => lost & (1 << n))
      expect((await found()).map(({ kind }) => kind).toSorted()).toEqual(expected.toSorted())
      expect((await found()).every(({ outcome }) => outcome === 'settled')).toBe(true)
      await reconcileAll(db)
      expect(await found()).toHaveLength(expected.length)
    }
    expect(ends.size).toBe(1)
    expect([...ends][0]).toContain('"balance":24000')
  }, 60_000)

  test(`${gateway.name}: a dispute that is won, opened again, lost and won after all, whichever of its webhooks are lost`, async () => {
    const db = database()
    for (let lost = 0; lost < 16; lost++) {
      const fan = await waiting(db, gateway.name)
      const lived = await begin(fan)
      await lived.pays()
      await lived.disputes(1000)
      await lived.tells()
      const ends = new Map<string, [balance: number, stands: object]>([
        ['won', [30_000, { frozen: false, won: true, lost: false }]],
        ['open', [20_000, { frozen: true, won: false, lost: false }]],
        ['lost', [20_000, { frozen: false, won: false, lost: true }]],
      ])
      for (const [n, how] of (['won', 'open', 'lost', 'won'] as const).entries()) {
        await lived.decides(how)
        await (lost & (1 << n) ? lived.loses() : lived.tells())
        const [balance, stands] = ends.get(how) ?? expect.fail()
        // By the evening of each day it stands here as it stands there.
        await reconcileAll(db)
        expect([how, await wallet.balanceOf(db, fan.fan)]).toEqual([how, balance])
        expect(
          await db.one(sql`
            select frozen, won_at is not null as won, lost_at is not null as lost from payments.disputes d
            join payments.transactions t on t.id = d.transaction_id join wallet.accounts a on a.owner_id = t.account_id and a.kind = 'wallet'
            where t.id = ${fan.id}`),
        ).toEqual(stands)
      }
      const found = await db.many(sql`select kind from reconciliation.differences where transaction_id = ${fan.id}`)
      expect(found.length > 0 || lost === 0).toBe(true)
      await reconcileAll(db)
      expect(await db.many(sql`select kind from reconciliation.differences where transaction_id = ${fan.id}`)).toEqual(found)
    }
  }, 120_000)

  test.each(['lost', 'won'] as const)(
    `${gateway.name}: a dispute of long ago is %s, and nobody is told: the next day's comparison asks`,
    async (how) => {
      const db = database()
      const { fan, ...more } = await waiting(db, gateway.name)
      const lived = await begin({ fan, ...more })
      await lived.pays()
      await lived.disputes(1000)
      await lived.tells()
      await lived.ages()
      await db.transaction((tx) =>
        tx.run(sql`update payments.disputes set opened_at = opened_at - interval '5 days' where transaction_id = ${more.id}`),
      )
      const stands = () => db.one(sql`select balance, frozen from wallet.accounts where owner_id = ${fan} and kind = 'wallet'`)
      await reconcileAll(db)
      expect(await stands()).toEqual({ balance: 20_000, frozen: true })
      await lived.decides(how)
      await lived.ages()
      await lived.loses()
      await reconcileAll(db)
      expect(await stands()).toEqual({ balance: how === 'won' ? 30_000 : 20_000, frozen: false })
      expect(await db.many(sql`select kind, outcome from reconciliation.differences where transaction_id = ${more.id}`)).toEqual([
        { kind: `chargeback_${how}`, outcome: 'settled' },
      ])
    },
  )

  test(`${gateway.name}: a payer who comes back before the webhook has it settled by asking, once`, async () => {
    const db = database()
    const { fan, id, ...more } = await waiting(db, gateway.name)
    const lived = await begin({ fan, id, ...more })
    await inquireOwn(db, fan, id)
    expect(await wallet.balanceOf(db, fan)).toBe(0)
    await lived.pays()
    await lived.loses()
    await inquireOwn(db, fan, id)
    await inquireOwn(db, fan, id)
    expect(await wallet.balanceOf(db, fan)).toBe(30_000)
    await expect(inquireOwn(db, await someone(db), id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test(`${gateway.name}: what is paid here and nowhere in its books is shown, and finance close it once`, async () => {
    const db = database()
    const { fan, id, reference } = await waiting(db, gateway.name)
    const lived = await begin({ fan, id, reference })
    await lived.pays()
    await lived.tells()
    await lived.forgets()
    await db.transaction((tx) => tx.run(sql`update payments.transactions set paid_at = paid_at - interval '3 hours' where id = ${id}`))
    await reconcileAll(db)
    expect((await latestRuns(db)).find((run) => run.gateway === gateway.name)).toMatchObject({ differences: 1 })
    const [found] = (await differences(db, { isOpen: true, limit: 100, offset: 0 })).rows.filter(
      ({ transactionId }) => transactionId === id,
    )
    expect(found).toMatchObject({ outcome: 'missing', amount: 3000, currency: 'USD' })
    const by = { by: await someone(db), ip: '127.0.0.1', note: 'Asked them.' }
    await db.transaction((tx) => closeDifference(tx, found?.id ?? '', by))
    await expect(db.transaction((tx) => closeDifference(tx, found?.id ?? '', by))).rejects.toMatchObject({ code: 'already_decided' })
    await reconcileAll(db)
    expect(
      (await differences(db, { isOpen: true, limit: 100, offset: 0 })).rows.filter(({ transactionId }) => transactionId === id),
    ).toEqual([])
    expect((await latestRuns(db)).find((run) => run.gateway === gateway.name)).toMatchObject({ entries: expect.any(Number) })
  })
}
