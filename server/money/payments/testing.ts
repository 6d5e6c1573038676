// What every gateway driver must keep, as one suite: a driver's own test calls it with what is special to it.
import { expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { someone } from '#server/platform/testing/someone.ts'
import type { Asked, Gateway, GatewayEvent, What } from '#server/money/payments/gateways/gateway.ts'
import { hear, start } from '#server/money/payments/payments.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

/** A webhook as it travels. */
export interface Sent {
  headers?: Record<string, string>
  query?: Record<string, string>
  ip?: string
  body: string
}

export interface Candidate {
  gateway: Gateway
  /** What the provider sends to say this at this time. Undefined for what it never says. */
  send: (event: GatewayEvent, at: Date) => Sent | undefined
  /** The same post as somebody else would have to make it, who is not the provider. */
  forge: (good: Sent) => Sent[]
  /** How far its time may lie from ours, in seconds. */
  tolerance: { past: number; future: number }
}

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

/** What a driver must keep by itself. */
export function gatewayConformance(database: () => Database, { gateway, send, forge, tolerance }: Candidate): void {
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
    ]
    for (const what of whats) {
      const sent = send({ id: 'evt_2', reference, ...what }, at)
      if (sent) expect(readFrom(gateway, sent)).toMatchObject({ kind: what.kind })
    }
  })

  test(`${gateway.name}: the same post says the same event, another payment another one`, () => {
    const other = send({ ...succeeded, id: 'evt_9', reference: `sbx_${'1'.repeat(30)}` }, at)
    expect(readFrom(gateway, good())?.id).toBe(readFrom(gateway, good())?.id)
    expect(readFrom(gateway, other ?? good())?.id).not.toBe(readFrom(gateway, good())?.id)
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

/** What can happen to one payment, in one order of it. */
const stories: [string, What[]][] = [
  ['declined, then paid by another card', [{ kind: 'failed', reason: 'card_declined' }, { kind: 'action_required' }, paid(), paid()]],
  ['paid, given back in two parts', [{ kind: 'action_required' }, paid(), back(1000), back(3000)]],
  [
    'paid, disputed, decided for the site',
    [paid(), { kind: 'chargeback' }, { kind: 'chargeback_won' }, { kind: 'failed', reason: 'card_declined' }],
  ],
  ['paid, disputed, and given back on top', [paid(), back(1000), { kind: 'chargeback' }, back(3000), { kind: 'chargeback' }]],
  [
    'everything that can happen',
    [{ kind: 'failed', reason: 'card_declined' }, paid(), back(1000), { kind: 'chargeback' }, { kind: 'chargeback_won' }, back(3000)],
  ],
]
function paid(amount = 3000, currency = 'USD'): What {
  return { kind: 'succeeded', amount, currency }
}
function back(soFar: number): What {
  return { kind: 'refunded', currency: 'USD', soFar }
}

export function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]]
  return of.flatMap((first, at) => permutations([...of.slice(0, at), ...of.slice(at + 1)]).map((rest) => [first, ...rest]))
}

/** What a driver's events must come to, whatever way they take: the ledger is the same at the end. */
export function orderConformance(database: () => Database, { gateway, send }: Candidate): void {
  for (const [name, whats] of stories) {
    test(`${gateway.name}: ${name}: the ledger is the same in every order of its ${whats.length} events, each sent twice`, async () => {
      const db = database()
      const ends = new Set<string>()
      const live = async (order: readonly { what: What; number: number }[]) => {
        const { fan, reference } = await waiting(db, gateway.name)
        const posts = order.flatMap(({ what, number }) => send({ id: `evt_${reference}_${number}`, reference, ...what }, at) ?? [])
        for (const post of [...posts, ...posts.toReversed()]) {
          const event = readFrom(gateway, post)
          if (event) await db.transaction((tx) => hear(tx, gateway.name, event))
        }
        ends.add(await digestOf(db, fan, reference))
      }
      const orders = permutations(whats.map((what, number) => ({ what, number })))
      // Each is a fan of their own, so some can live at once.
      while (orders.length > 0) await Promise.all(orders.splice(0, 8).map(live))
      expect([...ends]).toHaveLength(1)
    }, 180_000)
  }

  test(`${gateway.name}: another amount or currency moves nothing, and the right one still does`, async () => {
    const db = database()
    const { fan, reference } = await waiting(db, gateway.name)
    const said = async (what: What, id: string) => {
      const event = readFrom(gateway, send({ id, reference, ...what }, at) ?? expect.fail('it cannot say this'))
      return event && db.transaction((tx) => hear(tx, gateway.name, event))
    }
    for (const [what, id] of [
      [paid(2999), 'a'],
      [paid(3001), 'b'],
      [paid(3000, 'EUR'), 'c'],
    ] as const)
      expect(await said(what, `evt_${reference}_${id}`)).toBe('mismatch')
    expect(await wallet.balanceOf(db, fan)).toBe(0)
    expect(await said(paid(), `evt_${reference}_d`)).toBe('heard')
    expect(await wallet.balanceOf(db, fan)).toBe(30_000)
  })
}

/** A fan who stands at the gateway's page. */
export async function waiting(db: Database, gateway: string): Promise<{ fan: string; id: string; reference: string }> {
  const fan = await someone(db)
  const order = { accountId: fan, purpose: 'wallet_top_up', amount: 3000, currency: 'USD', tokens: 30_000, title: '300 tokens' } as const
  const { transactionId: id } = await db.transaction((tx) => start(tx, { ...order, detail: {}, gateway, returnPath: '/wallet' }))
  const { reference } = await db.one<{ reference: string }>(
    sql`select gateway_ref as reference from payments.transactions where id = ${id}`,
  )
  return { fan, id, reference }
}

/** Everything that the ledger says of somebody, and the status of their payment, without ids and instants. */
export async function digestOf(db: Database, fan: string, reference: string): Promise<string> {
  const account = await db.maybe(sql`select balance, floor, frozen from wallet.accounts where owner_id = ${fan} and kind = 'wallet'`)
  const standing = await db.many(sql`
    select kind, amount, commission from wallet.transfers where paid_by = ${fan} and sign = 1 and reversed_by is null order by 1, 2, 3`)
  const payment = await db.one(
    sql`select status, refunded_amount, disputed_at is not null as disputed from payments.transactions where gateway_ref = ${reference}`,
  )
  return JSON.stringify({ account, standing, payment })
}
