import { unlistedKinds, type StoredKind, type WorkKind } from '#contract/catalogue/kind-names.ts'
import { empty, listed, raw, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export type Kind = StoredKind
export type Medium = 'text' | 'photo' | 'video' | 'audio' | 'stream' | 'goods'
/** `metered`: streams alone, paid for by the minute (stage/live). */
export type Audience = 'free' | 'followers' | 'subscription' | 'ppv' | 'metered'
/** The condition of standing in lists of works, on the column of a query over works.works. */
export const isOfList = raw(`kind not in (${unlistedKinds.map((kind) => `'${kind}'`).join(', ')})`)

export type State = 'draft' | 'pending_review' | 'active' | 'rejected' | 'removed'

export interface Work {
  id: string
  /** Another one after each change of its row. */
  version: string
  kind: Kind
  medium: Medium
  creatorId: string
  audience: Audience
  /** Hundredths of a token; 0 unless the audience is ppv. */
  price: number
  state: State
  title: string
  tags: string[]
  /** What it is found by beside its title. */
  words: string
  slug: string | null
  pinned: boolean
  publishedAt: Date | null
  scheduledAt: Date | null
  expiresAt: Date | null
  deletedAt: Date | null
  decidedAt: Date | null
  reason: string | null
  createdAt: Date
  updatedAt: Date
  media: string[]
  preview: string | null
  teaser: string | null
  /** Performers named beside its creator, who have not declined. */
  participants: { id: string; state: 'asked' | 'agreed' }[]
  /** Its creator offers it for the front of the house. */
  isForFront: boolean
  /** When staff found fit for everyone what stands in it now. */
  fitForAllAt: Date | null
}

export function works(db: Db, ids: readonly string[]): Promise<Work[]> {
  return db.many<Work>(whole(ids))
}

/** These works; with a kind's own half of them, where it says its columns and how it is joined to works.works as w. */
export const whole = (ids: readonly string[], half?: { columns: Sql; join: Sql }): Sql => sql`
    select w.id, w.xmin::text as version, w.kind, w.medium, w.creator_id as "creatorId", w.audience, w.price, w.state, w.title, w.tags, w.words, w.slug, w.pinned, w.published_at as "publishedAt",
      w.scheduled_at as "scheduledAt", w.expires_at as "expiresAt", w.deleted_at as "deletedAt", w.decided_at as "decidedAt",
      w.decision_reason as reason, w.created_at as "createdAt", w.updated_at as "updatedAt", coalesce(f.media, '{}') as media, f.preview, f.teaser,
      coalesce(n.participants, '[]') as participants, w.is_for_front as "isForFront", w.fit_for_all_at as "fitForAllAt"${half ? sql`, ${half.columns}` : empty}
    from works.works w ${half?.join ?? empty}
    left join (
      select work_id, array_agg(file_id order by position) filter (where role = 'media') as media,
        (array_agg(file_id) filter (where role = 'preview'))[1] as preview,
        (array_agg(file_id) filter (where role = 'teaser'))[1] as teaser
      from works.files where work_id = any(${ids}) group by work_id
    ) f on f.work_id = w.id
    left join (
      select work_id, jsonb_agg(jsonb_build_object('id', performer_id, 'state', state) order by asked_at, performer_id) as participants
      from works.participants where work_id = any(${ids}) and is_named and state <> 'declined' group by work_id
    ) n on n.work_id = w.id
    where w.id = any(${ids})`

/** A query of the ids of all files that stand in these works. */
export const filesIn = (ids: readonly string[]): Sql => sql`select file_id from works.files where work_id = any(${ids})`

/** A file of the library may stand in several works. Those that were removed come first: they close it, however many there are. */
export async function worksOfFile(db: Db, fileId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select w.id from works.files f join works.works w on w.id = f.work_id
    where f.file_id = ${fileId} order by w.state <> 'removed', w.id limit 200`)
  return rows.map(({ id }) => id)
}

/** Those of these files that stand in a work which staff took down. */
export async function removedAmong(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct f.file_id as id from works.files f join works.works w on w.id = f.work_id
    where f.file_id = any(${fileIds}::uuid[]) and w.state = 'removed'`)
  return rows.map(({ id }) => id)
}

/**
 * Whether staff refused one of these files and let it out nowhere since. One that is sent again for another look is refused until it had it; what was
 * out before its text was changed is not.
 */
export async function areRefused(db: Db, fileIds: readonly string[]): Promise<boolean> {
  const { refused } = await db.one<{ refused: boolean }>(sql`
    select exists (
      select 1 from works.files f join works.works w on w.id = f.work_id
      where f.file_id = any(${fileIds}::uuid[])
        and (w.state = 'rejected' or (w.state = 'pending_review' and w.decided_by is not null and w.published_at is null))
        and not exists (
          select 1 from works.files g join works.works o on o.id = g.work_id
          where g.file_id = f.file_id and o.state = 'active' and o.decided_at > coalesce(w.decided_at, w.updated_at))
    ) as refused`)
  return refused
}

/** Whether each of these files stands in a work of this creator that is out, and staff refused none since. */
export async function areLetOut(db: Db, creatorId: string, fileIds: readonly string[]): Promise<boolean> {
  if (await areRefused(db, fileIds)) return false
  const { out } = await db.one<{ out: number }>(sql`
    select count(distinct f.file_id)::integer as out from works.files f join works.works w on w.id = f.work_id
    where f.file_id = any(${fileIds}::uuid[]) and w.creator_id = ${creatorId} and w.state = 'active'`)
  return out === fileIds.length
}

export function filesOfRemoved(db: Db): Promise<{ workId: string; fileId: string }[]> {
  return db.many(sql`
    select f.work_id as "workId", f.file_id as "fileId" from works.works w join works.files f on f.work_id = w.id where w.state = 'removed'`)
}

export async function idOfSlug(db: Db, kind: Kind, slug: string): Promise<string | undefined> {
  return (await db.maybe<{ id: string }>(sql`select id from works.works where slug = ${slug} and kind = ${kind}`))?.id
}

export async function setSlug(tx: Tx, id: string, slug: string): Promise<void> {
  await tx.run(sql`update works.works set slug = ${slug} where id = ${id}`)
}

interface Written {
  medium: Medium
  tags: readonly string[]
  words: string
  audience: Audience
  price: number
  state: State
  title: string
  pinned: boolean
  publishedAt: Date | null
  scheduledAt: Date | null
  expiresAt: Date | null
  isForFront: boolean
}

export async function insert(tx: Tx, work: Written & { kind: string; creatorId: string }): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into works.works (kind, medium, creator_id, tags, words, audience, price, state, title, pinned, published_at, scheduled_at, expires_at, is_for_front, created_at, updated_at)
    values (${work.kind}, ${work.medium}, ${work.creatorId}, ${work.tags}, ${work.words}, ${work.audience}, ${work.price}, ${work.state}, ${work.title}, ${work.pinned},
      ${work.publishedAt}, ${work.scheduledAt}, ${work.expiresAt}, ${work.isForFront}, ${tx.now}, ${tx.now})
    returning id`)
  return id
}

/** A decision stands for what was decided on: with a new review it is taken back. So does the mark for what was looked at. */
export async function update(tx: Tx, id: string, work: Written & { needsReview: boolean; isOther: boolean }): Promise<void> {
  await tx.run(sql`
    update works.works set medium = ${work.medium}, tags = ${work.tags}, words = ${work.words}, audience = ${work.audience}, price = ${work.price}, state = ${work.state}, title = ${work.title}, pinned = ${work.pinned},
      published_at = ${work.publishedAt}, scheduled_at = ${work.scheduledAt}, expires_at = ${work.expiresAt}, updated_at = ${tx.now},
      is_for_front = ${work.isForFront},
      fit_for_all_at = case when ${work.isOther}::boolean then null else fit_for_all_at end, fit_for_all_by = case when ${work.isOther}::boolean then null else fit_for_all_by end,
      decided_at = case when ${work.needsReview}::boolean and ${work.state}::text <> 'removed' then null else decided_at end,
      decision_reason = case when ${work.state}::text in ('rejected', 'removed') then decision_reason end
    where id = ${id}`)
}

export async function expire(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update works.works set expires_at = ${tx.now}, updated_at = ${tx.now} where id = ${id}`)
}

export async function useFiles(
  tx: Tx,
  workId: string,
  { media, preview, teaser }: { media: readonly string[]; preview: string | null; teaser: string | null },
): Promise<void> {
  await tx.run(sql`
    insert into works.files (file_id, work_id, role, position)
    select file_id, ${workId}::uuid, 'media', position - 1 from unnest(${media}::uuid[]) with ordinality as m (file_id, position)
    union all
    select file_id, ${workId}::uuid, role, 0
    from (values (${preview}::uuid, 'preview'), (${teaser}::uuid, 'teaser')) as other (file_id, role) where file_id is not null`)
}

export async function freeFiles(tx: Tx, workId: string): Promise<void> {
  await tx.run(sql`delete from works.files where work_id = ${workId}`)
}

export async function markDeleted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update works.works set deleted_at = coalesce(deleted_at, ${tx.now}), updated_at = ${tx.now} where id = ${id}`)
}

export async function markAnnounced(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update works.works set announced_at = ${tx.now} where id = ${id} and announced_at is null`)) === 1
}

export async function decide(
  tx: Tx,
  id: string,
  { state, by, reason, publishedAt }: { state: State; by: string; reason: string | null; publishedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update works.works set state = ${state}, decided_by = ${by}, decided_at = ${tx.now}, decision_reason = ${reason}, published_at = ${publishedAt},
      fit_for_all_at = case when ${state}::text = 'active' then fit_for_all_at end, fit_for_all_by = case when ${state}::text = 'active' then fit_for_all_by end
    where id = ${id}`)
}

/** Staff found it fit for everyone; null takes that back. */
export async function markFitForAll(tx: Tx, id: string, by: string | null): Promise<void> {
  await tx.run(sql`update works.works set fit_for_all_at = ${by === null ? null : tx.now}, fit_for_all_by = ${by} where id = ${id}`)
}

/** What is over is on nobody's screen any more: a show leaves the queue as it ends. */
export async function waiting(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<{ ids: string[]; total: number }> {
  const { rows, total: all } = await listed<{ id: string }>(
    db,
    { limit, offset },
    (total, window) => sql`
    select id, ${total} from works.works
    where deleted_at is null and (state = 'pending_review' or (state = 'active' and decided_at is null and (kind <> 'stream' or expires_at is null or expires_at > ${db.now})))
    order by state <> 'pending_review', updated_at, id ${window}`,
  )
  return { ids: rows.map(({ id }) => id), total: all }
}

/** Those of the future and those that ran out too: they can be taken down as well. */
export async function active(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<{ ids: string[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db.many<{ id: string }>(sql`
      select id from works.works where deleted_at is null and state = 'active'
      order by published_at desc, id desc limit ${limit} offset ${offset}`),
    db.one<{ total: number }>(sql`select count(*) as total from works.works where deleted_at is null and state = 'active'`),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

export async function refused(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<{ ids: string[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db.many<{ id: string }>(sql`
      select id from works.works where deleted_at is null and state in ('rejected', 'removed')
      order by decided_at desc nulls last, id desc limit ${limit} offset ${offset}`),
    db.one<{ total: number }>(sql`select count(*) as total from works.works where deleted_at is null and state in ('rejected', 'removed')`),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

export interface Undecided {
  kind: WorkKind
  state: 'pending_review' | 'refused'
  count: number
}

/** Of one creator's works: what review has not seen, and what it sent back or took down. By index works_undecided_of. Of what was sent in messages the conversations tell. */
export function undecidedOf(db: Db, creatorId: string): Promise<Undecided[]> {
  return db.many(sql`
    select kind, case state when 'pending_review' then 'pending_review' else 'refused' end as state, count(*) as count
    from works.works
    where creator_id = ${creatorId} and deleted_at is null and ${isOfList} and state in ('pending_review', 'rejected', 'removed')
    group by 1, 2 order by count(*) desc, kind`)
}

/** The first of a creator's works that goes public in this span. */
export function opening(
  db: Db,
  creatorId: string,
  until: Date,
): Promise<{ id: string; kind: WorkKind; title: string; at: Date } | undefined> {
  return db.maybe(sql`
    select id, kind, title, published_at as at from works.works
    where creator_id = ${creatorId} and ${isOfList} and state = 'active' and deleted_at is null and published_at > ${db.now} and published_at <= ${until}
    order by published_at, id limit 1`)
}

/** What its creator offers for the front of the house and staff have not found fit for everyone, longest first. */
export function offered(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<{ rows: { id: string }[]; total: number }> {
  return listed(
    db,
    { limit, offset },
    (total, window) => sql`
    select id, ${total} from works.works
    where deleted_at is null and state = 'active' and is_for_front and fit_for_all_at is null order by updated_at, id ${window}`,
  )
}

interface CountedWorks {
  creatorId: string
  kind: Kind
  works: number
  /** Photos in them. */
  pictures: number
  /** Works of them whose medium is film. */
  films: number
}

export function totals(db: Db, creatorIds: readonly string[]): Promise<CountedWorks[]> {
  return db.many(sql`
    select w.creator_id as "creatorId", w.kind, count(*) as works, coalesce(sum(f.pictures) filter (where w.medium = 'photo'), 0)::bigint as pictures,
      count(*) filter (where w.medium = 'video') as films
    from works.works w
    cross join lateral (select count(*) as pictures from works.files where work_id = w.id and role = 'media') f
    where w.creator_id = any(${creatorIds}) and w.${isOfList} and w.state = 'active' and w.deleted_at is null
      and w.published_at <= ${db.now} and (w.expires_at is null or w.expires_at > ${db.now})
    group by w.creator_id, w.kind`)
}

/** By whoever buys a work, so that it is not changed under their hands. Any number may at once, beside likes that are counted. */
export async function lockShared(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`select from works.works where id = ${id} for key share`)
}

/** Another version of each, without a change: whoever is about to buy one of them looks again first. */
export async function touch(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update works.works set updated_at = updated_at where id in (select id from works.works where id = any(${ids}::uuid[]) order by id for update)`)
}

/** By whoever changes what is sold: they wait for those who are buying, and those for them. */
export async function lockExclusive(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`select from works.works where id = ${id} for update`)
}

/** Rows are locked in the order of ids: two that count at once must not wait for one another. */
export async function countLikes(tx: Tx, changes: readonly { targetId: string; change: number }[]): Promise<void> {
  await tx.run(sql`
    with c as materialized (
      select id, change from unnest(${changes.map(({ targetId }) => targetId)}::uuid[], ${changes.map(({ change }) => change)}::bigint[]) as c (id, change)
      where change <> 0
    ), locked as materialized (
      select id from works.works where id = any(array(select id from c)) order by id for no key update
    )
    update works.works w set likes = w.likes + c.change from c join locked on locked.id = c.id where w.id = c.id`)
}

/** Previews that no work uses; media stays in its owner's library. One anti-join over both slices' tables: asked by lists, those in use would have to be passed by every day. */
export async function unusedUploads(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select f.id from files.files f
    where f.created_at < ${before} and f.purpose in ('thumbnail', 'teaser') and f.status in ('finished', 'error')
      and not exists (select from works.files used where used.file_id = f.id)
    limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Of a creator, what staff did not take down: that is kept as it was. */
export async function ownIds(db: Db, creatorId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    sql`select id from works.works where creator_id = ${creatorId} and state not in ('removed', 'rejected') order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Neither words nor files of it are left. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from works.files where work_id = any(${workIds}::uuid[])`)
  await tx.run(sql`
    update works.works set deleted_at = coalesce(deleted_at, ${tx.now}), title = '', words = '', tags = '{}', slug = null where id = any(${workIds}::uuid[])`)
}
