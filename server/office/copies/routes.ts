import type { copies as rows } from '#contract/office/copies.ts'
import * as copies from '#server/office/copies/copies.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'

export const handlers: Handlers<typeof rows> = {
  async list({ db }, window) {
    const { rows: found, total } = await copies.page(db, window)
    return { data: await copies.forms(db, found), total }
  },
  subjects: ({ db }, { q, limit }) => copies.subjects(db, q, limit),
  one: ({ db }, { id }) => form(db, id),
  async ask({ db, files, viewer, ip }, question) {
    const picture = files['picture'] ?? refuseField('picture', 'file_required')
    return form(db, await copies.ask(db, picture, question, { by: viewer.accountId, ip }))
  },
  pictures: ({ db }, { id }) => copies.pictures(db, id),
  async discard({ db, viewer, ip }, { id }) {
    await copies.discard(db, id, { by: viewer.accountId, ip })
    return { _id: id, hasPicture: false }
  },
}

async function form(db: Db, id: string) {
  const lookup = (await copies.byId(db, id)) ?? refuse('not_found')
  const [shown] = await copies.forms(db, [lookup])
  return shown ?? refuse('not_found')
}
