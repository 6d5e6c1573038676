import { empty, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Entry {
  collection: string
  id: string
  at: Date
  terms: readonly string[]
}

/** Only what changed is written: an edit of a long text touches a few postings. */
export async function put(tx: Tx, { collection, id, at, terms }: Entry): Promise<void> {
  await tx.run(sql`
    with before as (
      select at, terms from finding.documents where collection = ${collection} and id = ${id}
    ), gone as (
      delete from finding.postings p using before b
      where p.collection = ${collection} and p.id = ${id} and p.at = b.at and p.term = any(b.terms)
        and not (b.at = ${at} and p.term = any(${terms}))
    ), written as (
      insert into finding.documents (collection, id, at, terms) values (${collection}, ${id}, ${at}, ${terms})
      on conflict (collection, id) do update set at = excluded.at, terms = excluded.terms
    )
    insert into finding.postings (collection, term, at, id)
    select ${collection}, term, ${at}, ${id}::uuid from unnest(${terms}::text[]) as term
    where not exists (select from before b where b.at = ${at} and term = any(b.terms))`)
}

export async function remove(tx: Tx, collection: string, id: string): Promise<void> {
  await tx.run(sql`
    with gone as (delete from finding.documents where collection = ${collection} and id = ${id} returning at, terms)
    delete from finding.postings p using gone g
    where p.collection = ${collection} and p.term = any(g.terms) and p.at = g.at and p.id = ${id}`)
}

export async function addSpellings(tx: Tx, spellings: readonly { variant: string; word: string }[]): Promise<void> {
  await tx.run(sql`
    insert into finding.spellings (variant, word)
    select variant, word from unnest(${spellings.map(({ variant }) => variant)}::text[], ${spellings.map(({ word }) => word)}::text[]) as s (variant, word)
    order by variant, word
    on conflict do nothing`)
}

/** Words that stand in no document any more. */
export async function dropUnusedSpellings(tx: Tx): Promise<void> {
  await tx.run(sql`delete from finding.spellings s where not exists (select from finding.postings p where p.term = s.word)`)
}

/** From here on a term is common, and not counted any further. */
export const common = 300

export function byRarity(db: Db, collection: string, terms: readonly string[]): Promise<{ term: string; documents: number }[]> {
  return db.many(sql`
    select wanted.term, documents from unnest(${terms}::text[]) as wanted (term)
    cross join lateral (
      select count(*) as documents from (
        select from finding.postings p where p.collection = ${collection} and p.term = wanted.term limit ${common}
      ) few
    ) counted
    order by documents, wanted.term`)
}

export interface Posting {
  at: Date
  id: string
  matches: boolean
}

interface Walk {
  collection: string
  lead: string
  others: readonly string[]
  after: { at: Date; id: string } | undefined
  limit: number
}

/** A stretch of the lead's postings, newest first, and of each whether all other terms are there. Each look is one descent of the index. */
export function postings(db: Db, { collection, lead, others, after, limit }: Walk): Promise<Posting[]> {
  const before = after ? sql` and (p.at, p.id) < (${after.at}, ${after.id})` : empty
  return db.many(sql`
    select p.at, p.id, not exists (
      select from unnest(${others}::text[]) as other
      where (select true from finding.postings o where o.collection = ${collection} and o.term = other and o.at = p.at and o.id = p.id) is null
    ) as matches
    from finding.postings p
    where p.collection = ${collection} and p.term = ${lead}${before}
    order by p.at desc, p.id desc limit ${limit}`)
}

interface Meeting {
  collection: string
  terms: readonly string[]
  /** Nothing newer than this. */
  until: Date | undefined
  /** So many postings of each term. */
  limit: number
}

/**
 * Where terms meet within their next postings, newest first: each list is read in its order, which for terms that are all common is a part
 * of the work of looking one list's postings up in the others. `reach` is where to read on from, itself once more; null when all lists have ended.
 */
export function meetings(db: Db, { collection, terms, until, limit }: Meeting): Promise<{ ids: string[]; reach: Date | null }> {
  const before = until ? sql` and p.at <= ${until}` : empty
  return db.one(sql`
    with near as materialized (
      select wanted.term, p.at, p.id from unnest(${terms}::text[]) as wanted (term)
      cross join lateral (
        select p.at, p.id from finding.postings p where p.collection = ${collection} and p.term = wanted.term${before}
        order by p.at desc, p.id desc limit ${limit}
      ) p
    ), reach as (
      select max(oldest) as at from (select min(at) as oldest from near group by term having count(*) = ${limit}) going_on
    )
    select reach.at as reach, array(
      select id from near
      group by near.at, id having count(*) = ${terms.length} order by near.at desc, id desc
    ) as ids
    from reach`)
}

/** The ids of all documents that have every term of one of these readings, as a query: one text, however many there are. */
export function havingAll(collection: string, readings: readonly (readonly string[])[]): Sql {
  const sets = readings.map((terms) => [...new Set(terms)])
  const flat = sets.flatMap((terms, place) => terms.map((term) => ({ term, place: place + 1 })))
  return sql`
    select p.id from unnest(${flat.map(({ place }) => place)}::int[], ${flat.map(({ term }) => term)}::text[]) as wanted (place, term)
    join finding.postings p on p.collection = ${collection} and p.term = wanted.term
    group by wanted.place, p.id having count(*) = (${sets.map(({ length }) => length)}::int[])[wanted.place]`
}

/** Known words that share a variant with one of these; `place` says with which. */
export function wordsNear(db: Db, variants: readonly (readonly string[])[]): Promise<{ place: number; word: string }[]> {
  const flat = variants.flatMap((list, place) => list.map((variant) => ({ variant, place })))
  return db.many(sql`
    select distinct v.place, s.word
    from unnest(${flat.map(({ variant }) => variant)}::text[], ${flat.map(({ place }) => place)}::int[]) as v (variant, place)
    join finding.spellings s on s.variant = v.variant
    order by v.place, s.word limit 40`)
}
