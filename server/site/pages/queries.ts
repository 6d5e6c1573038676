import { containing, listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'

export type PageType = 'page' | 'post'
export type Place = 'footer' | 'account'

export interface Row {
  id: string
  type: PageType
  slug: string
  position: number
  places: Place[]
  createdAt: Date
  updatedAt: Date
}

export interface Text {
  pageId: string
  locale: Language
  title: string
  content: string
  summary: string
  /** Null: a draft. */
  publishedAt: Date | null
}

const page = sql`id, type, slug, position, places, created_at as "createdAt", updated_at as "updatedAt"`

/** What is published or will be, without its content. */
export interface Published {
  id: string
  type: PageType
  slug: string
  position: number
  places: Place[]
  locale: Language
  title: string
  summary: string
  publishedAt: Date
}

export function published(db: Db): Promise<Published[]> {
  return db.many<Published>(sql`
    select p.id, p.type, p.slug, p.position, p.places, t.locale, t.title, t.summary, t.published_at as "publishedAt"
    from pages.pages p join pages.texts t on t.page_id = p.id
    where t.published_at is not null
    order by p.position, p.created_at, p.id`)
}

/** Of these pages in every language, drafts too. */
export function contents(db: Db, ids: readonly string[]): Promise<Pick<Text, 'pageId' | 'locale' | 'content'>[]> {
  return db.many<Pick<Text, 'pageId' | 'locale' | 'content'>>(
    sql`select page_id as "pageId", locale, content from pages.texts where page_id = any(${ids})`,
  )
}

export function all(
  db: Db,
  { type, q }: { type?: PageType | undefined; q?: string | undefined },
  paging: { limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> {
  return listed<Row>(
    db,
    paging,
    (total, window) => sql`
    select ${page}, ${total} from pages.pages p
    where (${type ?? null}::text is null or type = ${type ?? null})
      and (${q ?? null}::text is null or slug ilike ${containing(q ?? '')}
        or exists (select 1 from pages.texts t where t.page_id = p.id and t.title ilike ${containing(q ?? '')}))
    order by type, position, created_at desc, id ${window}`,
  )
}

export function find(db: Db, id: string): Promise<Row | undefined> {
  return db.maybe<Row>(sql`select ${page} from pages.pages where id = ${id}`)
}

export function lock(tx: Tx, id: string): Promise<Row | undefined> {
  return tx.maybe<Row>(sql`select ${page} from pages.pages where id = ${id} for update`)
}

export function texts(db: Db, ids: readonly string[]): Promise<Text[]> {
  return db.many<Text>(sql`
    select page_id as "pageId", locale, title, content, summary, published_at as "publishedAt" from pages.texts where page_id = any(${ids})`)
}

export type Given = Pick<Row, 'type' | 'slug' | 'position' | 'places'>

/** Undefined where another page has this slug. */
export function insert(tx: Tx, of: Given): Promise<Row | undefined> {
  return tx.maybe<Row>(sql`
    insert into pages.pages (type, slug, position, places, created_at, updated_at)
    values (${of.type}, ${of.slug}, ${of.position}, ${of.places}, ${tx.now}, ${tx.now})
    on conflict (slug) do nothing returning ${page}`)
}

/** Undefined where another page has this slug. */
export function update(tx: Tx, id: string, of: Given): Promise<Row | undefined> {
  return tx.maybe<Row>(sql`
    update pages.pages set type = ${of.type}, slug = ${of.slug}, position = ${of.position}, places = ${of.places}, updated_at = ${tx.now}
    where id = ${id} and not exists (select 1 from pages.pages other where other.slug = ${of.slug} and other.id <> ${id})
    returning ${page}`)
}

/** Waits for whoever gives a slug at this moment, so that the second of two is told that it is taken. */
export async function lockSlugs(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('pages.slugs'))`)
}

export async function putText(tx: Tx, of: Text): Promise<void> {
  await tx.run(sql`
    insert into pages.texts (page_id, locale, title, content, summary, published_at)
    values (${of.pageId}, ${of.locale}, ${of.title}, ${of.content}, ${of.summary}, ${of.publishedAt})
    on conflict (page_id, locale) do update
    set title = excluded.title, content = excluded.content, summary = excluded.summary, published_at = excluded.published_at`)
}

export async function dropTexts(tx: Tx, pageId: string, locales: readonly Language[]): Promise<void> {
  await tx.run(sql`delete from pages.texts where page_id = ${pageId} and locale = any(${locales})`)
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from pages.pages where id = ${id}`)
}
