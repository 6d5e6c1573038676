// Moving money once. The answer is stored under the caller's key in the transaction that moved it, so a repeat
// gets the first answer and a crash leaves either both or neither. A refusal moves nothing and is not stored:
// asking again after topping up may succeed.
import { hash } from 'node:crypto'
import { sql, violates, type Database, type Sql, type Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'

/** A longer key is refused: cut short, two would be one. */
export const mostKeyCharacters = 200

export interface Attempt {
  accountId: string
  key: string
  /** The row's name, so that one key cannot fetch another call's answer. */
  call: string
  input: unknown
}

/** Does the work in a transaction that also keeps its answer. Without an attempt it is only done. */
export function once<T>(db: Database, attempt: Attempt | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!attempt) return db.transaction(work)
  const { accountId, key, call } = attempt
  return orFirstAnswer(db, attempt, () =>
    db.transaction(async (tx) => {
      const answer = await work(tx)
      // Written last: a concurrent twin waits here for the first to commit, then is turned back and reads its answer.
      await tx.run(sql`
        insert into platform.idempotency (account_id, key, call, input_hash, answer, created_at)
        values (${accountId}, ${key}, ${call}, ${hashOf(attempt)}, ${JSON.stringify(answer)}, ${tx.now})`)
      return answer
    }),
  )
}

/** Thrown where somebody sees that the attempt was answered before, so that orFirstAnswer tells what. */
export class AnsweredBefore extends Error {}

/**
 * The answer that was kept for this attempt, where the work ends in a refusal or comes too late; without one, how the work ended.
 * The work keeps its own answer under the attempt. Without an attempt it is only done.
 * @throws idempotency_key_reused when the key stands for another call or input
 */
export async function orFirstAnswer<T>(db: Database, attempt: Attempt | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isLate = error instanceof AnsweredBefore || violates(error, 'idempotency_first_answer')
    if (!attempt || (!isLate && !(error instanceof Refusal))) throw error
    const { accountId, key, call } = attempt
    const first = await db.maybe<{ call: string; inputHash: Buffer; answer: T }>(sql`
      select call, input_hash as "inputHash", answer from platform.idempotency where account_id = ${accountId} and key = ${key}`)
    if (!first) throw error
    if (first.call !== call || !first.inputHash.equals(hashOf(attempt))) refuse('idempotency_key_reused')
    return first.answer
  }
}

export function hashOf({ input }: Pick<Attempt, 'input'>): Buffer {
  return hash('sha256', JSON.stringify(input), 'buffer')
}

/**
 * For a statement that answers many attempts: keeps rows of (account_id, key, call, input_hash, answer, created_at) and returns account_id
 * and key of those that were not answered before. The others are AnsweredBefore.
 */
export function keepingAnswers(rows: Sql): Sql {
  return sql`
    insert into platform.idempotency (account_id, key, call, input_hash, answer, created_at) ${rows}
    on conflict on constraint idempotency_first_answer do nothing
    returning account_id, key`
}

/** Keys are kept for a week: longer than any client retries. Run by a job. */
export function forgetOldKeys(tx: Tx): Promise<number> {
  return tx.run(sql`delete from platform.idempotency where created_at < ${new Date(tx.now.getTime() - 7 * 86_400_000)}`)
}
