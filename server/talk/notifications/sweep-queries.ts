import { sql, type Tx } from '#server/platform/db/db.ts'

/** How far it has looked; locked, so that two that look at once take turns. */
export async function reached(tx: Tx, name: 'messages'): Promise<string | undefined> {
  const row = await tx.maybe<{ reached: string }>(sql`select reached from notifications.sweeps where name = ${name} for update`)
  return row?.reached
}

export async function reach(tx: Tx, name: 'messages', to: string): Promise<void> {
  await tx.run(sql`
    insert into notifications.sweeps (name, reached) values (${name}, ${to}) on conflict (name) do update set reached = excluded.reached`)
}
