// What gateways report, received in any order, late and more than once: it is kept as facts of the payment (facts.ts: paid, each refund, each
// dispute), and what the ledger and the status must be follows from the facts alone (following.ts). So every order ends the same.
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { keepCard } from '#server/money/payments/cards.ts'
import { factsOf } from '#server/money/payments/events.ts'
import * as factsQueries from '#server/money/payments/facts-queries.ts'
import {
  isDoubtful,
  nothing,
  refundedOf,
  summaryOf,
  withDispute,
  withDisputeNow,
  withRefund,
  type Dispute,
  type Known,
} from '#server/money/payments/facts.ts'
import { follow } from '#server/money/payments/following.ts'
import type { End, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import * as letters from '#server/money/payments/letters.ts'
import { fulfilmentOf } from '#server/money/payments/purposes.ts'
import * as queries from '#server/money/payments/queries.ts'
import type { Transaction, TransactionStatus } from '#server/money/payments/queries.ts'

export type Received = 'received' | 'mismatch' | 'early'

/**
 * Receives a verified event, once. Success wins over failure whatever order they arrive in, because a payer may try a second card
 * after the first was declined: money that a gateway took is always credited.
 * @returns mismatch when amount or currency are not those of the transaction: nothing moves, the audit log has it, and the caller
 * refuses after the commit. early: it speaks of an agreement that nothing has introduced yet, and waits for that
 * @param waits false for one that has waited long enough
 * @throws event_unknown when no payment has this reference
 */
export async function receive(tx: Tx, gateway: string, event: GatewayEvent, waits = true): Promise<Received> {
  const payment = await subjectOf(tx, gateway, event)
  if ('waitsFor' in payment) {
    if (waits) await queries.keepEarly(tx, { gateway, eventId: event.id, agreement: payment.waitsFor, event })
    return 'early'
  }
  const isMismatch = differs(payment, event)
  const isNew = await queries.recordEvent(tx, { gateway, eventId: event.id, transactionId: payment.id, kind: event.kind, isMismatch })
  if (isMismatch && isNew) await recordMismatch(tx, payment, event)
  // How something stands now may be said any number of times.
  if ((isNew || isPresent(event)) && !isMismatch) await apply(tx, payment, event)
  return isMismatch ? 'mismatch' : 'received'
}

const isPresent = (event: GatewayEvent) => 'asOfMs' in event && event.asOfMs !== undefined

/** The agreement that a `succeeded` has yet to introduce. */
interface Waiting {
  waitsFor: string
}

/** Locked: events of one payment are received one after the other. @throws event_unknown */
async function subjectOf(tx: Tx, gateway: string, event: GatewayEvent): Promise<Transaction | Waiting> {
  if ('reference' in event) return namedBy(tx, gateway, event)
  const { agreement, charge, kind } = event
  const isOfTheWhole = kind === 'renewed' || kind === 'renewal_failed' || kind === 'cancelled'
  if (isOfTheWhole) return (await queries.lockFirstOf(tx, gateway, agreement)) ?? { waitsFor: agreement }
  const found = charge ? await queries.lockByCharge(tx, gateway, charge) : await queries.lockNewestOf(tx, gateway, agreement)
  return found ?? { waitsFor: agreement }
}

/** What happens to money that was collected is of the collection that it names: our reference may have been collected twice. */
async function namedBy(tx: Tx, gateway: string, event: GatewayEvent & { reference: string }): Promise<Transaction | Waiting> {
  const named = (await queries.lockByReference(tx, gateway, event.reference)) ?? refuse('event_unknown')
  const { charge, kind } = event
  const isOfACharge = kind === 'refunded' || kind === 'refund_failed' || kind.startsWith('chargeback')
  if (!isOfACharge || charge === undefined || (named.paidAt && named.charge === charge)) return named
  return (await queries.lockByCharge(tx, gateway, charge)) ?? { waitsFor: charge }
}

/**
 * What waited so long that its charge will not be introduced any more is taken for the payment that it names, else for the newest one
 * of its agreement; a renewal introduces its own. What nothing introduced is left to people, by the audit log.
 */
export async function receiveOverdue(tx: Tx, gateway: string, agreement: string): Promise<void> {
  for (const event of (await queries.takeEarly(tx, gateway, agreement)) as GatewayEvent[]) {
    const received = await receive(tx, gateway, event.kind === 'renewed' ? event : { ...event, charge: undefined }, false)
    if (received === 'early')
      await record(tx, { action: 'payments.event_early', subject: { kind: 'gateway', id: gateway }, detail: { agreement, event } })
  }
}

/** What an event says in money, where its payment must agree. A bank may dispute more than was paid, in a currency of its own. */
function moneyIn(event: GatewayEvent): { amount: number; currency: string } | undefined {
  if (event.kind === 'succeeded' || event.kind === 'renewed') return event
  if (event.kind !== 'refunded' && event.kind !== 'refund_failed') return undefined
  return { amount: 'soFar' in event ? event.soFar : event.more, currency: event.currency }
}

/**
 * Said by another account than the one that sells it, which its owner could have wished. Of what was begun before accounts were kept, nothing
 * is known.
 */
function isOfAnother({ detail }: Transaction, { soldBy, sellerId, kind }: GatewayEvent): boolean {
  if (sellerId !== undefined && detail['performerId'] !== sellerId) return true
  const known = kind === 'succeeded' || kind === 'failed' ? detail['offeredBy'] : detail['soldBy'] && [detail['soldBy']]
  if (soldBy === undefined || !Array.isArray(known)) return false
  // Until accounts were called by whose they are, a performer's own was called as the site's.
  return !known.includes(soldBy) && (sellerId === undefined || !known.includes(soldBy.replace(`@${sellerId}`, '')))
}

/** Said of another collection than the one that was begun for it at its gateway. What was collected before anything was kept of it names itself. */
function isUnasked({ paidAt, charge: begun }: Transaction, { kind, charge }: GatewayEvent): boolean {
  const isOfTheWay = kind === 'succeeded' || kind === 'failed' || kind === 'action_required'
  return isOfTheWay && !paidAt && begun !== null && charge !== undefined && charge !== begun
}

function differs(payment: Transaction, event: GatewayEvent): boolean {
  const { amount, currency } = payment
  if (isOfAnother(payment, event) || isUnasked(payment, event)) return true
  const said = moneyIn(event)
  if (!said) return false
  const isRefund = event.kind === 'refunded' || event.kind === 'refund_failed'
  return said.currency !== currency || (isRefund ? said.amount > amount || said.amount < 0 : said.amount !== amount)
}

async function recordMismatch(tx: Tx, { id, amount, currency }: Transaction, event: GatewayEvent): Promise<void> {
  const { amount: reported = null, currency: reportedIn = null } = moneyIn(event) ?? {}
  await record(tx, {
    action: 'payments.event_mismatch',
    subject: { kind: 'transaction', id },
    detail: {
      eventId: event.id,
      expected: { amount, currency },
      reported: { amount: reported, currency: reportedIn },
      ...(event.charge !== undefined && { charge: event.charge }),
      ...(event.soldBy && { soldBy: event.soldBy }),
    },
  })
}

const unfinished: readonly TransactionStatus[] = ['created', 'pending', 'requires_action']

async function apply(tx: Tx, payment: Transaction, event: GatewayEvent): Promise<void> {
  const { id: transactionId, purpose, status } = payment
  const isOpen = unfinished.includes(status) && !payment.paidAt
  const fulfilment = fulfilmentOf(purpose)
  switch (event.kind) {
    case 'succeeded': {
      if (event.card) await keepCard(tx, { accountId: payment.accountId, gateway: payment.gateway, transactionId }, event.card)
      if (isAnother(payment, event)) return collectedAgain(tx, payment, event)
      if (event.agreement) await queries.setAgreement(tx, transactionId, event.agreement, event.charge ?? null)
      if (event.soldBy) await queries.setSoldBy(tx, transactionId, event.soldBy)
      await settle(tx, payment, isPaid(tx.now))
      if (event.agreement) await receiveWaiting(tx, payment.gateway, event.agreement)
      return
    }
    case 'failed': {
      if (!isOpen) return
      await queries.setStatus(tx, transactionId, 'fail', event.reason)
      await announce(tx, 'payment.failed', { ...factsOf(payment), reason: event.reason })
      return fulfilment.failed(tx, payment)
    }
    case 'action_required': {
      if (!isOpen) return
      if (status !== 'requires_action') await queries.setStatus(tx, transactionId, 'requires_action')
      await announce(tx, 'payment.action_required', factsOf(payment))
      // Nobody was there to be asked: a renewal, or a wallet that tops itself up.
      if (payment.cardId !== null && payment.detail['isAway'] === true) await letters.toPayer(tx, payment, 'action')
      return
    }
    case 'refunded':
    case 'refund_failed':
      return settle(tx, payment, (known) => withRefundOf(known, event, tx.now))
    case 'chargeback':
    case 'chargeback_won':
    case 'chargeback_lost':
      return dispute(tx, payment, event)
    case 'renewed':
      return renew(tx, payment, event)
    case 'renewal_failed':
      // What failed before it was collected has been made good.
      if (await queries.hasCollectedSince(tx, payment, new Date(event.atMs ?? tx.now))) return
      return fulfilment.renewalFailed?.(tx, payment)
    case 'cancelled':
      await queries.rememberEnd(tx, payment, 'isOver', true)
      return fulfilment.cancelled?.(tx, payment)
  }
}

const isPaid = (at: Date) => (known: Known) => ({ ...known, paidAt: known.paidAt ?? at })

/** Names of refunds and disputes are a part of keys in the ledger. No gateway has longer ones. */
const longest = 106

type Refunding = GatewayEvent & { kind: 'refunded' | 'refund_failed' }

function withRefundOf(known: Known, event: Refunding, now: Date): Known {
  if ('soFar' in event) return { ...known, soFar: Math.max(known.soFar, event.soFar) }
  // Events that waited since before refunds had names are refunds of their own.
  const { more: amount, refund = event.id } = event
  return amount > 0
    ? withRefund(known, { ref: refund.slice(0, longest), amount, failedAt: event.kind === 'refund_failed' ? now : null })
    : known
}

type Disputing = GatewayEvent & { kind: 'chargeback' | 'chargeback_won' | 'chargeback_lost' }

export const disputeJob = 'payments.dispute.ask'

/**
 * What contradicts a decision came late, or the dispute was opened again: its provider is asked, whose answer goes before whatever was said
 * until it was asked. An answer that something else overtook is asked for anew.
 */
async function dispute(tx: Tx, payment: Transaction, event: Disputing): Promise<void> {
  const said = disputeIn(event, payment, tx.now)
  let isAsked = false
  await settle(tx, payment, (known) => {
    const stated = known.disputes.find(({ ref }) => ref === said.ref)?.statedAt ?? null
    isAsked = isDoubtful(known, said)
    if (event.asOfMs === undefined) return withDispute(known, said)
    const isOld = stated !== null && event.asOfMs < stated.getTime()
    isAsked &&= isOld
    return isOld ? known : withDisputeNow(known, said)
  })
  const { gateway } = payment
  if (isAsked) await addJob(tx, disputeJob, { gateway, ref: said.ref }, { key: `${disputeJob}:${gateway}:${said.ref}` })
}

/** Of a sum in another currency nobody knows how much of ours it is: then all of it, which is what banks mean most of the time. */
function disputeIn({ kind, dispute: named = 'dispute', disputed }: Disputing, { amount: paid, currency }: Transaction, now: Date): Dispute {
  const amount = disputed && disputed.currency === currency && disputed.amount > 0 ? Math.min(paid, disputed.amount) : paid
  const ref = named.slice(0, longest)
  const decided = { wonAt: kind === 'chargeback_won' ? now : null, lostAt: kind === 'chargeback_lost' ? now : null }
  return { ref, amount, openedAt: now, ...decided, reopened: 0, letGo: false, statedAt: now }
}

type Success = GatewayEvent & { kind: 'succeeded' }

/** Another charge for what is paid: the payer had a second page open, or two cards were asked. */
function isAnother({ paidAt, charge: known }: Transaction, { charge }: Success): boolean {
  return paidAt !== null && charge !== undefined && known !== null && known !== charge
}

/** It was wanted once, so what came again becomes tokens for what the money is worth, and nothing of it renews. */
async function collectedAgain(tx: Tx, first: Transaction, { charge = '', agreement, soldBy }: Success): Promise<void> {
  const { id, accountId, amount, currency, gateway, title } = first
  const { saved = 0 } = (first.detail['coupon'] ?? {}) as { saved?: number }
  const tokens = Math.max(1, Math.floor((first.tokens * amount) / (amount + saved)))
  const key = `again:${gateway}:${charge}`
  const detail = { again: id, ...(soldBy && { soldBy }) }
  const order = { accountId, purpose: 'wallet_top_up', amount, currency, tokens, gateway, title, detail, key } as const
  const written = await queries.insert(tx, order)
  if (!written) return
  await queries.handOver(tx, written.id, key, 'pending')
  await queries.setAgreement(tx, written.id, agreement ?? null, charge)
  await settle(tx, written, isPaid(tx.now))
  const isRenewing = agreement !== undefined && agreement !== first.agreement && first.detail['everyDays'] !== undefined
  if (isRenewing) await gatewayNamed(gateway).cancelRenewal?.(tx, agreement, soldBy)
  await record(tx, { action: 'payments.collected_again', subject: { kind: 'transaction', id }, detail: { again: written.id, charge } })
  if (agreement !== undefined) await receiveWaiting(tx, gateway, agreement)
}

/** Nobody came to pay: what it held for its payer (a coupon, a place in a promotion) is free again. Paid after all, it counts. */
export async function giveUp(tx: Tx, id: string): Promise<void> {
  const payment = await queries.lockById(tx, id)
  if (payment) await apply(tx, payment, { id: `given_up_${id}`, reference: id, kind: 'failed', reason: 'abandoned' })
}

async function receiveWaiting(tx: Tx, gateway: string, agreement: string): Promise<void> {
  for (const event of (await queries.takeEarly(tx, gateway, agreement)) as GatewayEvent[]) await receive(tx, gateway, event)
}

/**
 * The gateway has collected again by itself: a payment of its own, whose name is the gateway's for it. Collected after we had said to stop
 * it was not wanted; collected before, it was, however late we are told.
 */
async function renew(tx: Tx, first: Transaction, event: GatewayEvent & { kind: 'renewed' }): Promise<void> {
  if (!('agreement' in event) || !event.charge) throw new Error('a renewal names its charge')
  const { accountId, purpose, amount, currency, tokens, gateway, title, cardId } = first
  const { stoppedAtMs, isOver, everyDays } = first.detail
  const isWanted = typeof stoppedAtMs !== 'number' || (event.atMs ?? tx.now.getTime()) < stoppedAtMs
  const isLast = isOver === true || stoppedAtMs !== undefined
  const carried = isWanted ? await fulfilmentOf(purpose).renewed?.(tx, first, isLast) : undefined
  const key = `renewed:${gateway}:${event.charge}`
  const order = carried ?? { performerId: first.detail['performerId'], type: first.detail['type'], number: -1 }
  const agreed = { ...(everyDays !== undefined && { everyDays }), ...(isOver === true && { isOver }) }
  const detail = { ...order, ...agreed, ...(event.soldBy && { soldBy: event.soldBy }) }
  const again = { accountId, purpose, amount, currency, tokens, gateway, title, detail, key, cardId: cardId ?? undefined }
  const written = await queries.insert(tx, again)
  if (!written) return
  await queries.handOver(tx, written.id, key, 'pending')
  await queries.setAgreement(tx, written.id, event.agreement, event.charge)
  await settle(tx, written, isPaid(tx.now))
  await receiveWaiting(tx, gateway, event.agreement)
}

/** Keeps what is known now, and lets status and ledger follow what is new of a paid payment. */
async function settle(tx: Tx, told: Transaction, saying: (known: Known) => Known): Promise<void> {
  const before = await factsQueries.knownOf(tx, told)
  const after = saying(before)
  const facts = { paidAt: after.paidAt, refundedAmount: refundedOf(after, told.amount), refundedSoFar: after.soFar, ...summaryOf(after) }
  await queries.setFacts(tx, told.id, facts)
  for (const refund of after.refunds) if (!before.refunds.includes(refund)) await factsQueries.keepRefund(tx, told.id, refund)
  for (const dispute of after.disputes) if (!before.disputes.includes(dispute)) await factsQueries.keepDispute(tx, told.id, dispute)
  if (!after.paidAt) return
  const payment = before.paidAt ? told : await enter(tx, told)
  const status = statusOf({ ...payment, ...facts })
  if (status !== payment.status) await queries.setStatus(tx, payment.id, status)
  await follow(tx, payment, before.paidAt ? before : { ...nothing, paidAt: after.paidAt }, after)
}

function statusOf({ amount, refundedAmount, disputedAt, disputeWonAt }: Transaction): TransactionStatus {
  if (disputedAt && !disputeWonAt) return 'chargeback'
  return refundedAmount >= amount ? 'refunded' : 'success'
}

/** Answers the payment as it is then: a coupon that is gone makes its tokens fewer. */
async function enter(tx: Tx, payment: Transaction): Promise<Transaction> {
  await queries.setStatus(tx, payment.id, 'success')
  await fulfilmentOf(payment.purpose).paid(tx, payment)
  const entered = (await queries.byId(tx, payment.id)) ?? payment
  await announce(tx, 'payment.succeeded', factsOf(entered))
  return entered
}

/**
 * Ends a payment as its gateway would, in this very transaction and without HTTP: for a history that is told and not lived
 * (the demo town), and never for anything that a caller asks.
 */
export async function settleAtOnce(tx: Tx, transactionId: string, end: End = 'paid'): Promise<void> {
  const { gateway, gatewayRef: reference, amount, currency } = (await queries.byId(tx, transactionId)) ?? refuse('payment_not_found')
  if (!reference) throw new Error('a payment that no gateway knows cannot end')
  const card = await gatewayNamed(gateway).settle?.(tx, reference, end)
  const id = `told_${transactionId}`
  const declined = { id, reference, kind: 'failed', reason: 'card_declined' } as const
  await receive(tx, gateway, end === 'declined' ? declined : { id, reference, kind: 'succeeded', amount, currency, card })
}
