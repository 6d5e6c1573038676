// Stripe: payment intents with whatever their bank asks (3-D Secure), cards that Stripe keeps, renewals while the payer is away. The
// site's page mounts Stripe's own form, so that a card number never comes here.
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Database } from '#server/platform/db/db.ts'
import { customerOf, keepCustomer } from '#server/money/payments/cards-queries.ts'
import type { Asked, Entry, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import {
  cardIn,
  ifKnown,
  isReady,
  known,
  orUnavailable,
  refusing,
  stripe,
  type Intent,
} from '#server/money/payments/gateways/stripe-client.ts'
import { endOf, eventIn, movementOf, noticeIn, type Thing } from '#server/money/payments/gateways/stripe-events.ts'
import { fromStripe, toStripe } from '#server/money/payments/gateways/stripe-money.ts'
import { byId, chargeOf, setCharge } from '#server/money/payments/queries.ts'
import { current } from '#server/site/settings/settings.ts'

export const chargeJob = 'payments.stripe.charge'
export const detachJob = 'payments.stripe.detach'

export interface Charge extends Asked {
  card: string
  isPresent: boolean
}

export const stripeGateway: Gateway = {
  name: 'stripe',
  renews: 'site',
  isReady,
  sells: () => true,

  async start(_tx, { transactionId }) {
    return { status: 'redirect', reference: transactionId, paymentUrl: `/checkout/stripe/${transactionId}` }
  },

  async open(db, payment) {
    const intent = await orUnavailable(() => ifKnown(() => intentOf(db, payment)))
    if (!intent?.client_secret || intent.status === 'canceled') return refuse('checkout_over')
    return { status: 'requires_action', clientSecret: intent.client_secret, publishableKey: await publishableKey(db) }
  },

  async abandon(db, transactionId) {
    const made = await chargeOf(db, transactionId)
    if (!made) return true
    const intent = await ifKnown(() => stripe().paymentIntents.retrieve(made))
    // What Stripe does not know nobody can pay.
    if (!intent) return true
    const { status } = known('payment_intent', intent)
    if (status === 'succeeded' || status === 'processing') return false
    if (status !== 'canceled') known('payment_intent', await stripe().paymentIntents.cancel(made))
    return true
  },

  async ask(db, transactionId) {
    const made = await chargeOf(db, transactionId)
    if (made === undefined) return undefined
    const intent = await orUnavailable(() => ifKnown(() => stripe().paymentIntents.retrieve(made)))
    return intent && endOf(plain(known('payment_intent', intent)))
  },

  async dispute(db, ref) {
    const asOfMs = db.now.getTime()
    const found = await orUnavailable(() => ifKnown(() => stripe().disputes.retrieve(ref)))
    const said = found && movementOf(plain(known('dispute', found)), asOfMs)
    return said && { id: `asked_${ref}_${said.kind}`, ...said }
  },

  async books(db, from, until) {
    const asOfMs = db.now.getTime()
    const created = { gte: Math.floor(from.getTime() / 1000), lte: Math.floor(until.getTime() / 1000) }
    const entries: Entry[] = []
    // Page by page until all of that time is read: they come newest first, and what is cut off would be the oldest.
    for await (const { id: ref, created: at, source } of stripe().balanceTransactions.list({
      created,
      limit: 100,
      expand: ['data.source'],
    })) {
      const said = typeof source === 'object' && source !== null ? movementOf(plain(source), asOfMs) : undefined
      if (said) entries.push({ ref, at: new Date(at * 1000), event: { id: `books_${ref}_${said.kind}`, ...said } })
    }
    return entries.toReversed()
  },

  async chargeCard(tx, payment, card, isPresent) {
    await addJob(tx, chargeJob, { ...payment, card: card.ref, isPresent } satisfies Charge, { isAwaited: isPresent })
    return { reference: payment.transactionId }
  },

  cards: {
    async setup(db, accountId) {
      const customer = await customerAt(db, accountId)
      const intent = known('setup_intent', await stripe().setupIntents.create({ customer, usage: 'off_session' }))
      return intent.client_secret
        ? { clientSecret: intent.client_secret, publishableKey: await publishableKey(db) }
        : refuse('gateway_unavailable')
    },
    async attach(db, accountId, token) {
      const customer = await customerAt(db, accountId)
      return refusing('card_refused', async () => {
        const method = known('payment_method', await stripe().paymentMethods.retrieve(token))
        // What the provider's form set up is this customer's already; somebody else's card stays theirs.
        if (method.customer === customer) return cardIn(method)
        if (method.customer !== null) return refuse('card_refused')
        return cardIn(known('payment_method', await stripe().paymentMethods.attach(token, { customer })))
      })
    },
    facts: async (_db, ref) => cardIn(known('payment_method', await stripe().paymentMethods.retrieve(ref))),
    detach: (tx, ref) => addJob(tx, detachJob, { ref }),
  },

  verify: (post, now) => eventIn(post, now),
  notice: (post, now) => noticeIn(post, now),
}

/** An object of the client's, read as those that events carry. */
const plain = (object: object) => object as unknown as Thing

async function publishableKey(db: Database): Promise<string> {
  const { stripePublishableKey } = await current(db)
  return stripePublishableKey || refuse('gateway_unavailable')
}

/** Who somebody is at Stripe. Made once: by the key, and by what is kept when two tabs ask at once. */
async function customerAt(db: Database, accountId: string): Promise<string> {
  const kept = await customerOf(db, accountId, 'stripe')
  if (kept) return kept
  const made = known(
    'customer',
    await stripe().customers.create({ metadata: { account: accountId } }, { idempotencyKey: `customer:${accountId}` }),
  )
  return db.transaction((tx) => keepCustomer(tx, accountId, 'stripe', made.id))
}

/** The intent of this payment: the one that was made for it, else a new one. Its name is kept, because keys are forgotten after a day. */
async function intentOf(db: Database, payment: Asked): Promise<Intent> {
  const made = await chargeOf(db, payment.transactionId)
  if (made) {
    const intent = ofPayment(payment, await stripe().paymentIntents.retrieve(made))
    if (!payment.keepsCard || intent.setup_future_usage) return intent
    return ofPayment(payment, await stripe().paymentIntents.update(made, { setup_future_usage: 'off_session' }))
  }
  const intent = ofPayment(
    payment,
    await stripe().paymentIntents.create(
      {
        ...(await termsOf(db, payment)),
        // A page elsewhere would come back without us; cards and wallets of the browser ask in place.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        ...(payment.keepsCard && { setup_future_usage: 'off_session' as const }),
      },
      { idempotencyKey: `open:${payment.transactionId}` },
    ),
  )
  await db.transaction((tx) => setCharge(tx, payment.transactionId, intent.id))
  return intent
}

async function termsOf(db: Database, { transactionId, accountId, amount, currency, title }: Asked) {
  const customer = await customerAt(db, accountId)
  const money = { amount: toStripe(amount, currency, 'charge'), currency: currency.toLowerCase() }
  return { ...money, customer, description: title.slice(0, 300), metadata: { transaction: transactionId } }
}

/** An answer is believed when it is what was asked for: an error without `error` looks like one that succeeded. */
function ofPayment({ transactionId, amount, currency }: Asked, answer: Intent): Intent {
  const intent = known('payment_intent', answer)
  const asked = fromStripe(intent.amount, intent.currency)
  if (intent.metadata['transaction'] !== transactionId || asked.amount !== amount || asked.currency !== currency)
    throw new Error(`Stripe answered another payment than ${transactionId}`)
  return intent
}

/** The intent under which a payment was collected before: by its name, or where that was not kept, among those of its payer. */
async function madeBefore(db: Database, payment: Asked): Promise<Intent | undefined> {
  const kept = await chargeOf(db, payment.transactionId)
  if (kept) return ofPayment(payment, await stripe().paymentIntents.retrieve(kept))
  const asked = await byId(db, payment.transactionId)
  if (!asked || db.now.getTime() - asked.createdAt.getTime() < keysLiveMs) return undefined
  const since = Math.floor(asked.createdAt.getTime() / 1000) - 3600
  const intents = stripe().paymentIntents.list({ customer: await customerAt(db, payment.accountId), created: { gte: since }, limit: 100 })
  for await (const intent of intents) if (intent.metadata['transaction'] === payment.transactionId) return ofPayment(payment, intent)
  return undefined
}

/** Stripe forgets an idempotency key after a day (docs.stripe.com/api/idempotent_requests); until well before that the key is enough. */
const keysLiveMs = 20 * 3_600_000

/**
 * Collects with a kept card, from a job: tried again it is the same intent, also when its key is forgotten. What became of it comes by
 * webhook, or is answered when it was made before.
 */
export async function collect(db: Database, { card, isPresent, ...payment }: Charge): Promise<GatewayEvent | undefined> {
  const made = await madeBefore(db, payment)
  if (made) {
    await db.transaction((tx) => setCharge(tx, payment.transactionId, made.id))
    return endOf(plain(made))
  }
  try {
    const intent = ofPayment(
      payment,
      await stripe().paymentIntents.create(
        {
          ...(await termsOf(db, payment)),
          payment_method: card,
          confirm: true,
          ...(isPresent ? { automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const } } : { off_session: true }),
        },
        { idempotencyKey: `charge:${payment.transactionId}` },
      ),
    )
    await db.transaction((tx) => setCharge(tx, payment.transactionId, intent.id))
    return undefined
  } catch (error) {
    const { type, payment_intent: intent } = error as { type?: string; payment_intent?: { id: string } }
    if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') throw error
    const { transactionId: reference } = payment
    // A card error has an intent, of which the webhook tells; without one nothing was tried, and no webhook will say so.
    if (!intent) return { id: `untried_${reference}`, reference, kind: 'failed', reason: 'card_unavailable' }
    await db.transaction((tx) => setCharge(tx, payment.transactionId, intent.id))
    return undefined
  }
}

export async function detach(ref: string): Promise<void> {
  try {
    known('payment_method', await stripe().paymentMethods.detach(ref))
  } catch (error) {
    // Gone there already.
    if ((error as { type?: string }).type !== 'StripeInvalidRequestError') throw error
  }
}
