import { comments as table } from '#contract/catalogue/comments.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

async function shown(call: Call<Member>, id: string) {
  const [comment] = await comments.show(call.db, readerOf(call), [id])
  return comment ?? refuse('not_found')
}

export const handlers: Handlers<typeof table> = {
  async write(call, { objectId, objectType, content }) {
    const id = await call.db.transaction((tx) => comments.write(tx, readerOf(call), { objectId, objectType }, content))
    return shown(call, id)
  },
  async edit(call, { id, content }) {
    await call.db.transaction((tx) => comments.edit(tx, readerOf(call), id, content))
    return shown(call, id)
  },
  async list(call, { objectId, objectType, limit, offset }) {
    const reader = readerOf(call)
    const { ids, total, canComment, whoMayComment } = await comments.list(call.db, reader, { objectId, objectType }, { limit, offset })
    return { data: await comments.show(call.db, reader, ids), total, canComment, whoMayComment }
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => comments.remove(tx, readerOf(call), id))
    return { deleted: true }
  },
  async pin(call, { id }) {
    await call.db.transaction((tx) => comments.pin(tx, readerOf(call), id))
    return shown(call, id)
  },
  async unpin(call, { id }) {
    await call.db.transaction((tx) => comments.unpin(tx, readerOf(call), id))
    return shown(call, id)
  },
}
