// Batched charges: those that are the whole of their caller's transaction (a tip, an unlock) are made in one statement for everybody who asked
// while the last one was being made durable (docs/adr/0001). That statement locks what they buy and then their wallets, each in the order of
// ids, judges each charge by itself, and writes the transfers, their facts and the answers under the callers' keys. It answers after the commit.
import { refuseOwn } from '#server/people/accounts/accounts.ts'
import { batcher } from '#server/platform/batch/batch.ts'
import { empty, sql, violates, type Database, type Db, type Sql } from '#server/platform/db/db.ts'
import { AnsweredBefore, hashOf, keepingAnswers, orFirstAnswer, type Attempt } from '#server/platform/http/idempotency.ts'
import { announced, announcing, type Events } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Charge } from '#server/money/wallet/wallet.ts'
import { refuseImpossible, refuseUnpaid } from '#server/money/wallet/outcomes.ts'
import type {} from '#server/money/wallet/events.ts'

/** A fact about a transfer before the transfer has its id. */
type Fact = {
  [Name in keyof Events]: Events[Name] extends { transferId: string } ? { name: Name; payload: Omit<Events[Name], 'transferId'> } : never
}[keyof Events]

export interface LoneCharge extends Omit<Charge, 'key' | 'expected'> {
  /** What else it makes true, announced with it. */
  also?: Fact
  /** Which version of what it buys the buyer was judged by, for the goods' query to compare. */
  seen?: string
}

/** How it ended, as it is kept under the caller's key: a repeat gets exactly this. */
export interface Settled {
  transferId: string
  /** The payer's, after it. */
  balance: number
  commission: number
  amount: number
  title: string
  /** ISO 8601. */
  at: string
  /** It had been paid before: nothing moved now, and the transfer is the one that paid. */
  already: boolean
  /** Money moved in this very call; absent from a first answer that is told again, after which much may have happened. */
  isNow?: boolean
}

/** Thrown when what is bought is not what the caller saw any more, or not for sale at this amount: the caller looks again. Nothing moved. */
export class OfferChanged extends Error {}

/** How one slice sells what is paid for once: by a receipt, while it is for sale. */
export interface Goods {
  /**
   * A query that locks what the rows of `asked` name by their `reference`, in the order of ids, and answers as (reference text, price bigint,
   * version text) what is for sale now. It reads under its lock, so that what it answers stays so until the commit; the statement's own
   * snapshot is older.
   */
  forSale(db: Db): Sql
}

export type BatchedCharge = (db: Database, sale: LoneCharge, attempt: Attempt | undefined) => Promise<Settled>

/**
 * Moves tokens from a wallet to somebody's earnings in a transaction that many callers share, and resolves once it is durable.
 * @param attempt the caller's key, which this charge answers: the same one again gets the first answer
 * @throws not_enough_tokens {required, balance} in tokens, wallet_frozen, cannot_pay_yourself, own_account, amount_out_of_bounds, idempotency_key_reused
 */
export const chargeBatched: BatchedCharge = batchedCharge()

/** The same with batches of its own for goods: its charges name by their reference what they buy, and throw OfferChanged besides. */
export function batchedCharge(goods?: Goods): BatchedCharge {
  // Whoever asks twice in a moment waits for their own first charge, exactly as at their wallet's lock, and sees the balance that it left.
  const post = batcher((db: Database, asked: Asked[]) => postAll(db, asked, goods), {
    maxSize: 256,
    concurrency: 2,
    serializedBy: ({ sale }) => sale.from,
  })
  return (db, sale, attempt) =>
    orFirstAnswer(db, attempt, async () => {
      if (sale.from === sale.to) refuse('cannot_pay_yourself')
      await refuseOwn(db, sale.from, sale.to)
      refuseImpossible(sale.amount)
      if (attempt && attempt.accountId !== sale.from) throw new Error('somebody else’s key cannot answer a charge')
      if ((sale.reference !== undefined) !== (goods !== undefined)) throw new Error('what leaves a receipt is charged with its goods')
      const ask = () => post(db, { sale, attempt })
      // Bought by another way since the statement's snapshot: the next one sees it.
      const { outcome, transferId, balance, commission, at } = await ask().catch((error: unknown) => {
        if (!violates(error, 'one_receipt_a_work')) throw error
        return ask()
      })
      if (outcome === 'answered') throw new AnsweredBefore()
      if (outcome === 'changed') throw new OfferChanged()
      refuseUnpaid(outcome, sale.amount, balance)
      if (outcome !== 'posted' && outcome !== 'already') throw new Error(`a charge ended as ${outcome}`)
      return {
        transferId,
        balance,
        commission,
        amount: sale.amount,
        title: sale.title,
        at,
        already: outcome === 'already',
        isNow: outcome === 'posted',
      }
    })
}

interface Asked {
  sale: LoneCharge
  attempt: Attempt | undefined
}

interface Verdict {
  outcome: 'posted' | 'answered' | 'already' | 'changed' | 'short' | 'frozen' | 'unopened'
  transferId: string
  balance: number
  commission: number
  at: string
}

async function postAll(db: Database, asked: Asked[], goods: Goods | undefined): Promise<Verdict[]> {
  const verdicts = await postOnce(db, asked, goods)
  const unopened = asked.filter((_, place) => verdicts[place]?.outcome === 'unopened')
  if (unopened.length === 0) return verdicts
  // A creator's first sale ever. In a transaction of its own, so that nobody waits for a new account while holding a wallet.
  await openEarnings(db, unopened)
  const late = await postOnce(db, unopened, goods)
  return verdicts.map((verdict) => (verdict.outcome === 'unopened' ? (late.shift() ?? verdict) : verdict))
}

/** One statement outside of a transaction is a transaction of its own: begin and commit would be two more round trips. */
async function postOnce(db: Database, asked: readonly Asked[], goods: Goods | undefined): Promise<Verdict[]> {
  const at = db.now.toISOString()
  const rows = await db.many<Omit<Verdict, 'at'>>(sql`
    with asked as materialized (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(asked.map(rowOf))}::jsonb) as (
        payer uuid, payee uuid, amount bigint, basis_points integer, kind text, reference text, title text, detail jsonb,
        charged jsonb, also jsonb, seen text, key text, call text, input_hash text
      )) with ordinality as asked (
        payer, payee, amount, basis_points, kind, reference, title, detail, charged, also, seen, key, call, input_hash, place)
    )${goods ? sql`, for_sale as materialized (${goods.forSale(db)})` : empty}, locked as materialized (
      select id, owner_id, balance, floor, frozen from wallet.accounts
      where owner_id = any(array(select payer from asked)) and kind = 'wallet'
        -- What is bought is locked before whose wallet pays, by everybody.
        ${goods ? sql`and (select count(*) from for_sale) >= 0` : empty}
      order by id for no key update
    ), judged as materialized (
      select asked.*, uuidv7() as id, payer.id as payer_account, payee.id as payee_account, coalesce(payer.balance, 0) as balance,
        payer.balance - asked.amount as after, asked.amount * coalesce(payee.commission_basis_points, asked.basis_points) / 10000 as commission,
        ${goods ? sql`receipt.id` : sql`null::uuid`} as paid_before,
        case
          ${goods ? sql`when receipt.id is not null then 'already' when (for_sale.price, for_sale.version) is distinct from (asked.amount, asked.seen) then 'changed'` : empty}
          when payer.id is null then 'short'
          when payer.frozen then 'frozen'
          when payer.balance - asked.amount < payer.floor then 'short'
          when payee.id is null then 'unopened'
          else 'good'
        end as outcome
      from asked
      left join locked payer on payer.owner_id = asked.payer
      -- Looked up one by one, whatever the planner believes about the size of the table.
      left join lateral (
        select id, commission_basis_points from wallet.accounts where owner_id = asked.payee and kind = 'earnings' limit 1
      ) payee on true
      ${
        goods
          ? sql`
      left join for_sale on for_sale.reference = asked.reference
      left join lateral (
        select t.id from wallet.transfers t
        where t.payer = payer.id and t.reference = asked.reference and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null limit 1
      ) receipt on true`
          : empty
      }
    ), kept as (
      ${keepingAnswers(sql`
      select payer, key, call, decode(input_hash, 'hex'), jsonb_build_object(
        'transferId', coalesce(paid_before, id), 'balance', case outcome when 'good' then after else balance end, 'commission', commission,
        'amount', amount, 'title', title, 'at', ${at}::text, 'already', outcome = 'already'), ${at}::timestamptz
      from judged where outcome in ('good', 'already') and key is not null`)}
    ), posted as materialized (
      -- A payer stands in a batch once. Whose key was answered before has paid already.
      select judged.* from judged left join kept on kept.account_id = judged.payer
      where judged.outcome = 'good' and (judged.key is null or kept.key is not null)
    ), written as (
      insert into wallet.transfers (id, payer, payee, amount, commission, kind, reference, title, detail, paid_by, balance_after, created_at)
      select id, payer_account, payee_account, amount, commission, kind, reference, title, detail, payer, after, ${at}::timestamptz
      from posted order by place
    ), told as (
      ${announcing(sql`
      select fact.name, fact.payload || jsonb_build_object('transferId', posted.id), ${at}::timestamptz
      from posted
      cross join lateral (values
        (1, 'wallet.charged', posted.charged || jsonb_build_object('balance', posted.after)),
        (2, posted.also ->> 'name', posted.also -> 'payload')) as fact (rank, name, payload)
      where fact.name is not null
      order by posted.place, fact.rank`)}
    )
    select
      case
        when posted.id is not null then 'posted'
        when judged.outcome = 'good' then 'answered'
        when judged.outcome = 'already' and judged.key is not null
          and not exists (select from kept where kept.account_id = judged.payer and kept.key = judged.key) then 'answered'
        else judged.outcome
      end as outcome,
      coalesce(judged.paid_before, judged.id) as "transferId", coalesce(posted.after, judged.balance) as balance, judged.commission
    from judged left join posted on posted.id = judged.id
    order by judged.place`)
  announced()
  return rows.map((row) => ({ ...row, at }))
}

function rowOf({ sale, attempt }: Asked) {
  const { from, to, amount, commissionBasisPoints, kind, reference = null, title, detail = {}, also, seen } = sale
  const charged: Omit<Events['wallet.charged'], 'transferId' | 'balance'> = { payerId: from, payeeId: to, amount, kind, reference }
  return {
    payer: from,
    payee: to,
    amount,
    basis_points: commissionBasisPoints,
    kind,
    reference,
    title,
    detail,
    charged,
    also,
    seen,
    key: attempt?.key,
    call: attempt?.call,
    input_hash: attempt && hashOf(attempt).toString('hex'),
  }
}

function openEarnings(db: Database, asked: readonly Asked[]): Promise<unknown> {
  const owners = [...new Set(asked.map(({ sale }) => sale.to))].toSorted()
  return db.many(sql`select wallet.account_of(owner, 'earnings') from unnest(${owners}::uuid[]) as owner`)
}
