// Moving money once. The answer is stored under the caller's key in the transaction that moved it, so a repeat
// gets the first answer and a crash leaves either both or neither. A refusal moves nothing and is not stored:
// asking again after topping up may succeed.
import { createHash } from 'node:crypto'
import { sql, violates, type Database, type Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'

export interface Attempt {
  accountId: string
  key: string
  /** The row's name, so that one key cannot fetch another call's answer. */
  call: string
  input: unknown
}

export async function once<T>(db: Database, attempt: Attempt, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { accountId, key, call } = attempt
  const hash = createHash('sha256').update(JSON.stringify(attempt.input)).digest()
  try {
    return await db.transaction(async (tx) => {
      const answer = await work(tx)
      // Written last: a concurrent twin waits here for the first to commit, then is turned back and reads its answer.
      await tx.run(sql`
        insert into platform.idempotency (account_id, key, call, input_hash, answer, created_at)
        values (${accountId}, ${key}, ${call}, ${hash}, ${JSON.stringify(answer)}, ${tx.now})`)
      return answer
    })
  } catch (error) {
    if (!(error instanceof Refusal) && !violates(error, 'idempotency_first_answer')) throw error
    const first = await db.maybe<{ call: string; inputHash: Buffer; answer: T }>(sql`
      select call, input_hash as "inputHash", answer from platform.idempotency where account_id = ${accountId} and key = ${key}`)
    if (!first) throw error
    if (first.call !== call || !first.inputHash.equals(hash)) refuse('idempotency_key_reused')
    return first.answer
  }
}

/** Keys are kept for a week: longer than any client retries. Run by a job. */
export function forgetOldKeys(tx: Tx): Promise<number> {
  return tx.run(sql`delete from platform.idempotency where created_at < ${new Date(tx.now.getTime() - 7 * 86_400_000)}`)
}
