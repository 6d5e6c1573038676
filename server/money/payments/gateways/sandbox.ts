// The sandbox: a payment gateway of our own, for demos and development. It behaves as a company outside would: it keeps its own
// books, shows the payer a page at a secret address, and what happens there reaches the site by signed webhook only.
import { randomBytes } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { Asked, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { signed, verifySigned } from '#server/money/payments/gateways/signature.ts'
import * as queries from '#server/money/payments/gateways/sandbox-queries.ts'

export type { Card, Checkout, CheckoutStatus } from '#server/money/payments/gateways/sandbox-queries.ts'

export const signatureHeader = 'x-sandbox-signature'

/** An event as it travels: what the webhook's body says. Amounts are minor units. */
export interface Report {
  id: string
  type: 'payment.succeeded' | 'payment.failed' | 'payment.action_required'
  data: { reference: string; amount: number; currency: string; reason?: string }
}

export const sandbox: Gateway = {
  name: 'sandbox',

  async start(tx, payment) {
    const id = randomBytes(24).toString('base64url')
    const reference = newReference()
    await queries.insert(tx, { id, reference, ...pageOf(payment) })
    return { status: 'redirect', reference, paymentUrl: `/checkout/sandbox/${id}` }
  },

  async rebill(tx, payment, earlier) {
    const first = await queries.byReference(tx, earlier)
    if (first?.status !== 'paid' || !first.card) return undefined
    const reference = newReference()
    const id = randomBytes(24).toString('base64url')
    await queries.insert(tx, { id, reference, ...pageOf(payment), status: 'paid', card: first.card, rebills: earlier })
    await report(tx, 'payment.succeeded', { reference, amount: payment.amount, currency: payment.currency })
    return { reference }
  },

  async settle(tx, reference) {
    const page = await queries.byReference(tx, reference)
    if (page?.status === 'open') await queries.decide(tx, page.id, 'paid', 'success', null)
  },

  verify(header, body, now) {
    verifySigned(keyOfWebhooks(), body, header(signatureHeader), now)
    return eventIn(body)
  },
}

const newReference = () => `sbx_${randomBytes(15).toString('hex')}`
const keyOfWebhooks = () => secretFor('gateway:sandbox')

function pageOf({ transactionId, title, amount, currency, returnPath }: Asked) {
  return { title, amount, currency, returnUrl: withTransaction(returnPath, transactionId) }
}

/** The way back names the transaction, so that the page there can ask what became of it. */
function withTransaction(path: string, transactionId: string): string {
  const url = new URL(path, 'http://site')
  url.searchParams.set('transaction', transactionId)
  return url.pathname + url.search + url.hash
}

function eventIn(body: Buffer): GatewayEvent {
  const { id, type, data } = reportIn(body)
  if (type === 'payment.succeeded') return { id, kind: 'succeeded', ...data }
  if (type === 'payment.failed') return { id, kind: 'failed', reference: data.reference, reason: data.reason ?? 'card_declined' }
  return { id, kind: 'action_required', reference: data.reference }
}

const types: readonly string[] = ['payment.succeeded', 'payment.failed', 'payment.action_required'] satisfies Report['type'][]

/** The signature vouches for who wrote it, not for its form: one that cannot be read is refused, not trusted. */
function reportIn(body: Buffer): Report {
  try {
    const report = JSON.parse(body.toString('utf8')) as Report
    const { id, type, data } = report
    const isWhole =
      isText(id) && types.includes(type) && isText(data.reference) && Number.isSafeInteger(data.amount) && isText(data.currency)
    const isReasoned = data.reason === undefined || /^[a-z_]{1,40}$/.test(data.reason)
    if (isWhole && isReasoned) return report
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new Refusal('event_unknown')
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 200

/** What the payer sees at the secret address. */
export async function checkout(db: Db, id: string): Promise<queries.Checkout> {
  return (await queries.byId(db, id)) ?? refuse('not_found')
}

export interface Act {
  action: 'pay' | 'confirm' | 'fail' | 'abandon'
  card?: queries.Card | undefined
}

interface Decision {
  status: queries.CheckoutStatus
  type: Report['type']
  reason?: string
}

/**
 * The payer acts on their page: pays with a test card, answers the 3-D Secure question, or leaves. What is decided stays decided.
 * @throws not_found, checkout_over, invalid when paying without a card
 */
export async function act(tx: Tx, id: string, { action, card }: Act): Promise<queries.Checkout> {
  const page = (await queries.lock(tx, id)) ?? refuse('not_found')
  const { status, type, reason } = decisionOn(page, action, card)
  await queries.decide(tx, id, status, card ?? null, reason ?? null)
  await report(tx, type, { reference: page.reference, amount: page.amount, currency: page.currency, ...(reason && { reason }) })
  return { ...page, status }
}

const paid: Decision = { status: 'paid', type: 'payment.succeeded' }
const declined = (reason: string): Decision => ({ status: 'declined', type: 'payment.failed', reason })

function decisionOn({ status }: queries.Checkout, action: Act['action'], card: Act['card']): Decision {
  if (action === 'abandon' && (status === 'open' || status === 'challenge'))
    return { status: 'abandoned', type: 'payment.failed', reason: 'abandoned' }
  if (action === 'pay' && status === 'open') {
    if (card === 'success') return paid
    if (card === 'decline') return declined('card_declined')
    if (card === 'three_d_secure') return { status: 'challenge', type: 'payment.action_required' }
    throw new Refusal('invalid', {}, [{ field: 'card', code: 'required' }])
  }
  if (action === 'confirm' && status === 'challenge') return paid
  if (action === 'fail' && status === 'challenge') return declined('authentication_failed')
  return refuse('checkout_over')
}

/** A page that nobody finishes is closed after this, as hosted pages elsewhere are. */
const pageHours = 24

/** Closes pages that were left open. Each is told to the site like any other end. */
export async function closeUnfinished(tx: Tx): Promise<number> {
  const ids = await queries.unfinishedBefore(tx, new Date(tx.now.getTime() - pageHours * 3_600_000))
  for (const id of ids) await act(tx, id, { action: 'abandon' })
  return ids.length
}

/** Writes into the sandbox's own books that a payment was paid, for a history that is told: nobody clicked, nobody is told. */
export async function payUnasked(tx: Tx, reference: string): Promise<void> {
  const page = await queries.byReference(tx, reference)
  if (page?.status === 'open') await queries.decide(tx, page.id, 'paid', 'success', null)
}

export const reportJob = 'payments.sandbox.report'

async function report(tx: Tx, type: Report['type'], data: Report['data']): Promise<void> {
  const event: Report = { id: `evt_${randomBytes(15).toString('hex')}`, type, data }
  await addJob(tx, reportJob, event)
}

export interface Reach {
  /** Where this process can be reached by itself, such as http://127.0.0.1:3000, without a slash at the end. */
  siteUrl: () => string
  fetch: typeof fetch
}

let reach: Reach | undefined

/** Told at start: a company outside would have been given the address of our webhooks. */
export function useReach(given: Reach): void {
  reach = given
}

/** Sends a webhook, signed at the moment of sending so that a repeat is fresh. Throws unless the site says that it heard. */
export async function deliver(event: Report, now: Date): Promise<void> {
  if (!reach) throw new Error('the sandbox was not told at start where the site answers')
  const { siteUrl, fetch } = reach
  const body = JSON.stringify({ ...event, created: Math.floor(now.getTime() / 1000) })
  const answer = await fetch(`${siteUrl()}/api/payment/sandbox/callhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signed(keyOfWebhooks(), body, now) },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok)
    throw new Error(`the site answered ${answer.status} to the sandbox's event ${event.id}: ${(await answer.text()).slice(0, 300)}`)
}
