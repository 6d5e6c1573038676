// Lists of works, of whatever kind: those on show, and a creator's own. Ids first, in an order that an index has; rows are not carried
// until the page is known.
import * as finding from '#server/platform/finding/finding.ts'
import { empty, join, sql, type Db, type Sql } from '#server/platform/db/db.ts'
import type { Audience, Kind, Medium } from '#server/catalogue/works/queries.ts'

export interface Filter {
  kind: Kind
  medium?: Medium | undefined
  creatorId?: string | undefined
  /** With creatorId: also those of others that name this performer, once they agreed. */
  withNamed?: boolean | undefined
  audience?: Audience | undefined
  isFree?: boolean | undefined
  tag?: string | undefined
  /** Tolerant search; then newest first, whatever sortBy says. */
  text?: string | undefined
  excludedId?: string | undefined
  /** Creators whose works are left out: those hidden from the reader. */
  hiddenCreators?: ReadonlySet<string> | undefined
  /** A kind's own condition, on works.works as w. */
  also?: Sql | undefined
  sortBy?: 'latest' | 'popular' | 'price' | undefined
  sort?: 'asc' | 'desc' | undefined
}

export interface Window {
  limit: number
  offset: number
}

export interface Listed {
  ids: string[]
  /** Within a creator's works exact; over everybody's what is known: up to this page, and one more where there is more. */
  total: number
}

/** The condition of being on show, for queries over works.works as w. */
export const isOnShow = (db: Db): Sql => sql`
  w.state = 'active' and w.deleted_at is null and w.published_at <= ${db.now} and (w.expires_at is null or w.expires_at > ${db.now})`

/** Works on show that match. Blocks and countries are for the caller to know: \`hiddenCreators\`. */
export async function shown(db: Db, filter: Filter, window: Window): Promise<Listed> {
  const words = [filter.text, filter.tag && `#${filter.tag.replace(/^#+/, '')}`].filter(Boolean).join(' ')
  if (words && !filter.creatorId) return found(db, words, filter, window)
  if (filter.creatorId) return ofOne(db, filter.creatorId, filter, window)
  return ofAll(db, filter, window)
}

async function found(db: Db, query: string, filter: Filter, window: Window): Promise<Listed> {
  const allow = async (ids: readonly string[]) => {
    const rows = await db.many<{ id: string }>(sql`
      select w.id from works.works w where w.id = any(${ids}) and w.kind = ${filter.kind} and ${isOnShow(db)}${matching(filter)}`)
    return new Set(rows.map(({ id }) => id))
  }
  return finding.find(db, { collection: filter.kind, query, allow, ...window })
}

async function ofOne(db: Db, creatorId: string, filter: Filter, { limit, offset }: Window): Promise<Listed> {
  const named = sql`w.id in (select work_id from works.participants where performer_id = ${creatorId} and is_named and state = 'agreed')`
  const theirs = filter.withNamed ? sql`(w.creator_id = ${creatorId} or ${named})` : sql`w.creator_id = ${creatorId}`
  const rows = await db.many<{ id: string; total: number }>(sql`
    select w.id, count(*) over () as total from works.works w
    where ${theirs} and w.kind = ${filter.kind} and ${isOnShow(db)}${matching(filter)}${literally(filter)}
    order by ${filter.sortBy === undefined ? sql`w.pinned desc, ` : empty}${order(filter)} limit ${limit} offset ${offset}`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

async function ofAll(db: Db, filter: Filter, { limit, offset }: Window): Promise<Listed> {
  const rows = await db.many<{ id: string }>(sql`
    select w.id from works.works w where w.kind = ${filter.kind} and ${isOnShow(db)}${matching(filter)}
    order by ${order(filter)} limit ${limit + 1} offset ${offset}`)
  const ids = rows.slice(0, limit).map(({ id }) => id)
  return { ids, total: offset + rows.length }
}

function matching({ medium, audience, isFree, excludedId, hiddenCreators, also }: Filter): Sql {
  const conditions: Sql[] = []
  if (medium) conditions.push(sql`w.medium = ${medium}`)
  if (audience) conditions.push(sql`w.audience = ${audience}`)
  if (isFree !== undefined) conditions.push(isFree ? sql`w.audience = 'free'` : sql`w.audience <> 'free'`)
  if (excludedId) conditions.push(sql`w.id <> ${excludedId}`)
  if (hiddenCreators && hiddenCreators.size > 0) conditions.push(sql`w.creator_id <> all(${[...hiddenCreators]})`)
  if (also) conditions.push(also)
  return conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty
}

/** Within one creator's works nothing has to be guessed: the words are there or not. */
function literally({ text, tag }: Pick<Filter, 'text' | 'tag'>): Sql {
  const conditions: Sql[] = []
  // The title of a locked text is its first line: that is part of what is locked.
  const title = sql`case when w.medium = 'text' and w.audience <> 'free' then '' else w.title end`
  if (text) conditions.push(sql`position(lower(${text}) in lower(${title} || ' ' || w.words || ' ' || array_to_string(w.tags, ' '))) > 0`)
  if (tag) conditions.push(sql`w.tags @> array[${tag.replace(/^#+/, '').toLowerCase()}]`)
  return conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty
}

function order({ sortBy = 'latest', sort }: Filter): Sql {
  if (sortBy === 'price') return sort === 'desc' ? sql`w.price desc, w.id desc` : sql`w.price, w.id`
  if (sortBy === 'popular') return sort === 'asc' ? sql`w.likes, w.published_at, w.id` : sql`w.likes desc, w.published_at desc, w.id desc`
  return sort === 'asc' ? sql`w.published_at, w.id` : sql`w.published_at desc, w.id desc`
}

export interface OwnFilter {
  kind: Kind
  medium?: Medium | undefined
  status?: 'active' | 'inactive' | 'pending_review' | 'rejected' | 'file-error' | undefined
  text?: string | undefined
  also?: Sql | undefined
  sortBy?: 'createdAt' | 'price' | 'totalLike' | 'title' | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** Everything of one creator that they have not deleted, whatever its state. */
export async function own(db: Db, creatorId: string, filter: OwnFilter, { limit, offset }: Window): Promise<Listed> {
  const { kind, status, sortBy = 'createdAt', sort = 'desc' } = filter
  const column = { createdAt: sql`w.created_at`, price: sql`w.price`, totalLike: sql`w.likes`, title: sql`w.title` }[sortBy]
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const rows = await db.many<{ id: string; total: number }>(sql`
    select w.id, count(*) over () as total from works.works w
    where w.creator_id = ${creatorId} and w.kind = ${kind} and w.deleted_at is null${inStatus(status)}
      ${matching({ kind, medium: filter.medium, also: filter.also })}${literally(filter)}
    order by ${column} ${direction}, w.id ${direction} limit ${limit} offset ${offset}`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** What the owner calls a status: a takedown is a rejection to them, a draft is inactive. */
function inStatus(status: OwnFilter['status']): Sql {
  if (!status) return empty
  if (status === 'inactive') return sql` and w.state = 'draft'`
  if (status === 'rejected') return sql` and w.state in ('rejected', 'removed')`
  const hasBrokenFile = sql`exists (select from works.files f join files.files b on b.id = f.file_id where f.work_id = w.id and b.status = 'error')`
  if (status === 'file-error') return sql` and ${hasBrokenFile}`
  return sql` and w.state = ${status}`
}
