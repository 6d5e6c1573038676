// What every gateway driver must keep, as one suite: a driver's own test calls it with what is special to it.
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/db.ts'
import type { Asked, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'

/** A webhook as it arrives. */
export interface Post {
  headers: Record<string, string>
  body: string
}

export interface Candidate {
  gateway: Gateway
  /** Signs what the provider would say of this event at this time. */
  post: (event: GatewayEvent, at: Date) => Post
  /** The header that carries the signature. */
  signatureHeader: string
}

const asked: Asked = {
  transactionId: crypto.randomUUID(),
  amount: 3000,
  currency: 'USD',
  title: 'Tokens',
  returnPath: '/wallet?from=top#up',
}

export function gatewayConformance(database: () => Database, { gateway, post, signatureHeader }: Candidate): void {
  const at = new Date('2026-11-21T10:00:00Z')
  const succeeded: GatewayEvent = { id: 'evt_1', reference: 'ref_1', kind: 'succeeded', amount: 3000, currency: 'USD' }
  const read = ({ headers, body }: Post, now = at) => gateway.verify((name) => headers[name.toLowerCase()], Buffer.from(body), now)
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)

  test(`${gateway.name}: its name can stand in an address`, () => expect(gateway.name).toMatch(/^[a-z]{2,20}$/))

  test(`${gateway.name}: each payment gets a reference of its own and tells the payer how to go on`, async () => {
    const [one, two] = await database().transaction(async (tx) => [await gateway.start(tx, asked), await gateway.start(tx, asked)])
    expect(one.reference).not.toBe(two.reference)
    expect(one.status === 'redirect' ? one.paymentUrl : one.clientSecret).not.toBe('')
  })

  test(`${gateway.name}: what it reports is read as it was meant`, () => {
    const events: GatewayEvent[] = [
      succeeded,
      { id: 'evt_2', reference: 'ref_1', kind: 'failed', reason: 'card_declined' },
      { id: 'evt_3', reference: 'ref_1', kind: 'action_required' },
    ]
    for (const event of events) expect(read(post(event, at))).toEqual(event)
  })

  test(`${gateway.name}: a webhook that is forged, changed or unsigned is refused`, () => {
    const good = post(succeeded, at)
    const changed = { ...good, body: good.body.replace('3000', '9000') }
    expect(changed.body).not.toBe(good.body)
    const signature = good.headers[signatureHeader] ?? ''
    const forged = [changed, { ...good, headers: {} }]
    for (const bad of ['', 'v1=00', signature.slice(0, -1), signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))])
      forged.push({ ...good, headers: { [signatureHeader]: bad } })
    for (const one of forged) expect(() => read(one)).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
  })

  test(`${gateway.name}: a webhook from more than five minutes ago or ahead is refused, one within them is not`, () => {
    const good = post(succeeded, at)
    for (const seconds of [301, -301, 86_400])
      expect(() => read(good, after(seconds))).toThrow(expect.objectContaining({ code: 'signature_expired' }))
    for (const seconds of [299, -299]) expect(read(good, after(seconds))).toEqual(succeeded)
  })
}
