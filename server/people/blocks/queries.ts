import { join, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export function block(tx: Tx, blockerId: string, blockedId: string, reason: string): Promise<number> {
  return tx.run(sql`
    insert into blocks.users (blocker_id, blocked_id, reason, created_at) values (${blockerId}, ${blockedId}, ${reason}, ${tx.now}) on conflict do nothing`)
}

export function unblock(tx: Tx, blockerId: string, blockedId: string): Promise<number> {
  return tx.run(sql`delete from blocks.users where blocker_id = ${blockerId} and blocked_id = ${blockedId}`)
}

export interface BlockedRow {
  blockedId: string
  reason: string
  createdAt: Date
}

export function blockedBy(db: Db, blockerId: string, { limit, offset }: { limit: number; offset: number }): Promise<BlockedRow[]> {
  return db.many<BlockedRow>(sql`
    select blocked_id as "blockedId", reason, created_at as "createdAt"
    from blocks.users where blocker_id = ${blockerId} order by created_at desc, blocked_id limit ${limit} offset ${offset}`)
}

export async function countBlockedBy(db: Db, blockerId: string): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from blocks.users where blocker_id = ${blockerId}`)).total
}

export interface Between {
  otherId: string
  /** The viewer made this block; false: it was made against the viewer. */
  isOwn: boolean
}

export function between(db: Db, viewerId: string, ids: readonly string[]): Promise<Between[]> {
  return db.many<Between>(sql`
    select blocked_id as "otherId", true as "isOwn" from blocks.users where blocker_id = ${viewerId} and blocked_id = any(${ids}::uuid[])
    union all
    select blocker_id, false from blocks.users where blocked_id = ${viewerId} and blocker_id = any(${ids}::uuid[])`)
}

/** A query of the ids of all with a block between them and this person, whoever made it. */
export const blockedEitherWay = (personId: string): Sql => sql`
  select blocked_id from blocks.users where blocker_id = ${personId} union all select blocker_id from blocks.users where blocked_id = ${personId}`

/** From whom each of these people is kept, whoever made the block, and the countries that they closed. */
export function keptFrom(db: Db, ids: readonly string[]): Promise<{ id: string; accountIds: string[]; countries: string[] }[]> {
  return db.many<{ id: string; accountIds: string[]; countries: string[] }>(sql`
    select person.id, array(select blocked_id from blocks.users where blocker_id = person.id union select blocker_id from blocks.users where blocked_id = person.id) as "accountIds",
      array(select country from blocks.countries where performer_id = person.id order by country) as countries
    from unnest(${ids}::uuid[]) as person (id)`)
}

/** Those of these performers who hide from this country; with no country, those who hide from any. */
export async function hidingFrom(db: Db, country: string | undefined, ids: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct performer_id as id from blocks.countries where performer_id = any(${ids}::uuid[]) and (${country ?? null}::text is null or country = ${country ?? null})`)
  return rows.map(({ id }) => id)
}

export interface Asking {
  viewerId: string | undefined
  country: string | undefined
  /** False where an unknown country counts as none that anybody hides from. */
  counts: boolean
}

/** All there are, for both reasons. */
export async function hidden(db: Db, asking: Asking): Promise<string[]> {
  return (await db.many<{ id: string }>(hiding(asking))).map(({ id }) => id)
}

/** The same as a query of ids. What is not asked for is not in it: a plan for `country is null or …` reads them all. */
export function hiding({ viewerId, country, counts }: Asking): Sql {
  const parts: Sql[] = []
  if (viewerId)
    parts.push(
      sql`select blocked_id as id from blocks.users where blocker_id = ${viewerId}`,
      sql`select blocker_id as id from blocks.users where blocked_id = ${viewerId}`,
    )
  const notOneself = viewerId ? sql`performer_id <> ${viewerId}` : sql`true`
  if (country !== undefined) parts.push(sql`select performer_id as id from blocks.countries where country = ${country} and ${notOneself}`)
  else if (counts) parts.push(sql`select performer_id as id from blocks.countries where ${notOneself}`)
  // Whoever closes their account is out of sight at once, and their works with them.
  parts.push(sql`select id from accounts.accounts where state = 'closing' and role = 'performer'`)
  return join(parts, ' union ')
}

/** Who might meet whom, as columns of a query; `counts` is false where an unknown country counts as none. */
export interface Meeting {
  viewer: Sql
  performer: Sql
  country: Sql
  counts: Sql
}

/** The condition that they must not. With a limit each look stays a look-up: an `exists` may be planned as reading a whole table once. */
export const isHidden = ({ viewer, performer, country, counts }: Meeting): Sql => sql`
  (${viewer} is distinct from ${performer} and coalesce(
    (select true from blocks.users where blocker_id = ${viewer} and blocked_id = ${performer} limit 1),
    (select true from blocks.users where blocker_id = ${performer} and blocked_id = ${viewer} limit 1),
    ${counts} and (select true from blocks.countries c where c.performer_id = ${performer} and (${country} is null or c.country = ${country}) limit 1),
    false))`

/** The condition that somebody, as columns, does not meet this performer: for queries over all of one performer's people. */
export const isHiddenFrom = (performerId: string, { person, country, counts }: { person: Sql; country: Sql; counts: boolean }): Sql => sql`
  (${person} in (${blockedEitherWay(performerId)})
    or coalesce(${country}, '') in (select country from blocks.countries where performer_id = ${performerId})
    or (${country} is null and ${counts} and exists (select from blocks.countries where performer_id = ${performerId})))`

/** Of pairs that have nothing to do with one another the places of the hidden ones, from 1. */
export async function hiddenPairs(
  db: Db,
  pairs: readonly { viewerId: string | undefined; performerId: string; country: string | undefined; counts: boolean }[],
): Promise<number[]> {
  const rows = await db.many<{ place: number }>(sql`
    select place
    from unnest(${pairs.map(({ viewerId }) => viewerId ?? null)}::uuid[], ${pairs.map(({ performerId }) => performerId)}::uuid[],
      ${pairs.map(({ country }) => country ?? null)}::text[], ${pairs.map(({ counts }) => counts)}::boolean[])
      with ordinality as pair (viewer, performer, country, counts, place)
    where ${isHidden({ viewer: sql`pair.viewer`, performer: sql`pair.performer`, country: sql`pair.country`, counts: sql`pair.counts` })}`)
  return rows.map(({ place }) => place)
}

export async function countriesOf(db: Db, performerId: string): Promise<string[]> {
  return (
    await db.many<{ country: string }>(sql`select country from blocks.countries where performer_id = ${performerId} order by country`)
  ).map(({ country }) => country)
}

export async function replaceCountries(tx: Tx, performerId: string, countries: readonly string[]): Promise<void> {
  await tx.run(sql`delete from blocks.countries where performer_id = ${performerId} and country <> all(${countries})`)
  await tx.run(
    sql`insert into blocks.countries (performer_id, country) select ${performerId}, unnest(${countries}::text[]) on conflict do nothing`,
  )
}

/** What somebody blocked, and the blocks against them: reasons are words about people. */
export async function removeAll(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from blocks.users where blocker_id = ${accountId} or blocked_id = ${accountId}`)
  await tx.run(sql`delete from blocks.countries where performer_id = ${accountId}`)
}
