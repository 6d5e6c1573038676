// Each driver beside what its provider sends, for tests: the posts that Stripe, CCBill and the sandbox would make to say something.
import { secretFor } from '#server/platform/config/keys.ts'
import { tolerance } from '#server/money/payments/gateways/ccbill-events.ts'
import { ccbill } from '#server/money/payments/gateways/ccbill.ts'
import type { Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { sandbox, signatureHeader, type Report } from '#server/money/payments/gateways/sandbox.ts'
import { signed } from '#server/money/payments/gateways/signature.ts'
import { stripeGateway } from '#server/money/payments/gateways/stripe.ts'
import { ccbillNames, ccbillPost, usd, type Sent } from '#server/money/payments/gateways/testing-ccbill.ts'
import { stripeEvent, stripeSecrets, stripeSigned } from '#server/money/payments/gateways/testing-stripe.ts'

export type { Sent } from '#server/money/payments/gateways/testing-ccbill.ts'

export interface Candidate {
  gateway: Gateway
  /** What the provider sends to say this at this time. Undefined for what it never says. */
  send: (event: GatewayEvent, at: Date) => Sent | undefined
  /** The same post as somebody else would have to make it, who is not the provider. */
  forge: (good: Sent) => Sent[]
  /** How far its time may lie from ours, in seconds. */
  tolerance: { past: number; future: number }
}

const typeOf: Partial<Record<GatewayEvent['kind'], Report['type']>> = {
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
  action_required: 'payment.action_required',
  refunded: 'payment.refunded',
  refund_failed: 'payment.refund_failed',
  chargeback: 'payment.disputed',
  chargeback_won: 'payment.dispute_won',
  chargeback_lost: 'payment.dispute_lost',
}

export function sandboxBody(event: GatewayEvent): string {
  const amounts = event.kind === 'succeeded' ? { amount: event.amount, currency: event.currency } : { amount: 3000, currency: 'USD' }
  const data = {
    reference: 'reference' in event ? event.reference : '',
    ...amounts,
    ...(event.kind === 'failed' && { reason: event.reason }),
    ...('soFar' in event && { refunded: event.soFar }),
    ...('refund' in event && { refund: { id: event.refund, amount: event.more } }),
    ...('disputed' in event && event.dispute && event.disputed && { dispute: { id: event.dispute, amount: event.disputed.amount } }),
  }
  return JSON.stringify({ id: event.id, type: typeOf[event.kind], data })
}

export function sandboxPost(body: string, at: Date): Sent {
  return { body, headers: { [signatureHeader]: signed(secretFor('gateway:sandbox'), body, at) } }
}

export const sandboxDriver: Candidate = {
  gateway: sandbox,
  tolerance: { past: 300, future: 300 },
  send: (event, at) => sandboxPost(sandboxBody(event), at),
  forge({ headers = {}, body }) {
    const signature = headers[signatureHeader] ?? ''
    const bent = ['', 'v1=00', signature.slice(0, -1), signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]
    return [
      { headers, body: body.replace('3000', '9000') },
      { headers: {}, body },
      ...bent.map((each) => ({ headers: { [signatureHeader]: each }, body })),
    ]
  },
}

export function stripePost(body: string, at: Date): Sent {
  return { body, headers: { 'stripe-signature': stripeSigned(body, at) } }
}

/** The intent under which Stripe collects for this payment, when a test asks no Stripe. */
export const intentFor = (reference: string) => `pi_${reference.replaceAll(/\W/g, '')}`

/** As Stripe says it: an intent, its charge, or a dispute that names neither our transaction nor its metadata. */
export const stripeDriver: Candidate = {
  gateway: stripeGateway,
  tolerance: { past: 300, future: 300 },
  send(event, at) {
    const reference = 'reference' in event ? event.reference : ''
    const intent = ('charge' in event ? event.charge : undefined) ?? intentFor(reference)
    const metadata = { transaction: reference }
    const common = { id: intent, object: 'payment_intent', amount: 3000, currency: 'usd', metadata }
    const about = 'dispute' in event && event.dispute ? { id: `dp_${event.dispute}` } : { id: 'dp_1' }
    const disputed = { amount: ('disputed' in event && event.disputed?.amount) || 3000, currency: 'usd' }
    const dispute = { ...about, ...disputed, object: 'dispute', payment_intent: intent, metadata: {} }
    const say = (type: string, object: object) => stripePost(stripeEvent(type, object, { id: event.id.replaceAll('-', '_') }), at)
    switch (event.kind) {
      case 'succeeded': {
        // Yen have no cents, and Stripe counts them so.
        const amount = event.currency === 'JPY' ? event.amount / 100 : event.amount
        const collected = { status: 'succeeded', amount_received: amount, currency: event.currency.toLowerCase() }
        return say('payment_intent.succeeded', { ...common, ...collected })
      }
      case 'failed':
        return say('payment_intent.payment_failed', { ...common, last_payment_error: { code: 'card_declined' } })
      case 'action_required':
        return say('payment_intent.requires_action', common)
      case 'refunded':
      case 'refund_failed': {
        if ('soFar' in event) {
          const amounts = { amount_refunded: event.soFar, currency: 'usd' }
          return say('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: intent, metadata, ...amounts })
        }
        const [status, type] =
          event.kind === 'refunded' ? (['succeeded', 'refund.created'] as const) : (['failed', 'refund.failed'] as const)
        const refund = { id: `re_${event.refund}`, object: 'refund', status, amount: event.more, currency: 'usd', metadata: {} }
        return say(type, { ...refund, charge: 'ch_1', payment_intent: intent })
      }
      case 'chargeback':
        return say('charge.dispute.created', { ...dispute, status: 'needs_response' })
      case 'chargeback_won':
        return say('charge.dispute.closed', { ...dispute, status: 'won' })
      case 'chargeback_lost':
        return say('charge.dispute.closed', { ...dispute, status: 'lost' })
      default:
        return undefined
    }
  },
  forge: ({ headers = {}, body }) => [
    { headers, body: body.replace('3000', '9000') },
    { body },
    ...['', 't=1', 't=,v1=00', headers['stripe-signature']?.replace(/v1=./, 'v1=x') ?? ''].map((each) => ({
      headers: { 'stripe-signature': each },
      body,
    })),
    { headers: { 'stripe-signature': stripeSigned(body, new Date('2026-11-21T10:00:00Z'), 'whsec_another') }, body },
    { headers: { 'stripe-signature': stripeSigned(body, new Date('2026-11-21T10:00:00Z'), `${stripeSecrets.ofSite}x`) }, body },
    // The endpoint of creators' accounts does not speak for the site's.
    { headers: { 'stripe-signature': stripeSigned(body, new Date('2026-11-21T10:00:00Z'), stripeSecrets.ofCreators) }, body },
  ],
}

const codes: Readonly<Record<string, string>> = { USD: '840', EUR: '978', JPY: '392' }
const codeOf = (currency: string) => codes[currency] ?? '901'
const money = (amount: number) => (amount / 100).toFixed(2)

export const ccbillDriver: Candidate = {
  gateway: ccbill,
  tolerance,
  send(event, at) {
    const reference = 'reference' in event ? event.reference : ''
    const first = ccbillNames(reference)
    const names =
      'reference' in event
        ? first
        : { subscriptionId: event.agreement, ...('charge' in event && event.charge && { transactionId: event.charge }) }
    // The n-th event of a story is a second after the one before it, as in life, whenever it arrives; its name tells which.
    const nth = /-\w+_(\w)$/.exec(event.id)?.[1]
    const moment = nth === undefined ? at : new Date(at.getTime() - (36 - Number.parseInt(nth, 36)) * 1000)
    switch (event.kind) {
      case 'succeeded': {
        const billed = { billedInitialPrice: money(event.amount), billedCurrencyCode: codeOf(event.currency) }
        return ccbillPost('NewSaleSuccess', { ...names, ...billed, 'X-transaction': reference }, moment)
      }
      case 'failed': {
        const failed = { transactionId: names.transactionId, failureReason: 'Invalid Input.', 'X-transaction': reference }
        return ccbillPost('NewSaleFailure', failed, moment)
      }
      case 'refunded':
        return ccbillPost('Refund', { ...names, ...usd, amount: money('more' in event ? event.more : event.soFar) }, moment)
      case 'chargeback':
        return ccbillPost('Chargeback', { ...names, ...usd, amount: money(event.disputed?.amount ?? 3000) }, moment)
      case 'renewed': {
        const billed = { billedAmount: money(event.amount), billedCurrencyCode: codeOf(event.currency) }
        return ccbillPost('RenewalSuccess', { ...names, ...billed }, moment)
      }
      case 'renewal_failed':
        return ccbillPost('RenewalFailure', names, moment)
      case 'cancelled':
        return ccbillPost('Cancellation', { subscriptionId: names.subscriptionId, reason: 'Consumer' }, moment)
      default:
        return undefined
    }
  },
  forge: (good) => [
    { ...good, query: { ...good.query, secret: 'another' } },
    { ...good, query: { eventType: 'NewSaleSuccess' } },
    { ...good, query: { ...good.query, seller: '00000000-0000-0000-0000-000000000000', account: '0001' } },
    { ...good, ip: '203.0.113.9' },
    { ...good, ip: '2001:db8::1' },
  ],
}
