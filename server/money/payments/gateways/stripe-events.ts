// Stripe's webhooks. The signature is checked here and not by the client's helper, which takes a replay of any age when asked to and
// a time in the future always. What passes is read by its type, its object and the payment that it names; the rest is not ours.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { GatewayEvent, Notice, Post, Subject, What } from '#server/money/payments/gateways/gateway.ts'
import { toleranceSeconds } from '#server/money/payments/gateways/signature.ts'
import { fromStripe } from '#server/money/payments/gateways/stripe-money.ts'
import { isLive, webhookSecrets } from '#server/money/payments/gateways/stripe-client.ts'

/** @throws signature_invalid, signature_expired, event_unknown */
export function eventIn({ header, body }: Post, now: Date): GatewayEvent | undefined {
  const { id, type, account, data } = opened(header('stripe-signature') ?? '', body, now)
  // What is paid at a creator's account is not paid to the site, whatever it names.
  if (account !== undefined) return undefined
  const said = whatIs(type, data.object)
  return said && { id, ...said }
}

/** Which account or transfer of a creator changed. @throws those of eventIn */
export function noticeIn({ header, body }: Post, now: Date): Notice | undefined {
  const { type, account, data } = opened(header('stripe-signature') ?? '', body, now)
  const { id, object } = data.object
  if (type === 'account.updated' && account)
    return object === 'account' && id === account ? { kind: 'account', ref: id } : refuse('event_unknown')
  if (type === 'account.application.deauthorized' && account) return { kind: 'account', ref: account }
  if (type.startsWith('transfer.') && account === undefined)
    return object === 'transfer' ? { kind: 'transfer', ref: id } : refuse('event_unknown')
  return undefined
}

function opened(signature: string, body: Buffer, now: Date): Envelope {
  const signedBy = checkSignature(signature, body, now)
  const event = readable(body)
  if (signedBy !== (event.account === undefined ? 'ofSite' : 'ofCreators')) refuse('signature_invalid')
  // A test event must never move real tokens, nor the other way round.
  return event.livemode === isLive() ? event : refuse('event_unknown')
}

/** Answers whose secret it was signed with. */
function checkSignature(given: string, body: Buffer, now: Date): keyof ReturnType<typeof webhookSecrets> {
  const parts = given.split(',').map((part) => part.trim().split('=') as [string, string?])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) refuse('signature_invalid')
  // While a secret is being changed there are two signatures, and one of them is ours.
  const macs = parts.flatMap(([name, mac = '']) => (name === 'v1' && /^[0-9a-f]{64}$/.test(mac) ? [Buffer.from(mac, 'hex')] : []))
  const isBy = (secret: string | undefined) => {
    const right = secret && createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return right && macs.some((mac) => timingSafeEqual(right, mac))
  }
  const { ofSite, ofCreators } = webhookSecrets()
  const signedBy = isBy(ofSite) ? 'ofSite' : isBy(ofCreators) ? 'ofCreators' : refuse('signature_invalid')
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) refuse('signature_expired')
  return signedBy
}

/** What an intent says of its end when it is asked for, as its event would have. Undefined while it has none. */
export function endOf(intent: Thing): GatewayEvent | undefined {
  const status = intent['status']
  const type = status === 'succeeded' ? 'payment_intent.succeeded' : status === 'canceled' ? 'payment_intent.canceled' : undefined
  const said = type && ofIntent(type, intent)
  return said && { id: `asked_${intent.id}_${String(status)}`, ...said }
}

/**
 * What stands behind a movement of money in Stripe's books: a charge that was collected, a refund or a dispute, as it is now.
 * @param asOfMs when Stripe was asked
 */
export function movementOf(source: Thing, asOfMs: number): (Subject & What) | undefined {
  if (source.object === 'refund') return ofOneRefund(source)
  if (source.object === 'dispute') {
    const said = ofDispute('charge.dispute.funds_withdrawn', source)
    return said && { ...said, asOfMs }
  }
  const { payment_intent: intent, status, amount, currency } = source
  const reference = transactionIn(source)
  if (source.object !== 'charge' || status !== 'succeeded' || !reference || typeof intent !== 'string') return undefined
  return { reference, kind: 'succeeded', ...moneyIn(amount, currency), agreement: intent, charge: intent }
}

export interface Thing {
  id: string
  object: string
  [field: string]: unknown
}

interface Envelope {
  id: string
  type: string
  livemode: boolean
  /** The creator's, where it happened there. */
  account?: string
  data: { object: Thing }
}

function readable(body: Buffer): Envelope {
  try {
    const { object, ...event } = JSON.parse(body.toString('utf8')) as Envelope & { object: string }
    const isWhole = object === 'event' && /^evt_\w{1,190}$/.test(event.id) && typeof event.type === 'string'
    if (isWhole && typeof event.data.object.id === 'string' && typeof event.data.object.object === 'string') return event
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new Refusal('event_unknown')
}

/** One refund, as it is then. The older name is still sent where an endpoint asks for it. */
const refundTypes = /^(refund\.(created|updated|failed)|charge\.refund\.updated)$/

function whatIs(type: string, thing: Thing): (Subject & What) | undefined {
  if (type.startsWith('payment_intent.')) return thing.object === 'payment_intent' ? ofIntent(type, thing) : refuse('event_unknown')
  if (type === 'charge.refunded') return thing.object === 'charge' ? ofRefund(thing) : refuse('event_unknown')
  if (refundTypes.test(type)) return thing.object === 'refund' ? ofOneRefund(thing) : refuse('event_unknown')
  if (type.startsWith('charge.dispute.')) return thing.object === 'dispute' ? ofDispute(type, thing) : refuse('event_unknown')
  return undefined
}

function ofIntent(type: string, thing: Thing): (Subject & What) | undefined {
  const reference = transactionIn(thing)
  // Made by somebody in Stripe's dashboard: nothing of ours.
  if (!reference) return undefined
  const { id: charge } = thing
  switch (type) {
    case 'payment_intent.succeeded': {
      const { amount_received: amount, currency, payment_method: ref, setup_future_usage: kept } = thing
      if (thing['status'] !== 'succeeded' || !Number.isSafeInteger(amount) || typeof currency !== 'string') return refuse('event_unknown')
      const card = kept && typeof ref === 'string' ? { card: { ref } } : {}
      return {
        reference,
        kind: 'succeeded',
        ...fromStripe(amount as number, currency),
        agreement: charge,
        charge,
        ...card,
      }
    }
    case 'payment_intent.payment_failed': {
      const { code, decline_code: decline } = (thing['last_payment_error'] ?? {}) as { code?: string; decline_code?: string }
      if (code === 'authentication_required' || decline === 'authentication_required') return { reference, charge, kind: 'action_required' }
      return { reference, charge, kind: 'failed', reason: reasonOf(code, decline) }
    }
    case 'payment_intent.requires_action':
      return { reference, charge, kind: 'action_required' }
    case 'payment_intent.canceled':
      return { reference, charge, kind: 'failed', reason: 'abandoned' }
    default:
      return undefined
  }
}

/** Few words for many codes: what the payer can do about it. */
function reasonOf(code: string | undefined, decline: string | undefined): string {
  if (code === 'payment_intent_authentication_failure') return 'authentication_failed'
  if (code === 'expired_card' || decline === 'expired_card') return 'card_expired'
  if (decline === 'insufficient_funds') return 'insufficient_funds'
  return 'card_declined'
}

/** `charge.refunded` says what went back in all, and names no refund. */
function ofRefund(thing: Thing): (Subject & What) | undefined {
  const back = moneyIn(thing['amount_refunded'], thing['currency'])
  const subject = subjectIn(thing)
  return subject && { ...subject, kind: 'refunded', soFar: back.amount, currency: back.currency }
}

/** While it is pending its money has left already; while it waits for the payer's account it has not (docs.stripe.com/refunds). */
function ofOneRefund(thing: Thing): (Subject & What) | undefined {
  const { amount: more, currency } = moneyIn(thing['amount'], thing['currency'])
  const { id: refund, status } = thing
  const subject = subjectIn(thing)
  if (!subject || status === 'requires_action') return undefined
  return { ...subject, kind: status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refunded', more, currency, refund }
}

function moneyIn(amount: unknown, currency: unknown): { amount: number; currency: string } {
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return refuse('event_unknown')
  return fromStripe(amount as number, currency)
}

/** An inquiry moves no money; what it may become does, and is said again. */
function ofDispute(type: string, thing: Thing) {
  const { id: dispute, status } = thing
  const subject = subjectIn(thing)
  if (!subject || typeof status !== 'string' || status.startsWith('warning_')) return undefined
  const { amount, currency } = thing
  const disputed = Number.isSafeInteger(amount) && typeof currency === 'string' ? { disputed: moneyIn(amount, currency) } : {}
  const about = { ...subject, dispute, ...disputed }
  if (status === 'won') return { ...about, kind: 'chargeback_won' as const }
  if (status === 'lost') return { ...about, kind: 'chargeback_lost' as const }
  if (type === 'charge.dispute.created' || type === 'charge.dispute.funds_withdrawn') return { ...about, kind: 'chargeback' as const }
  return undefined
}

/** By the intent, and by the transaction that we named where a charge carries it: a dispute does not. */
function subjectIn(thing: Thing): Subject | undefined {
  const reference = transactionIn(thing)
  const { payment_intent: intent } = thing
  const charge = typeof intent === 'string' ? intent : undefined
  if (reference) return { reference, charge }
  return charge === undefined ? undefined : { agreement: charge, charge }
}

function transactionIn({ metadata }: Thing): string | undefined {
  const named = (metadata as { transaction?: unknown } | null | undefined)?.transaction
  return typeof named === 'string' && named.length > 0 && named.length <= 200 ? named : undefined
}
