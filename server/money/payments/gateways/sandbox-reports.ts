// What the sandbox says by webhook, and how it is read here.
import { Refusal } from '#server/platform/refusals/refusal.ts'
import type { CardFacts, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'

const types = [
  'payment.succeeded',
  'payment.failed',
  'payment.action_required',
  'payment.refunded',
  'payment.refund_failed',
  'payment.disputed',
  'payment.dispute_won',
  'payment.dispute_lost',
] as const

/** A refund or a dispute, by its name at the sandbox. */
interface Named {
  id: string
  amount: number
}

/** An event as it travels: what the webhook's body says. Amounts are hundredths. */
export interface Report {
  id: string
  type: (typeof types)[number]
  data: {
    reference: string
    amount: number
    currency: string
    reason?: string
    refund?: Named
    /** Everything until now, as reports said before refunds had names. */
    refunded?: number
    dispute?: Named
    card?: CardFacts
  }
}

/** @throws event_unknown */
export function eventIn(body: Buffer): GatewayEvent {
  const { id, type, data } = reportIn(body)
  const { reference, amount, currency, reason, refund, refunded = 0, dispute, card } = data
  const disputed = dispute ? { dispute: dispute.id, disputed: { amount: dispute.amount, currency } } : {}
  switch (type) {
    case 'payment.succeeded':
      return { id, kind: 'succeeded', reference, amount, currency, ...(card && { card }) }
    case 'payment.failed':
      return { id, kind: 'failed', reference, reason: reason ?? 'card_declined' }
    case 'payment.action_required':
      return { id, kind: 'action_required', reference }
    case 'payment.refunded':
    case 'payment.refund_failed': {
      const kind = type === 'payment.refunded' ? 'refunded' : 'refund_failed'
      if (refund) return { id, kind, reference, currency, more: refund.amount, refund: refund.id }
      return { id, kind: 'refunded', reference, currency, soFar: refunded }
    }
    case 'payment.disputed':
      return { id, kind: 'chargeback', reference, ...disputed }
    case 'payment.dispute_won':
      return { id, kind: 'chargeback_won', reference, ...disputed }
    case 'payment.dispute_lost':
      return { id, kind: 'chargeback_lost', reference, ...disputed }
  }
}

/** The signature vouches for who wrote it, not for its form: one that cannot be read is refused, not trusted. */
function reportIn(body: Buffer): Report {
  try {
    const report = JSON.parse(body.toString('utf8')) as Report
    const { id, type, data } = report
    const { reference, amount, currency, reason, refund, refunded, dispute, card } = data
    const isWhole = isText(id) && types.includes(type) && isText(reference) && Number.isSafeInteger(amount) && isText(currency)
    const isReasoned = reason === undefined || /^[a-z_]{1,40}$/.test(reason)
    const isSum = type === 'payment.refunded' && refund === undefined
    const isCounted = isSum ? Number.isSafeInteger(refunded) && Number(refunded) > 0 : refunded === undefined
    const isNamed = [refund, dispute].every(
      (each) => each === undefined || (isText(each.id) && Number.isSafeInteger(each.amount) && each.amount > 0),
    )
    const hasRefund = type !== 'payment.refund_failed' || refund !== undefined
    if (isWhole && isReasoned && isCounted && isNamed && hasRefund && (card === undefined || isCard(card))) return report
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new Refusal('event_unknown')
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 200

function isCard({ ref, brand, last4, expMonth, expYear }: CardFacts): boolean {
  return isText(ref) && /^[a-z_]{1,30}$/.test(brand) && /^[0-9]{4}$/.test(last4) && Number.isInteger(expMonth) && Number.isInteger(expYear)
}
