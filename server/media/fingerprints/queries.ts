import type { Print } from '#server/media/fingerprints/prints.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export async function insertPrints(tx: Tx, fileId: string, prints: readonly Print[]): Promise<void> {
  await tx.run(sql`
    insert into fingerprints.prints (file_id, kind, variant, bits)
    select ${fileId}, kind, variant, ('x' || hex)::bit(256)
    from unnest(${prints.map(({ kind }) => kind)}::text[], ${prints.map(({ variant }) => variant)}::text[], ${prints.map(({ hex }) => hex)}::text[])
      as print (kind, variant, hex)
    on conflict do nothing`)
}

export interface Found {
  blockedId: string
  source: string
  variant: string
  distance: number
}

export function exactMatches(db: Db, prints: readonly Print[]): Promise<Found[]> {
  return db.many(sql`
    select b.id as "blockedId", b.source, p.variant, 0 as distance
    from unnest(${prints.map(({ variant }) => variant)}::text[], ${prints.map(({ hex }) => hex)}::text[]) as p (variant, hex)
    join fingerprints.blocked b on b.kind = 'exact' and b.bits = ('x' || p.hex)::bit(256)`)
}

/** Nearest first. Every blocked print is looked at: a hundred thousand of them against one take some ten milliseconds. */
export function nearMatches(db: Db, prints: readonly Print[], most: number): Promise<Found[]> {
  return db.many(sql`
    with asked as materialized (
      select variant, ('x' || hex)::bit(256)::bit varying as bits
      from unnest(${prints.map(({ variant }) => variant)}::text[], ${prints.map(({ hex }) => hex)}::text[]) as p (variant, hex)),
    near as (
      select b.id, b.source, a.variant, bit_count(b.bits # a.bits)::int as distance
      from asked a join fingerprints.blocked b on b.kind = 'block' and bit_count(b.bits # a.bits) <= ${most})
    select distinct on (variant) id as "blockedId", source, variant, distance from near order by variant, distance`)
}

/** Which files look most like these prints, whatever is made of it; or those among them. */
export function nearestFiles(
  db: Db,
  prints: readonly Print[],
  { farthest, limit, among }: { farthest: number; limit: number; among?: readonly string[] },
): Promise<{ fileId: string; distance: number }[]> {
  return db.many(sql`
    with asked as materialized (
      select ('x' || hex)::bit(256)::bit varying as bits from unnest(${prints.map(({ hex }) => hex)}::text[]) as p (hex)),
    near as (
      select p.file_id, min(bit_count(p.bits # a.bits))::int as distance
      from fingerprints.prints p join asked a on p.kind = 'block'
      where ${among ?? null}::uuid[] is null or p.file_id = any(${among ?? null}::uuid[])
      group by p.file_id)
    select file_id as "fileId", distance from near where distance <= ${farthest} order by distance, file_id limit ${limit}`)
}

export interface Known {
  fileId: string
  variant: string
  isListed: boolean
}

/** What is kept of these files and stands in the list to the bit, and of footage every frame, so that they can be counted. */
export function printsAgainstBlocked(db: Db, fileIds: readonly string[]): Promise<Known[]> {
  return db.many(sql`
    select file_id as "fileId", variant, "isListed" from (
      select p.file_id, p.variant, exists (select from fingerprints.blocked b where b.kind = p.kind and b.bits = p.bits) as "isListed"
      from fingerprints.prints p where p.file_id = any(${fileIds}::uuid[])
    ) known
    where "isListed" or starts_with(variant, 'frame-')`)
}

export async function blockPrintsOf(tx: Tx, fileIds: readonly string[], workId: string): Promise<number> {
  return tx.run(sql`
    insert into fingerprints.blocked (kind, bits, source, work_id, created_at)
    select distinct kind, bits, 'removed', ${workId}::uuid, ${tx.now}::timestamptz from fingerprints.prints where file_id = any(${fileIds})
    on conflict (kind, bits, source) do nothing`)
}

export async function insertBlocked(tx: Tx, source: string, prints: readonly Pick<Print, 'kind' | 'hex'>[]): Promise<number> {
  return tx.run(sql`
    insert into fingerprints.blocked (kind, bits, source, created_at)
    select distinct kind, ('x' || hex)::bit(256), ${source}, ${tx.now}::timestamptz
    from unnest(${prints.map(({ kind }) => kind)}::text[], ${prints.map(({ hex }) => hex)}::text[]) as print (kind, hex)
    on conflict (kind, bits, source) do nothing`)
}

export async function blockedId(tx: Tx, source: string, { kind, hex }: Pick<Print, 'kind' | 'hex'>): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    select id from fingerprints.blocked where source = ${source} and kind = ${kind} and bits = ('x' || ${hex}::text)::bit(256)`)
  return id
}

export async function insertMatch(
  tx: Tx,
  match: { fileId: string; ownerId: string; blockedId: string; distance: number },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into fingerprints.matches (file_id, owner_id, blocked_id, distance, created_at)
    values (${match.fileId}, ${match.ownerId}, ${match.blockedId}, ${match.distance}, ${tx.now}) returning id`)
  return id
}

/** Whether the same person had none in the day before it. */
export async function isFirstOfADay(db: Db, matchId: string): Promise<boolean> {
  const { isFirst } = await db.one<{ isFirst: boolean }>(sql`
    select not exists (
      select from fingerprints.matches earlier join fingerprints.matches this on this.id = ${matchId}
      where earlier.owner_id = this.owner_id and earlier.created_at > this.created_at - interval '1 day'
        and (earlier.created_at, earlier.id) < (this.created_at, this.id)) as "isFirst"`)
  return isFirst
}

/** Files without prints, of those that were finished before any were kept. */
export async function unprinted(db: Db, limit: number): Promise<string[]> {
  return (await db.many<{ id: string }>(sql`select file_id as id from fingerprints.unprinted order by file_id limit ${limit}`)).map(
    ({ id }) => id,
  )
}

export async function forgetUnprinted(tx: Tx, fileId: string): Promise<void> {
  await tx.run(sql`delete from fingerprints.unprinted where file_id = ${fileId}`)
}
