import type { pages, WrittenPage } from '#contract/site/pages.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { languages, say, type Language } from '#server/platform/words/words.ts'
import * as door from '#server/site/pages/pages.ts'

export const handlers: Handlers<typeof pages> = {
  search: (call, { locale = call.language, ...asked }) => door.search(call.db, locale, asked),

  one: (call, { id, locale = call.language }) => door.one(call.db, locale, id),

  async all({ db }, { type, q, ...paging }) {
    const { rows, total } = await door.all(db, { type, q }, paging)
    return { data: rows.map((row) => shown(row, db.now)), total }
  },

  written: async ({ db }, { id }) => shown(await door.written(db, id), db.now),

  create: async ({ db, viewer, ip }, body) =>
    shown(await db.transaction((tx) => door.create(tx, given(body), { by: viewer.accountId, ip })), db.now),

  async update({ db, viewer, ip }, { id, updatedAt, ...body }) {
    const since = updatedAt === undefined ? undefined : new Date(updatedAt)
    return shown(await db.transaction((tx) => door.change(tx, id, given(body), since, { by: viewer.accountId, ip })), db.now)
  },

  async remove({ db, viewer, ip, language }, { id, termsVersion }) {
    await db.transaction((tx) => door.remove(tx, id, termsVersion, { by: viewer.accountId, ip }))
    return { message: say(language, 'officePages.deleted') }
  },

  preview: async (_call, { content }) => ({ html: door.preview(content) }),
}

function given({ type, slug, order, places, texts, termsVersion }: Input<typeof pages.create>): door.Given {
  return {
    type,
    slug,
    position: order,
    places: [...places],
    texts: Object.fromEntries(
      Object.entries(texts).map(([locale, { publishedAt, ...text }]) => [
        locale,
        { ...text, ...(publishedAt && { publishedAt: new Date(publishedAt) }) },
      ]),
    ),
    termsVersion,
  }
}

function shown({ id, type, slug, position, places, texts, createdAt, updatedAt }: door.Written, now: Date): WrittenPage {
  const text = (locale: Language) => {
    const found = texts.find((each) => each.locale === locale)
    if (!found) return {}
    const { title, content, publishedAt } = found
    const state = publishedAt === null ? 'draft' : publishedAt > now ? 'scheduled' : 'published'
    return { [locale]: { title, content, state, ...(publishedAt && { publishedAt: publishedAt.toISOString() }) } }
  }
  return {
    _id: id,
    type,
    slug,
    path: door.pathOf({ type, slug }),
    order: position,
    places,
    texts: Object.assign({}, ...languages.map(text)) as WrittenPage['texts'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
