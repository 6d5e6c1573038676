import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export type StopReason = 'declined' | 'card_unavailable' | 'package_gone' | 'too_small' | 'over_limit' | 'other_currency'

/** Money in minor units of `currency`, tokens in hundredths. */
export interface Refill {
  accountId: string
  isOn: boolean
  below: number
  amount: number | null
  packageId: string | null
  cardId: string
  monthlyLimit: number
  currency: string
  stoppedReason: StopReason | null
  stoppedAt: Date | null
  limitTold: string | null
}

const refill = sql`
  account_id as "accountId", is_on as "isOn", below, amount, package_id as "packageId", card_id as "cardId", monthly_limit as "monthlyLimit", currency,
  stopped_reason as "stoppedReason", stopped_at as "stoppedAt", limit_told as "limitTold"`

export function find(db: Db, accountId: string): Promise<Refill | undefined> {
  return db.maybe<Refill>(sql`select ${refill} from refills.refills where account_id = ${accountId}`)
}

export function lock(tx: Tx, accountId: string): Promise<Refill | undefined> {
  return tx.maybe<Refill>(sql`select ${refill} from refills.refills where account_id = ${accountId} for update`)
}

/** Whether a wallet with so much wants to be topped up: asked at every charge, so one look-up. */
export async function isWanted(db: Db, accountId: string, balance: number): Promise<boolean> {
  const found = await db.maybe(sql`select from refills.refills where account_id = ${accountId} and is_on and below > ${balance}`)
  return found !== undefined
}

export type Given = Pick<Refill, 'accountId' | 'below' | 'amount' | 'packageId' | 'cardId' | 'monthlyLimit' | 'currency'>

export async function switchOn(tx: Tx, of: Given): Promise<void> {
  await tx.run(sql`
    insert into refills.refills (account_id, is_on, below, amount, package_id, card_id, monthly_limit, currency, saved_at)
    values (${of.accountId}, true, ${of.below}, ${of.amount}, ${of.packageId}, ${of.cardId}, ${of.monthlyLimit}, ${of.currency}, ${tx.now})
    on conflict (account_id) do update set is_on = true, below = excluded.below, amount = excluded.amount, package_id = excluded.package_id,
      card_id = excluded.card_id, monthly_limit = excluded.monthly_limit, currency = excluded.currency, stopped_reason = null, stopped_at = null, limit_told = null,
      saved_at = excluded.saved_at`)
}

export async function switchOff(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`update refills.refills set is_on = false where account_id = ${accountId}`)
}

export async function stop(tx: Tx, accountId: string, reason: StopReason): Promise<void> {
  await tx.run(sql`
    update refills.refills set is_on = false, stopped_reason = ${reason}, stopped_at = ${tx.now} where account_id = ${accountId}`)
}

export async function tellLimit(tx: Tx, accountId: string, month: string): Promise<void> {
  await tx.run(sql`update refills.refills set limit_told = ${month} where account_id = ${accountId}`)
}

/** What was asked for since then in this currency and did not fail, and whether any is under way. */
export function spentSince(db: Db, accountId: string, since: Date, currency: string): Promise<{ spent: number; isUnderWay: boolean }> {
  return db.one(sql`
    select coalesce(sum(amount) filter (where state <> 'failed' and started_at >= ${since} and currency = ${currency}), 0)::bigint as spent,
      coalesce(bool_or(state = 'under_way'), false) as "isUnderWay"
    from refills.runs where account_id = ${accountId} and (started_at >= ${since} or state = 'under_way')`)
}

export async function begin(tx: Tx, accountId: string, { amount, currency }: { amount: number; currency: string }): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into refills.runs (account_id, amount, currency, started_at) values (${accountId}, ${amount}, ${currency}, ${tx.now}) returning id`)
  return id
}

/** False when it had ended so before. */
export async function endRun(tx: Tx, id: string, state: 'paid' | 'failed'): Promise<boolean> {
  return (
    (await tx.run(
      sql`update refills.runs set state = ${state} where id = ${id} and state <> ${state} and (state = 'under_way' or ${state} = 'paid')`,
    )) === 1
  )
}

/** Those that are on and were saved in this currency. */
export async function onIn(db: Db, currency: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`select account_id as id from refills.refills where is_on and currency = ${currency}`)
  return rows.map(({ id }) => id)
}

/** Whose default this card is to be asked for. */
export async function usesCard(db: Db, cardId: string): Promise<boolean> {
  return (await db.maybe(sql`select from refills.refills where card_id = ${cardId} and is_on limit 1`)) !== undefined
}

export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from refills.refills where account_id = ${accountId}`)
}
