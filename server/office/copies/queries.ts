import { listed, raw, sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Lookup {
  id: string
  askedBy: string
  askedAt: Date
  workId: string | null
  performerId: string | null
  mediaType: string
  sha256: string
  hasPicture: boolean
  state: 'waiting' | 'reading' | 'answered' | 'failed'
  progress: number
  fileId: string | null
  likeness: number | null
  readers: number | null
  endedAt: Date | null
}

const columns =
  raw(`id, asked_by as "askedBy", asked_at as "askedAt", work_id as "workId", performer_id as "performerId", media_type as "mediaType", sha256,
  has_picture as "hasPicture", state, progress, file_id as "fileId", likeness, readers, ended_at as "endedAt"`)

export async function insert(
  tx: Tx,
  lookup: Pick<Lookup, 'id' | 'askedBy' | 'workId' | 'performerId' | 'mediaType' | 'sha256'> & { bytes: number },
): Promise<void> {
  await tx.run(sql`
    insert into copies.lookups (id, asked_by, asked_at, work_id, performer_id, media_type, bytes, sha256)
    values (${lookup.id}, ${lookup.askedBy}, ${tx.now}, ${lookup.workId}, ${lookup.performerId}, ${lookup.mediaType}, ${lookup.bytes}, ${lookup.sha256})`)
}

export function byId(db: Db, id: string): Promise<Lookup | undefined> {
  return db.maybe<Lookup>(sql`select ${columns} from copies.lookups where id = ${id}`)
}

export function page(db: Db, window: { limit: number; offset: number }): Promise<{ rows: Lookup[]; total: number }> {
  return listed<Lookup>(
    db,
    window,
    (total, paging) => sql`select ${columns}, ${total} from copies.lookups order by asked_at desc, id desc ${paging}`,
  )
}

/** False when it was answered before. */
export async function setProgress(tx: Tx, id: string, percent: number): Promise<boolean> {
  const touched = await tx.run(sql`
    update copies.lookups set state = 'reading', progress = ${percent} where id = ${id} and state in ('waiting', 'reading')`)
  return touched === 1
}

export interface Ending {
  state: 'answered' | 'failed'
  fileId: string | null
  likeness: number | null
  readers: number | null
  keepsPicture: boolean
}

/** False when it had ended before. */
export async function end(tx: Tx, id: string, { state, fileId, likeness, readers, keepsPicture }: Ending): Promise<boolean> {
  const ended = await tx.run(sql`
    update copies.lookups set state = ${state}, progress = 100, file_id = ${fileId}, likeness = ${likeness}, readers = ${readers},
      has_picture = ${keepsPicture}, ended_at = ${tx.now}
    where id = ${id} and state in ('waiting', 'reading')`)
  return ended === 1
}

export interface Named {
  lookupId: string
  accountId: string
  z: number
}

export async function insertNamed(tx: Tx, lookupId: string, named: readonly Pick<Named, 'accountId' | 'z'>[]): Promise<void> {
  await tx.run(sql`
    insert into copies.named (lookup_id, account_id, z)
    select ${lookupId}, account_id, z from unnest(${named.map(({ accountId }) => accountId)}::uuid[], ${named.map(({ z }) => z)}::real[])
      as named (account_id, z)`)
}

/** Of each look-up the surest first. */
export function namedBy(db: Db, lookupIds: readonly string[]): Promise<Named[]> {
  return db.many(sql`
    select lookup_id as "lookupId", account_id as "accountId", z from copies.named where lookup_id = any(${lookupIds}::uuid[]) order by z desc`)
}

/** Look-ups that named this account, the newest first. */
export function naming(
  db: Db,
  accountId: string,
  limit: number,
): Promise<{ id: string; askedAt: Date; readers: number | null; z: number }[]> {
  return db.many(sql`
    select l.id, l.asked_at as "askedAt", l.readers, n.z from copies.named n join copies.lookups l on l.id = n.lookup_id
    where n.account_id = ${accountId} order by l.asked_at desc, l.id desc limit ${limit}`)
}

export async function forgetPicture(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update copies.lookups set has_picture = false where id = ${id} and has_picture and ended_at is not null`)) === 1
}

/** Kept ones whose answer is older. */
export async function forgetPictures(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(
    sql`update copies.lookups set has_picture = false where has_picture and ended_at < ${before} returning id`,
  )
  return rows.map(({ id }) => id)
}

export async function withPicture(db: Db): Promise<string[]> {
  return (await db.many<{ id: string }>(sql`select id from copies.lookups where has_picture`)).map(({ id }) => id)
}
