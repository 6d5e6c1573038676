// What the site puts forward of itself, and says so (calls.md section 7): on the front door, on home and beside it.
import { locales } from '#contract/locales.ts'
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, InLocales, Instant, Page } from '#contract/endpoint.ts'
import { longestPromo, promoAudiences, promoPlaces } from '#contract/windows/promo-names.ts'

const type = Type.Enum(['image', 'html'])
const position = Type.Enum(promoPlaces, {
  description: 'home: above the posts and on the front door; sidebar: beside them, on wide screens',
})
const locale = Type.Enum(locales)

export const Promo = Type.Object({
  _id: Id,
  title: Type.String(),
  description: Type.String({ description: 'of html: sanitised HTML; of an image: words, or none' }),
  type,
  fileUrl: Type.Optional(Type.String({ description: 'signed for the reader, short-lived' })),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  link: Type.Optional(Type.String({ description: 'a path of this site, or an address by https' })),
  position,
  order: Type.Integer(),
  locale,
})
export type Promo = Static<typeof Promo>

const TextIn = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: longestPromo.title }),
    description: Type.String({ maxLength: longestPromo.description, description: 'of html: Markdown, with the HTML that may stand' }),
  },
  { additionalProperties: false },
)
const Moment = Type.Optional(Type.Union([Instant, Type.Null()]))

const fields = {
  type,
  position,
  audience: Type.Enum(promoAudiences),
  isFitForAll: Type.Boolean({ description: 'nothing in it belongs behind the age gate: visitors are shown no other' }),
  texts: InLocales(TextIn, { additionalProperties: false }),
  link: Type.String({ maxLength: longestPromo.link, description: 'empty: it leads nowhere' }),
  fileId: Type.Optional(Type.Union([Id, Type.Null()], { description: 'of an image: what promos.picture answered' })),
  order: Type.Integer({ minimum: 0, maximum: 1000 }),
  isActive: Flag,
  startsAt: Moment,
  endsAt: Moment,
}

const Text = Type.Object({ title: Type.String(), description: Type.String() })

/** As staff keep it. */
export const WrittenPromo = Type.Object({
  _id: Id,
  type,
  position,
  audience: fields.audience,
  isFitForAll: Flag,
  texts: InLocales(Text),
  link: Type.String(),
  fileId: Type.Optional(Id),
  fileUrl: Type.Optional(Type.String()),
  order: Type.Integer(),
  isActive: Flag,
  startsAt: Type.Optional(Instant),
  endsAt: Type.Optional(Instant),
  state: Type.Enum(['off', 'coming', 'shown', 'over']),
})
export type WrittenPromo = Static<typeof WrittenPromo>

const refuses = ['file_required', 'html_unsafe', 'link_not_allowed', 'promo_dates', 'promo_not_fit'] as const

export const promos = endpoints({
  /** What this reader is shown now, in its places and its order. */
  search: {
    method: 'GET',
    path: '/site-promo/search',
    for: 'anyone',
    summary: 'What the site puts forward',
    query: Type.Object({ position: Type.Optional(position), locale: Type.Optional(locale) }),
    reply: Page(Promo),
  },
  all: { method: 'GET', path: '/admin/promos', for: 'staff', summary: 'Promotions of the site, all of them', reply: Page(WrittenPromo) },
  /** The picture of one that is written next. What no promotion takes within a day is forgotten. */
  picture: {
    method: 'POST',
    path: '/admin/promos/picture',
    for: 'staff',
    summary: 'Upload the picture of a promotion',
    uploads: { file: { maxBytes: 10 * 1024 * 1024, required: true } },
    reply: Type.Object({ fileId: Id, fileUrl: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    refuses: ['file_required', 'file_type_not_allowed', 'file_unreadable', 'file_blocked'],
    rate: 'upload',
  },
  create: {
    method: 'POST',
    path: '/admin/promos',
    for: 'staff',
    summary: 'Add a promotion',
    body: Body(fields),
    reply: WrittenPromo,
    refuses,
  },
  /** The whole promotion, as it is to be. */
  update: {
    method: 'PUT',
    path: '/admin/promos/:id',
    for: 'staff',
    summary: 'Change a promotion',
    params: ById,
    body: Body(fields),
    reply: WrittenPromo,
    refuses: [...refuses, 'not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/admin/promos/:id',
    for: 'staff',
    summary: 'Delete a promotion',
    params: ById,
    reply: Type.Object({ message: Type.String() }),
    refuses: ['not_found'],
  },
})
