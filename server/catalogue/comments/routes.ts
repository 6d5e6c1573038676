import { comments as table } from '#contract/catalogue/comments.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

const actorOf = (call: Call<Member>): comments.Actor => ({ viewer: call.viewer, country: call.country() })

async function shown(call: Call<Member>, id: string) {
  const [comment] = await comments.show(call.db, actorOf(call), [id])
  return comment ?? refuse('not_found')
}

async function edit(call: Call<Member>, { id, content }: { id: string; content: string }) {
  await call.db.transaction((tx) => comments.edit(tx, actorOf(call), id, content))
  return shown(call, id)
}

export const handlers: Handlers<typeof table> = {
  async write(call, { objectId, objectType, content }) {
    const id = await call.db.transaction((tx) => comments.write(tx, actorOf(call), { objectId, objectType }, content))
    return shown(call, id)
  },
  edit,
  editByPost: edit,
  async list(call, { objectId, objectType, limit, offset }) {
    const reader = { viewer: call.viewer, country: call.country() }
    const { ids, total, canComment, whoMayComment } = await comments.list(call.db, reader, { objectId, objectType }, { limit, offset })
    return { data: await comments.show(call.db, reader, ids), total, canComment, whoMayComment }
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => comments.remove(tx, actorOf(call), id))
    return { deleted: true }
  },
  async pin(call, { id }) {
    await call.db.transaction((tx) => comments.pin(tx, actorOf(call), id))
    return shown(call, id)
  },
  async unpin(call, { id }) {
    await call.db.transaction((tx) => comments.unpin(tx, actorOf(call), id))
    return shown(call, id)
  },
}
