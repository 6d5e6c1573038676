// Lists of works, of whatever kind: those on show, and a creator's own. Ids first, in an order that an index has; rows are not carried
// until the page is known.
import { isOrdered } from '#contract/catalogue/kind-names.ts'
import { isOfList } from '#server/catalogue/works/queries.ts'
import * as finding from '#server/platform/finding/finding.ts'
import {
  countAll,
  countUpTo,
  empty,
  join,
  pageOf,
  sql,
  withinDays,
  type Count,
  type Days,
  type Db,
  type Sql,
} from '#server/platform/db/db.ts'
import type { Audience, Kind, Medium } from '#server/catalogue/works/queries.ts'

/** Days are those of publishing. */
export interface Filter extends Days {
  kind: Kind
  medium?: Medium | undefined
  creatorId?: string | undefined
  /** With creatorId: also those of others that name this performer, once they agreed. */
  withNamed?: boolean | undefined
  audience?: Audience | undefined
  isFree?: boolean | undefined
  tag?: string | undefined
  /**
   * The reader is not through the age gate: a work is found by its title or tagline and its tags only, as they see it, and not by its words,
   * because an answer would tell what it says. Goods hold nothing back.
   */
  areTextsHidden?: boolean | undefined
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

export interface Listed extends Count {
  ids: string[]
}

/** The condition of being out, for queries over works.works as w: what `isShown` says of one. */
export const isOut = (db: Db): Sql => sql`
  w.state = 'active' and w.deleted_at is null and w.published_at <= ${db.now} and (w.expires_at is null or w.expires_at > ${db.now})`

/** The condition of being on show, for queries over works.works as w. What was sent in a message is for those it was sent to, and streams are listed by the stage. */
export const isOnShow = (db: Db): Sql => sql`w.${isOfList} and ${isOut(db)}`

/** What is said of it before the gate. A post's words begin with its tagline, which is one line; the rest is its text (feeds), and so is its title where it has no tagline. */
const saidToAll = (kind: Kind): Sql => (kind === 'feed' ? sql`split_part(w.words, ${'\n'}, 1)` : sql`w.title`)
const hidesWords = ({ kind, areTextsHidden = false }: Pick<Filter, 'kind' | 'areTextsHidden'>) => areTextsHidden && !isOrdered(kind)

/** Works on show that match. Blocks and countries are for the caller to know: `hiddenCreators`. */
export async function shown(db: Db, filter: Filter, window: Window): Promise<Listed> {
  const query = wordsOf(filter)
  if (query && !filter.creatorId) return finding.findAndCount(db, { ...soughtIn(db, filter, query), ...window })
  const wanted = sql`${theirs(filter)}w.kind = ${filter.kind} and ${isOnShow(db)}${matching(filter)}${literally(filter)}`
  const pinnedFirst = filter.creatorId !== undefined && filter.sortBy === undefined
  return listed(db, wanted, sql`${pinnedFirst ? sql`w.pinned desc, ` : empty}${order(filter)}`, window, () =>
    // Newest first, whatever the page's order: that is the index which holds all that is asked for.
    countUpTo(db, sql`select from works.works w where ${wanted} order by w.published_at desc, w.id desc`),
  )
}

/** The newest of the front of the house, of whatever kind; access has the rule, and asks it of each of them. */
export async function openToAll(db: Db, hidden: ReadonlySet<string>, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select w.id from works.works w
    where ${isOnShow(db)} and w.audience = 'free' and w.is_for_front and w.fit_for_all_at is not null and w.creator_id <> all(${[...hidden]}::uuid[])
    order by w.published_at desc, w.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The newest free works of photos, a few of each of these creators. */
export async function freeToSee(db: Db, creatorIds: readonly string[], each: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select w.id from unnest(${creatorIds}::uuid[]) as creator (id)
    cross join lateral (
      select w.id from works.works w
      where w.creator_id = creator.id and ${isOnShow(db)} and w.audience = 'free' and w.medium = 'photo'
      order by w.published_at desc, w.id desc limit ${each}
    ) w`)
  return rows.map(({ id }) => id)
}

/** The first few of those that match these words, and whether there are more: nothing is counted. */
export function glimpsed(db: Db, filter: Filter & { text: string }, limit: number): Promise<finding.Found> {
  return finding.find(db, { ...soughtIn(db, filter, wordsOf(filter)), limit, offset: 0 })
}

function wordsOf({ text, tag }: Filter): string {
  return [text, tag && `#${tag.replace(/^#+/, '')}`].filter(Boolean).join(' ')
}

function soughtIn(db: Db, filter: Filter, query: string): Pick<finding.Search, 'collection' | 'query' | 'allow'> {
  const allow = async (ids: readonly string[], needs: readonly string[]) => {
    const rows = await db.many<{ id: string; tags: string[]; said: string | null }>(sql`
      select w.id, w.tags, case when ${hidesWords(filter)} then ${saidToAll(filter.kind)} end as said
      from works.works w where w.id = any(${ids}) and w.kind = ${filter.kind} and ${isOnShow(db)}${matching(filter)}`)
    const found = rows.filter(({ said, tags }) => said === null || finding.containsAll({ names: [said], body: '', tags }, needs))
    return new Set(found.map(({ id }) => id))
  }
  return { collection: filter.kind, query, allow }
}

function theirs({ creatorId, withNamed }: Filter): Sql {
  if (!creatorId) return empty
  if (!withNamed) return sql`w.creator_id = ${creatorId} and `
  // As an array, because two indexes can be asked for that; a sub-query would be asked of every work there is.
  return sql`(w.creator_id = ${creatorId}
    or w.id = any(array(select work_id from works.participants where performer_id = ${creatorId} and is_named and state = 'agreed'))) and `
}

async function listed(db: Db, wanted: Sql, order: Sql, window: Window, count: () => Promise<Count>): Promise<Listed> {
  const {
    rows,
    hasMore: _,
    ...length
  } = await pageOf<{ id: string }>(
    window,
    ({ limit, offset }) => db.many(sql`select w.id from works.works w where ${wanted} order by ${order} limit ${limit} offset ${offset}`),
    count,
  )
  return { ids: rows.map(({ id }) => id), ...length }
}

function matching({ medium, audience, isFree, excludedId, hiddenCreators, also, ...days }: Filter): Sql {
  const conditions: Sql[] = []
  if (medium) conditions.push(sql`w.medium = ${medium}`)
  if (audience) conditions.push(sql`w.audience = ${audience}`)
  if (isFree !== undefined) conditions.push(isFree ? sql`w.audience = 'free'` : sql`w.audience <> 'free'`)
  if (excludedId) conditions.push(sql`w.id <> ${excludedId}`)
  if (hiddenCreators && hiddenCreators.size > 0) conditions.push(sql`w.creator_id <> all(${[...hiddenCreators]})`)
  if (also) conditions.push(also)
  return sql`${conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty}${withinDays(sql`w.published_at`, days)}`
}

/** Within one creator's works nothing has to be guessed: the words are there or not. */
function literally({ text, tag, ...reader }: Pick<Filter, 'kind' | 'text' | 'tag' | 'areTextsHidden'>): Sql {
  const conditions: Sql[] = []
  // The title of a locked text is its first line: that is part of what is locked.
  const title = sql`case when w.medium = 'text' and w.audience <> 'free' then '' else w.title end`
  const said = sql`case when ${hidesWords(reader)} then ${saidToAll(reader.kind)} else ${title} || ' ' || w.words end`
  if (text) conditions.push(sql`position(lower(${text}) in lower(${said} || ' ' || array_to_string(w.tags, ' '))) > 0`)
  if (tag) conditions.push(sql`w.tags @> array[${tag.replace(/^#+/, '').toLowerCase()}]`)
  return conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty
}

function order({ sortBy = 'latest', sort }: Filter): Sql {
  if (sortBy === 'price') return sort === 'desc' ? sql`w.price desc, w.id desc` : sql`w.price, w.id`
  if (sortBy === 'popular') return sort === 'asc' ? sql`w.likes, w.published_at, w.id` : sql`w.likes desc, w.published_at desc, w.id desc`
  return sort === 'asc' ? sql`w.published_at, w.id` : sql`w.published_at desc, w.id desc`
}

/** Days are those on which it was made. */
export interface OwnFilter extends Days {
  kind: Kind
  medium?: Medium | undefined
  status?: 'active' | 'inactive' | 'pending_review' | 'rejected' | 'file-error' | undefined
  text?: string | undefined
  also?: Sql | undefined
  sortBy?: 'createdAt' | 'price' | 'totalLike' | 'title' | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** Everything of one creator that they have not deleted, whatever its state. */
export async function own(db: Db, creatorId: string, filter: OwnFilter, window: Window): Promise<Listed> {
  const { kind, status, sortBy = 'createdAt', sort = 'desc' } = filter
  const column = { createdAt: sql`w.created_at`, price: sql`w.price`, totalLike: sql`w.likes`, title: sql`w.title` }[sortBy]
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const wanted = sql`w.creator_id = ${creatorId} and w.kind = ${kind} and w.deleted_at is null${inStatus(status)}
    ${matching({ kind, medium: filter.medium, also: filter.also })}${withinDays(sql`w.created_at`, filter)}${literally(filter)}`
  return listed(db, wanted, sql`${column} ${direction}, w.id ${direction}`, window, () =>
    countAll(db, sql`select from works.works w where ${wanted}`),
  )
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
