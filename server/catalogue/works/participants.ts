// Performers named in a work beside its creator: asked, and answering for themselves (COMPLIANCE.md 2 and 6).
import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** Those who are named now. Whoever was named before keeps their answer, also after having been taken out in between. */
export async function name(tx: Tx, workId: string, performerIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update works.participants set is_named = performer_id = any(${performerIds}::uuid[])
    where work_id = ${workId} and is_named <> (performer_id = any(${performerIds}::uuid[])) and (is_named is false or state <> 'declined')`)
  await tx.run(sql`
    insert into works.participants (work_id, performer_id, asked_at)
    select ${workId}::uuid, id, ${tx.now} from unnest(${performerIds}::uuid[]) as id on conflict do nothing`)
}

/** Those who have not been told yet that they are asked; from now on they have. */
export async function tellOnce(tx: Tx, workId: string): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    update works.participants set told_at = ${tx.now} where work_id = ${workId} and is_named and told_at is null returning performer_id as id`)
  return rows.map(({ id }) => id)
}

/** False when they are not named in it. */
export async function answer(tx: Tx, workId: string, performerId: string, state: 'agreed' | 'declined'): Promise<boolean> {
  return (
    (await tx.run(sql`
      update works.participants set state = ${state}, answered_at = ${tx.now}
      where work_id = ${workId} and performer_id = ${performerId} and is_named`)) === 1
  )
}

interface Naming {
  workId: string
  state: 'asked' | 'agreed' | 'declined'
  askedAt: Date
}

/** Works of others that name this performer, last asked first. */
export async function namings(
  db: Db,
  performerId: string,
  state: Naming['state'] | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Naming[]; total: number }> {
  const { rows, total: all } = await listed<Naming>(
    db,
    { limit, offset },
    (total, window) => sql`
    select p.work_id as "workId", p.state, p.asked_at as "askedAt", ${total}
    from works.participants p join works.works w on w.id = p.work_id
    where p.performer_id = ${performerId} and p.is_named and (${state ?? null}::text is null or p.state = ${state ?? null})
      and w.deleted_at is null and w.state in ('active', 'pending_review')
    order by p.asked_at desc, p.work_id ${window}`,
  )
  return { rows: rows.map(({ workId, state: answer, askedAt }) => ({ workId, state: answer, askedAt })), total: all }
}
