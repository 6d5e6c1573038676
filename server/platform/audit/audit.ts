// The audit log: who did what to whom. Written in the transaction of the deed, append-only in the database.
import type { DeedName } from '#contract/words/keys.ts'
import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Deed {
  /** Undefined for what the system does by itself. */
  actorId?: string | undefined
  /** Past tense, slice first: 'identity.document_viewed'. A new one is a sentence in contract/words, office. */
  action: DeedName
  subject: { kind: string; id: string }
  /** Facts for the reader of the log. Never a secret, a password or a document's content. */
  detail?: Readonly<Record<string, unknown>>
  ip?: string | undefined
}

export async function record(tx: Tx, { actorId, action, subject, detail = {}, ip }: Deed): Promise<void> {
  await tx.run(sql`
    insert into audit.entries (actor_id, action, subject_kind, subject_id, detail, ip, created_at)
    values (${actorId ?? null}, ${action}, ${subject.kind}, ${subject.id}, ${JSON.stringify(detail)}, ${ip ?? null}, ${tx.now})`)
}

export interface Entry {
  id: string
  actorId: string | null
  action: string
  subjectKind: string
  subjectId: string
  detail: Record<string, unknown>
  createdAt: Date
}

/** Newest first; `action` filters by its beginning ('identity.' finds all of identity's). */
export async function entries(
  db: Db,
  filter: { action?: string; subjectId?: string; actorId?: string; limit: number; offset: number },
): Promise<{ rows: Entry[]; total: number }> {
  return await listed<Entry>(
    db,
    filter,
    (total, window) => sql`
    select id, actor_id as "actorId", action, subject_kind as "subjectKind", subject_id as "subjectId", detail, created_at as "createdAt", ${total}
    from audit.entries
    where (${filter.action ?? null}::text is null or starts_with(action, ${filter.action ?? null}))
      and (${filter.subjectId ?? null}::text is null or subject_id = ${filter.subjectId ?? null})
      and (${filter.actorId ?? null}::uuid is null or actor_id = ${filter.actorId ?? null})
    order by created_at desc, id desc
    ${window}`,
  )
}
