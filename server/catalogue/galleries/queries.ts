// A gallery's own half and its photos. Lists of photos join works.works, whose other half a gallery is.
import { listed, sql, withinDays, type Days, type Db, type Tx } from '#server/platform/db/db.ts'
import { isOnShow } from '#server/catalogue/works/works.ts'

export interface Gallery {
  workId: string
  description: string
  publishWhenReady: boolean
  /** The photo that stands for it: the chosen one, else the first; null while there is none. */
  coverId: string | null
  coverFileId: string | null
}

export function galleries(db: Db, workIds: readonly string[]): Promise<Gallery[]> {
  return db.many(sql`
    select g.work_id as "workId", g.description, g.publish_when_ready as "publishWhenReady", cover.id as "coverId", cover.file_id as "coverFileId"
    from galleries.galleries g
    left join lateral (
      select p.id, p.file_id from galleries.photos p join files.files f on f.id = p.file_id
      where p.work_id = g.work_id and p.is_active and f.status <> 'error'
      order by p.id is distinct from g.cover_photo_id, p.position, p.id limit 1
    ) cover on true
    where g.work_id = any(${workIds})`)
}

export async function insert(tx: Tx, workId: string, gallery: { description: string; publishWhenReady: boolean }): Promise<void> {
  await tx.run(sql`
    insert into galleries.galleries (work_id, description, publish_when_ready)
    values (${workId}, ${gallery.description}, ${gallery.publishWhenReady})`)
}

export async function update(tx: Tx, workId: string, gallery: { description: string; publishWhenReady: boolean }): Promise<void> {
  await tx.run(sql`
    update galleries.galleries set description = ${gallery.description}, publish_when_ready = ${gallery.publishWhenReady} where work_id = ${workId}`)
}

export async function setCover(tx: Tx, workId: string, photoId: string): Promise<void> {
  await tx.run(sql`update galleries.galleries set cover_photo_id = ${photoId} where work_id = ${workId}`)
}

export interface Photo {
  id: string
  workId: string
  fileId: string
  title: string
  description: string
  isActive: boolean
  createdAt: Date
}

const columns = sql`
  p.id, p.work_id as "workId", p.file_id as "fileId", p.title, p.description, p.is_active as "isActive", p.created_at as "createdAt"`

/** All of these galleries', each gallery's in their order. */
export function photosOf(db: Db, workIds: readonly string[]): Promise<Photo[]> {
  return db.many(sql`
    select ${columns} from galleries.photos p where p.work_id = any(${workIds}::uuid[]) order by p.work_id, p.position, p.id`)
}

/** What is said of the photos that are shown, by their place among these; those without a word are left out. */
export function captions(
  db: Db,
  workIds: readonly string[],
): Promise<{ workId: string; place: number; title: string; description: string }[]> {
  return db.many(sql`
    select "workId", place, title, description from (
      select p.work_id as "workId", p.title, p.description, row_number() over (partition by p.work_id order by p.position, p.id) as place
      from galleries.photos p where p.work_id = any(${workIds}) and p.is_active
    ) shown
    where title <> '' or description <> '' order by "workId", place`)
}

export function photo(db: Db, id: string): Promise<Photo | undefined> {
  return db.maybe(sql`select ${columns} from galleries.photos p where p.id = ${id}`)
}

/** Galleries in which a file stands now. */
export async function galleriesOfFile(db: Db, fileId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`select work_id as id from galleries.photos where file_id = ${fileId} order by work_id`)
  return rows.map(({ id }) => id)
}

/** Puts files behind those that are there. Answers the new photos' ids in their order; a file that stands in it already is left out. */
export async function addPhotos(
  tx: Tx,
  workId: string,
  fileIds: readonly string[],
  { title = '', description = '', isActive = true }: Partial<Pick<Photo, 'title' | 'description' | 'isActive'>> = {},
): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    insert into galleries.photos (work_id, file_id, title, description, is_active, position, created_at)
    select ${workId}::uuid, file_id, ${title}, ${description}, ${isActive}, place + last.position, ${tx.now}
    from unnest(${fileIds}::uuid[]) with ordinality as added (file_id, place),
      (select coalesce(max(position), 0) as position from galleries.photos where work_id = ${workId}) last
    order by place
    on conflict on constraint a_photo_once_a_gallery do nothing
    returning id`)
  return rows.map(({ id }) => id)
}

export async function updatePhoto(tx: Tx, { id, title, description, isActive }: Photo): Promise<void> {
  await tx.run(sql`
    update galleries.photos set title = ${title}, description = ${description}, is_active = ${isActive} where id = ${id}`)
}

export async function removePhoto(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from galleries.photos where id = ${id}`)
}

/** Those that are named first, in this order; those that are not, behind them as they were. */
export async function order(tx: Tx, workId: string, photoIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update galleries.photos p set position = placed.position
    from (
      select q.id, row_number() over (order by named.place nulls last, q.position, q.id) as position
      from galleries.photos q left join unnest(${photoIds}::uuid[]) with ordinality as named (id, place) on named.id = q.id
      where q.work_id = ${workId}
    ) placed
    where p.id = placed.id`)
}

interface Window {
  limit: number
  offset: number
}

interface Page {
  rows: Photo[]
  total: number
}

/** Active photos of this creator's galleries that are on show, newest first. */
export async function shownOf(db: Db, creatorId: string, { limit, offset }: Window): Promise<Page> {
  return listed<Photo>(
    db,
    { limit, offset },
    (total, window) => sql`
      select ${columns}, ${total}
      from works.works w join galleries.photos p on p.work_id = w.id join files.files f on f.id = p.file_id
      where w.creator_id = ${creatorId} and w.kind = 'gallery' and ${isOnShow(db)} and p.is_active and f.status = 'finished'
      order by w.published_at desc, w.id desc, p.position, p.id ${window}`,
  )
}

/** A gallery's photos in their order: all of them, or what its readers see. */
export async function inGallery(db: Db, workId: string, whose: 'owner' | 'reader', { limit, offset }: Window): Promise<Page> {
  return listed<Photo>(
    db,
    { limit, offset },
    (total, window) => sql`
      select ${columns}, ${total}
      from galleries.photos p join files.files f on f.id = p.file_id
      where p.work_id = ${workId} and (${whose === 'owner'}::boolean or (p.is_active and f.status <> 'error'))
      order by p.position, p.id ${window}`,
  )
}

export interface OwnFilter extends Days {
  galleryId?: string | undefined
  q?: string | undefined
  status?: 'active' | 'inactive' | 'file-error' | undefined
  sortBy?: 'createdAt' | 'title' | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** Everything that a creator has in galleries they did not delete, last added first. */
export async function ownPhotos(db: Db, creatorId: string, filter: OwnFilter, { limit, offset }: Window): Promise<Page> {
  const { galleryId, q, status } = filter
  const column = filter.sortBy === 'title' ? sql`lower(p.title)` : sql`p.created_at`
  const direction = filter.sort === 'asc' ? sql`asc` : sql`desc`
  return listed<Photo>(
    db,
    { limit, offset },
    (total, window) => sql`
      select ${columns}, ${total}
      from works.works w join galleries.photos p on p.work_id = w.id join files.files f on f.id = p.file_id
      where w.creator_id = ${creatorId} and w.kind = 'gallery' and w.deleted_at is null
        and (${galleryId ?? null}::uuid is null or w.id = ${galleryId ?? null})
        and (${q ?? null}::text is null or strpos(lower(p.title || ' ' || p.description), lower(${q ?? null})) > 0)
        and (${status ?? null}::text is null
          or case when f.status = 'error' then 'file-error' when p.is_active then 'active' else 'inactive' end = ${status ?? null})${withinDays(sql`p.created_at`, filter)}
      order by ${column} ${direction}, p.id ${direction} ${window}`,
  )
}

/** What nobody bought, of a creator who is gone: neither words nor photos are left. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await tx.run(sql`update galleries.galleries set description = '', cover_photo_id = null where work_id = any(${workIds}::uuid[])`)
  await tx.run(sql`delete from galleries.photos where work_id = any(${workIds}::uuid[])`)
}
