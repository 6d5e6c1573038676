import type { Tint } from '#contract/media/file.ts'
import { raw, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

/** What a file may be used for: media that a right opens, public previews of it, something to download, a face, a cover, what the site puts forward. */
export const purposes = ['photo', 'video', 'audio', 'thumbnail', 'teaser', 'download', 'avatar', 'cover', 'promo'] as const
export type Purpose = (typeof purposes)[number]

export interface Rendition {
  /** Where storage has it. */
  key: string
  /** Absent: image/jpeg. */
  mediaType?: string
  /** Kept with the key that is not in the database; a whole, never a part, is read. */
  sealed?: true
  /** 0 for what is not seen. */
  width: number
  height: number
  bytes: number
}

/** One quality of footage: the playlist of 720p is the rendition `v720`, its bytes are `s720`. */
export interface Step {
  name: number
  width: number
  height: number
  /** Bits a second, at most and on average. */
  bandwidth: number
  average: number
  /** As RFC 6381 has it: what a player asks itself before it chooses. */
  codecs: string
  frameRate: number
}

/** What a player needs beside the renditions. */
interface Facts {
  /** Highest first. */
  hls?: Step[]
  /** The automatic teaser of footage. */
  teaser?: { durationMs: number }
  /** One picture of many small ones, for the seek bar. */
  sprite?: { columns: number; rows: number; width: number; height: number; everyMs: number }
  /** Loudness from 0 to 100, evenly over the whole length. */
  peaks?: number[]
}

export type Failure = 'unreadable' | 'blocked' | 'too_long'

export interface StoredFile {
  id: string
  ownerId: string
  purpose: Purpose
  status: 'created' | 'processing' | 'finished' | 'error'
  progress: number
  /** What its sender called it. */
  name: string
  mediaType: string
  bytes: number
  /** Of the bytes that were sent, hex. */
  sha256: string
  durationMs: number | null
  facts: Facts
  failure: Failure | null
  createdAt: Date
  width: number | null
  height: number | null
  renditions: Record<string, Rendition>
  /** A tiny blurred picture as a data URL; present once a picture or footage is finished. */
  blur: string | null
  /** Percent; 0 where it lends none, null until it was looked at. */
  tintHue: number | null
  tintStrength: number | null
}

/** What was made of a file. Width and height are those of the picture as it is seen; sound has none. */
export interface Derived {
  width?: number
  height?: number
  renditions: Record<string, Rendition>
  blur?: string
  tint?: Tint | undefined
  durationMs?: number
  facts?: Facts
}

const columns =
  raw(`id, owner_id as "ownerId", purpose, status, progress, name, media_type as "mediaType", bytes, sha256, duration_ms as "durationMs", facts,
  failure, created_at as "createdAt", width, height, renditions, blur, tint_hue as "tintHue", tint_strength as "tintStrength"`)

export function files(db: Db, ids: readonly string[]): Promise<StoredFile[]> {
  return db.many(sql`select ${columns} from files.files where id = any(${ids})`)
}

/** @param ids a query of ids, run once by itself: each of what it finds is looked up */
export function filesAmong(db: Db, ids: Sql): Promise<StoredFile[]> {
  return db.many(sql`select ${columns} from files.files where id = any(array(${ids}))`)
}

export interface Wanted {
  purposes: readonly Purpose[]
  status?: StoredFile['status'] | undefined
  /** In the file's name, whatever its letters' case. */
  q?: string | undefined
}

export async function ofOwner(
  db: Db,
  ownerId: string,
  { purposes, status, q }: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredFile[]; total: number }> {
  const among = sql`
    from files.files where owner_id = ${ownerId} and purpose = any(${purposes})
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${q ?? null}::text is null or strpos(lower(name), lower(${q ?? null})) > 0)`
  const rows = await db.many<StoredFile>(sql`select ${columns} ${among} order by created_at desc, id desc limit ${limit} offset ${offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total ${among}`)
  return { rows, total }
}

/** How much somebody sent since then. */
export async function bytesSince(db: Db, ownerId: string, since: Date): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::bigint as bytes from files.files where owner_id = ${ownerId} and created_at > ${since}`)
  return bytes
}

export async function insert(
  tx: Tx,
  file: { id: string; ownerId: string; purpose: Purpose; mediaType: string; bytes: number; sha256: string; name?: string },
): Promise<void> {
  await tx.run(sql`
    insert into files.files (id, owner_id, purpose, media_type, bytes, sha256, name, created_at)
    values (${file.id}, ${file.ownerId}, ${file.purpose}, ${file.mediaType}, ${file.bytes}, ${file.sha256}, ${file.name ?? ''}, ${tx.now})`)
}

/** Work that has not been heard of for two minutes died with its process. */
export async function claim(tx: Tx, id: string): Promise<boolean> {
  const claimed = await tx.run(sql`
    update files.files set status = 'processing', progress = 0, claimed_at = ${tx.now}
    where id = ${id} and (status = 'created'
      or (status = 'processing' and (claimed_at is null or claimed_at < ${tx.now}::timestamptz - interval '2 minutes')))`)
  return claimed === 1
}

/** Says how far the work is and, by that, that somebody is at it. False when it is nobody's work any more. */
export async function setProgress(tx: Tx, id: string, percent: number): Promise<boolean> {
  const touched = await tx.run(sql`
    update files.files set progress = greatest(progress, ${percent}), claimed_at = ${tx.now} where id = ${id} and status = 'processing'`)
  return touched === 1
}

export async function release(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update files.files set claimed_at = null where id = ${id} and status = 'processing'`)
}

export async function finish(tx: Tx, id: string, derived: Derived): Promise<string | undefined> {
  const { width, height, renditions, blur, tint, durationMs, facts } = derived
  const { hue, strength } = blur === undefined ? { hue: null, strength: null } : columnsOf(tint)
  const row = await tx.maybe<{ ownerId: string }>(sql`
    update files.files
    set status = 'finished', progress = 100, width = ${width ?? null}, height = ${height ?? null}, renditions = ${JSON.stringify(renditions)},
      blur = ${blur ?? null}, tint_hue = ${hue}, tint_strength = ${strength}, duration_ms = ${durationMs ?? null}, facts = ${JSON.stringify(facts ?? {})}, claimed_at = null
    where id = ${id} and status = 'processing' returning owner_id as "ownerId"`)
  return row?.ownerId
}

const columnsOf = (tint: Tint | undefined) =>
  tint ? { hue: tint.hue, strength: Math.round(tint.strength * 100) } : { hue: 0, strength: 0 }

/** Pictures that nobody has asked for their colour yet, by their blur: those of before there was one. */
export function withoutTint(db: Db, limit: number): Promise<{ id: string; blur: string }[]> {
  return db.many(sql`select id, blur from files.files where blur is not null and tint_strength is null order by id limit ${limit}`)
}

export async function setTint(tx: Tx, id: string, tint: Tint | undefined): Promise<void> {
  const { hue, strength } = columnsOf(tint)
  await tx.run(sql`update files.files set tint_hue = ${hue}, tint_strength = ${strength} where id = ${id} and tint_strength is null`)
}

/** Finished, with a picture, and not yet looked at for lighter ones. */
export async function withoutLighter(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from files.files
    where status = 'finished' and purpose in ('photo', 'thumbnail', 'avatar', 'cover', 'video', 'teaser') and not lightened
    order by created_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** False when it is not finished any more. */
export async function addLighter(tx: Tx, id: string, added: Readonly<Record<string, Rendition>>): Promise<boolean> {
  const kept = await tx.run(sql`
    update files.files set renditions = renditions || ${JSON.stringify(added)}::jsonb, lightened = true
    where id = ${id} and status = 'finished'`)
  return kept === 1
}

export async function fail(tx: Tx, id: string, failure: Failure): Promise<string | undefined> {
  const row = await tx.maybe<{ ownerId: string }>(sql`
    update files.files set status = 'error', failure = ${failure}, claimed_at = null
    where id = ${id} and status in ('created', 'processing') returning owner_id as "ownerId"`)
  return row?.ownerId
}

/** A finished file ends in error after all, and keeps nothing that shows what it was. Undefined when it is not finished. */
export async function withdraw(tx: Tx, id: string): Promise<{ ownerId: string; keys: string[] } | undefined> {
  const row = await tx.maybe<Pick<StoredFile, 'ownerId' | 'renditions'>>(sql`
    update files.files set status = 'error', failure = 'blocked', renditions = '{}', facts = '{}', blur = null
    where id = ${id} and status = 'finished' returning owner_id as "ownerId", old.renditions`)
  return row && { ownerId: row.ownerId, keys: [...(await removeMarks(tx, id)), ...keysOf(row)] }
}

/** Every key under which storage has something of the file. */
export async function remove(tx: Tx, id: string): Promise<string[]> {
  const marks = await removeMarks(tx, id)
  const gone = await tx.maybe<Pick<StoredFile, 'renditions'>>(sql`delete from files.files where id = ${id} returning renditions`)
  return [...marks, ...(gone ? keysOf(gone) : [])]
}

async function removeMarks(tx: Tx, fileId: string): Promise<string[]> {
  return (await tx.many<{ key: string }>(sql`delete from files.marks where file_id = ${fileId} returning key`)).map(({ key }) => key)
}

const keysOf = ({ renditions }: Pick<StoredFile, 'renditions'>) => Object.values(renditions).map(({ key }) => key)

/** False when the file is gone. */
export async function keepMark(tx: Tx, mark: { fileId: string; key: string }): Promise<boolean> {
  const kept = await tx.run(sql`
    insert into files.marks (file_id, key, made_at) select id, ${mark.key}, ${tx.now}::timestamptz from files.files where id = ${mark.fileId}
    on conflict (key) do update set made_at = excluded.made_at`)
  return kept === 1
}

export async function forgetMarks(tx: Tx, before: Date): Promise<string[]> {
  const gone = await tx.many<{ key: string }>(sql`delete from files.marks where made_at < ${before} returning key`)
  return gone.map(({ key }) => key)
}

export interface Viewing {
  fileId: string
  accountId: string
}

/** Whether it was noted after `since`. */
export async function isNoted(db: Db, { fileId, accountId }: Viewing, since: Date): Promise<boolean> {
  const { isThere } = await db.one<{ isThere: boolean }>(sql`
    select exists (select from files.viewings where file_id = ${fileId} and account_id = ${accountId} and last_at > ${since}) as "isThere"`)
  return isThere
}

export async function noteViewing(tx: Tx, { fileId, accountId }: Viewing): Promise<void> {
  await tx.run(sql`
    insert into files.viewings (file_id, account_id, first_at, last_at) values (${fileId}, ${accountId}, ${tx.now}, ${tx.now})
    on conflict (file_id, account_id) do update set last_at = excluded.last_at where viewings.last_at < excluded.last_at`)
}

export interface Viewer {
  accountId: string
  firstAt: Date
  lastAt: Date
}

/** Everybody whom marked copies of a file were ever sent to. */
export function viewers(db: Db, fileId: string): Promise<Viewer[]> {
  return db.many(sql`
    select account_id as "accountId", first_at as "firstAt", last_at as "lastAt" from files.viewings where file_id = ${fileId} order by account_id`)
}

/** Of these files those that copies were sent of, the last sent first; or of all that somebody owns. */
export async function viewed(db: Db, among: { ids: readonly string[] } | { ownerId: string }, limit: number): Promise<string[]> {
  const which = 'ids' in among ? sql`f.id = any(${among.ids}::uuid[])` : sql`f.owner_id = ${among.ownerId}`
  const rows = await db.many<{ id: string }>(sql`
    select f.id from files.files f
    join lateral (select max(v.last_at) as at from files.viewings v where v.file_id = f.id) sent on sent.at is not null
    where ${which} and f.status = 'finished' order by sent.at desc, f.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Without a key: what was sent is still to be worked on. */
export function storedKeys(db: Db): Promise<{ id: string; key: string | null }[]> {
  return db.many(sql`
    select f.id, r.value->>'key' as key from files.files f, jsonb_each(f.renditions) r
    union all
    select id, null from files.files where status in ('created', 'processing') and purpose <> 'download'`)
}

/** So many of somebody's files after this one, in the order of their ids. */
export async function idsOf(db: Db, ownerId: string, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from files.files where owner_id = ${ownerId} and (${after}::uuid is null or id > ${after}) order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}
