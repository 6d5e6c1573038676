// Writing pages. Every change is in the audit log, with the words that it took away, so that nothing that stood here is ever lost.
// What changes the terms says in the same deed which version they are from then on: what somebody accepted is then always what they read.
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { languages, type Language } from '#server/platform/words/words.ts'
import * as queries from '#server/site/pages/queries.ts'
import { written, type Written } from '#server/site/pages/reading-staff.ts'
import { known } from '#server/site/pages/remembering.ts'
import { refuseUnsafe, rendered, summaryOf } from '#server/site/pages/rendering.ts'
import { isReserved } from '#server/site/pages/slugs.ts'
import * as settings from '#server/site/settings/settings.ts'
import { requireText } from '#server/site/terms/terms.ts'

export interface GivenText {
  title: string
  content: string
  isPublished: boolean
  /** From when on; undefined: at once, or as it was. */
  publishedAt?: Date | undefined
}

export interface Given extends queries.Given {
  texts: Partial<Record<Language, GivenText>>
  termsVersion?: string | undefined
}

interface By {
  by: string
  ip: string
}

/** @throws slug_taken, slug_reserved, html_unsafe, invalid */
export async function create(tx: Tx, asked: Given, by: By): Promise<Written> {
  const given = judged(asked)
  await queries.lockSlugs(tx)
  const row = (await queries.insert(tx, given)) ?? refuseField('slug', 'slug_taken')
  await write(tx, row, given, [])
  const made = await written(tx, row.id)
  await agree(tx, undefined, made, asked.termsVersion, by)
  await told(tx, 'pages.created', made, { type: made.type, titles: titlesOf(made) }, by)
  return made
}

/**
 * @param since as the page was when whoever changes it read it; undefined: whatever it is
 * @throws not_found, page_changed, slug_taken, slug_reserved, html_unsafe, invalid
 */
export async function change(tx: Tx, id: string, asked: Given, since: Date | undefined, by: By): Promise<Written> {
  const given = judged(asked)
  await queries.lockSlugs(tx)
  const row = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (since && since.getTime() !== row.updatedAt.getTime()) refuse('page_changed')
  const before = await written(tx, id)
  if (!(await queries.update(tx, id, given))) refuseField('slug', 'slug_taken')
  await write(tx, row, given, before.texts)
  const after = await written(tx, id)
  await agree(tx, before, after, asked.termsVersion, by)
  await told(tx, 'pages.changed', after, changes(before, after), by)
  return after
}

/** @throws not_found, invalid */
export async function remove(tx: Tx, id: string, termsVersion: string | undefined, by: By): Promise<void> {
  if (!(await queries.lock(tx, id))) refuse('not_found')
  const before = await written(tx, id)
  await queries.remove(tx, id)
  await agree(tx, before, undefined, termsVersion, by)
  await told(tx, 'pages.deleted', before, { type: before.type, texts: Object.fromEntries(before.texts.map(detailOf)) }, by)
}

/** What readers would get. @throws html_unsafe */
export function preview(content: string): string {
  refuseUnsafe('content', content)
  return rendered(content)
}

function judged(given: Given): Given {
  if (isReserved(given.slug, given.type)) refuseField('slug', 'slug_reserved')
  const texts = Object.entries(given.texts) as [Language, GivenText][]
  if (texts.length === 0) throw new Refusal('invalid', {}, [{ field: 'texts', code: 'required' }])
  return {
    ...given,
    places: [...new Set(given.places)],
    texts: Object.fromEntries(
      texts.map(([locale, text]) => {
        const at = (part: string) => `texts.${locale}.${part}`
        const title = requireText(at('title'), text.title).replaceAll(/\s+/g, ' ')
        refuseUnsafe(at('content'), text.content)
        const content = text.content.replaceAll('\r\n', '\n').replaceAll('\0', '').trim()
        if (text.isPublished && summaryOf(content) === '') throw new Refusal('invalid', {}, [{ field: at('content'), code: 'required' }])
        return [locale, { ...text, title, content }]
      }),
    ),
  }
}

async function write(tx: Tx, { id: pageId }: queries.Row, { slug, texts }: Given, before: readonly queries.Text[]): Promise<void> {
  for (const locale of languages) {
    const text = texts[locale]
    if (!text) continue
    const was = before.find((each) => each.locale === locale)?.publishedAt
    const publishedAt = text.isPublished ? (text.publishedAt ?? was ?? tx.now) : null
    // What is accepted by its version cannot change by itself later.
    if (slug === 'terms' && publishedAt && publishedAt > tx.now)
      throw new Refusal('invalid', {}, [{ field: `texts.${locale}.publishedAt`, code: 'terms_at_once' }])
    await queries.putText(tx, { pageId, locale, title: text.title, content: text.content, summary: summaryOf(text.content), publishedAt })
  }
  const left = before.map(({ locale }) => locale).filter((locale) => !texts[locale])
  if (left.length > 0) await queries.dropTexts(tx, pageId, left)
}

/** Other terms want a word about their version: another one, or the same where only the wording is better. */
async function agree(tx: Tx, before: Written | undefined, after: Written | undefined, version: string | undefined, { by }: By) {
  if (termsIn(before) === termsIn(after)) return
  if (version === undefined) throw new Refusal('invalid', {}, [{ field: 'termsVersion', code: 'terms_version' }])
  await settings.save(tx, { termsVersion: version }, by)
}

/** What people agree to by this page. */
function termsIn(page: Written | undefined): string {
  const open = (page?.slug === 'terms' ? page.texts : []).filter(({ publishedAt }) => publishedAt !== null)
  return JSON.stringify(languages.map((locale) => open.find((text) => text.locale === locale)).map((text) => [text?.title, text?.content]))
}

const titlesOf = ({ texts }: Written) => Object.fromEntries(texts.map(({ locale, title }) => [locale, title]))
const detailOf = ({ locale, title, content, publishedAt }: queries.Text) => [locale, { title, content, publishedAt }] as const

/** What is another than before: short things as they were and are, a content as it was. What it is stands in the page, or in the next line of the log. */
function changes(before: Written, after: Written): Record<string, unknown> {
  const [from, to]: Record<string, unknown>[] = [{}, {}]
  const compare = (name: string, was: unknown, is: unknown, said = is) => {
    if (JSON.stringify(was) === JSON.stringify(is)) return
    from![name] = was ?? null
    to![name] = said ?? null
  }
  for (const key of ['type', 'slug', 'position', 'places'] as const) compare(key, before[key], after[key])
  for (const locale of languages) {
    const [was, is] = [before, after].map(({ texts }) => texts.find((text) => text.locale === locale))
    compare(`${locale}.title`, was?.title, is?.title)
    compare(`${locale}.publishedAt`, was?.publishedAt, is?.publishedAt)
    compare(`${locale}.content`, was?.content, is?.content, is && `${is.content.length} letters`)
  }
  return { from, to }
}

async function told(
  tx: Tx,
  action: 'pages.created' | 'pages.changed' | 'pages.deleted',
  { id, slug }: Written,
  detail: Record<string, unknown>,
  { by: actorId, ip }: By,
): Promise<void> {
  await record(tx, { actorId, ip, action, subject: { kind: 'page', id }, detail: { page: slug, ...detail } })
  tx.afterCommit(() => known.forget())
}
