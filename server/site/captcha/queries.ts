import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** Whether it passed before, spent or not. */
export async function isKnown(db: Db, digest: Buffer): Promise<boolean> {
  return (await db.one<{ known: boolean }>(sql`select exists (select from captcha.tokens where digest = ${digest}) as known`)).known
}

export interface Passed {
  digest: Buffer
  action: string | undefined
  isSpent: boolean
}

/** 0: somebody was faster. */
export function keep(tx: Tx, { digest, action, isSpent }: Passed): Promise<number> {
  return tx.run(sql`
    insert into captcha.tokens (digest, action, passed_at, spent_at) values (${digest}, ${action ?? null}, ${tx.now}, ${isSpent ? tx.now : null})
    on conflict (digest) do nothing`)
}

/** 0: it was spent, is another form's, or passed too long ago. */
export function spend(tx: Tx, { digest, action, passedAfter }: { digest: Buffer; action: string; passedAfter: Date }): Promise<number> {
  return tx.run(sql`
    update captcha.tokens set spent_at = ${tx.now}
    where digest = ${digest} and spent_at is null and coalesce(action, ${action}) = ${action} and passed_at > ${passedAfter}`)
}

export function forget(tx: Tx, passedBefore: Date): Promise<number> {
  return tx.run(sql`delete from captcha.tokens where passed_at < ${passedBefore}`)
}
