import { empty, sql, withinDays, type Days, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export type TransactionPurpose = 'wallet_top_up' | 'subscription'
export type TransactionStatus = 'created' | 'pending' | 'requires_action' | 'success' | 'fail' | 'refunded' | 'chargeback'

/** `amount` is minor units of `currency`, `tokens` hundredths. */
export interface Transaction {
  id: string
  accountId: string
  purpose: TransactionPurpose
  status: TransactionStatus
  amount: number
  currency: string
  tokens: number
  gateway: string
  gatewayRef: string | null
  title: string
  detail: Readonly<Record<string, unknown>>
  failureReason: string | null
  /** The kept card that was asked, or that this payment kept. */
  cardId: string | null
  /** The gateway's own name for what it goes on charging. */
  agreement: string | null
  /** Its name for this one collection. Known to have been collected only once `paidAt` is there. */
  charge: string | null
  /** Another try of this earlier one. */
  retries: string | null
  createdAt: Date
  completedAt: Date | null
  paidAt: Date | null
  refundedAmount: number
  /** What its gateway said went back in all, where it named no refund. */
  refundedSoFar: number
  /** Of `tokens`, what was taken back and not given back. */
  takenTokens: number
  disputedAt: Date | null
  disputeWonAt: Date | null
  disputeLostAt: Date | null
  hasFrozen: boolean
}

const transaction = sql`
  id, account_id as "accountId", purpose, status, amount, currency, tokens, gateway, gateway_ref as "gatewayRef", title, detail,
  failure_reason as "failureReason", card_id as "cardId", agreement, charge, retries, created_at as "createdAt", completed_at as "completedAt",
  paid_at as "paidAt", refunded_amount as "refundedAmount", refunded_so_far as "refundedSoFar", taken_tokens as "takenTokens", disputed_at as "disputedAt", dispute_won_at as "disputeWonAt",
  dispute_lost_at as "disputeLostAt", has_frozen as "hasFrozen"`

export type NewTransaction = Pick<
  Transaction,
  'accountId' | 'purpose' | 'amount' | 'currency' | 'tokens' | 'gateway' | 'title' | 'detail'
> & {
  key: string | null
  cardId?: string | undefined
  retries?: string | undefined
}

/** Undefined when the key was used before. */
export async function insert(tx: Tx, of: NewTransaction): Promise<Transaction | undefined> {
  const written = await tx.maybe<Transaction>(sql`
    insert into payments.transactions (account_id, purpose, amount, currency, tokens, gateway, key, title, detail, card_id, retries, created_at)
    values (${of.accountId}, ${of.purpose}, ${of.amount}, ${of.currency}, ${of.tokens}, ${of.gateway}, ${of.key}, ${of.title},
      ${JSON.stringify(of.detail)}, ${of.cardId ?? null}, ${of.retries ?? null}, ${tx.now})
    on conflict on constraint payment_key_once do nothing
    returning ${transaction}`)
  if (written) await step(tx, written.id, 'created', null)
  return written
}

async function step(tx: Tx, id: string, status: TransactionStatus, reason: string | null): Promise<void> {
  await tx.run(sql`insert into payments.steps (transaction_id, status, reason, at) values (${id}, ${status}, ${reason}, ${tx.now})`)
}

export async function handOver(tx: Tx, id: string, gatewayRef: string, status: 'pending' | 'requires_action'): Promise<void> {
  await tx.run(sql`update payments.transactions set status = ${status}, gateway_ref = ${gatewayRef} where id = ${id}`)
  await step(tx, id, status, null)
}

export interface Step {
  status: TransactionStatus
  reason: string | null
  at: Date
}

/** What these payments went through, oldest first. */
export async function stepsOf(db: Db, ids: readonly string[]): Promise<Map<string, Step[]>> {
  const rows = await db.many<Step & { id: string }>(sql`
    select transaction_id as id, status, reason, at from payments.steps where transaction_id = any(${ids}::uuid[]) order by at, id`)
  return Map.groupBy(rows, ({ id }) => id)
}

/** Locked: events of one payment are received one after the other. */
export function lockByReference(tx: Tx, gateway: string, reference: string): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`
    select ${transaction} from payments.transactions where gateway = ${gateway} and gateway_ref = ${reference} for update`)
}

/** @param reason of a failure, or of what came after success */
export async function setStatus(tx: Tx, id: string, status: TransactionStatus, reason: string | null = null): Promise<void> {
  const isOpen = status === 'requires_action'
  await tx.run(sql`
    update payments.transactions set status = ${status}, failure_reason = ${status === 'fail' ? reason : null},
      completed_at = case when ${isOpen} then null else coalesce(completed_at, ${tx.now}) end
    where id = ${id}`)
  await step(tx, id, status, reason)
}

export type Facts = Pick<Transaction, 'paidAt' | 'refundedAmount' | 'refundedSoFar' | 'disputedAt' | 'disputeWonAt' | 'disputeLostAt'>

/** What is known of it. The status follows. */
export async function setFacts(tx: Tx, id: string, facts: Facts): Promise<void> {
  await tx.run(sql`
    update payments.transactions set paid_at = ${facts.paidAt}, refunded_amount = ${facts.refundedAmount},
      refunded_so_far = ${facts.refundedSoFar}, disputed_at = ${facts.disputedAt}, dispute_won_at = ${facts.disputeWonAt},
      dispute_lost_at = ${facts.disputeLostAt}
    where id = ${id}`)
}

/** What the ledger has taken back of its tokens by now. */
export async function setTaken(tx: Tx, id: string, tokens: number): Promise<void> {
  await tx.run(sql`update payments.transactions set taken_tokens = ${tokens} where id = ${id}`)
}

/** A coupon that could not be redeemed any more makes them fewer. */
export async function setTokens(tx: Tx, id: string, tokens: number): Promise<void> {
  await tx.run(sql`update payments.transactions set tokens = ${tokens} where id = ${id}`)
}

export async function setAgreement(tx: Tx, id: string, agreement: string | null, charge: string | null): Promise<void> {
  await tx.run(sql`update payments.transactions set agreement = ${agreement}, charge = ${charge} where id = ${id}`)
}

/** Which account at the gateway sold it: later it may be asked to stop by that one only. */
export async function setSoldBy(tx: Tx, id: string, soldBy: string): Promise<void> {
  await tx.run(sql`update payments.transactions set detail = detail || jsonb_build_object('soldBy', ${soldBy}::text) where id = ${id}`)
}

/** Which accounts at the gateway its payer was sent to. */
export async function offeredBy(tx: Tx, id: string, account: string): Promise<void> {
  await tx.run(sql`
    update payments.transactions
    set detail = jsonb_set(detail, '{offeredBy}', coalesce(detail -> 'offeredBy', '[]') || to_jsonb(${account}::text))
    where id = ${id} and not coalesce(detail -> 'offeredBy', '[]') ? ${account}`)
}

type Agreed = Pick<Transaction, 'gateway' | 'agreement'>

/** How an agreement ended, the first time that it did: we said to stop (`stoppedAtMs`), or its gateway told that it is over. */
export async function rememberEnd(tx: Tx, of: Agreed, how: 'stoppedAtMs' | 'isOver', is: number | boolean): Promise<void> {
  await tx.run(sql`
    update payments.transactions set detail = ${JSON.stringify({ [how]: is })}::jsonb || detail
    where gateway = ${of.gateway} and agreement = ${of.agreement}`)
}

export async function hasCollectedSince(db: Db, { gateway, agreement }: Agreed, at: Date): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from payments.transactions where gateway = ${gateway} and agreement = ${agreement} and paid_at >= ${at} limit 1`)
  return found !== undefined
}

/** The gateway's name for this collection, as soon as it has one. */
export async function setCharge(tx: Tx, id: string, charge: string): Promise<void> {
  await tx.run(sql`update payments.transactions set charge = coalesce(charge, ${charge}) where id = ${id}`)
}

export async function chargeOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.maybe<{ charge: string | null }>(sql`select charge from payments.transactions where id = ${id}`))?.charge ?? undefined
}

export async function setCard(tx: Tx, id: string, cardId: string): Promise<void> {
  await tx.run(sql`update payments.transactions set card_id = ${cardId} where id = ${id}`)
}

/** The payment that began an agreement, locked. */
export function lockFirstOf(tx: Tx, gateway: string, agreement: string): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`
    select ${transaction} from payments.transactions where gateway = ${gateway} and agreement = ${agreement}
    order by created_at, id limit 1 for update`)
}

/** What was collected under this name, locked. One that was only made for a payment may yet be left for another. */
export function lockByCharge(tx: Tx, gateway: string, charge: string): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`
    select ${transaction} from payments.transactions
    where gateway = ${gateway} and charge = ${charge} and paid_at is not null for update`)
}

/** The newest collection under an agreement, locked. */
export function lockNewestOf(tx: Tx, gateway: string, agreement: string): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`
    select ${transaction} from payments.transactions where gateway = ${gateway} and agreement = ${agreement} and paid_at is not null
    order by created_at desc, id desc limit 1 for update`)
}

/** How often this payment was tried again. */
export async function triesOf(tx: Tx, id: string): Promise<number> {
  return (await tx.one<{ count: number }>(sql`select count(*) as count from payments.transactions where retries = ${id}`)).count
}

const family = (first: string) => sql`(id = ${first} or retries = ${first})`

/** How it stands with a payment and all its tries: one that is open, and whether one was paid, also if that money is gone again. */
export async function triedAs(tx: Tx, first: string): Promise<{ open: string | undefined; isPaid: boolean }> {
  const { open, isPaid } = await tx.one<{ open: string | null; isPaid: boolean }>(sql`
    select (array_agg(id order by created_at desc) filter (where completed_at is null))[1] as open, bool_or(paid_at is not null) as "isPaid"
    from payments.transactions where ${family(first)}`)
  return { open: open ?? undefined, isPaid }
}

/** Those of which no other try is open or was paid, and which were not tried too often. */
export async function retriableAmong(db: Db, ids: readonly string[], mostTries: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select t.id from payments.transactions t
    where t.id = any(${ids}::uuid[])
      and not exists (
        select from payments.transactions other
        where (other.id = coalesce(t.retries, t.id) or other.retries = coalesce(t.retries, t.id)) and other.id <> t.id
          and (other.paid_at is not null or other.completed_at is null))
      and (t.status <> 'fail' or ${mostTries} > (select count(*) from payments.transactions tried where tried.retries = coalesce(t.retries, t.id)))`)
  return rows.map(({ id }) => id)
}

/** What freezes somebody's wallet: a dispute that nobody has decided, and whether one of their payments was the cause. */
export async function disputesOf(db: Db, accountId: string): Promise<{ open: number; froze: boolean }> {
  return db.one(sql`
    select count(*) filter (where disputed_at is not null and dispute_won_at is null and dispute_lost_at is null and paid_at is not null) as open,
      coalesce(bool_or(has_frozen), false) as froze
    from payments.transactions where account_id = ${accountId} and (disputed_at is not null or has_frozen)`)
}

/** Who has paid something that a bank disputes and has not decided. */
export async function disputing(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct t.account_id as id from payments.disputes d join payments.transactions t on t.id = d.transaction_id
    where d.won_at is null and d.lost_at is null and t.paid_at is not null`)
  return rows.map(({ id }) => id)
}

export async function rememberFreezing(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update payments.transactions set has_frozen = true where id = ${id}`)
}

export async function forgetFreezing(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`update payments.transactions set has_frozen = false where account_id = ${accountId} and has_frozen`)
}

// Events that came before what introduces them

export interface Early {
  gateway: string
  eventId: string
  agreement: string
  event: unknown
}

export async function keepEarly(tx: Tx, { gateway, eventId, agreement, event }: Early): Promise<void> {
  await tx.run(sql`
    insert into payments.early_events (gateway, event_id, agreement, event, heard_at)
    values (${gateway}, ${eventId}, ${agreement}, ${JSON.stringify(event)}, ${tx.now}) on conflict do nothing`)
}

/** Takes out what waited for this agreement, in the order in which it came. */
export async function takeEarly(tx: Tx, gateway: string, agreement: string): Promise<unknown[]> {
  const rows = await tx.many<{ event: unknown; heardAt: Date }>(sql`
    delete from payments.early_events where gateway = ${gateway} and agreement = ${agreement} returning event, heard_at as "heardAt"`)
  return rows.toSorted((a, b) => a.heardAt.getTime() - b.heardAt.getTime()).map(({ event }) => event)
}

/** Agreements whose events have waited since before then. */
export function waitingSince(db: Db, before: Date): Promise<{ gateway: string; agreement: string }[]> {
  return db.many(sql`select distinct gateway, agreement from payments.early_events where heard_at < ${before} limit 500`)
}

/** Pages that a payer may still finish, and cards that are being asked. */
export async function countOpen(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from payments.transactions where status in ('created', 'pending', 'requires_action') and paid_at is null`)
  return count
}

/**
 * Begun between then and then, and without an end.
 * @param awayUntil the same for what a card was asked for while its owner is away: they have a letter, and need longer
 */
export function openBetween(db: Db, from: Date, until: Date, awayUntil = until): Promise<{ id: string; gateway: string }[]> {
  return db.many(sql`
    select id, gateway from payments.transactions
    where created_at >= ${from} and status in ('created', 'pending', 'requires_action') and paid_at is null
      and created_at < case when detail ? 'isAway' then ${awayUntil}::timestamptz else ${until}::timestamptz end
    order by created_at limit 500`)
}

export function byId(db: Db, id: string): Promise<Transaction | undefined> {
  return db.maybe<Transaction>(sql`select ${transaction} from payments.transactions where id = ${id}`)
}

export function lockById(tx: Tx, id: string): Promise<Transaction | undefined> {
  return tx.maybe<Transaction>(sql`select ${transaction} from payments.transactions where id = ${id} for update`)
}

export interface TransactionFilter extends Days {
  status?: TransactionStatus | undefined
  sortBy?: 'createdAt' | 'totalPrice' | undefined
  sort?: 'asc' | 'desc' | undefined
  limit: number
  offset: number
}

/** Somebody's payments, newest first. */
export async function ofAccount(db: Db, accountId: string, filter: TransactionFilter): Promise<{ rows: Transaction[]; total: number }> {
  const mine = sql`account_id = ${accountId} and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
    ${withinDays(sql`created_at`, filter)}`
  const column = filter.sortBy === 'totalPrice' ? sql`amount` : sql`created_at`
  const direction = filter.sort === 'asc' ? sql`asc` : sql`desc`
  const rows = await db.many<Transaction>(sql`
    select ${transaction} from payments.transactions where ${mine} order by ${column} ${direction}, id ${direction} limit ${filter.limit} offset ${filter.offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from payments.transactions where ${mine}`)
  return { rows, total }
}

export interface Search {
  status?: TransactionStatus | undefined
  gateway?: string | undefined
  /** A query of ids: only of these people. */
  among?: Sql | undefined
  limit: number
  offset: number
}

/** Everybody's, newest first. */
export async function search(db: Db, { status, gateway, among, limit, offset }: Search): Promise<{ rows: Transaction[]; total: number }> {
  const these = sql`(${status ?? null}::text is null or status = ${status ?? null}) and (${gateway ?? null}::text is null or gateway = ${gateway ?? null})
    ${among ? sql`and account_id in (${among})` : empty}`
  const rows = await db.many<Transaction>(sql`
    select ${transaction} from payments.transactions where ${these} order by created_at desc, id desc limit ${limit} offset ${offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from payments.transactions where ${these}`)
  return { rows, total }
}

export interface Sums {
  collected: number
  collections: number
  waiting: number
  waits: number
  disputed: number
  disputes: number
}

/** In one currency: what was collected in these days, and what waits for its payer and is disputed now. */
export function sums(db: Db, currency: string, days: Days): Promise<Sums> {
  return db.one<Sums>(sql`
    select coalesce(sum(amount) filter (where paid_at is not null ${withinDays(sql`paid_at`, days)}), 0)::bigint as collected,
      count(*) filter (where paid_at is not null ${withinDays(sql`paid_at`, days)}) as collections,
      coalesce(sum(amount) filter (where status in ('pending', 'requires_action')), 0)::bigint as waiting,
      count(*) filter (where status in ('pending', 'requires_action')) as waits,
      coalesce(sum(amount) filter (where disputed_at is not null and dispute_won_at is null and dispute_lost_at is null), 0)::bigint as disputed,
      count(*) filter (where disputed_at is not null and dispute_won_at is null and dispute_lost_at is null) as disputes
    from payments.transactions where currency = ${currency}`)
}

/** In one currency: what gateways told of as gone back in these days, and what did not fail after all. */
export function goneBack(db: Db, currency: string, days: Days): Promise<{ amount: number; count: number }> {
  return db.one<{ amount: number; count: number }>(sql`
    select coalesce(sum(r.amount), 0)::bigint as amount, count(*) as count
    from payments.refunds r join payments.transactions t on t.id = r.transaction_id
    where t.currency = ${currency} and r.failed_at is null ${withinDays(sql`r.heard_at`, days)}`)
}

export interface Received {
  gateway: string
  eventId: string
  transactionId: string
  kind: string
  isMismatch: boolean
}

/**
 * False when this event was received before; as a mismatch it was not. A twin that arrives meanwhile waits here for the first to commit.
 */
export async function recordEvent(tx: Tx, { gateway, eventId, transactionId, kind, isMismatch }: Received): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into payments.gateway_events (gateway, event_id, transaction_id, kind, is_mismatch, heard_at)
    values (${gateway}, ${eventId}, ${transactionId}, ${kind}, ${isMismatch}, ${tx.now})
    on conflict on constraint heard_once do nothing`)
  return inserted === 1
}

/** What somebody is paying at this moment: their gateway has been asked, and has not answered. */
export async function countUnderWay(db: Db, accountId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from payments.transactions where account_id = ${accountId} and status in ('pending', 'requires_action') and paid_at is null`)
  return count
}
