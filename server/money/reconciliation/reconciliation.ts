/**
 * Once a day the gateways' books are held against ours.
 * Promises: what was news there is received then, like any event, and kept as a difference until finance have looked at it.
 * Leaves to others: what an event does, and asking for the end of one payment (payments).
 */
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { record } from '#server/platform/audit/audit.ts'
import { byId, gatewayNamed, receive, type Entry, type Gateway, type GatewayEvent } from '#server/money/payments/payments.ts'
import * as queries from '#server/money/reconciliation/queries.ts'
import type { Outcome } from '#server/money/reconciliation/queries.ts'

export { differences, latestRuns, type Difference } from '#server/money/reconciliation/queries.ts'

const hourMs = 3_600_000

const ago = (db: Db, ms: number) => new Date(db.now.getTime() - ms)

/** Long enough for a provider that was away over a weekend; what was compared before is no news again. */
const windowMs = 72 * hourMs
/** What a provider may not have in its books yet. */
const leewayMs = 2 * hourMs

/** Holds the books of every provider that was ever paid by against ours. */
export async function reconcileAll(db: Database): Promise<void> {
  throwAll(await runIsolated(await withBooks(db), ({ name }) => reconcile(db, name)))
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
  const open = gateway.dispute ? await queries.openDisputes(db, name, ago(db, 24 * hourMs)) : []
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

/** Receives it. True when it was news, and stands as a difference now. */
async function compare(tx: Tx, gateway: string, entry: Entry): Promise<boolean> {
  const { event } = entry
  const before = await queries.stateOf(tx, gateway, namesIn(event))
  const outcome = await receivedAs(tx, gateway, event)
  const after = await queries.stateOf(tx, gateway, namesIn(event))
  if (outcome === undefined || (outcome === 'settled' && JSON.stringify(before) === JSON.stringify(after))) return false
  return keep(tx, gateway, entry, outcome, after[0]?.id)
}

async function receivedAs(tx: Tx, gateway: string, event: GatewayEvent): Promise<Outcome | undefined> {
  try {
    const received = await receive(tx, gateway, event, false)
    // Refunds and disputes of charges that were never ours: somebody else uses the same account at the provider.
    if (received === 'early') return undefined
    return received === 'mismatch' ? 'mismatch' : 'settled'
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
