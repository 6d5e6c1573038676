/**
 * The list of all pages for those who list pages (sitemaps.org): an index, and parts that are read from the database page by page.
 * Promises: nothing is listed that a visitor from where it is asked may not see: works that are open to all, goods that staff looked at, performers who
 * are hidden by no block, texts that are published; nothing at all while the site is shut, in a closed country, or where a provider must prove ages.
 * A part holds at most 50,000 addresses.
 * Leaves to others: what a page's own head says (web/listing.ts), and how it travels (server/listed-pages.ts).
 */
import { pageOf } from '#contract/catalogue/kind-names.ts'
import { isAssured } from '#server/people/age/age.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'
import * as pages from '#server/site/pages/pages.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as queries from '#server/windows/sitemap/queries.ts'

/** With six languages and what each says of the others, a part of so many is 22 MB of the 50, and 30,000 addresses of the 50,000, that are allowed. */
const mostInPart = 5_000

/** A page by its address without the language. */
export interface Listed {
  path: string
  changedAt?: Date
  /** Those that it is written in; all of the site's where it is not said. */
  locales?: readonly Language[]
}

/** Whether pages may be listed at all, for whoever asks from this country. */
export async function mayBeListed(db: Db, country: string | undefined): Promise<boolean> {
  const site = await settings.current(db)
  if (site.maintenanceMode || (await blocks.checkCountry(db, country)).blocked) return false
  return !isAssured(site, country)
}

/** Whether a work is in the list, so that its page says of itself what the list says of it. */
export async function listsWork(db: Db, country: string | undefined, id: string): Promise<boolean> {
  return queries.listsWork(db, await blocks.hiddenFrom(db, undefined, country), id)
}

/** The names of its parts. */
export async function parts(db: Db, country: string | undefined, most = mostInPart): Promise<string[]> {
  if (!(await mayBeListed(db, country))) return []
  const { performers, works } = await queries.counts(db, await blocks.hiddenFrom(db, undefined, country))
  const of = (name: string, total: number) => Array.from({ length: Math.ceil(total / most) }, (_, index) => `${name}-${index + 1}`)
  return ['site', ...of('performers', performers), ...of('works', works)]
}

/** Undefined where there is no such part. */
export async function part(db: Db, country: string | undefined, name: string, most = mostInPart): Promise<Listed[] | undefined> {
  if (!(await mayBeListed(db, country))) return undefined
  if (name === 'site') return ofSite(db)
  const [, of, number = ''] = /^(performers|works)-([1-9]\d{0,5})$/.exec(name) ?? []
  if (!of) return undefined
  const window = { limit: most, offset: (Number(number) - 1) * most }
  const hidden = await blocks.hiddenFrom(db, undefined, country)
  const rows =
    of === 'works'
      ? (await queries.listedWorks(db, hidden, window)).flatMap(({ changedAt, ...work }) => {
          const path = pageOf(work)
          return path ? [{ path, changedAt }] : []
        })
      : (await queries.listedPerformers(db, hidden, window)).map(({ username, changedAt }) => ({ path: `/${username}`, changedAt }))
  return rows.length > 0 ? rows : undefined
}

/** Those that stand on every site, and what its staff wrote. */
async function ofSite(db: Db): Promise<Listed[]> {
  const written = await pages.published(db)
  const standing = ['/', '/home', '/explore', '/videos', '/galleries', '/shop', '/live', '/ledger', '/contact', '/terms', '/privacy']
  const blog = written.some(({ path }) => path.startsWith('/blog/')) ? ['/blog'] : []
  const papers = new Set(['/terms', '/privacy'])
  return [...standing, ...blog].map((path): Listed => ({ path })).concat(written.filter(({ path }) => !papers.has(path)))
}
