/**
 * What webhooks did not tell. A payment is settled from its provider's word when somebody asks (its payer on the way back, a job every few
 * minutes), and once a day a provider's books are held against what was heard. What was news there is heard then, like any event, and kept
 * as a difference until finance have looked at it.
 */
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { oneByOne, throwAll } from '#server/platform/jobs/one-by-one.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Entry, Gateway, GatewayEvent } from '#server/money/payments/gateways/gateway.ts'
import { openSince } from '#server/money/payments/facts-queries.ts'
import { gatewayNamed } from '#server/money/payments/gateways/installed.ts'
import { byId, type Transaction } from '#server/money/payments/queries.ts'
import * as queries from '#server/money/payments/reconciling-queries.ts'
import type { Outcome } from '#server/money/payments/reconciling-queries.ts'
import { hear } from '#server/money/payments/settling.ts'

export { differences, latestRuns, type Difference } from '#server/money/payments/reconciling-queries.ts'

/** Asks the provider how a payment has ended, and hears that. It reaches the network. */
export async function inquire(db: Database, { id, gateway: name }: Pick<Transaction, 'id' | 'gateway'>): Promise<void> {
  const gateway = gatewayNamed(name)
  const event = gateway.isReady() ? await gateway.ask?.(db, id) : undefined
  if (event) await db.transaction((tx) => hear(tx, name, event))
}

/** The same of a dispute. */
export async function inquireDispute(db: Database, { gateway: name, ref }: { gateway: string; ref: string }): Promise<void> {
  const gateway = gatewayNamed(name)
  const event = gateway.isReady() ? await gateway.dispute?.(db, ref) : undefined
  if (event) await db.transaction((tx) => hear(tx, name, event, false))
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Payments that have been open for a while. What is older than two days is given up by a job of its own, which asks, too. */
export async function inquireAll(db: Database): Promise<void> {
  const open = await queries.openBetween(db, ago(db, 48 * hourMs), ago(db, 10 * minuteMs))
  throwAll(await oneByOne(open, (payment) => inquire(db, payment)))
}

const ago = (db: Db, ms: number) => new Date(db.now.getTime() - ms)

/** Long enough for a provider that was away over a weekend; what was compared before is no news again. */
const windowMs = 72 * hourMs
/** What a provider may not have in its books yet. */
const leewayMs = 2 * hourMs

/** Holds the books of every provider that was ever paid by against ours. */
export async function reconcileAll(db: Database): Promise<void> {
  throwAll(await oneByOne(await withBooks(db), ({ name }) => reconcile(db, name)))
}

async function withBooks(db: Db): Promise<Gateway[]> {
  return (await queries.gatewaysUsed(db)).map(gatewayNamed).filter((gateway) => gateway.isReady() && gateway.books !== undefined)
}

/** The same, each by a job of its own: one that does not answer is tried again, and the others are not. */
export async function beginReconciling(tx: Tx): Promise<void> {
  for (const { name: gateway } of await withBooks(tx))
    await addJob(tx, booksJob, { gateway }, { key: `${booksJob}:${gateway}`, maxAttempts: 5 })
}

export const booksJob = 'payments.reconcile.books'

export async function reconcile(db: Database, name: string): Promise<void> {
  const gateway = gatewayNamed(name)
  if (!gateway.books) return
  const [from, until] = [ago(db, windowMs), db.now]
  const entries = await gateway.books(db, from, until)
  const told = new Set(entries.map(({ event }) => disputeIn(event)))
  const open = gateway.dispute ? await openSince(db, name, ago(db, 24 * hourMs)) : []
  const absent = absentFrom(entries, await queries.paidBetween(db, name, from, ago(db, leewayMs)))
  const parts: Part[] = [
    ...withLastOfDisputes(entries).map((entry) => ({ gateway: name, entry })),
    // What is lost moves no more money, so the books do not tell how it ended.
    ...open.filter((ref) => !told.has(ref)).map((dispute) => ({ gateway: name, dispute })),
    ...absent.map(({ id }) => ({ gateway: name, paymentId: id })),
  ]
  let found = 0
  for (const part of parts) if (await comparedOrLater(db, part)) found++
  const run = { gateway: name, from, until, entries: entries.length, differences: found }
  await db.transaction((tx) => queries.keepRun(tx, run))
}

/** One thing to compare: a movement in the books, a dispute that has been open for long, or a payment of ours that is not in them. */
export type Part = { gateway: string } & ({ entry: Entry } | { dispute: string } | { paymentId: string })

export const partJob = 'payments.reconcile.part'

/** What cannot be compared now is tried again by itself, so that nothing else is. */
async function comparedOrLater(db: Database, part: Part): Promise<boolean> {
  try {
    return await comparePart(db, part)
  } catch {
    await db.transaction((tx) => addJob(tx, partJob, part))
    return false
  }
}

/** True when it was news, and stands as a difference now. */
export async function comparePart(db: Database, part: Part): Promise<boolean> {
  if ('paymentId' in part) return isMissing(db, gatewayNamed(part.gateway), part.paymentId)
  const entry = 'entry' in part ? part.entry : await entryOf(db, part)
  if (!entry) return false
  // From a job's payload its moment is text.
  return db.transaction((tx) => compare(tx, part.gateway, { ...entry, at: new Date(entry.at) }))
}

async function entryOf(db: Database, { gateway, dispute: ref }: { gateway: string; dispute: string }): Promise<Entry | undefined> {
  const event = await gatewayNamed(gateway).dispute?.(db, ref)
  return event && { ref, at: db.now, event }
}

const disputeIn = (event: GatewayEvent) => ('dispute' in event ? event.dispute : undefined)

/** Each movement of a dispute says how that stands now, so the last one is enough, and is the one that was news. */
function withLastOfDisputes(entries: readonly Entry[]): Entry[] {
  const last = new Map(entries.map((entry) => [disputeIn(entry.event), entry]))
  return entries.filter((entry) => disputeIn(entry.event) === undefined || last.get(disputeIn(entry.event)) === entry)
}

function absentFrom(entries: readonly Entry[], paid: readonly queries.Paid[]): queries.Paid[] {
  const said = entries.map(({ event }) => namesIn(event))
  const [references, charges] = [new Set(said.map(({ reference }) => reference)), new Set(said.map(({ charge }) => charge))]
  return paid.filter(({ charge, gatewayRef }) => (charge === null ? !references.has(gatewayRef) : !charges.has(charge)))
}

/** Hears it. True when it was news, and stands as a difference now. */
async function compare(tx: Tx, gateway: string, entry: Entry): Promise<boolean> {
  const { event } = entry
  const before = await queries.stateOf(tx, gateway, namesIn(event))
  const outcome = await heardAs(tx, gateway, event)
  const after = await queries.stateOf(tx, gateway, namesIn(event))
  if (outcome === undefined || (outcome === 'settled' && JSON.stringify(before) === JSON.stringify(after))) return false
  return keep(tx, gateway, entry, outcome, after[0]?.id)
}

async function heardAs(tx: Tx, gateway: string, event: GatewayEvent): Promise<Outcome | undefined> {
  try {
    const heard = await hear(tx, gateway, event, false)
    // Refunds and disputes of charges that were never ours: somebody else uses the same account at the provider.
    if (heard === 'early') return undefined
    return heard === 'mismatch' ? 'mismatch' : 'settled'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'event_unknown') return 'unknown'
    throw error
  }
}

function namesIn(event: GatewayEvent): { reference: string | null; charge: string | null } {
  return { reference: 'reference' in event ? event.reference : null, charge: event.charge ?? null }
}

async function keep(
  tx: Tx,
  gateway: string,
  { ref, at, event }: Entry,
  outcome: Outcome,
  transactionId: string | undefined,
): Promise<boolean> {
  const difference = { gateway, ref, kind: event.kind, outcome, transactionId: transactionId ?? null, ...sumOf(event), happenedAt: at }
  const isNew = await queries.keepDifference(tx, difference)
  if (isNew) await record(tx, { action: 'payments.difference', subject: { kind: 'gateway', id: gateway }, detail: { ...difference } })
  return isNew
}

function sumOf(event: GatewayEvent): { amount: number | null; currency: string | null } {
  if (event.kind === 'succeeded' || event.kind === 'renewed') return { amount: event.amount, currency: event.currency }
  if ('more' in event) return { amount: event.more, currency: event.currency }
  if ('disputed' in event && event.disputed) return event.disputed
  return { amount: null, currency: null }
}

/** Paid here and not in the books: its money may have moved before them, so its provider is asked. What that does not know either is missing. */
async function isMissing(db: Database, gateway: Gateway, paymentId: string): Promise<boolean> {
  const payment = await byId(db, paymentId)
  if (!payment || (await gateway.ask?.(db, paymentId))?.kind === 'succeeded') return false
  const { id, charge, amount, currency, paidAt } = payment
  const at = paidAt ?? db.now
  const event = { id, reference: payment.gatewayRef ?? id, kind: 'succeeded', amount, currency } as const
  return db.transaction((tx) => keep(tx, gateway.name, { ref: charge ?? id, at, event }, 'missing', id))
}

/** Finance have looked at it. @throws not_found, already_decided */
export async function closeDifference(tx: Tx, id: string, { by, ip, note }: { by: string; ip: string; note: string }): Promise<void> {
  const found = (await queries.lockDifference(tx, id)) ?? refuse('not_found')
  if (found.closedAt) refuse('already_decided')
  await queries.close(tx, id, { by, note })
  await record(tx, { actorId: by, ip, action: 'payments.difference_closed', subject: { kind: 'difference', id }, detail: { note } })
}

/** One of somebody's own payments, asked for at its provider while it is open. @throws not_found */
export async function inquireOwn(db: Database, accountId: string, id: string): Promise<void> {
  const payment = await byId(db, id)
  if (payment?.accountId !== accountId) return refuse('not_found')
  if (payment.paidAt === null && payment.completedAt === null) await inquire(db, payment)
}
