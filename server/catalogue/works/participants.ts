// Performers named in a work beside its creator: asked, and answering for themselves (COMPLIANCE.md 2 and 6).
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** Those who are named now; an answer that was given before stays, a name that is taken away goes with its answer. */
export async function name(tx: Tx, workId: string, performerIds: readonly string[]): Promise<string[]> {
  await tx.run(sql`delete from works.participants where work_id = ${workId} and performer_id <> all(${performerIds}::uuid[])`)
  const asked = await tx.many<{ id: string }>(sql`
    insert into works.participants (work_id, performer_id, asked_at)
    select ${workId}::uuid, id, ${tx.now} from unnest(${performerIds}::uuid[]) as id
    on conflict do nothing returning performer_id as id`)
  return asked.map(({ id }) => id)
}

/** False when they are not named in it. */
export async function answer(tx: Tx, workId: string, performerId: string, state: 'agreed' | 'declined'): Promise<boolean> {
  return (
    (await tx.run(sql`
      update works.participants set state = ${state}, answered_at = ${tx.now} where work_id = ${workId} and performer_id = ${performerId}`)) ===
    1
  )
}

export interface Naming {
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
  const rows = await db.many<Naming & { total: number }>(sql`
    select p.work_id as "workId", p.state, p.asked_at as "askedAt", count(*) over () as total
    from works.participants p join works.works w on w.id = p.work_id
    where p.performer_id = ${performerId} and (${state ?? null}::text is null or p.state = ${state ?? null})
      and w.deleted_at is null and w.state in ('active', 'pending_review')
    order by p.asked_at desc, p.work_id limit ${limit} offset ${offset}`)
  return { rows: rows.map(({ workId, state: answer, askedAt }) => ({ workId, state: answer, askedAt })), total: rows[0]?.total ?? 0 }
}
