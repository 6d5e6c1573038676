import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Transaction } from '#server/money/payments/payments.ts'

export type Outcome = 'settled' | 'unknown' | 'mismatch' | 'missing'

export interface Difference {
  id: string
  gateway: string
  ref: string
  kind: string
  outcome: Outcome
  transactionId: string | null
  amount: number | null
  currency: string | null
  happenedAt: Date
  foundAt: Date
  closedAt: Date | null
  closedBy: string | null
  note: string
}

const difference = sql`
  id, gateway, ref, kind, outcome, transaction_id as "transactionId", amount, currency, happened_at as "happenedAt", found_at as "foundAt",
  closed_at as "closedAt", closed_by as "closedBy", note`

export type NewDifference = Omit<Difference, 'id' | 'foundAt' | 'closedAt' | 'closedBy' | 'note'>

/** False when it was found before. */
export async function keepDifference(tx: Tx, of: NewDifference): Promise<boolean> {
  const kept = await tx.run(sql`
    insert into reconciliation.differences (gateway, ref, kind, outcome, transaction_id, amount, currency, happened_at, found_at)
    values (${of.gateway}, ${of.ref}, ${of.kind}, ${of.outcome}, ${of.transactionId}, ${of.amount}, ${of.currency}, ${of.happenedAt}, ${tx.now})
    on conflict on constraint a_difference_is_found_once do nothing`)
  return kept === 1
}

export async function differences(
  db: Db,
  { isOpen, limit, offset }: { isOpen: boolean; limit: number; offset: number },
): Promise<{ rows: Difference[]; total: number }> {
  const these = sql`(not ${isOpen} or closed_at is null)`
  const rows = await db.many<Difference>(sql`
    select ${difference} from reconciliation.differences where ${these} order by found_at desc, id desc limit ${limit} offset ${offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from reconciliation.differences where ${these}`)
  return { rows, total }
}

export function lockDifference(tx: Tx, id: string): Promise<Difference | undefined> {
  return tx.maybe<Difference>(sql`select ${difference} from reconciliation.differences where id = ${id} for update`)
}

export async function close(tx: Tx, id: string, { by, note }: { by: string; note: string }): Promise<void> {
  await tx.run(sql`update reconciliation.differences set closed_at = ${tx.now}, closed_by = ${by}, note = ${note} where id = ${id}`)
}

export interface Run {
  gateway: string
  from: Date
  until: Date
  entries: number
  differences: number
  ranAt: Date
}

export async function keepRun(tx: Tx, of: Omit<Run, 'ranAt'>): Promise<void> {
  await tx.run(sql`
    insert into reconciliation.runs (gateway, from_at, until_at, entries, differences, ran_at)
    values (${of.gateway}, ${of.from}, ${of.until}, ${of.entries}, ${of.differences}, ${tx.now})`)
}

/** When the books of each provider were last compared. */
export function latestRuns(db: Db): Promise<Run[]> {
  return db.many<Run>(sql`
    select distinct on (gateway) gateway, from_at as "from", until_at as "until", entries, differences, ran_at as "ranAt"
    from reconciliation.runs order by gateway, ran_at desc`)
}

export async function gatewaysUsed(db: Db): Promise<string[]> {
  return (await db.many<{ gateway: string }>(sql`select distinct gateway from payments.transactions`)).map(({ gateway }) => gateway)
}

/** Disputes that have been open there since before then, as far as we know: also those that staff did not wait for. */
export async function openDisputes(db: Db, gateway: string, before: Date): Promise<string[]> {
  const rows = await db.many<{ ref: string }>(sql`
    select distinct d.ref from payments.disputes d join payments.transactions t on t.id = d.transaction_id
    where t.gateway = ${gateway} and d.won_at is null and (d.lost_at is null or d.let_go) and d.opened_at < ${before} order by d.ref`)
  return rows.map(({ ref }) => ref)
}

export type Paid = Pick<Transaction, 'id' | 'charge' | 'gatewayRef'>

/** All of them: what is left out would be compared with nothing. */
export function paidBetween(db: Db, gateway: string, from: Date, until: Date): Promise<Paid[]> {
  return db.many(sql`
    select id, charge, gateway_ref as "gatewayRef" from payments.transactions
    where gateway = ${gateway} and paid_at >= ${from} and paid_at < ${until} order by created_at, id`)
}

/** Everything about a payment that an event can change. */
export interface State extends Pick<Transaction, 'id' | 'status' | 'refundedAmount' | 'takenTokens'> {
  isPaid: boolean
  /** Of each its name, and whether it is won, lost and opened again. */
  disputes: [string, boolean, boolean, boolean][] | null
}

export function stateOf(db: Db, gateway: string, of: { reference: string | null; charge: string | null }): Promise<State[]> {
  const { reference, charge } = of
  return db.many(sql`
    select id, status, paid_at is not null as "isPaid", refunded_amount as "refundedAmount", taken_tokens as "takenTokens",
      (select jsonb_agg(jsonb_build_array(d.ref, d.won_at is not null, d.lost_at is not null, d.reopened) order by d.ref)
        from payments.disputes d where d.transaction_id = t.id) as disputes
    from payments.transactions t
    where gateway = ${gateway} and (gateway_ref = ${reference} or charge = ${charge}) order by (charge = ${charge}) desc nulls last, id`)
}
