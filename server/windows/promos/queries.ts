import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'

export type Texts = Partial<Record<Language, { title: string; description: string }>>

export interface Promo {
  id: string
  type: 'image' | 'html'
  place: 'home' | 'sidebar'
  audience: 'everyone' | 'visitors' | 'members'
  isFitForAll: boolean
  texts: Texts
  link: string
  fileId: string | null
  position: number
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
}

export type Given = Omit<Promo, 'id'>

const promo = sql`id, type, place, audience, is_fit_for_all as "isFitForAll", texts, link, file_id as "fileId", position, is_active as "isActive",
  starts_at as "startsAt", ends_at as "endsAt"`

export function all(db: Db): Promise<Promo[]> {
  return db.many<Promo>(sql`select ${promo} from promos.promos order by place, position, id`)
}

/** What is switched on, also before its time. */
export function active(db: Db): Promise<Promo[]> {
  return db.many<Promo>(sql`select ${promo} from promos.promos where is_active order by place, position, id`)
}

export function withFile(db: Db, fileId: string): Promise<Promo[]> {
  return db.many<Promo>(sql`select ${promo} from promos.promos where file_id = ${fileId}`)
}

/** Which of these files some promotion has. */
export async function taken(db: Db, fileIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(
    sql`select file_id as id from promos.promos where file_id is not null and file_id = any(${fileIds})`,
  )
  return new Set(rows.map(({ id }) => id))
}

export function lock(tx: Tx, id: string): Promise<Promo | undefined> {
  return tx.maybe<Promo>(sql`select ${promo} from promos.promos where id = ${id} for update`)
}

export function insert(tx: Tx, of: Given): Promise<Promo> {
  return tx.one<Promo>(sql`
    insert into promos.promos
      (type, place, audience, is_fit_for_all, texts, link, file_id, position, is_active, starts_at, ends_at, created_at, updated_at)
    values (${of.type}, ${of.place}, ${of.audience}, ${of.isFitForAll}, ${JSON.stringify(of.texts)}, ${of.link}, ${of.fileId}, ${of.position},
      ${of.isActive}, ${of.startsAt}, ${of.endsAt}, ${tx.now}, ${tx.now})
    returning ${promo}`)
}

export function update(tx: Tx, id: string, of: Given): Promise<Promo> {
  return tx.one<Promo>(sql`
    update promos.promos set type = ${of.type}, place = ${of.place}, audience = ${of.audience}, is_fit_for_all = ${of.isFitForAll},
      texts = ${JSON.stringify(of.texts)}, link = ${of.link}, file_id = ${of.fileId}, position = ${of.position}, is_active = ${of.isActive},
      starts_at = ${of.startsAt}, ends_at = ${of.endsAt}, updated_at = ${tx.now}
    where id = ${id} returning ${promo}`)
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from promos.promos where id = ${id}`)
}
