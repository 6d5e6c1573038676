// The sandbox: a payment gateway of our own, for demos and development. It behaves as a company outside would: it keeps its own
// books, shows the payer a page at a secret address, and what happens there reaches the site by signed webhook only.
import { randomBytes } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { stepOf } from '#server/platform/units/units.ts'
import type { Asked, CardFacts, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { eventIn, type Report } from '#server/money/payments/gateways/sandbox-reports.ts'
import { signed, verifySigned } from '#server/money/payments/gateways/signature.ts'
import { withTransaction } from '#server/money/payments/gateways/way-back.ts'
import { byId } from '#server/money/payments/queries.ts'
import * as queries from '#server/money/payments/gateways/sandbox-queries.ts'

export type { Checkout } from '#server/money/payments/gateways/sandbox-queries.ts'

export const signatureHeader = 'x-sandbox-signature'

export type { Report } from '#server/money/payments/gateways/sandbox-reports.ts'

export const sandbox: Gateway = {
  name: 'sandbox',
  renews: 'site',
  isReady: () => true,
  sells: () => true,

  async start(tx, payment) {
    const { id, reference } = await write(tx, payment)
    return { status: 'redirect', reference, paymentUrl: addressOf(id) }
  },

  async open(db, _payment, reference) {
    const page = (await queries.byReference(db, reference)) ?? refuse('checkout_over')
    return { status: 'redirect', paymentUrl: addressOf(page.id) }
  },

  async ask(db, transactionId) {
    const made = await byId(db, transactionId)
    const page = made?.gatewayRef ? await queries.byReference(db, made.gatewayRef) : undefined
    const about = page && { id: `asked_${page.reference}_${page.status}`, reference: page.reference }
    if (page?.status === 'paid') return { ...about!, kind: 'succeeded', amount: page.amount, currency: page.currency }
    if (page?.status === 'declined') return { ...about!, kind: 'failed', reason: 'card_declined' }
    return undefined
  },

  async books(db, from, until) {
    const moved = await queries.movements(db, from, until)
    return moved.map((movement) => ({ ref: movement.ref, at: movement.at, event: eventOf(movement, db.now) }))
  },

  async dispute(db, ref) {
    const found = await queries.disputeNamed(db, ref)
    return found && eventOf(found, db.now)
  },

  async chargeCard(tx, payment, kept, isPresent) {
    const card = await queries.keptCard(tx, kept.ref)
    const { id, reference } = await write(tx, payment)
    const page = { reference, amount: payment.amount, currency: payment.currency }
    if (!card || card === 'declines_later') {
      await queries.decide(tx, id, 'declined', card ?? 'decline', 'card_declined')
      await report(tx, 'payment.failed', { ...page, reason: card ? 'card_declined' : 'card_unavailable' })
    } else if (card === 'three_d_secure') {
      await queries.decide(tx, id, 'challenge', card, null)
      await report(tx, 'payment.action_required', isPresent ? page : { ...page, reason: 'authentication_required' })
    } else {
      await queries.decide(tx, id, 'paid', card, null)
      await report(tx, 'payment.succeeded', page)
    }
    return { reference }
  },

  async rebill(tx, payment, earlier) {
    const first = await queries.byReference(tx, earlier)
    if (first?.status !== 'paid' || !first.card || first.card === 'declines_later') return undefined
    const { reference } = await write(tx, payment, { status: 'paid', card: first.card, rebills: earlier })
    await report(tx, 'payment.succeeded', { reference, amount: payment.amount, currency: payment.currency })
    return { reference }
  },

  cards: {
    setup: async () => ({ testTokens: keepable.map((card) => ({ token: `sbt_${card}`, last4: last4[card] })) }),
    async attach(db, _accountId, token) {
      const card = keepable.find((each) => token === `sbt_${each}`) ?? refuse('card_refused')
      return db.transaction((tx) => keep(tx, card))
    },
    async facts(db, ref) {
      const card = (await queries.keptCard(db, ref)) ?? refuse('card_refused')
      return factsOf(ref, card)
    },
    detach: (tx, ref) => queries.detachCard(tx, ref),
  },

  async settle(tx, reference, end) {
    const page = await queries.byReference(tx, reference)
    if (page?.status !== 'open') return undefined
    if (end === 'declined') await queries.decide(tx, page.id, 'declined', 'decline', 'card_declined')
    else await queries.decide(tx, page.id, 'paid', 'success', null)
    return end === 'kept' ? keep(tx, 'success') : undefined
  },

  verify({ header, body }, now) {
    verifySigned(keyOfWebhooks(), body, header(signatureHeader), now)
    return eventIn(body)
  },
}

/** As it would have been reported. */
function eventOf({ ref, kind, state, reference, amount, currency }: queries.Movement, now: Date): GatewayEvent {
  const about = { id: `books_${ref}_${state}`, reference }
  if (kind === 'paid') return { ...about, kind: 'succeeded', amount, currency }
  if (kind === 'refund') return { ...about, kind: state === 'failed' ? 'refund_failed' : 'refunded', more: amount, currency, refund: ref }
  const end = state === 'won' || state === 'lost' ? (`chargeback_${state}` as const) : 'chargeback'
  return { ...about, kind: end, dispute: ref, disputed: { amount, currency }, asOfMs: now.getTime() }
}

const nameFor = (kind: 'sbx' | 'sbr' | 'sbd') => `${kind}_${randomBytes(15).toString('hex')}`
const keyOfWebhooks = () => secretFor('gateway:sandbox')
const addressOf = (id: string) => `/checkout/sandbox/${id}`

async function write(
  tx: Tx,
  { transactionId, title, amount, currency, returnPath }: Asked,
  decided: { status?: 'paid'; card?: queries.Card; rebills?: string } = {},
): Promise<{ id: string; reference: string }> {
  const page = { id: randomBytes(24).toString('base64url'), reference: nameFor('sbx') }
  await queries.insert(tx, { ...page, title, amount, currency, returnUrl: withTransaction(returnPath, transactionId), ...decided })
  return page
}

const keepable = ['success', 'three_d_secure', 'declines_later'] as const
/** The ends of the numbers that the sandbox's page shows for its test cards. */
const last4: Readonly<Record<queries.Card, string>> = { success: '4242', three_d_secure: '3184', declines_later: '0341', decline: '0002' }

async function keep(tx: Tx, card: queries.Card): Promise<CardFacts> {
  const ref = `sbc_${randomBytes(15).toString('hex')}`
  await queries.keepCard(tx, ref, card)
  return factsOf(ref, card)
}

function factsOf(ref: string, card: queries.Card): CardFacts {
  return { ref, brand: 'visa', last4: last4[card], expMonth: 12, expYear: 2039 }
}

/** What the payer sees at the secret address. */
export async function checkout(db: Db, id: string): Promise<queries.Checkout> {
  return (await queries.byId(db, id)) ?? refuse('not_found')
}

export interface Act {
  action: 'pay' | 'confirm' | 'fail' | 'abandon' | 'refund' | 'fail_refund' | 'dispute' | 'win_dispute' | 'lose_dispute'
  card?: queries.Card | undefined
  /** With pay: the card is kept for next time. */
  keep?: boolean | undefined
  /** The webhook of this is lost on the way: the site must find out by itself. */
  lost?: boolean | undefined
  /** With refund and dispute: hundredths; without it all that is left, or all of it. */
  amount?: number | undefined
}

interface Decision {
  status: queries.CheckoutStatus
  type: Report['type']
  reason?: string
}

/**
 * The payer acts on their page: pays with a test card, answers the 3-D Secure question, or leaves. What is decided stays decided, and
 * the same act again answers as it did; what is paid can be given back or disputed, which at a real gateway its staff or a bank would do.
 * @throws not_found, checkout_over, invalid when paying without a card, amount_out_of_bounds when more is given back than is left
 */
export async function act(tx: Tx, id: string, { lost: isLost = false, ...how }: Act): Promise<queries.Checkout> {
  const page = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (isRepeated(page, how)) return page
  const { now, type, data } = await acted(tx, page, how)
  if (!isLost) await report(tx, type, { ...named(page), ...data })
  return { ...page, ...now }
}

/** What the page is then, and what there is to tell. */
interface Acted {
  now: Partial<queries.Checkout>
  type: Report['type']
  data: Omit<Report['data'], 'reference' | 'amount' | 'currency'>
}

function acted(tx: Tx, page: queries.Checkout, { action, card, keep: isKept, amount }: Omit<Act, 'lost'>): Promise<Acted> {
  if (action === 'refund') return giveBack(tx, page, amount)
  if (action === 'fail_refund') return failRefund(tx, page)
  if (action === 'dispute') return dispute(tx, page, amount)
  if (action === 'win_dispute') return decideDispute(tx, page, 'won')
  if (action === 'lose_dispute') return decideDispute(tx, page, 'lost')
  return decide(tx, page, { action, card, keep: isKept })
}

const named = ({ reference, amount, currency }: queries.Checkout) => ({ reference, amount, currency })

async function decide(
  tx: Tx,
  page: queries.Checkout,
  { action, card, keep: isKept }: Pick<Act, 'action' | 'card' | 'keep'>,
): Promise<Acted> {
  const { status, type, reason } = decisionOn(page, action, card)
  await queries.decide(tx, page.id, status, card ?? null, reason ?? null)
  const used = card ?? page.card
  const kept = type === 'payment.succeeded' && isKept && used && used !== 'decline' ? await keep(tx, used) : undefined
  return { now: { status }, type, data: { ...(reason && { reason }), ...(kept && { card: kept }) } }
}

async function giveBack(tx: Tx, page: queries.Checkout, amount = page.amount - page.refunded): Promise<Acted> {
  if (page.status !== 'paid') refuse('checkout_over')
  refuseMore(page, amount, page.amount - page.refunded)
  const id = nameFor('sbr')
  await queries.giveBack(tx, page.id, { ref: id, amount })
  return { now: { refunded: page.refunded + amount }, type: 'payment.refunded', data: { refund: { id, amount } } }
}

function refuseMore({ currency }: queries.Checkout, amount: number, most: number): void {
  const step = stepOf(currency)
  if (amount < 1 || amount > most || amount % step !== 0) refuse('amount_out_of_bounds', { minimum: step / 100, maximum: most / 100 })
}

/** The payer's bank sends it back, which may be weeks later. */
async function failRefund(tx: Tx, page: queries.Checkout): Promise<Acted> {
  const { ref: id, amount } = (await queries.failRefund(tx, page.id)) ?? refuse('checkout_over')
  return { now: { refunded: page.refunded - amount }, type: 'payment.refund_failed', data: { refund: { id, amount } } }
}

/** A bank may ask for a part only, and again after it was told no. */
async function dispute(tx: Tx, page: queries.Checkout, amount = page.amount): Promise<Acted> {
  if (page.status !== 'paid' || page.dispute === 'open' || page.dispute === 'lost') refuse('checkout_over')
  refuseMore(page, amount, page.amount)
  const id = nameFor('sbd')
  await queries.openDispute(tx, page.id, { ref: id, amount })
  return { now: { dispute: 'open' }, type: 'payment.disputed', data: { dispute: { id, amount } } }
}

async function decideDispute(tx: Tx, page: queries.Checkout, state: 'won' | 'lost'): Promise<Acted> {
  if (page.dispute !== 'open') refuse('checkout_over')
  const decided = await queries.decideDispute(tx, page.id, state)
  const data = decided ? { dispute: { id: decided.ref, amount: decided.amount } } : {}
  return { now: { dispute: state }, type: `payment.dispute_${state}`, data }
}

/** Pressed again because the answer was lost: it says once more how it ended, and nothing more happens. */
function isRepeated({ status, card: used }: queries.Checkout, { action, card }: Pick<Act, 'action' | 'card'>): boolean {
  if (action === 'confirm') return status === 'paid' && used === 'three_d_secure'
  if (action === 'fail') return status === 'declined' && used === 'three_d_secure'
  if (action === 'abandon') return status === 'abandoned'
  if (action !== 'pay') return false
  return status === 'paid' || ((status === 'challenge' || status === 'declined') && card !== undefined && card === used)
}

const paid: Decision = { status: 'paid', type: 'payment.succeeded' }
const declined = (reason: string): Decision => ({ status: 'declined', type: 'payment.failed', reason })

function decisionOn({ status }: queries.Checkout, action: Act['action'], card: Act['card']): Decision {
  if (action === 'abandon' && (status === 'open' || status === 'challenge'))
    return { status: 'abandoned', type: 'payment.failed', reason: 'abandoned' }
  if (action === 'pay' && status === 'open') {
    if (card === 'success' || card === 'declines_later') return paid
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

export const reportJob = 'payments.sandbox.report'

async function report(tx: Tx, type: Report['type'], data: Report['data']): Promise<void> {
  const event: Report = { id: `evt_${randomBytes(15).toString('hex')}`, type, data }
  await addJob(tx, reportJob, event, { isAwaited: true })
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

/** Sends a webhook, signed at the moment of sending so that a repeat is fresh. Throws unless the site says that it received it. */
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
