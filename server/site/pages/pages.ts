/**
 * The site's own pages and blog posts (calls.md section 7): help, rules, news, and papers that stand in for the built-in ones.
 * Promises: a reader gets their own language, else the site's, else the one there is; a draft, or a text before its time, is nowhere but with staff;
 * all of it has passed the one sanitiser.
 * Leaves to others: who may write (the rows), drawing it (the web), and asking newcomers to accept other terms (settings, accounts).
 */
import { mostWhole, type SitePage } from '#contract/site/pages.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { Language } from '#server/platform/words/words.ts'
import * as queries from '#server/site/pages/queries.ts'
import type { PageType, Place, Published } from '#server/site/pages/queries.ts'
import { known } from '#server/site/pages/remembering.ts'
import { rendered } from '#server/site/pages/rendering.ts'
import { isPaper } from '#server/site/pages/slugs.ts'
import { current } from '#server/site/settings/settings.ts'

export { create, change, preview, remove, type Given, type GivenText } from '#server/site/pages/writing.ts'
export { refuseUnsafe, rendered } from '#server/site/pages/rendering.ts'
export { all, written, type Written } from '#server/site/pages/reading-staff.ts'

/** What was remembered may be old: another process changed it. */
export const forget = (): void => known.forget()

/** One text of each page for this reader. */
async function forReader(db: Db, locale: Language): Promise<Published[]> {
  const [rows, { defaultLocale }] = await Promise.all([known.current(db), current(db)])
  const rank = (text: Published) => (text.locale === locale ? 0 : text.locale === defaultLocale ? 1 : 2)
  const best = new Map<string, Published>()
  for (const text of rows) {
    if (text.publishedAt > db.now) continue
    const before = best.get(text.id)
    if (!before || rank(text) < rank(before)) best.set(text.id, text)
  }
  return [...best.values()]
}

interface Link {
  title: string
  path: string
  place: Place
}

/** Where readers find a page: papers at the addresses that the built-in ones have. */
export function pathOf({ type, slug }: { type: PageType; slug: string }): string {
  if (isPaper(slug)) return `/${slug}`
  return type === 'post' ? `/blog/${slug}` : `/pages/${slug}`
}

interface Links {
  links: Link[]
  hasBlog: boolean
}

/** What every page of the site links to, beside what is built in. */
export async function linksFor(db: Db, locale: Language): Promise<Links> {
  const found = await forReader(db, locale)
  return {
    // The papers are linked already.
    links: found
      .filter(({ slug }) => !isPaper(slug))
      .flatMap((each) => each.places.map((place) => ({ title: each.title, path: pathOf(each), place }))),
    hasBlog: found.some(({ type }) => type === 'post'),
  }
}

/** Where each is read, in which languages, and since when: drafts and what has its time before it are not among them. */
export async function published(db: Db): Promise<{ path: string; changedAt: Date; locales: Language[] }[]> {
  const there = (await known.current(db)).filter(({ publishedAt }) => publishedAt <= db.now)
  return [...Map.groupBy(there, pathOf)].map(([path, texts]) => ({
    path,
    changedAt: new Date(Math.max(...texts.map(({ publishedAt }) => publishedAt.getTime()))),
    locales: texts.map(({ locale }) => locale),
  }))
}

/** Pages in their order, then posts with the newest first. @throws invalid for more than `mostWhole` with their content */
export async function search(
  db: Db,
  locale: Language,
  { type, isBrief = false, limit, offset }: { type?: PageType | undefined; isBrief?: boolean | undefined; limit: number; offset: number },
): Promise<{ data: (Omit<SitePage, 'content'> & { content?: string })[]; total: number }> {
  if (!isBrief && limit > mostWhole) throw new Refusal('invalid', {}, [{ field: 'limit', code: 'too_large', limit: mostWhole }])
  const found = (await forReader(db, locale)).filter((each) => !type || each.type === type)
  const posts = found.filter((each) => each.type === 'post').toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
  const list = [...found.filter((each) => each.type === 'page'), ...posts]
  const rows = list.slice(offset, offset + limit)
  if (isBrief || rows.length === 0) return { data: rows.map(shown), total: list.length }
  const texts = await contentsOf(db, rows)
  return { data: rows.map((row) => ({ ...shown(row), content: texts.get(row.id) ?? '' })), total: list.length }
}

/** @throws not_found, also for what is a draft or has its time before it */
export async function one(db: Db, locale: Language, idOrSlug: string): Promise<SitePage> {
  const found = await forReader(db, locale)
  const row = found.find(({ id, slug }) => slug === idOrSlug || id === idOrSlug.toLowerCase()) ?? refuse('not_found')
  // What was deleted since it was remembered is not there.
  const content = (await contentsOf(db, [row])).get(row.id) ?? refuse('not_found')
  return { ...shown(row), content }
}

async function contentsOf(db: Db, rows: readonly Published[]): Promise<Map<string, string>> {
  const texts = await queries.contents(
    db,
    rows.map(({ id }) => id),
  )
  const of = (row: Published) => texts.find((text) => text.pageId === row.id && text.locale === row.locale)
  return new Map(
    rows.flatMap((row) => {
      const text = of(row)
      return text ? [[row.id, rendered(text.content)] as const] : []
    }),
  )
}

function shown({ id, type, slug, title, locale, position, summary, publishedAt }: Published): Omit<SitePage, 'content'> {
  return {
    _id: id,
    type,
    slug,
    path: pathOf({ type, slug }),
    title,
    locale,
    order: position,
    summary,
    publishedAt: publishedAt.toISOString(),
  }
}
