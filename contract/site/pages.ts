// The site's own pages and blog posts (calls.md section 7): what readers get of them, and how staff write them.
import { locales } from '#contract/locales.ts'
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Id, InLocales, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { longestContent, longestTitle, pagePlaces } from '#contract/site/page-names.ts'

const pageTypes = ['page', 'post'] as const

const PageType = Type.Enum(pageTypes)
const PageLocale = Type.Enum(locales)
const Slug = Type.String({ minLength: 1, maxLength: 80, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'one address in all languages' })
const Content = Type.String({ maxLength: longestContent, description: 'Markdown, with the HTML that may stand' })

const read = {
  _id: Id,
  type: PageType,
  slug: Type.String(),
  path: Type.String({ description: 'where readers find it' }),
  title: Type.String(),
  locale: Type.Enum(locales, {
    description: 'what it is written in: the reader’s language where there is a text in it, else the site’s',
  }),
  order: Type.Integer(),
  summary: Type.String({ description: 'how it begins, without formatting' }),
  publishedAt: Instant,
}

/** As readers get it. */
export const SitePage = Type.Object({ ...read, content: Type.String({ description: 'sanitised HTML' }) })
export type SitePage = Static<typeof SitePage>

const TextIn = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: longestTitle }),
    content: Content,
    isPublished: Type.Boolean({ description: 'false: a draft, which nobody but staff sees' }),
    publishedAt: Type.Optional(
      Type.Union([Instant, Type.Null()], { description: 'from when on; null or left out: at once, or as it was' }),
    ),
  },
  { additionalProperties: false },
)

const fields = {
  type: PageType,
  slug: Slug,
  order: Type.Integer({ minimum: 0, maximum: 1000 }),
  places: Type.Array(Type.Enum(pagePlaces), { maxItems: 2 }),
  texts: InLocales(TextIn, { additionalProperties: false, description: 'by language; at least one' }),
  termsVersion: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'where it changes what people agree to: the version of the terms from then on, which may be the one that stands',
    }),
  ),
}

const WrittenText = Type.Object({
  title: Type.String(),
  content: Type.String({ description: 'as it was written' }),
  publishedAt: Type.Optional(Instant),
  state: Type.Enum(['draft', 'scheduled', 'published']),
})

/** As staff keep it. */
export const WrittenPage = Type.Object({
  _id: Id,
  type: PageType,
  slug: Type.String(),
  path: Type.String({ description: 'where readers find it, once it is published' }),
  order: Type.Integer(),
  places: Type.Array(Type.Enum(pagePlaces)),
  texts: InLocales(WrittenText),
  createdAt: Instant,
  updatedAt: Instant,
})
export type WrittenPage = Static<typeof WrittenPage>

/** So many come with all that they say in one answer. */
export const mostWhole = 20

/** Six languages of the longest texts, each letter written as long as JSON can. */
const maxBodyBytes = 1_100 * 1024
const refuses = ['slug_taken', 'slug_reserved', 'html_unsafe'] as const

export const pages = endpoints({
  /** What is published, in the reader’s language: pages in their order, posts with the newest first. */
  search: {
    method: 'GET',
    path: '/posts/search',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Pages and blog posts of the site',
    query: ListQuery({
      type: Type.Optional(PageType),
      locale: Type.Optional(PageLocale),
      isBrief: Type.Optional(Type.Boolean({ description: 'without their content: with it they come twenty at a time at most' })),
    }),
    reply: Page(Type.Object({ ...read, content: Type.Optional(SitePage.properties.content) })),
  },
  /** By id or slug. */
  one: {
    method: 'GET',
    path: '/posts/:id',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'A page or blog post of the site',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 80, description: 'its id or its slug' }) }),
    query: Type.Object({ locale: Type.Optional(PageLocale) }),
    reply: SitePage,
    refuses: ['not_found'],
  },
  /** Drafts too, as they were written. */
  all: {
    method: 'GET',
    path: '/admin/posts',
    for: 'staff',
    summary: 'Pages and blog posts, drafts too',
    query: ListQuery({ type: Type.Optional(PageType), q: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: Page(
      Type.Object({
        ...WrittenPage.properties,
        texts: InLocales(Type.Omit(WrittenText, ['content'])),
      }),
    ),
  },
  written: {
    method: 'GET',
    path: '/admin/posts/:id',
    for: 'staff',
    summary: 'A page or blog post as it was written',
    params: ById,
    reply: WrittenPage,
    refuses: ['not_found'],
  },
  create: {
    method: 'POST',
    path: '/admin/posts',
    for: 'staff',
    summary: 'Write a page or blog post',
    body: Body(fields),
    maxBodyBytes,
    reply: WrittenPage,
    refuses,
  },
  /** The whole page, as it is to be: a language that is left out goes. */
  update: {
    method: 'PUT',
    path: '/admin/posts/:id',
    for: 'staff',
    summary: 'Change a page or blog post',
    params: ById,
    body: Body({ ...fields, updatedAt: Type.Optional(Type.String({ format: 'date-time', description: 'of the page that was changed' })) }),
    maxBodyBytes,
    reply: WrittenPage,
    refuses: [...refuses, 'not_found', 'page_changed'],
  },
  remove: {
    method: 'DELETE',
    path: '/admin/posts/:id',
    for: 'staff',
    summary: 'Delete a page or blog post',
    params: ById,
    query: Type.Object({ termsVersion: fields.termsVersion }),
    reply: Type.Object({ message: Type.String() }),
    refuses: ['not_found'],
  },
  /** What readers would get of it. */
  preview: {
    method: 'POST',
    path: '/admin/posts/preview',
    for: 'staff',
    summary: 'See what a text looks like',
    body: Body({ content: Content }),
    maxBodyBytes: 200 * 1024,
    reply: Type.Object({ html: Type.String() }),
    refuses: ['html_unsafe'],
  },
})
