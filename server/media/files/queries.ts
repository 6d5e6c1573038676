import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export type Purpose = 'feed-photo' | 'thumbnail' | 'avatar' | 'cover'

export interface Rendition {
  /** Where storage has it. */
  key: string
  width: number
  height: number
  bytes: number
}

export interface StoredFile {
  id: string
  ownerId: string
  purpose: Purpose
  status: 'created' | 'processing' | 'finished' | 'error'
  progress: number
  width: number | null
  height: number | null
  renditions: Record<string, Rendition>
  /** A tiny blurred picture as a data URL; present once finished. */
  blur: string | null
}

/** What was made of a file. Width and height are those of the picture as it is seen. */
export interface Derived {
  width: number
  height: number
  renditions: Record<string, Rendition>
  blur: string
}

export function files(db: Db, ids: readonly string[]): Promise<StoredFile[]> {
  return db.many(sql`
    select id, owner_id as "ownerId", purpose, status, progress, width, height, renditions, blur
    from files.files where id = any(${ids})`)
}

export async function insert(
  tx: Tx,
  file: { id: string; ownerId: string; purpose: Purpose; mediaType: string; bytes: number; sha256: string },
): Promise<void> {
  await tx.run(sql`
    insert into files.files (id, owner_id, purpose, media_type, bytes, sha256, created_at)
    values (${file.id}, ${file.ownerId}, ${file.purpose}, ${file.mediaType}, ${file.bytes}, ${file.sha256}, ${tx.now})`)
}

/** Work that began five minutes ago and has not ended died with its process. */
export async function claim(tx: Tx, id: string): Promise<boolean> {
  const claimed = await tx.run(sql`
    update files.files set status = 'processing', claimed_at = ${tx.now}
    where id = ${id} and (status = 'created' or (status = 'processing' and claimed_at < ${tx.now}::timestamptz - interval '5 minutes'))`)
  return claimed === 1
}

export async function setProgress(tx: Tx, id: string, percent: number): Promise<void> {
  await tx.run(sql`update files.files set progress = ${percent} where id = ${id} and status = 'processing'`)
}

export async function finish(tx: Tx, id: string, { width, height, renditions, blur }: Derived): Promise<string | undefined> {
  const row = await tx.maybe<{ ownerId: string }>(sql`
    update files.files
    set status = 'finished', progress = 100, width = ${width}, height = ${height}, renditions = ${JSON.stringify(renditions)}, blur = ${blur}
    where id = ${id} and status = 'processing' returning owner_id as "ownerId"`)
  return row?.ownerId
}

export async function fail(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.maybe<{ ownerId: string }>(sql`
    update files.files set status = 'error' where id = ${id} and status in ('created', 'processing') returning owner_id as "ownerId"`)
  return row?.ownerId
}

export async function remove(tx: Tx, id: string): Promise<StoredFile['renditions'] | undefined> {
  return (await tx.maybe<Pick<StoredFile, 'renditions'>>(sql`delete from files.files where id = ${id} returning renditions`))?.renditions
}
