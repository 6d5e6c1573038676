import type { UploadPurpose } from '#server/media/uploads/intake.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Unfinished {
  id: string
  ownerId: string
  purpose: UploadPurpose
  name: string
  bytes: number
  isFinished: boolean
}

export function ofId(db: Db, id: string): Promise<Unfinished | undefined> {
  return db.maybe(sql`
    select id, owner_id as "ownerId", purpose, name, bytes, finished_at is not null as "isFinished" from uploads.unfinished where id = ${id}`)
}

/** False when its owner has that many unfinished ones. Two at the same moment wait for each other. */
export async function begin(tx: Tx, upload: Omit<Unfinished, 'isFinished'>, most: number): Promise<boolean> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${upload.ownerId}`}, 0))`)
  const begun = await tx.run(sql`
    insert into uploads.unfinished (id, owner_id, purpose, name, bytes, created_at)
    select ${upload.id}::uuid, ${upload.ownerId}::uuid, ${upload.purpose}, ${upload.name}, ${upload.bytes}::bigint, ${tx.now}::timestamptz
    where (select count(*) from uploads.unfinished where owner_id = ${upload.ownerId} and finished_at is null) < ${most}`)
  return begun === 1
}

/** How much somebody has said they will send, and did not finish. */
export async function begunBytes(db: Db, ownerId: string): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(
    sql`select coalesce(sum(bytes), 0)::bigint as bytes from uploads.unfinished where owner_id = ${ownerId} and finished_at is null`,
  )
  return bytes
}

export async function finished(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update uploads.unfinished set finished_at = ${tx.now} where id = ${id}`)
}

export async function forget(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from uploads.unfinished where id = any(${ids})`)
}

export async function begunBefore(db: Db, before: Date): Promise<string[]> {
  return (await db.many<{ id: string }>(sql`select id from uploads.unfinished where created_at < ${before}`)).map(({ id }) => id)
}

/** Which of these are known at all. */
export async function known(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.many<{ id: string }>(sql`select id from uploads.unfinished where id = any(${ids})`)).map(({ id }) => id))
}
